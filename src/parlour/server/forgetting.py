"""Being forgotten: a session's name, talk and seats leave its finished tables; the others keep the moves."""

import logging

import msgspec

from parlour.server.house import Busy, House, NoSuchTable
from parlour.server.live import LiveTable, drop_watchers
from parlour.server.resuming import Damaged
from parlour.server.seating import again_if_overtaken, keep_and_show
from parlour.server.store import (
    Change,
    StoreError,
    TableRecord,
    apply_change,
    delete_table,
    list_held,
    read_record,
    read_table,
)
from parlour.server.texts import free_name
from parlour.server.tokens import token_hash

# How many finished tables are forgotten by one request, and the name of whoever is.
MOST_FORGOTTEN, NOBODY = 500, "Somebody"


@again_if_overtaken
async def forget_finished(house: House, session: str) -> int:
    """Remove a session from its finished tables; how many these were."""
    hash, count = token_hash(session), 0
    for id in await house.store.read(list_held(hash, MOST_FORGOTTEN)) if session else []:
        try:
            table = await house.table(id)
        except NoSuchTable:
            continue
        except (StoreError, Busy):
            raise
        except Exception as error:
            logging.exception("table %s cannot be loaded", id)
            count += await forget_unloaded(house, id, hash, error)
            continue
        async with table.lock:
            if is_finished(table) and not table.forgotten:
                await forget_seats(table, hash)
                count += 1
    return count


def is_finished(table: LiveTable) -> bool:
    """Also while the next match waits to be dealt."""
    return table.status in ("over", "frozen") or (table.status == "waiting" and table.record.number > 0)


async def forget_seats(table: LiveTable, hash: str) -> None:
    """Remove a session from a table; a table that belongs to nobody any more goes altogether."""
    kept = table.match_record
    mine = erase(table.record, hash, free=not kept.started)
    if not has_holder(table.record):
        await table.house.clear(table)
        return
    if not kept.started:
        kept.nonces = [n for n in kept.nonces if int(n.split(":")[0]) not in mine]
    if table.match is not None:
        table.match.names = tuple(s.name for s in table.record.seats)
    table.chat = [said for said in table.chat if said[1] not in mine]
    await keep_and_show(table, Change(id=table.id, table=table.record, match=kept, left=hash, unsaid=mine))
    drop_watchers(table, mine)


async def forget_unloaded(house: House, id: str, hash: str, error: Exception) -> bool:
    """The same for a table that cannot be loaded, if it is damaged or its stored match does not go on."""
    try:
        record = await house.store.read(read_record(id))
    except msgspec.MsgspecError:
        # Nobody will ever read who sits there.
        await house.store.write(delete_table(id, house.store.name))
        return True
    damaged = isinstance(error, Damaged | msgspec.MsgspecError | LookupError)
    if record is None or not (damaged or await stored_is_finished(house, id)):
        return False
    mine = erase(record, hash, free=False)
    record.seq += 1
    if has_holder(record):
        change = Change(id=id, table=record, left=hash, unsaid=mine)
        await house.store.write(apply_change(change, house.store.name))
    else:
        await house.store.write(delete_table(id, house.store.name))
    return True


async def stored_is_finished(house: House, id: str) -> bool:
    kept = await house.store.read(read_table(id))
    if kept is None:
        return False
    match = kept.matches[kept.table.number]
    return match.over or (kept.table.number > 0 and not match.started)


def erase(record: TableRecord, hash: str, free: bool) -> list[int]:
    """Remove a session from a table's record; the seats that it had, which others can take if they are `free`."""
    mine = [i for i, seat in enumerate(record.seats) if hash in (seat.token_hash, seat.was)]
    for i in mine:
        seat = record.seats[i]
        seat.token_hash = seat.moving = seat.used = seat.was = ""
        seat.claimed = seat.claimed and not free
        seat.name = free_name(NOBODY, [other.name for j, other in enumerate(record.seats) if j != i])
    if record.laid == hash:
        record.laid = ""
    return mine


def has_holder(record: TableRecord) -> bool:
    return any(seat.kind == "person" and seat.token_hash for seat in record.seats)
