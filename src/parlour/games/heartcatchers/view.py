"""The table of Heartcatchers as a screen sees it."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from parlour.engine.plain import NONE, OVER, Plain, has_ruling
from parlour.engine.sight import Sight
from parlour.engine.view import Piece, Printed, Score, View, Zone
from parlour.games.heartcatchers import state as S
from parlour.games.heartcatchers.previews import HeartcatchersAfter, after
from parlour.games.heartcatchers.reading import (
    HELP,
    ColumnShown,
    HeartcatchersCard,
    Turns,
    Unseen,
    known,
    reveal,
    shut,
    turns,
    unseen,
)

COLUMNS, LOVE, BREAKER, PLAYERS = int(S.COLUMNS), int(S.LOVE), int(S.BREAKER), int(S.PLAYERS)
TURNED_UP = {LOVE: "sheet.love", BREAKER: "sheet.breaker"}
LETTERS = {"blue": "B", "red": "R", "green": "G", "white": "W"}


class HeartcatchersPrinted(Printed, kw_only=True):
    """All cards, how many columns there are, and how many cards a hand has."""

    cards: tuple[HeartcatchersCard, ...] = ()
    # How many stacks each side has; zones say whose they are, in which column, and by which `place` moves name them.
    columns: int
    hand: int


class HeartcatchersPiece(Piece):
    """A card in a hand, in a stack or under it."""

    # Whether it lies crosswise under a stack.
    secret: bool = False
    # The seat that has put it there, the seat on whose side that was, and the turn, counted from 1.
    by: int | None = None
    side: int | None = None
    turn: int | None = None


class HeartcatchersZone(Zone):
    """A hand, the pile, or a stack."""

    pieces: tuple[HeartcatchersPiece, ...] = ()
    # The number of the stack, which it keeps when it changes sides.
    stack: int | None = None
    # The column of a stack, from 0.
    column: int | None = None
    # The clause because of which no card catches the stack, if none does.
    shut: str = ""


class HeartcatchersView(View, kw_only=True):
    zones: tuple[HeartcatchersZone, ...]
    # Reading helps, which a table may switch off: cards not seen, and the points with this seat's own Secrets.
    unseen: Unseen | None = None
    known: tuple[int, ...] | None = None
    turns: Turns | None = None
    # At the end: how it came about, column by column.
    reveal: tuple[ColumnShown, ...] = ()


VIEW, PRINTED, AFTER = HeartcatchersView, HeartcatchersPrinted, HeartcatchersAfter

__all__ = ["AFTER", "HELP", "PRINTED", "VIEW", "after", "printed", "view"]


def printed(edition: Any, text: Callable[..., str]) -> HeartcatchersPrinted:
    """Every face of the edition."""
    cards = tuple(
        HeartcatchersCard(face.name, LETTERS[face.suit], suit=face.suit, heart=face.heart)
        for face in edition.content.faces
    )
    return HeartcatchersPrinted(cards=cards, columns=edition.plain.columns, hand=edition.plain.cards_in_hand)


def view(sight: Sight) -> HeartcatchersView:
    """Two hands, the pile, and three stacks a side; at the end the score sheet."""
    g, e = sight.g, sight.e
    hands = [hand(sight, s) for s in range(PLAYERS)]
    under = secrets_under(g)
    stacks = [stack(sight, s, c, under) for s in range(PLAYERS) for c in range(e.columns) if g.laid]
    pile = HeartcatchersZone("pile", sight.text("zone.pile"), layout="count", count=g.pile)
    discard = HeartcatchersZone("discard", sight.text("zone.discard"), tuple(under.get(NONE, ())))
    found = HeartcatchersView(**sight.common(), zones=(*hands, *stacks, pile, discard))
    if g.seat == OVER:
        found.sheet, found.reveal = sheet(sight), reveal(sight)
    else:
        found.unseen, found.known, found.turns = unseen(sight), known(sight), turns(sight)
    return found


def card(id: str, number: int, **more: Any) -> HeartcatchersPiece:
    """A card as a piece; below zero it is one that this seat does not know."""
    if number < 0:
        return HeartcatchersPiece(id, "down", **more)
    return HeartcatchersPiece(id, card=number, **more)


@lru_cache(1_000)
def open_card(number: int) -> HeartcatchersPiece:
    """A face-up card of a stack."""
    return card(f"c{number + 1}", number)


@lru_cache(1_000)
def held_card(slot: int, number: int) -> HeartcatchersPiece:
    return card(f"h{slot + 1}", number, slot=slot)


@lru_cache(10_000)
def secret_card(k: int, number: int, by: int, spot: int, turn: int) -> HeartcatchersPiece:
    """HC-R10 A Secret with what everybody saw of it: who hid it, on whose side, in which turn."""
    return card(f"x{k + 1}", number, secret=True, by=by, side=spot // COLUMNS, turn=turn)


def hand(sight: Sight, seat: int) -> HeartcatchersZone:
    held = sight.g.hand[seat][: sight.e.cards_in_hand]
    pieces = tuple([held_card(k, number) for k, number in enumerate(held) if number != NONE])
    return HeartcatchersZone(f"hand-{seat}", sight.text("zone.hand", who=seat), pieces, seat, "fan")


def secrets_under(g: Plain) -> dict[int, list[HeartcatchersPiece]]:
    """The Secrets by the stack that they lie under, in the order of play; those that were discarded by NONE."""
    found: dict[int, list[HeartcatchersPiece]] = {}
    for k in range(g.secrets):
        stack, number = g.under[k], g.secret[k]
        discarded = stack == NONE
        piece = card(f"x{k + 1}", number) if discarded else secret_card(k, number, g.by[k], g.spot[k], g.when[k])
        found.setdefault(stack, []).append(piece)
    return found


def stack(sight: Sight, seat: int, column: int, under: dict[int, list[HeartcatchersPiece]]) -> HeartcatchersZone:
    """Face-up cards from bottom to top, then the Secrets under them in the order of play."""
    g, place = sight.g, seat * COLUMNS + column
    number = g.at[place]
    label = sight.text("zone.stack", who=seat, n=column + 1)
    if number == NONE:
        return HeartcatchersZone(f"s{place + 1}", label, (), seat, "stack", place=place, column=column)
    shown: list[HeartcatchersPiece] = []
    c = g.top[number]
    while c != NONE:
        shown.append(open_card(c))
        c = g.below[c]
    pieces = (*reversed(shown), *under.get(number, ()))
    found = HeartcatchersZone(f"s{place + 1}", label, pieces, seat, "stack", place=place, stack=number, column=column)
    found.shut = shut(g, sight.e, place)
    return found


def sheet(sight: Sight) -> tuple[Score, ...]:
    """HC-17, HC-18 The final score, line by line."""
    g, e = sight.g, sight.e
    lines = []
    key_up = "sheet.stack" if has_ruling(g, S.WHITE_SCORES) else "sheet.hearts"
    points = {LOVE: e.love, BREAKER: -e.breaker}
    for seat in range(PLAYERS):
        for column in range(e.columns):
            number = g.at[seat * COLUMNS + column]
            cards = g.value[number]
            lines.append(Score(seat, sight.text(key_up, n=column + 1, cards=cards), cards, "HC-18"))
            for secret in [g.secret[k] for k in range(g.secrets) if g.under[k] == number]:
                heart = e.heart[secret]
                if heart in points:
                    label = sight.text(TURNED_UP[heart], card=secret, n=column + 1)
                    lines.append(Score(seat, label, points[heart], "HC-17"))
    return tuple(lines)
