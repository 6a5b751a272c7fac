"""Hints: the best moves with their values, from one seat's knowledge alone."""

from dataclasses import dataclass

from parlour.bots.bot import Bot
from parlour.bots.policy import Policy
from parlour.bots.spec import read_spec
from parlour.engine.look import Choice
from parlour.engine.match import Match
from parlour.engine.words import Line


@dataclass(frozen=True)
class Hint:
    """A move worth thinking about: what it promises from 0 to 1, how sure the search is, and the move in words."""

    move: int
    text: str
    value: float
    share: float
    line: Line


def hint(match: Match, seat: int, *, bot: str | Policy = "search:200ms", count: int = 3, seed: int = 0) -> list[Hint]:
    """The best moves of a deciding seat, best first; none if it is not to decide.

    `share` is the part of the search that went into the move: near 1 means that nothing else came close.
    """
    if seat not in match.deciders:
        return []
    look = match.look(seat)
    found = Bot(read_spec(bot), match.game, seed).search(match.edition, look.hidden, seat)
    total = sum(t.visits for t in found.tried)
    # The bot's own choice comes first, though another move that comes to nothing was tried more often.
    tried = sorted(found.tried, key=lambda t: t.move != found.move)
    return [as_hint(look.choice(t.move), t.worth, t.visits / total) for t in tried[:count]]


def as_hint(move: Choice, value: float, share: float) -> Hint:
    return Hint(move.move, move.text, value, share, move.line)
