"""Blank Game in words. Everything here is given hidden records and seen moves; the sentences are in words.toml."""

from collections.abc import Iterator
from typing import Any

from parlour.engine.plain import NONE, OVER, a_of, bits, kind_of
from parlour.engine.words import Line, line
from parlour.new.game import moves as M

NAMERS = {"card": lambda edition, card, language: edition.content.cards[card].name}


def tell(edition: Any, before: Any, m: int, after: Any, seat: int) -> Iterator[Line]:
    """The story of one move as one seat saw it."""
    kind, a, who = kind_of(m), a_of(m), before.turn
    if kind == M.STARTS:
        yield line("story.starts", "BLK-2", who=a)
    elif kind == M.DEAL:
        yield line("story.deal-unseen" if a == NONE else "story.deal", "BLK-3", who=who, card=a)
    else:
        yield line("story.keep" if kind == M.KEEP else "story.trade", "BLK-4", who=who)
    if after.seat == OVER:
        for winner in bits(after.winners, after.seats):
            yield line("story.win", "BLK-5", who=winner, points=after.points[winner])


def describe(edition: Any, g: Any, m: int) -> Line:
    """A legal move in words, for the seat that may play it."""
    return line("move.keep" if kind_of(m) == M.KEEP else "move.trade", "BLK-4", card=g.hand[g.seat])


def ask(edition: Any, g: Any) -> Line:
    """The question to the seat that decides."""
    return line("ask.choose", "BLK-4", n=edition.plain.trade)


def why_not(edition: Any, g: Any, m: int) -> Line:
    """Why the deciding seat may not play this now; keep and trade are always possible."""
    return line("refusal.chance-only", "BLK-3")
