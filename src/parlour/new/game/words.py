"""Blank Game in words. Everything here is given hidden records and seen moves; the sentences are in words.toml."""

from collections.abc import Iterator
from typing import Any

from parlour.engine.plain import NONE, OVER, a_of, bits, kind_of
from parlour.engine.words import Line, line
from parlour.new.game import moves as M
from parlour.new.game import state as S


def name_card(edition: Any, card: int, language: str) -> str:
    return edition.content.cards[card].name


NAMERS = {"card": name_card}


def tell(edition: Any, before: Any, m: int, after: Any, seat: int) -> Iterator[Line]:
    """The story of one move as one seat saw it."""
    kind, a, who = kind_of(m), a_of(m), before.turn
    if kind == M.KEEP:
        yield line("story.keep", "BLK-4", who=who)
    elif kind == M.SWAP:
        yield line("story.swap", "BLK-5", who=who, card=bits(after.aside & ~before.aside, S.CARDS)[0])
    elif kind == M.STARTS:
        yield line("story.starts", "BLK-2", who=a)
    elif a == NONE:
        yield line("story.deal-unseen", "BLK-3", who=who)
    else:
        yield line("story.deal", "BLK-3", who=who, card=a)
    if after.seat == OVER:
        for winner in bits(after.winners, after.seats):
            yield line("story.win", "BLK-6", who=winner, points=after.points[winner])


def describe(edition: Any, g: Any, m: int) -> Line:
    """A legal move in words, for the seat that may play it."""
    if kind_of(m) == M.KEEP:
        return line("move.keep", "BLK-4", card=g.hand[g.seat])
    return line("move.swap", "BLK-5", card=g.hand[g.seat])


def ask(edition: Any, g: Any) -> Line:
    """The question to the seat that decides."""
    return line("ask.choose", "BLK-4")


def why_not(edition: Any, g: Any, m: int) -> Line:
    """Why the deciding seat may not play this now; keep and swap are always possible."""
    return line("refusal.chance-only", "BLK-3")
