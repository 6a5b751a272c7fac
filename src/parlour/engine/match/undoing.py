"""Undoing: moves taken back, and what they had shown by then.

The same moves bring the same draws, however often they are tried: so whoever takes one back has gained only what
everybody is told of it. Taking back a move that had shown nobody anything is free, and is not told.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from parlour.engine.chance import Seeded
from parlour.engine.log import MAX_UNDOS, SaveError, TakenBack, with_taken
from parlour.engine.match.replaying import read_line
from parlour.engine.moves import NotAMove
from parlour.engine.record import CHANCE
from parlour.engine.refusals import CannotUndo
from parlour.engine.words import Line, line

if TYPE_CHECKING:
    from parlour.engine.match.playing import Match


class Undone(NamedTuple):
    """One move that was taken back, with the States before and after it."""

    before: np.ndarray
    move: int
    after: np.ndarray


def undo(match: "Match", seat: int, consent: bool) -> int:
    """Take back a seat's last answer or move; the ply that is to be decided again."""
    if seat in match.pending:
        del match.pending[seat]
        return match.ply
    ply = last_decision(match, seat)
    if ply is None:
        raise match.refuse(CannotUndo, line("refusal.undo-nothing"), seat)
    if match.undos >= MAX_UNDOS:
        raise match.refuse(CannotUndo, line("refusal.undo-limit", n=MAX_UNDOS), seat)
    if not consent:
        match.check_undo(seat, ply)
    go_back(match, ply, seat, told=why_not(match, seat, ply) is not None)
    return ply


def last_decision(match: "Match", seat: int) -> int | None:
    plies = (p for p in reversed(range(match.begin, match.ply)) if int(match.states[p]["seat"][0]) == seat)
    return next(plies, None)


def why_not(match: "Match", seat: int, ply: int) -> Line | None:
    """Why a seat may not go back to a ply without the others' consent."""
    for later in range(ply + 1, match.ply):
        actor = int(match.states[later]["seat"][0])
        if actor not in (seat, CHANCE):
            return line("refusal.undo-acted", who=actor)
    if match.state["news"][0] != match.states[ply]["news"][0]:
        return line("refusal.undo-news")
    return None


def go_back(match: "Match", ply: int, seat: int, told: bool) -> None:
    """Cut the log for a seat; `told` if what is cut has shown somebody something."""
    cut = match.log.entries[ply:]
    match.pending.clear()
    del match.states[ply + 1 :]
    match.log.cut(ply)
    match.undos += 1
    match.undos_told += told
    lines = tuple(entry.line for entry in cut)
    match.taken = with_taken(match.taken, TakenBack(ply, seat, seen=(lines,) if told else ()), lines)
    match.draws.cut(ply, match.chance)
    if isinstance(match.chance, Seeded):
        match.chance.rewind(sum(entry.is_chance for entry in cut))


def undone(match: "Match", ply: int, run: tuple[str, ...]) -> Iterator[Undone]:
    """Moves that were taken back to a ply, one by one."""
    before = match.states[ply]
    # What older rules played cannot be played again.
    for text in run if ply >= match.begin else ():
        move = read_line(match.game, match.edition, before, text).move
        after = match.game.play(match.edition, before, move)
        yield Undone(before, move, after)
        before = after


def check_taken(match: "Match", name: str) -> None:
    """SaveError if what was taken back could not have been played there."""
    for taken in match.taken:
        if taken.seen and taken.ply > match.ply:
            raise SaveError(f"{name} is damaged: move {taken.ply + 1} was taken back and never played")
        for run in taken.seen:
            try:
                match.undone(taken.ply, run)
            except NotAMove as error:
                raise SaveError(f"{name} is damaged: what was taken back at move {taken.ply + 1}: {error}") from None
