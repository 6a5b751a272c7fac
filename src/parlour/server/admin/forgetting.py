"""Being forgotten: a session's name, talk and seats leave its finished tables; the others keep the moves."""

import asyncio
import contextlib
import logging
from functools import partial

import msgspec

from parlour.server.fleet.tables import Tables
from parlour.server.store.store import (
    Change,
    Store,
    StoreError,
    TableRecord,
    apply_change,
    delete_table,
    list_held,
    read_record,
    read_table,
)
from parlour.server.store.tokens import token_hash
from parlour.server.table.chairs import give_up
from parlour.server.table.live import LiveTable
from parlour.server.table.refusals import Busy, NoSuchTable, NotAllowed
from parlour.server.table.resuming import Damaged
from parlour.server.table.seating import act_at, seats_of
from parlour.server.table.texts import free_name
from parlour.server.table.watching import drop_watchers

# How many finished tables are forgotten by one request, and the name of whoever is.
MAX_FORGOTTEN, NOBODY = 500, "Somebody"


async def forget_finished(tables: Tables, session: str) -> int:
    """Remove a session from its finished tables; how many these were."""
    hash, count, store = token_hash(session), 0, tables.services.store
    for id in await store.read(list_held([hash], MAX_FORGOTTEN)) if session else []:
        # A table in memory is found without waiting: others have their turn between any two of many.
        await asyncio.sleep(0)
        try:
            await tables.find(id)
        except NoSuchTable:
            continue
        except (StoreError, Busy):
            raise
        except Exception as error:
            logging.exception("table %s cannot be loaded", id)
            count += await forget_unloaded(store, id, hash, error)
            continue
        with contextlib.suppress(NoSuchTable):
            count += await act_at(tables, id, partial(forget_if_finished, hash=hash))
    return count


async def forget_if_finished(table: LiveTable, hash: str) -> bool:
    finished = is_finished(table)
    if finished:
        await forget_seats(table, hash)
    return finished


async def drop(tables: Tables, id: str, tokens: list[str]) -> None:
    """Take a session's seats from one table for good; a running match is given up, and a bot plays on."""
    await act_at(tables, id, partial(drop_seats, tokens=tokens))


async def drop_seats(table: LiveTable, tokens: list[str]) -> None:
    mine = seats_of(table.record, tokens)
    if not mine:
        raise NotAllowed("You have no seat at this table.")
    if table.status != "playing":
        for hash in {table.record.seats[i].token_hash for i in mine}:
            if not table.forgotten:
                await forget_seats(table, hash)
    elif any(table.record.seats[i].claimed for i in table.persons() if i not in mine):
        await give_up(table, mine)
    else:
        await table.clear()


def is_finished(table: LiveTable) -> bool:
    """Also while the next match waits to be dealt."""
    return table.status in ("over", "frozen") or (table.status == "waiting" and table.record.number > 0)


async def forget_seats(table: LiveTable, hash: str) -> None:
    """Remove a session from a table; a table that belongs to nobody any more goes altogether."""
    match = table.match_record
    mine = erase(table.record, hash, free=not match.started)
    if not has_holder(table.record):
        await table.clear()
        return
    if not match.started:
        match.nonces = [n for n in match.nonces if int(n.split(":")[0]) not in mine]
    if table.match is not None:
        table.match.names = tuple(s.name for s in table.record.seats)
    table.chat = [said for said in table.chat if said[1] not in mine]
    await table.keep_and_show(match=match, left=hash, unsaid=mine)
    drop_watchers(table.watchers, mine)


async def forget_unloaded(store: Store, id: str, hash: str, error: Exception) -> bool:
    """The same for a table that cannot be loaded, if it is damaged or its stored match does not go on."""
    try:
        record = await store.read(read_record(id))
    except msgspec.MsgspecError:
        # Nobody will ever read who sits there.
        await store.write(delete_table(id, store.name))
        return True
    damaged = isinstance(error, Damaged | msgspec.MsgspecError | LookupError)
    if record is None or not (damaged or await stored_is_finished(store, id)):
        return False
    mine = erase(record, hash, free=False)
    record.seq += 1
    if has_holder(record):
        change = Change(id=id, table=record, left=hash, unsaid=mine)
        await store.write(apply_change(change, store.name))
    else:
        await store.write(delete_table(id, store.name))
    return True


async def stored_is_finished(store: Store, id: str) -> bool:
    kept = await store.read(read_table(id))
    if kept is None:
        return False
    match = kept.matches[kept.table.number]
    return match.over or (kept.table.number > 0 and not match.started)


def erase(record: TableRecord, hash: str, free: bool) -> list[int]:
    """Remove a session from a table's record; the seats that it had, which others can take if they are `free`."""
    mine = [i for i, seat in enumerate(record.seats) if hash in (seat.token_hash, seat.was)]
    for i in mine:
        seat = record.seats[i].forget()
        others = [other.name for j, other in enumerate(record.seats) if j != i]
        record.seats[i] = (seat.free() if free and seat.claimed else seat).rename(free_name(NOBODY, others))
    if record.laid == hash:
        record.laid = ""
    return mine


def has_holder(record: TableRecord) -> bool:
    return any(seat.kind == "person" and seat.token_hash for seat in record.seats)
