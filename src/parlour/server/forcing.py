"""Answers that give themselves: where everybody can see that a seat has one, it is played at once and asked of nobody.

A seat with one legal move may owe that to its hand. To play for it, or to be quick about it, would tell the others so.
Hence an answer is open only if it is the only one in every world that the others can imagine, and the spectators.
"""

from collections.abc import Iterator

from parlour.engine.chance import stream
from parlour.engine.match import Match
from parlour.engine.record import CHANCE, PUBLIC

# Imagined worlds for each pair of eyes. A list that is longer in one world of ten is missed once in thirty.
WORLDS = 32
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
    for eyes in (int(PUBLIC), *(s for s in range(match.seats) if s != seat)):
        hidden, rng = game.hide(edition, g, eyes), stream(at, eyes % OBSERVERS)
        for _ in range(WORLDS):
            if game.legal(edition, game.imagine(edition, hidden, eyes, rng), seat) != legal:
                return None
    return legal[0]


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
    return [match.undo(seat, consent=True) for _ in steps][-1]


def undo_to_choice(match: Match, seat: int, consent: bool) -> Iterator[int]:
    """Undo a seat's moves down to the first that was no open answer; yields each ply."""
    yield match.undo(seat, consent or others_had_no_choice(match, seat))
    while open_answer(match, seat) is not None and match.last_decision(seat) is not None:
        yield match.undo(seat, consent or others_had_no_choice(match, seat))


def others_had_no_choice(match: Match, seat: int) -> bool:
    """Whether nobody has learnt anything since a seat's last move, and the others have only given open answers."""
    ply = match.last_decision(seat)
    if ply is None or match.state["news"][0] != match.states[ply]["news"][0]:
        return False
    later = ((p, int(match.states[p]["seat"][0])) for p in range(ply + 1, match.ply))
    return all(who in (seat, CHANCE) or open_answer(match, who, p) is not None for p, who in later)
