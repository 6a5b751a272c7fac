"""What a move of Heartcatchers would do, from what the deciding seat knows.

Points are the face-up ones: what Secrets bring is not known before the end. Of a Secret the seat knows its own card and
where it would lie; stacks may still move, so the lines say "if it stays there".
"""

from msgspec import Struct

from parlour.engine.plain import Plain, a_of, b_of, c_of, has_ruling, kind_of
from parlour.engine.previews import After, Would
from parlour.engine.sight import Sight
from parlour.engine.words import Line, line
from parlour.games.heartcatchers import moves as M
from parlour.games.heartcatchers import state as S

COLUMNS, WHITE = int(S.COLUMNS), int(S.WHITE)
LOVE, BREAKER, CHANGE = int(S.LOVE), int(S.BREAKER), int(S.CHANGE)


class HeartcatchersHidden(Struct, kw_only=True):
    """What a card would do as a Secret in this place; a bluff has no side and no column."""

    # The seat that gets the points, if the stack stays there.
    side: int | None = None
    points: int | None = None
    # The column whose stacks trade places at the end.
    column: int | None = None
    # Whether they do, by this seat's own Secrets alone: two Changes of Heart undo each other.
    trades: bool | None = None
    # How many Secrets, this one left out, would travel along.
    carries: int | None = None


class HeartcatchersAfter(After, kw_only=True):
    """`points` are face up; for a Change of Heart that trades, as they would be after the trade."""

    hidden: HeartcatchersHidden | None = None


def after(sight: Sight, m: int, would: Would) -> tuple[HeartcatchersAfter, list[Line]]:
    """HC-6 Both scores after a catch or a steal; of a Secret what it would do."""
    turn = would.same("seat")
    g, place = sight.g, b_of(m)
    card = g.hand[sight.seat][a_of(m)]
    if kind_of(m) == M.SECRET:
        hidden, fact = as_secret(sight, card, place)
        points = traded(g, place % COLUMNS) if hidden.trades else tuple(g.points[: g.seats])
        return HeartcatchersAfter(points=points, turn=turn, hidden=hidden), [fact]
    back = c_of(m) if kind_of(m) == M.STEAL else None
    return HeartcatchersAfter(points=face_up(sight, card, place, back), turn=turn), []


def face_up(sight: Sight, card: int, place: int, back: int | None) -> tuple[int, ...]:
    """HC-7, HC-9 The face-up points after a card has caught a stack, and the stack was perhaps stolen."""
    g, e = sight.g, sight.e
    values = [g.value[stack] if stack >= 0 else 0 for stack in g.at]
    if e.suit[card] != WHITE or has_ruling(g, S.WHITE_SCORES):
        values[place] += 1
    if back is not None:
        values[place], values[back] = values[back], values[place]
    return sides(values)


def traded(g: Plain, column: int) -> tuple[int, ...]:
    """HC-16 The face-up points if the stacks of a column trade places."""
    values = [g.value[stack] if stack >= 0 else 0 for stack in g.at]
    other = column + COLUMNS
    values[column], values[other] = values[other], values[column]
    return sides(values)


def sides(values: list[int]) -> tuple[int, ...]:
    return sum(values[:COLUMNS]), sum(values[COLUMNS:])


def as_secret(sight: Sight, card: int, place: int) -> tuple[HeartcatchersHidden, Line]:
    """HC-16, HC-17 What a card does as a Secret, as data and as a line."""
    e, heart = sight.e, sight.e.heart[card]
    side = place // COLUMNS
    if heart == CHANGE:
        return as_change(sight, place % COLUMNS)
    if heart in (LOVE, BREAKER):
        points = e.love if heart == LOVE else -e.breaker
        key = "preview.love" if heart == LOVE else "preview.breaker"
        return HeartcatchersHidden(side=side, points=points), line(key, "HC-17", who=side, points=abs(points))
    return HeartcatchersHidden(points=0), line("preview.bluff", "HC-19")


def as_change(sight: Sight, column: int) -> tuple[HeartcatchersHidden, Line]:
    """HC-16, HC-R7 A column trades if an odd number of Changes of Heart lie in it; those of the rival are unknown."""
    g, e = sight.g, sight.e
    here = [k for k in range(g.secrets) if g.under[k] in (g.at[column], g.at[column + COLUMNS])]
    mine = sum(g.secret[k] >= 0 and e.heart[g.secret[k]] == CHANGE for k in here)
    hidden = HeartcatchersHidden(column=column, trades=mine % 2 == 0, carries=len(here) - mine)
    if not hidden.trades:
        return hidden, line("preview.undone", "HC-R7", n=column + 1)
    return hidden, line("preview.change", "HC-16", n=column + 1, secrets=len(here) - mine)
