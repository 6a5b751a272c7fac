"""Forced moves that everybody can see: they are played at once, and nobody is asked.

A seat with one legal move may have only one because of its hand. To play it for the seat, or to be quick about it,
would tell the others so. So an answer is open only if it is the only one in every world that the others and the
spectators can imagine.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from parlour.engine.chance import stream
from parlour.engine.match import Match
from parlour.engine.record import CHANCE, PUBLIC

# Imagined worlds, of the spectators and of each other seat, which can imagine no world that they cannot. A list that is
# longer in one world of 50 is missed once in 3,000. Nearly every answer that is not open shows that in the first few;
# all are made only for one that is, and take two or three milliseconds.
WORLDS, OF_A_SEAT = 400, 100
# More than there can be, the spectators included.
OBSERVERS = 8


def open_answer(match: Match, seat: int, ply: int | None = None) -> int | None:
    """The one move that everybody knows a deciding seat must play, now or at an earlier ply; else None."""
    game, edition = match.game, match.edition
    at = match.ply if ply is None else ply
    g = match.states[at]
    legal = game.legal(edition, game.hide(edition, g, seat), seat)
    if len(legal) != 1:
        return None
    observers = int(PUBLIC), *(s for s in range(match.seats) if s != seat)
    for who in observers:
        if not is_known(match, game.hide(edition, g, who), who, (seat, legal[0]), stream(at, who % OBSERVERS)):
            return None
    return legal[0]


def is_known(match: Match, hidden: np.ndarray, observer: int, answer: tuple[int, int], rng: np.ndarray) -> bool:
    """Whether a move is a seat's only one in all worlds that somebody imagines; the room for them is made once."""
    (seat, move), e = answer, match.edition.record
    imagine, legal = match.game.kernels.imagine_world, match.game.kernels.legal_moves_of
    world, out = match.game.state.new(), np.empty(match.game.most, np.int64)
    for _ in range(WORLDS if observer == PUBLIC else OF_A_SEAT):
        imagine(e, hidden, world, observer, rng)
        if legal(e, world, seat, out) != 1 or out[0] != move:
            return False
    return True


def play_open_answers(match: Match) -> None:
    """Play every open answer, and whatever is open after it."""
    while not match.over:
        found = ((seat, open_answer(match, seat)) for seat in match.deciders)
        seat, move = next(((s, m) for s, m in found if m is not None), (-1, None))
        if move is None:
            return
        match.play(move, seat)


def take_back(match: Match, seat: int, consent: bool) -> int:
    """Take back a seat's last choice, with every open answer after it; all or nothing. The ply to decide again."""
    # Tried on a twin, so that a refusal on the way leaves the match as it was.
    steps = list(undo_to_choice(match.clone(), seat, consent))
    ply = steps[-1].ply
    if ply == match.ply:
        return match.undo(seat)
    match.go_back(ply, seat, told=any(step.told for step in steps))
    return ply


class Step(NamedTuple):
    """One move taken back: the ply before it, and whether it had told somebody something."""

    ply: int
    told: bool


def undo_to_choice(match: Match, seat: int, consent: bool) -> Iterator[Step]:
    """Undo a seat's moves down to the first that was no open answer."""
    yield undo_one(match, seat, consent)
    while open_answer(match, seat) is not None and match.last_decision(seat) is not None:
        yield undo_one(match, seat, consent)


def undo_one(match: Match, seat: int, consent: bool) -> Step:
    free, before = others_had_no_choice(match, seat), match.undos_told
    ply = match.undo(seat, consent or free)
    return Step(ply, match.undos_told > before and not free)


def others_had_no_choice(match: Match, seat: int) -> bool:
    """Whether nobody has learnt anything since a seat's last move, and the others have only given open answers."""
    ply = match.last_decision(seat)
    if ply is None or match.state["news"][0] != match.states[ply]["news"][0]:
        return False
    later = ((p, int(match.states[p]["seat"][0])) for p in range(ply + 1, match.ply))
    return all(who in (seat, CHANCE) or open_answer(match, who, p) is not None for p, who in later)
