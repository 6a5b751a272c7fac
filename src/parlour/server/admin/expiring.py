"""Tables whose time is over are deleted, unless it is the clock that is wrong: what is deleted is gone for good."""

import logging

from parlour.server.admin.stored_tables import DAY, delete_if_old, nearly_all, old_tables, used_before
from parlour.server.fleet.house import House

HOUR = 3600.0
# A clock that says that nearly all tables are old is believed when it has gone on without a jump for so long.
BELIEVED = 7 * DAY


async def expire_now(house: House) -> None:
    """Delete expired tables that nobody is at, but not in the hour after a start or a jump of the clock."""
    if house.clock.steady_for() < HOUR:
        return
    await house.peers.until_all_have_told()
    now, steady = house.clock.now(), house.clock.steady_for()
    # What was used since the clock has gone on as it does is no older than it is, whatever the clock says.
    old, every = await house.store.read(old_tables(now)), await house.store.read(used_before(now - steady))
    if nearly_all(old, every) and steady < BELIEVED:
        logging.warning(
            "%d of %d tables look too old to be kept, as they do where a clock is wrong: none is deleted "
            "before it has gone on for a week, or by `parlour house expire --all`",
            len(old),
            len(every),
        )
        return
    deleted = [id for id in old if not house.tables.is_used(id) and await delete(house, id, now)]
    if deleted:
        logging.warning("%d tables have expired and are deleted", len(deleted))


async def delete(house: House, id: str, now: float) -> bool:
    """Delete a table unless it was used meanwhile; whether it was deleted."""
    deleted = bool(await house.store.write(delete_if_old(id, now, house.store.name)))
    if deleted and id in house.tables.live:
        house.tables.live[id].forget()
    return deleted
