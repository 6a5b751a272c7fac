"""A function of one's own in a bot's seat: what it is given, where it can sit, and what it cannot do."""

import pickle

import numpy as np
import pytest

from parlour import bots
from parlour.bots.policy import BadPolicy
from parlour.bots.spec import read_spec
from parlour.engine import registry
from parlour.engine.match import Match
from parlour.engine.record import HIDDEN
from parlour.lab.arena import match, simulate
from parlour.lab.study import Study


def last(seen):
    """Also holds what it gets to what a seat may be given."""
    assert seen.mask.sum() == len(seen.moves)
    assert seen.observation.dtype == np.uint8
    assert (seen.hidden["hand"][0][1 - seen.seat] <= HIDDEN + 1).all()
    seen.hidden["points"][0] = 99
    return seen.moves[-1]


def test_a_policy_plays_in_the_arena_and_the_same_games_each_time():
    study = Study("heartcatchers", (last, "random"), 6, seed=3)
    first, second = simulate(study), simulate(study)
    assert [row["bot"] for row in first["by_bot"]] == ["last", "random"]
    assert first["by_bot"] == second["by_bot"]
    assert match(study)["ratings"]


def test_a_policy_goes_to_workers():
    study = pickle.loads(pickle.dumps(Study("heartcatchers", (last,), 2)))
    assert study.specs[0].policy is last


def test_a_policy_gives_hints():
    game = Match.deal("heartcatchers", seed=1)
    (only,) = bots.hint(game, game.seat, bot=last)
    assert only.move == game.legal()[-1]


@pytest.mark.parametrize("wrong", [lambda seen: -5, lambda seen: None, lambda seen: True, lambda seen: 10**9])
def test_what_is_no_legal_move_is_told(wrong):
    game = Match.deal("heartcatchers", seed=1)
    bot = bots.make(wrong, game.game)
    with pytest.raises(BadPolicy, match="none of its legal moves"):
        bot.choose(game.edition, game.look(game.seat).hidden, game.legal(), game.seat)


def test_a_policy_has_actions_and_moves():
    game = Match.deal("heartcatchers", seed=1)
    asked = []

    def by_action(seen):
        asked.append(seen)
        return seen.move(int(np.flatnonzero(seen.mask)[0]))

    bot = bots.make(by_action, game.game, 7)
    assert bot.choose(game.edition, game.look(game.seat).hidden, game.legal(), game.seat) == game.legal()[0]
    assert asked[0].text(game.legal()[0]) == game.moves()[0]
    assert asked[0].key == 7


def test_no_name_stands_for_code():
    for name in ("engine:mine", "python:os.system", "os:system", "last"):
        with pytest.raises(ValueError, match="there is no bot"):
            read_spec(name)
    assert registry.is_for_players("heartcatchers")
