"""Conformance is only as good as what it catches: Keepsakes broken in many ways, each of which must be flagged.

A mutant is the real game with one kernel replaced by a faulty one. `caught_by` names the check that has to
notice; a mutant that slips through means that some game could have that fault and nobody would know.
"""

import copy
import random
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import checks
from parlour.engine import registry
from parlour.engine.chance import below
from parlour.engine.game import Game
from parlour.engine.record import CHANCE, HIDDEN, NONE, OVER, PUBLIC
from parlour.games.template.moves import DEAL, FILCH, GIVE, MOVES, PEEK, POST, TAKE, TUCK
from parlour.games.template.state import HAND, MANTELPIECE

MUTANTS: list[Any] = []
WHOLE = registry.load("template").kernels


def caught_by(*found: Callable[[checks.Table], Any]) -> Callable[[Any], Any]:
    """Register a function that makes faulty kernels, with the checks that must flag them."""

    def register(make: Callable[[], dict[str, Any]]) -> Any:
        for check in found:
            MUTANTS.append(pytest.param(make, check, id=f"{make.__name__}-{check.__name__}"))
        return make

    return register


def broken(kernels: dict[str, Any]) -> Game:
    """The game with some kernels replaced; everything that plays goes through the replaced ones."""
    game = copy.copy(registry.load("template"))
    made = {**vars(game.kernels), **kernels}
    if "play_move" in kernels and "step_batch" not in kernels:
        made["step_batch"] = batch_of(kernels["play_move"])
    game.kernels = SimpleNamespace(**made)
    return game


def batch_of(play_move: Any) -> Any:
    def step_batch(E: Any, G: Any, M: Any) -> None:
        for i in range(len(G)):
            if M[i] != NONE and G[i]["seat"] != OVER:
                play_move(E, G[i : i + 1], M[i])

    return step_batch


def kind_of(m: int) -> int:
    return int(m) >> 24


def a_of(m: int) -> int:
    return (int(m) >> 16 & 255) - 1


def table_of(game: Game, tiny: bool) -> checks.Table:
    if tiny:
        return checks.Table(game, 0, 2, game.edition("tiny"))
    return checks.Table(game, 0, 3)


def exact(table: checks.Table) -> None:
    """Invariants 6 and 7 on the tiny edition, with fewer classes than conformance tries: faults show soon."""
    checks.check_imagine_is_exact(table, classes=100)


def no_leak(table: checks.Table) -> None:
    """The leak test at the length of conformance: what is seen of a rare move needs many positions."""
    checks.check_no_leak(checks.Table(table.game, 0, 2), positions=700)


# hide


@caught_by(checks.check_imagine_round_trip)
def hide_forgets_the_drawer():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        H["deck"] = G["deck"]

    return {"hide_from": hide_from}


@caught_by(checks.check_hide, checks.check_answers_in_any_order)
def hide_shows_answers():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        H["answer"] = G["answer"]

    return {"hide_from": hide_from}


@caught_by(checks.check_answers_in_any_order)
def hide_shows_that_somebody_answered():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        if G["asked"][0]:
            H["answer"][G["answer"] != H["answer"]] = HIDDEN

    return {"hide_from": hide_from}


@caught_by(exact)
def hide_forgets_a_peek_when_the_turn_is_over():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        if G["turn"][0] != (seat + 1) % 2 and G["seat"][0] != OVER:
            cells = H["card"][0][MANTELPIECE:]
            cells[cells >= 0] = HIDDEN

    return {"hide_from": hide_from}


@caught_by(exact)
def hide_forgets_what_was_given_away():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        if G["seat"][0] != OVER:
            for slot in range(MANTELPIECE):
                if slot // HAND != seat and H["card"][0][slot] != NONE:
                    H["card"][0][slot] = HIDDEN

    return {"hide_from": hide_from}


@caught_by(checks.check_hide)
def hide_changes_the_header():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        H["news"] = 0

    return {"hide_from": hide_from}


@caught_by(checks.check_hide)
def hide_is_not_idempotent():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        if G["seat"][0] != OVER:
            H["deck"] = G["deck"] + 1

    return {"hide_from": hide_from}


@caught_by(checks.check_erased_stays_hidden)
def hide_shows_a_slot_of_a_rival():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        H["card"][0][HAND] = G["card"][0][HAND]

    return {"hide_from": hide_from}


@caught_by(checks.check_erased_stays_hidden, checks.check_spectator_knows_least)
def hide_shows_a_spectator_everything():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        if seat == PUBLIC:
            H["card"] = G["card"]

    return {"hide_from": hide_from}


@caught_by(checks.check_erased_stays_hidden)
def hide_shows_the_post():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        H["card"][0][MANTELPIECE:] = G["card"][0][MANTELPIECE:]

    return {"hide_from": hide_from}


# see


def seeing(show: Callable[[Any, int, int], bool]) -> dict[str, Any]:
    """See that shows some moves whole."""
    return {"see_move": lambda E, G, m, seat: int(m) if show(G, m, seat) else WHOLE.see_move(E, G, m, seat)}


@caught_by(exact)
def see_shows_a_dealt_card():
    return seeing(lambda G, m, seat: kind_of(m) == DEAL)


@caught_by(exact)
def see_shows_the_post():
    return seeing(lambda G, m, seat: kind_of(m) == POST)


@caught_by(exact)
def see_shows_an_answer():
    return seeing(lambda G, m, seat: kind_of(m) == GIVE)


@caught_by(checks.check_see)
def see_erases_a_move_for_its_own_seat():
    return {"see_move": lambda E, G, m, seat: int(m) >> 24 << 24}


@caught_by(no_leak, exact)
def see_depends_on_a_secret():
    """A tuck is seen whole only if it was a vow."""

    def see_move(E, G, m, seat):
        if kind_of(m) == TUCK and seat != G["seat"][0]:
            card = G["card"][0][int(G["victim"][0]) * HAND + a_of(m)]
            if E["kind"][0][card] != 0:
                return MOVES.make("tuck", NONE)
        return WHOLE.see_move(E, G, m, seat)

    return {"see_move": see_move}


# imagine


def imagining(change: Callable[[Any, Any, int, Any], None]) -> dict[str, Any]:
    """Imagine, then spoil the world."""

    def imagine_world(E, H, W, seat, rng):
        WHOLE.imagine_world(E, H, W, seat, rng)
        if H["seat"][0] != OVER:
            change(E, H, seat, W)

    return {"imagine_world": imagine_world}


def fill_in_turn(E, H, W, seat, rng, fits) -> None:
    """Hidden slots in order, each with a random unseen card that fits; begins again when one is stuck."""
    e = E[0]
    while True:
        W[0] = H[0]
        unseen = [c for c in range(e.cards) if c not in H["card"][0]]
        for slot in np.flatnonzero(H["card"][0] == HIDDEN):
            fitting = [c for c in unseen if fits(e, H[0], slot, c)]
            if not fitting:
                break
            W["card"][0][slot] = fitting[below(rng, len(fitting))]
            unseen.remove(W["card"][0][slot])
        else:
            break
    W["deck"] = sum(1 << c for c in unseen)
    for other in range(int(H["seats"][0])):
        held = np.flatnonzero(H["card"][0][other * HAND : (other + 1) * HAND] != NONE)
        if H["asked"][0] and other != seat and not int(H["asked"][0]) >> other & 1 and len(held):
            W["answer"][0][other] = held[below(rng, len(held))]


def fits(e, h, slot, card) -> bool:
    return h.shows[slot] in (NONE, e.seal[card]) and bool(int(h.maybe[slot]) >> int(e.kind[card]) & 1)


def filling(fits) -> dict[str, Any]:
    def imagine_world(E, H, W, seat, rng):
        if H["seat"][0] == OVER:
            W[0] = H[0]
        else:
            fill_in_turn(E, H, W, seat, rng, fits)

    return {"imagine_world": imagine_world}


@caught_by(exact)
def imagine_fills_crossing_constraints_in_turn():
    return filling(fits)


@caught_by(exact, checks.check_imagine_round_trip)
def imagine_ignores_the_seal():
    return filling(lambda e, h, slot, card: int(h.maybe[slot]) >> int(e.kind[card]) & 1)


@caught_by(exact, checks.check_imagine_round_trip)
def imagine_ignores_what_it_cannot_be():
    return filling(lambda e, h, slot, card: h.shows[slot] in (NONE, e.seal[card]))


@caught_by(exact)
def imagine_always_says_the_same():
    def imagine_world(E, H, W, seat, rng):
        WHOLE.imagine_world(E, H, W, seat, np.zeros(1, np.uint64))

    return {"imagine_world": imagine_world}


@caught_by(exact)
def imagine_likes_low_cards():
    """Of two worlds it takes the one with the lower cards in the hands."""

    def imagine_world(E, H, W, seat, rng):
        other = W.copy()
        WHOLE.imagine_world(E, H, W, seat, rng)
        WHOLE.imagine_world(E, H, other, seat, rng)
        if below(rng, 4) == 0 and other["card"][0][:MANTELPIECE].sum() < W["card"][0][:MANTELPIECE].sum():
            W[0] = other[0]

    return {"imagine_world": imagine_world}


@caught_by(exact)
def imagine_forgets_answers():
    def change(E, H, seat, W):
        W["answer"] = H["answer"]

    return imagining(change)


@caught_by(exact)
def imagine_supposes_the_first_answer():
    def change(E, H, seat, W):
        for other in range(2):
            if other != seat and W["answer"][0][other] != NONE:
                W["answer"][0][other] = 0

    return imagining(change)


@caught_by(checks.check_imagine_round_trip)
def imagine_loses_a_card():
    def change(E, H, seat, W):
        W["deck"] &= W["deck"] - 1

    return imagining(change)


@caught_by(checks.check_imagine_round_trip)
def imagine_changes_who_has_seen_what():
    def change(E, H, seat, W):
        W["seen"][0][W["card"][0] != NONE] |= 2

    return imagining(change)


# legal


def listing(keep: Callable[[Any, Any, int], bool]) -> dict[str, Any]:
    """Legal without some of the moves."""

    def cut(E, G, seat, out, n):
        kept = [m for m in out[:n] if G["seat"][0] == CHANCE or keep(E, G, m)] or list(out[: min(n, 1)])
        out[: len(kept)] = kept
        return len(kept)

    def legal_moves(E, G, out):
        return cut(E, G, int(G["seat"][0]), out, WHOLE.legal_moves(E, G, out))

    def legal_moves_of(E, G, seat, out):
        return cut(E, G, seat, out, WHOLE.legal_moves_of(E, G, seat, out))

    return {"legal_moves": legal_moves, "legal_moves_of": legal_moves_of}


@caught_by(checks.check_legal_needs_no_secret)
def legal_reads_a_rivals_hand():
    """A filch only where there is a vow to be had."""

    def keep(E, G, m):
        hand = G["card"][0][a_of(m) * HAND : (a_of(m) + 1) * HAND]
        return kind_of(m) != FILCH or any(c >= 0 and E["kind"][0][c] == 0 for c in hand)

    return listing(keep)


@caught_by(checks.check_legal_needs_no_secret)
def legal_reads_the_mantelpiece():
    """A peek only at what is worth it."""

    def keep(E, G, m):
        card = G["card"][0][MANTELPIECE + max(0, a_of(m)) % 4]
        return kind_of(m) != PEEK or card < 0 or E["kind"][0][card] != 2

    return listing(keep)


@caught_by(checks.check_answers_in_any_order)
def legal_reads_an_answer():
    """Nobody gives the slot that somebody else has already given."""

    def keep(E, G, m):
        return kind_of(m) != GIVE or a_of(m) not in G["answer"][0]

    return listing(keep)


@caught_by(checks.check_legal)
def legal_is_not_ascending():
    def legal_moves(E, G, out):
        n = WHOLE.legal_moves(E, G, out)
        out[:n] = out[:n][::-1].copy()
        return n

    return {"legal_moves": legal_moves}


@caught_by(checks.check_legal)
def legal_lists_a_move_twice():
    def legal_moves(E, G, out):
        n = WHOLE.legal_moves(E, G, out)
        if 0 < n < len(out):
            out[n] = out[n - 1]
            return n + 1
        return n

    return {"legal_moves": legal_moves}


# play


def playing(change: Callable[[Any, Any, int, Any], None]) -> dict[str, Any]:
    """Play, then spoil the State; `change` is given the edition, the State before, the move and the State after."""

    def play_move(E, G, m):
        before = G.copy()
        WHOLE.play_move(E, G, m)
        change(E, before, int(m), G)

    return {"play_move": play_move}


@caught_by(exact)
def window_is_asked_only_if_there_is_a_choice():
    def change(E, before, m, G):
        if kind_of(m) == FILCH:
            out = np.empty(64, np.int64)
            if WHOLE.legal_moves(E, G, out) == 1:
                WHOLE.play_move(E, G, out[0])
                G["ply"] -= 1

    return playing(change)


@caught_by(checks.check_play_is_pure)
def play_reads_a_random_number():
    dice = random.Random(1)

    def change(E, before, m, G):
        if kind_of(m) == PEEK:
            G["left"] = dice.randrange(1, 9)

    return playing(change)


@caught_by(checks.check_conservation)
def play_doubles_a_card():
    def change(E, before, m, G):
        if kind_of(m) == TAKE:
            G["card"][0][MANTELPIECE + a_of(m)] = before["card"][0][MANTELPIECE + a_of(m)]

    return playing(change)


@caught_by(checks.check_conservation)
def play_loses_a_card():
    def change(E, before, m, G):
        if kind_of(m) == TAKE:
            slot = np.flatnonzero(G["card"][0] != before["card"][0])[0]
            for name, empty in (("card", NONE), ("seen", 0), ("shows", NONE), ("maybe", NONE)):
                G[name][0][slot] = empty

    return playing(change)


@caught_by(checks.check_conservation)
def play_miscounts_the_points():
    def change(E, before, m, G):
        if G["seat"][0] == OVER:
            G["points"][0][0] += 1

    return playing(change)


def taken_slot(before: Any, G: Any) -> int:
    """The hand slot that a taken card went to."""
    return int(np.flatnonzero((before["card"][0] == NONE) & (G["card"][0] != NONE))[0])


@caught_by(exact)
def who_has_seen_does_not_travel():
    def change(E, before, m, G):
        if kind_of(m) == TAKE and G["seat"][0] != OVER:
            G["seen"][0][taken_slot(before, G)] = 1 << int(before["turn"][0])

    return playing(change)


@caught_by(exact)
def the_seal_does_not_travel():
    def change(E, before, m, G):
        if kind_of(m) == TAKE and G["seat"][0] != OVER:
            G["shows"][0][taken_slot(before, G)] = NONE

    return playing(change)


@caught_by(exact)
def what_it_cannot_be_is_not_kept():
    def change(E, before, m, G):
        if kind_of(m) == TUCK:
            G["maybe"][0][G["card"][0] != NONE] = 0b111

    return playing(change)


@caught_by(checks.check_answers_in_any_order)
def answers_are_played_from_the_last_seat():
    def change(E, before, m, G):
        if G["asked"][0]:
            G["seat"] = int(G["asked"][0]).bit_length() - 1

    return playing(change)


@caught_by(checks.check_chance)
def chance_is_no_news():
    def change(E, before, m, G):
        G["news"] = before["news"]

    return playing(change)


@caught_by(checks.check_learning_is_news)
def a_peek_is_no_news():
    def change(E, before, m, G):
        if kind_of(m) == PEEK:
            G["news"] = before["news"]

    return playing(change)


@caught_by(checks.check_learning_is_news)
def a_waltz_is_no_news():
    def change(E, before, m, G):
        if kind_of(m) == GIVE:
            G["news"] = before["news"]

    return playing(change)


@caught_by(checks.check_results)
def winners_and_results_disagree():
    def change(E, before, m, G):
        if G["seat"][0] == OVER:
            G["winners"] = 0

    return playing(change)


# setup


@caught_by(checks.check_setup_writes_every_byte)
def setup_leaves_bytes_unset():
    def new_game(E, G, seats, mode, rulings, first):
        left_over = G["given"].copy()
        WHOLE.new_game(E, G, seats, mode, rulings, first)
        G["given"] = left_over

    return {"new_game": new_game}


@caught_by(checks.check_first)
def setup_ignores_the_starter():
    def new_game(E, G, seats, mode, rulings, first):
        WHOLE.new_game(E, G, seats, mode, rulings, min(first, 0))

    return {"new_game": new_game}


@pytest.fixture
def histories(monkeypatch):
    """Enumerate once for all mutants that only imagine wrongly: every history of the game is the same for them."""

    def enumerate_once(table):
        if set(replaced(table.game)) == {"imagine_world"}:
            return whole_histories()
        return enumerate_histories(table)

    monkeypatch.setattr(checks, "enumerate_histories", enumerate_once)


enumerate_histories = checks.enumerate_histories


@cache
def whole_histories() -> checks.Histories:
    return enumerate_histories(table_of(registry.load("template"), tiny=True))


def replaced(game: Game) -> list[str]:
    return [name for name, kernel in vars(game.kernels).items() if kernel is not getattr(WHOLE, name)]


@pytest.mark.usefixtures("histories")
@pytest.mark.parametrize(("make", "check"), MUTANTS)
def test_caught(make, check):
    game = broken(make())
    with pytest.raises(AssertionError):
        check(table_of(game, tiny=check is exact))


def test_nothing_broken_passes():
    """The same machinery with nothing replaced, so that what is caught is the fault and not the copy."""
    game = broken({"play_move": lambda E, G, m: WHOLE.play_move(E, G, m)})
    for check in checks.CHECKS:
        check(table_of(game, tiny=False))
    exact(table_of(game, tiny=True))
