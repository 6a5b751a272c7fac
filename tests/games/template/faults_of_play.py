"""Keepsakes with a fault in `legal`, `play` or `setup`."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

import checks
from games.template.faults import WHOLE, caught_by, exact
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import CHANCE, NONE, OVER
from parlour.games.template.moves import FILCH, GIVE, PEEK, TAKE, TUCK
from parlour.games.template.state import HAND, MANTELPIECE

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


@caught_by(checks.check_learning_is_news)
def what_was_given_is_told_and_is_no_news():
    """Nobody sees a card, so nothing hidden becomes known but which card each has chosen to give."""

    def change(E, before, m, G):
        if kind_of(m) == GIVE and before["asked"] and not G["asked"][0]:
            G["news"] = before["news"]
            seen = dict(zip(before["card"].ravel().tolist(), before["seen"].ravel().tolist(), strict=True))
            G["seen"][0] = [seen.get(card, 0) for card in G["card"][0].tolist()]

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
