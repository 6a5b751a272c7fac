"""What a move of Heartcatchers would do, from what the deciding seat knows.

Points are the face-up ones: what Secrets bring is not known before the end. Of a Secret the seat knows its own card and
where it would lie; stacks may still move, so the lines say "if it stays there".
"""

from msgspec import Struct

from parlour.engine.plain import a_of, b_of, kind_of
from parlour.engine.previews import After, Would
from parlour.engine.sight import Sight
from parlour.engine.words import Line, line
from parlour.games.heartcatchers import moves as M
from parlour.games.heartcatchers import state as S
from parlour.games.heartcatchers.rules import count_secret, points_after, points_traded

COLUMNS, CHANGE = int(S.COLUMNS), int(S.CHANGE)
BRINGS = {int(S.LOVE): "preview.love", int(S.BREAKER): "preview.breaker"}


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
    if kind_of(m) != M.SECRET:
        return HeartcatchersAfter(points=sight.ask(points_after, m), turn=turn), []
    hidden, fact = as_secret(sight, sight.g.hand[sight.seat][a_of(m)], b_of(m))
    points = sight.ask(points_traded, b_of(m) % COLUMNS) if hidden.trades else sight.ask(points_after, m)
    return HeartcatchersAfter(points=points, turn=turn, hidden=hidden), [fact]


def as_secret(sight: Sight, card: int, place: int) -> tuple[HeartcatchersHidden, Line]:
    """HC-16, HC-17 What a card does as a Secret, as data and as a line."""
    side, heart = place // COLUMNS, sight.e.heart[card]
    if heart == CHANGE:
        return as_change(sight, place % COLUMNS)
    if heart not in BRINGS:
        return HeartcatchersHidden(points=0), line("preview.bluff", "HC-19")
    points = sight.ask(count_secret, card)
    return HeartcatchersHidden(side=side, points=points), line(BRINGS[heart], "HC-17", who=side, points=abs(points))


def as_change(sight: Sight, column: int) -> tuple[HeartcatchersHidden, Line]:
    """HC-16, HC-R7 A column trades if an odd number of Changes of Heart lie in it; those of the rival are unknown."""
    g, e = sight.g, sight.e
    here = [k for k in range(g.secrets) if g.under[k] in (g.at[column], g.at[column + COLUMNS])]
    mine = sum(g.secret[k] >= 0 and e.heart[g.secret[k]] == CHANGE for k in here)
    hidden = HeartcatchersHidden(column=column, trades=mine % 2 == 0, carries=len(here) - mine)
    if not hidden.trades:
        return hidden, line("preview.undone", "HC-R7", n=column + 1)
    if not hidden.carries:
        return hidden, line("preview.change", "HC-16", n=column + 1)
    return hidden, line("preview.change-along", "HC-16", n=column + 1, secrets=hidden.carries)
