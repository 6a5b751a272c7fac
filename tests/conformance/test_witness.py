"""A failed exactness check says which seat saw what, and which card in which slot cannot be right."""

import copy
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import checks
import parlour.new.game
from parlour.engine.chance import below
from parlour.engine.game import Game
from parlour.engine.record import HIDDEN, OVER

# The blank game of `parlour new`: small enough to be enumerated in a moment.
GAME = Game("blank", parlour.new.game)


def broken(imagine_world: Any) -> checks.Table:
    """The blank game's tiny edition with another imagination."""
    game = copy.copy(GAME)
    game.kernels = SimpleNamespace(**vars(GAME.kernels) | {"imagine_world": imagine_world})
    return checks.Table(game, 0, 2, GAME.edition("tiny"))


def test_the_blank_game_is_exact():
    checks.check_imagine_is_exact(checks.Table(GAME, 0, 2, GAME.edition("tiny")), classes=250, samples=60)


def test_a_world_that_cannot_be_names_slot_and_card():
    def imagine_world(E, H, W, seat, rng):
        """The right world, but the other seat gets the own card once more."""
        GAME.kernels.imagine_world(E, H, W, seat, rng)
        if H["seat"][0] != OVER and seat == 0 and H["hand"][0, 0] >= 0:
            W["hand"][H["hand"] == HIDDEN] = H["hand"][0, 0]

    wanted = r"seat 0, after it saw \[.*deal c\d.*\]: hand\[1\] holds \d+ \(\w+\), which never lies there"
    with pytest.raises(AssertionError, match=wanted):
        checks.check_imagine_is_exact(broken(imagine_world), classes=250, samples=100)


def test_wrong_weights_name_the_card_that_comes_too_often():
    def imagine_world(E, H, W, seat, rng):
        """The right worlds, but one of them twice as often: the better of two tries."""
        one, two = np.empty_like(W), np.empty_like(W)
        GAME.kernels.imagine_world(E, H, one, seat, rng)
        GAME.kernels.imagine_world(E, H, two, seat, rng)
        W[:] = max(one, two, key=lambda g: g["hand"].tobytes()) if below(rng, np.int64(2)) else one

    with pytest.raises(AssertionError, match=r"wrong weights .*hand\[\d\] holds \d+ .* should in \d+\.\d%"):
        checks.check_imagine_is_exact(broken(imagine_world), classes=250, samples=1500)
