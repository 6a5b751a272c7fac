"""Heartcatchers in words: what happened, what can be done, and why something cannot."""

from collections.abc import Iterator
from typing import Any

from parlour.engine.moves import a_of, b_of, c_of, kind_of
from parlour.engine.record import NONE, OVER
from parlour.engine.words import Line, line
from parlour.games.heartcatchers.moves import CATCH, DRAW, LAY, SECRET, STARTS, STEAL
from parlour.games.heartcatchers.state import BREAKER, CHANGE, COLUMNS, LOVE, WHITE


def name_card(edition: Any, card: int, language: str) -> str:
    return edition.content.faces[card].name


def name_suit(edition: Any, suit: int, language: str) -> str:
    return SUIT_NAMES.get(language, SUIT_NAMES["en"])[suit]


SUIT_NAMES = {"en": ("blue", "red", "green", "white"), "de": ("Blau", "Rot", "Grün", "Weiß")}
NAMERS = {"card": name_card, "suit": name_suit}


def top_card(g: Any, position: int) -> int:
    return int(g.top[g.at[position]])


def column(position: int) -> int:
    """The number of a column as people count."""
    return int(position) % int(COLUMNS) + 1


def side(position: int) -> int:
    """The seat on whose side a position is."""
    return int(position) // int(COLUMNS)


def tell(edition: Any, before: Any, m: int, after: Any, seat: int) -> Iterator[Line]:
    """The story of one move as one seat saw it."""
    kind, a, b, c = kind_of(m), a_of(m), b_of(m), c_of(m)
    who = before.seat
    if kind == STARTS:
        yield line("story.starts", "HC-R2", who=a)
    elif kind == LAY:
        yield line("story.lay", "HC-3", card=a)
    elif kind == DRAW:
        yield line("story.draw" if a != NONE else "story.draw-unseen", "HC-13", who=before.drawer, card=a)
    elif kind == CATCH:
        yield line("story.catch", "HC-7", who=who, card=after.top[before.at[b]], caught=top_card(before, b), n=column(b))
    elif kind == STEAL:
        card, caught = after.top[before.at[b]], top_card(before, b)
        yield line("story.steal", "HC-9", who=who, card=card, caught=caught, n=column(b), back=column(c))
    elif kind == SECRET:
        known = before.hand[who, a] >= 0
        key = "story.secret" if known else "story.secret-unseen"
        yield line(key, "HC-11", who=who, card=before.hand[who, a], owner=side(b), n=column(b))
    if after.seat == OVER:
        yield from tell_end(edition, after)


def tell_end(edition: Any, g: Any) -> Iterator[Line]:
    """The reveal: Change-of-Hearts first, then the other Secrets, then who has won."""
    heart = edition.record[0].heart
    for k in range(g.secrets):
        if heart[g.secret[k]] == CHANGE:
            yield line("story.change", "HC-16", who=g.by[k], card=g.secret[k])
    for k in range(g.secrets):
        at = [p for p in range(len(g.at)) if g.at[p] == g.under[k] != NONE]
        if at and heart[g.secret[k]] in (LOVE, BREAKER):
            key = "story.love" if heart[g.secret[k]] == LOVE else "story.breaker"
            yield line(key, "HC-17", card=g.secret[k], owner=side(at[0]), n=column(at[0]))
    if g.points[0] == g.points[1]:
        yield line("story.draw-game", "HC-20")
    else:
        winner = 0 if g.points[0] > g.points[1] else 1
        yield line("story.win", "HC-20", who=winner, points=g.points[winner])


def describe(edition: Any, g: Any, m: int) -> Line:
    """A legal move in words, for the seat that may play it."""
    kind, a, b, c = kind_of(m), a_of(m), b_of(m), c_of(m)
    card = g.hand[g.seat, a]
    if kind == CATCH:
        return line("move.catch", "HC-7", card=card, caught=top_card(g, b), n=column(b))
    if kind == STEAL:
        return line("move.steal", "HC-9", card=card, caught=top_card(g, b), n=column(b), back=column(c))
    key = "move.secret-mine" if side(b) == g.seat else "move.secret-theirs"
    return line(key, "HC-11", card=card, n=column(b))


def ask(edition: Any, g: Any) -> Line:
    return line("ask.act", "HC-6")


def why_not(edition: Any, g: Any, m: int) -> Line:
    """Why the deciding seat may not play this now; from what it knows."""
    kind, a, b = kind_of(m), a_of(m), b_of(m)
    if kind not in (CATCH, STEAL, SECRET):
        return line("refusal.chance-only", "HC-6")
    if g.hand[g.seat, a] == NONE:
        return line("refusal.no-card", "HC-6", n=a + 1)
    if g.at[b] == NONE:
        return line("refusal.no-stack", "HC-5")
    if kind == CATCH and side(b) != g.seat:
        return line("refusal.not-your-side", "HC-7")
    if kind == STEAL and side(b) == g.seat:
        return line("refusal.your-side", "HC-9")
    suit = edition.record[0].suit
    top = top_card(g, b)
    if suit[top] == WHITE:
        return line("refusal.uncatchable", "HC-12", card=top)
    if not edition.record[0].catches[suit[g.hand[g.seat, a]], suit[top]]:
        return line("refusal.wrong-colour", "HC-8", suit=suit[g.hand[g.seat, a]], caught=suit[top])
    return line("refusal.give-own", "HC-9")
