"""Taking back a move at a table: who has to agree, how the others are asked, and for how long.

What tells nobody anything new is taken back at once. Else every other person is asked, those at the same screen too;
bots and absent players agree. So a person alone with bots goes back to the last own decision at once, draws and bots'
moves included. In a series bots do not agree: it is played for a result.
"""

import asyncio
import contextlib

from parlour.engine.match import CannotUndo
from parlour.server.live import LiveTable, Refuse
from parlour.server.store import Change, Overtaken, StoreError, UndoWish

# How long the others may think about it, in seconds; silence is no.
WAIT = 30.0


async def wish(table: LiveTable, seat: int, key: str) -> None:
    """Take a move back at once, or ask the others; CannotUndo if there is nothing, or nobody to ask."""
    if table.undo_asked_by >= 0 and table.undo_asked_by != seat:
        raise Refuse("not-allowed", "Somebody else has just asked to take a move back.")
    try:
        await table.take_back(seat, key, consent=table.undo_is_free(seat))
    except CannotUndo:
        if table.running().last_decision(seat) is None or not table.others(seat):
            raise
        await ask(table, seat)


async def ask(table: LiveTable, seat: int) -> None:
    """Ask the others in their prompts."""
    table.withdraw_undo()
    table.record.undo = UndoWish(seat=seat, until=table.house.clock.now() + WAIT)
    await table.keep(Change(id=table.id, table=table.record))
    table.undo_timer = asyncio.get_running_loop().create_task(expire(table))
    table.show()


async def answer(table: LiveTable, mine: list[int], seat: int, agree: bool) -> None:
    """One person's answer counts for all seats of that browser, but for the seat that has asked."""
    asker = table.undo_asked_by
    if asker < 0 or seat == asker:
        raise Refuse("not-allowed", "Nobody has asked to take a move back.")
    if not agree:
        await decline(table)
        return
    wish = table.record.undo
    agreed = {*(wish.agreed if wish else ()), seat, *mine} - {asker}
    if table.others(asker) <= agreed:
        await table.take_back(asker, "", consent=True)
    elif wish:
        wish.agreed = sorted(agreed)
        await table.keep(Change(id=table.id, table=table.record))
        table.show()


async def decline(table: LiveTable) -> None:
    table.withdraw_undo()
    change = Change(id=table.id, table=table.record, notice="undo-declined")
    await table.keep(change)
    table.show(change.notice)


async def expire(table: LiveTable) -> None:
    """After a while silence is no, and bots go on."""
    await asyncio.sleep(WAIT)
    async with table.lock:
        # The question may have been answered while this waited for the lock.
        if table.undo_timer is not asyncio.current_task() or table.forgotten:
            return
        table.undo_timer = None
        try:
            # Overtaken: another process has heard an answer.
            with contextlib.suppress(Overtaken):
                await decline(table)
        except StoreError:
            table.house.forget(table)
            return
    table.schedule_bots()
