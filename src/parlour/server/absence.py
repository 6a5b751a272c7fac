"""Who is absent: persons for whose seat no browser is connected, neither here nor to another process.

After a decent while another person at the table may let a bot play for such a seat (`chairs.stand_in`).
"""

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.server.live import LiveTable

# A lost connection may come back by itself; nobody is replaced sooner, in seconds.
DECENT = 60.0


def present(table: "LiveTable") -> set[int]:
    """The seats that some browser is connected for."""
    return {s for w in table.watchers for s in w.mine} | set(table.house.elsewhere(table.id))


def note(table: "LiveTable") -> bool:
    """Note since when each person is absent; whether somebody has come or gone since this was last noted."""
    before, here, now = set(table.absent), present(table), monotonic()
    table.absent = {s: table.absent.get(s, now) for s in table.persons() if s not in here}
    until = soonest(table)
    if until and table.watchers and (table.absence is None or table.absence.done()):
        table.absence = asyncio.get_running_loop().create_task(show_when_long_gone(table, until))
    return set(table.absent) != before


def is_long_gone(table: "LiveTable", seat: int) -> bool:
    """Whether a person has been absent for so long that nobody has to wait for them."""
    return seat in table.absent and monotonic() - table.absent[seat] >= DECENT


def soonest(table: "LiveTable") -> float:
    """When the next of the absent has been so for long enough; 0 if nobody is waited for."""
    return min((at + DECENT for seat, at in table.absent.items() if not is_long_gone(table, seat)), default=0.0)


async def show_when_long_gone(table: "LiveTable", until: float) -> None:
    """Show the table as often as somebody has been absent for long enough, for the first time at `until`."""
    while until:
        await asyncio.sleep(max(until - monotonic(), 0.0))
        async with table.lock:
            if table.forgotten or not table.watchers:
                return
            # Asked before the table is shown: whoever is not waited for any more is shown as long gone.
            until = soonest(table)
            if any(is_long_gone(table, seat) for seat in table.absent):
                table.show()
