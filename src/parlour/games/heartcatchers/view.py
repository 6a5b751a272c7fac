"""The table of Heartcatchers as a screen sees it."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from parlour.engine.plain import NONE, OVER, Plain, has_ruling
from parlour.engine.sight import Sight, Voice
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
from parlour.games.heartcatchers.rules import count_secret

COLUMNS, PLAYERS = int(S.COLUMNS), int(S.PLAYERS)
TURNED_UP = {int(S.LOVE): "sheet.love", int(S.BREAKER): "sheet.breaker"}
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
    stacks = [stack(sight, s * COLUMNS + c, under) for s in range(PLAYERS) for c in range(e.columns) if g.laid]
    pile = HeartcatchersZone("pile", sight.text("zone.pile"), layout="count", count=g.pile)
    discard = HeartcatchersZone(
        "discard", sight.text("zone.discard"), secret_cards(under.get(NONE, ()), discarded=True)
    )
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


# A Secret with what everybody saw of it: its number, its card, who hid it, at which place, in which turn.
Secret = tuple[int, int, int, int, int]


def secrets_under(g: Plain) -> dict[int, tuple[Secret, ...]]:
    """The Secrets by the stack that they lie under, in the order of play; those that were discarded by NONE."""
    found: dict[int, tuple[Secret, ...]] = {}
    for k in range(g.secrets):
        stack, secret = g.under[k], (k, g.secret[k], g.by[k], g.spot[k], g.when[k])
        found[stack] = (*found.get(stack, ()), secret)
    return found


def secret_cards(secrets: tuple[Secret, ...], discarded: bool = False) -> tuple[HeartcatchersPiece, ...]:
    """HC-R10 Each Secret with who hid it, on whose side, in which turn; of discarded ones only the card is left."""
    if discarded:
        return tuple([card(f"x{k + 1}", number) for k, number, _, _, _ in secrets])
    return tuple(
        [
            card(f"x{k + 1}", number, secret=True, by=by, side=spot // COLUMNS, turn=turn)
            for k, number, by, spot, turn in secrets
        ]
    )


def hand(sight: Sight, seat: int) -> HeartcatchersZone:
    return hand_zone(sight.voice, seat, tuple(sight.g.hand[seat][: sight.e.cards_in_hand]))


@lru_cache(5_000)
def hand_zone(voice: Voice, seat: int, held: tuple[int, ...]) -> HeartcatchersZone:
    text = voice.text
    pieces = tuple([card(f"h{k + 1}", number, slot=k) for k, number in enumerate(held) if number != NONE])
    return HeartcatchersZone(f"hand-{seat}", text("zone.hand", who=seat), pieces, seat, "fan")


def stack(sight: Sight, place: int, under: dict[int, tuple[Secret, ...]]) -> HeartcatchersZone:
    g = sight.g
    number = g.at[place]
    if number == NONE:
        return stack_zone(sight.voice, place, NONE, (), (), "")
    cards, c = [], g.top[number]
    while c != NONE:
        cards.append(c)
        c = g.below[c]
    return stack_zone(sight.voice, place, number, tuple(cards), under.get(number, ()), shut(g, sight.e, place))


@lru_cache(5_000)
def stack_zone(
    voice: Voice, place: int, number: int, cards: tuple[int, ...], secrets: tuple[Secret, ...], shut: str
) -> HeartcatchersZone:
    """Face-up cards, given from the top, then the Secrets under them in the order of play."""
    text, (seat, column) = voice.text, divmod(place, COLUMNS)
    shown = tuple([card(f"c{c + 1}", c) for c in reversed(cards)])
    return HeartcatchersZone(
        f"s{place + 1}",
        text("zone.stack", who=seat, n=column + 1),
        shown + secret_cards(secrets),
        seat,
        "stack",
        place=place,
        stack=None if number == NONE else number,
        column=column,
        shut=shut,
    )


def sheet(sight: Sight) -> tuple[Score, ...]:
    """HC-17, HC-18 The final score, line by line."""
    g, e = sight.g, sight.e
    lines = []
    key_up = "sheet.stack" if has_ruling(g, S.WHITE_SCORES) else "sheet.hearts"
    for seat in range(PLAYERS):
        for column in range(e.columns):
            number = g.at[seat * COLUMNS + column]
            cards = g.value[number]
            lines.append(Score(seat, sight.text(key_up, n=column + 1, cards=cards), cards, "HC-18"))
            for secret in [g.secret[k] for k in range(g.secrets) if g.under[k] == number]:
                heart = e.heart[secret]
                if heart in TURNED_UP:
                    label = sight.text(TURNED_UP[heart], card=secret, n=column + 1)
                    lines.append(Score(seat, label, sight.ask(count_secret, secret), "HC-17"))
    return tuple(lines)
