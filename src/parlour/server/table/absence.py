"""Who is absent: persons for whose seat no browser is connected, neither here nor to another process.

After a decent while another person at the table may let a bot play for such a seat (`chairs.stand_in`).
"""

import asyncio
from functools import partial
from time import monotonic

from parlour.server.table.watched import WatchedTable

# A lost connection may come back by itself; nobody is replaced sooner, in seconds.
DECENT = 60.0


def present(table: WatchedTable) -> set[int]:
    """The seats that some browser is connected for."""
    return {s for w in table.watchers for s in w.mine} | set(table.services.peers.elsewhere(table.id))


def note(table: WatchedTable) -> bool:
    """Note who is absent, since when, and for long; whether somebody has come or gone since this was last noted."""
    before, here, now = set(table.absent), present(table), monotonic()
    table.absent = {s: table.absent.get(s, now) for s in table.persons() if s not in here}
    table.long_gone = {s for s, since in table.absent.items() if now - since >= DECENT}
    until = soonest(table)
    if until and table.watchers and (table.absence is None or table.absence.done()):
        table.absence = asyncio.get_running_loop().create_task(show_when_long_gone(table, until))
    return set(table.absent) != before


def soonest(table: WatchedTable) -> float:
    """When the next of the absent has been so for long enough; 0 if nobody is waited for."""
    return min((since + DECENT for s, since in table.absent.items() if s not in table.long_gone), default=0.0)


async def show_when_long_gone(table: WatchedTable, until: float) -> None:
    """Show the table as often as somebody has been absent for long enough, for the first time at `until`."""
    while until:
        await asyncio.sleep(max(until - monotonic(), 0.0))
        until = await table.try_act(partial(show_long_gone, table)) or 0.0


async def show_long_gone(table: WatchedTable) -> float:
    """Show who has been absent for long enough by now; when the next one will have been."""
    if not table.watchers:
        return 0.0
    if table.long_gone:
        table.show()
    return soonest(table)
