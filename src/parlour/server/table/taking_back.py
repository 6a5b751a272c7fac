"""Taking back a move at a table: who has to agree, how the others are asked, and for how long.

What tells nobody anything new is taken back at once. Else every other person is asked, those at the same screen too;
bots and absent players agree. So a person alone with bots goes back to the last own decision at once, draws and bots'
moves included. In a series bots do not agree: it is played for a result.
"""

import asyncio
from functools import partial

from parlour.engine.match import CannotUndo
from parlour.server import wire
from parlour.server.store.store import UndoWish
from parlour.server.table.live import LiveTable
from parlour.server.table.refusals import NotAllowed

# How long the others may think about it, in seconds; silence is no.
ANSWER_TIMEOUT = 30.0


async def wish(table: LiveTable, seat: int, key: str) -> None:
    """Take a move back at once, or ask the others; CannotUndo if there is nothing, or nobody to ask."""
    if table.undo_asked_by >= 0 and table.undo_asked_by != seat:
        raise NotAllowed("Somebody else has just asked to take a move back.")
    try:
        await table.take_back(seat, key, consent=table.undo_is_free(seat))
    except CannotUndo:
        if not table.running().may_undo(seat) or not table.others(seat):
            raise
        await ask(table, seat)


async def ask(table: LiveTable, seat: int) -> None:
    """Ask the others in their prompts."""
    table.withdraw_undo()
    table.record.undo = UndoWish(seat=seat, until=table.services.clock.now() + ANSWER_TIMEOUT)
    await table.keep()
    table.undo_timer = asyncio.get_running_loop().create_task(expire(table))
    table.show()


async def answer(table: LiveTable, mine: list[int], seat: int, agree: bool) -> None:
    """One person's answer counts for all seats of that browser, but for the seat that has asked."""
    asker = table.undo_asked_by
    if asker < 0 or seat == asker:
        raise NotAllowed("Nobody has asked to take a move back.")
    if not agree:
        await decline(table)
        return
    wish = table.record.undo
    agreed = {*(wish.agreed if wish else ()), seat, *mine} - {asker}
    if table.others(asker) <= agreed:
        await table.take_back(asker, "", consent=True)
    elif wish:
        wish.agreed = sorted(agreed)
        await table.keep_and_show()


async def decline(table: LiveTable) -> None:
    table.withdraw_undo()
    await table.keep_and_show(notice=wire.UndoDeclined())


async def expire(table: LiveTable) -> None:
    """After a while silence is no, and bots go on."""
    await asyncio.sleep(ANSWER_TIMEOUT)
    await table.try_act(partial(expire_now, table, asyncio.current_task()))


async def expire_now(table: LiveTable, timer: asyncio.Task[None] | None) -> None:
    # The question may have been answered while this waited for the lock.
    if table.undo_timer is timer:
        table.undo_timer = None
        await decline(table)
