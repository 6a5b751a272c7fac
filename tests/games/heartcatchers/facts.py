"""What the facts of a preview of Heartcatchers mean, read from the table after the move."""

from parlour.engine.plain import OVER
from parlour.games.heartcatchers.state import COLUMNS

LOVE, BREAKER, CHANGE = "love", "breaker", "change"


def check(look, found, after):
    hidden = found.after.hidden
    if after.seat != OVER:  # there the record has the Secrets in it
        assert found.after.points == face_up(after, hidden.column if hidden and hidden.trades else None)
    if hidden is None:
        return
    # At the end Changes of Heart have left the game and stacks have traded: the place is read from the move.
    place, card = int(look.game.moves.json(found.move)["place"]), after.secret[after.secrets - 1]
    heart = look.edition.content.faces[card].heart
    e = look.edition.plain
    if heart == CHANGE:
        assert hidden.column == place % COLUMNS
        check_column(look, hidden)
    elif heart in (LOVE, BREAKER):
        side = place // COLUMNS ^ changes_of(look, place % COLUMNS)[1] % 2
        assert (hidden.side, hidden.points) == (side, e.love if heart == LOVE else -e.breaker)
    else:
        assert (hidden.points, hidden.side, hidden.column) == (0, None, None)


def check_column(look, hidden):
    """By the seat's own Secrets: an even number of Changes there and this one make the stacks trade."""
    here, changes = changes_of(look, hidden.column)
    assert (hidden.trades, hidden.carries) == (changes % 2 == 0, here - changes)


def changes_of(look, column):
    """How many Secrets lie in a column, and how many are Changes of Heart that the seat has hidden."""
    g, faces = look.g, look.edition.content.faces
    stacks = (g.at[column], g.at[column + COLUMNS])
    here = [k for k in range(g.secrets) if g.under[k] in stacks]
    return len(here), sum(1 for k in here if g.by[k] == look.seat and faces[g.secret[k]].heart == CHANGE)


def face_up(after, trading):
    values = [after.value[stack] if stack >= 0 else 0 for stack in after.at]
    if trading is not None:
        other = trading + COLUMNS
        values[trading], values[other] = values[other], values[trading]
    return sum(values[:COLUMNS]), sum(values[COLUMNS:])
