"""Following what another process has changed at a table: its moves are played here, or the table is read again."""

import contextlib
from functools import partial

from parlour.engine.log import SaveError
from parlour.engine.match.replaying import replay
from parlour.server.store.records import ChangeNews, Played
from parlour.server.store.store import read_seq
from parlour.server.table.door import Forgotten, StepFailed
from parlour.server.table.live import LiveTable

NOTHING = ChangeNews()


async def catch_up(table: LiveTable, seq: int | None = None, news: ChangeNews = NOTHING) -> None:
    """Read a table again if it has changed since; `seq` is the number that it is said to have.

    Moves that came with it are played; that takes a tenth of the time.
    """
    last = await table.services.store.read(read_seq(table.id)) if seq is None else seq
    with contextlib.suppress(Forgotten, StepFailed):
        await table.act(partial(bring_up, table, last, news))


async def bring_up(table: LiveTable, last: int | None, news: ChangeNews) -> None:
    if last is None or table.record.seq < last:
        if news.played is None or last is None or not follow(table, last, news.played):
            await table.refresh(news.notice)
    elif news.notice:
        # The table was read for another reason before this word came.
        table.show(news.notice)


def follow(table: LiveTable, seq: int, played: Played) -> bool:
    """Play what another process has played and kept; False if the table has to be read for that."""
    match = table.match
    if match is None or match.pending or table.record.seq != seq - 1:
        return False
    if (table.record.number, match.ply, match.undos) != (played.number, played.ply, played.undos):
        return False
    try:
        replay(match, played.lines, table.id)
    except SaveError as error:
        # Its sentence quotes a move that may be hidden.
        said = "moves of another process do not fit table %s after ply %s"
        table.services.faults.note("not-followed", said, table.id, error.ply)
        return False
    table.withdraw_undo()
    table.record.seq, table.record.deadline = seq, played.deadline
    table.note_match()
    if played.key:
        table.answers[played.key] = seq
    table.show()
    return True
