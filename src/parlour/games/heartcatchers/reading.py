"""Reading helps of Heartcatchers: what a seat could write down for itself, and how the end came about.

`unseen` and `known` are helps that a table may switch off (HELP). All of it follows from the seat's hidden record.
"""

from typing import Any

from parlour.engine.plain import NONE, Plain
from parlour.engine.sight import Sight
from parlour.engine.view import Card, Part
from parlour.games.heartcatchers import state as S
from parlour.games.heartcatchers.rules import count_secret, points_with_own, position_of
from parlour.games.heartcatchers.words import stack_over

COLUMNS, PLAYERS, SUITS = int(S.COLUMNS), int(S.PLAYERS), len(S.SUITS)
CHANGE = int(S.CHANGE)
WHITE, OPEN_TO_ALL = int(S.WHITE), int(S.STACK_MASK)

# The fields of the view that a table without reading help leaves out.
HELP = ("unseen", "known")


class HeartcatchersCard(Card):
    """A card: its colour, and what it does as a Secret."""

    suit: str = ""
    # What it does when it is turned up: love, breaker, change, or nothing.
    heart: str = ""


class Unseen(Part, kw_only=True):
    """The cards that this seat has not seen, and how many of them lie where."""

    cards: tuple[HeartcatchersCard, ...]
    hand: int
    pile: int
    secrets: int


class Turns(Part):
    """How many turns of this seat are done, and how many it has in all."""

    done: int
    of: int


class SecretShown(Part):
    """A Secret that is turned up: its place among the Secrets, its card, and what it brings to which side."""

    id: str
    card: int
    side: int
    points: int


class ColumnShown(Part, kw_only=True):
    """The end of one column: its Changes of Heart, whether its stacks trade, its other Secrets."""

    column: int
    # The Changes of Heart, by their place among the Secrets.
    changes: tuple[str, ...]
    trades: bool
    secrets: tuple[SecretShown, ...]
    # By side: what lies face up after the trade, what the column brings with its Secrets, and the points of this column
    # and those before it.
    up: tuple[int, ...]
    brings: tuple[int, ...]
    points: tuple[int, ...]


def unseen(sight: Sight) -> Unseen | None:
    """The cards that lie in no place that this seat has seen."""
    g = sight.g
    if sight.seat < 0:
        return None
    seen = cards_seen(g)
    printed: Any = sight.printed
    cards = tuple([card for c, card in enumerate(printed.cards) if c not in seen])
    hidden = sum([card < 0 for card in g.secret[: g.secrets]])
    return Unseen(cards=cards, hand=g.held[1 - sight.seat], pile=g.pile, secrets=hidden)


def cards_seen(g: Plain) -> set[int]:
    found = {*g.hand[0], *g.hand[1], *g.secret[: g.secrets]}
    for stack in g.at:
        card = g.top[stack] if stack >= 0 else NONE
        while card >= 0:
            found.add(card)
            card = g.below[card]
    return found


def known(sight: Sight) -> tuple[int, ...] | None:
    """HC-16, HC-17 The points with this seat's own Secrets as they lie; what the rival has hidden counts nothing."""
    found: tuple[int, ...] | None = None if sight.seat < 0 else sight.ask(points_with_own, sight.seat)
    return found


def turns(sight: Sight) -> Turns | None:
    """HC-6, HC-13 One action a turn, the starter first, until all cards are played."""
    g, e = sight.g, sight.e
    if sight.seat < 0 or g.turn == NONE:
        return None
    to_play = e.cards - PLAYERS * e.columns
    played = to_play - g.pile - sum(g.held)
    starts = sight.seat == g.first
    return Turns((played + starts) // 2, (to_play + starts) // 2)


def shut(g: Plain, e: Plain, place: int) -> str:
    """The clause because of which nothing catches a stack; nothing if something does."""
    top = g.top[g.at[place]]
    if g.open >> place * SUITS & OPEN_TO_ALL or e.suit[top] != WHITE:
        return ""
    return "HC-R3" if g.below[top] == NONE else "HC-12"


def reveal(sight: Sight) -> tuple[ColumnShown, ...]:
    """HC-16, HC-17 The end, column by column: columns do not touch each other, so this is the same result."""
    step = sight.last_step()
    if step is None:
        return ()
    g, e, before, m = sight.g, sight.e, step.before, step.move
    under = [stack_over(before, m, k) for k in range(g.secrets)]
    columns = [sight.ask(position_of, stack) % COLUMNS for stack in under]
    changes = [k for k in range(g.secrets) if e.heart[g.secret[k]] == CHANGE]
    points = [0] * PLAYERS
    told = []
    for column in range(e.columns):
        mine = [k for k in changes if columns[k] == column]
        shown = [secret_shown(sight, k) for k in range(g.secrets) if columns[k] == column and k not in changes]
        up = [g.value[g.at[seat * COLUMNS + column]] for seat in range(PLAYERS)]
        brings = [up[seat] + sum(one.points for one in shown if one.side == seat) for seat in range(PLAYERS)]
        points = [sum(both) for both in zip(points, brings, strict=True)]
        told.append(
            ColumnShown(
                column=column,
                changes=tuple(f"x{k + 1}" for k in mine),
                trades=len(mine) % 2 == 1,
                secrets=tuple(shown),
                up=tuple(up),
                brings=tuple(brings),
                points=tuple(points),
            )
        )
    return tuple(told)


def secret_shown(sight: Sight, k: int) -> SecretShown:
    card, place = sight.g.secret[k], sight.ask(position_of, sight.g.under[k])
    return SecretShown(f"x{k + 1}", card, place // COLUMNS, sight.ask(count_secret, card))
