"""Chairs: bots and people at the same screen on free ones, leaving them for good, and when the cards are dealt."""

import asyncio
import logging

from parlour.server import wire
from parlour.server.live import LiveTable, Refuse, Watcher
from parlour.server.store import Change, SeatRecord, StoreError
from parlour.server.texts import free_name

BOT_NAMES = ("Rosalind", "Cyrano", "Beatrice", "Orlando")


def free_seats(table: LiveTable) -> list[int]:
    """The chairs that somebody may still take: none once the match has begun."""
    if table.status != "waiting":
        return []
    return [i for i in table.persons() if not table.record.seats[i].claimed]


async def seat_bot(table: LiveTable, watcher: Watcher, message: wire.SeatBot) -> None:
    """Whoever sits here may give free chairs to bots; their invitations are void."""
    free = check_free(table, watcher)
    if message.seat is not None and message.seat not in free:
        raise Refuse("not-allowed", "That chair is taken.")
    for seat in free if message.seat is None else [message.seat]:
        others = [s.name for i, s in enumerate(table.record.seats) if i != seat]
        name = free_name(BOT_NAMES[seat], others)
        table.record.seats[seat] = SeatRecord(kind="bot", name=name, level=message.level)
    await keep_and_deal(table)


async def seat_here(table: LiveTable, watcher: Watcher, message: wire.SeatHere) -> None:
    """The free chairs go to the session of whoever asks: the screen is handed round."""
    free, own = check_free(table, watcher), watcher.mine[0]
    holder = table.record.seats[own].token_hash
    for seat in free:
        table.record.seats[seat].claimed = True
        table.record.seats[seat].invitation = ""
        table.record.seats[seat].token_hash = holder
    for other in table.watchers:
        if own in other.mine:
            other.mine = sorted({*other.mine, *free})
    await keep_and_deal(table)


async def unseat(table: LiveTable, watcher: Watcher, message: wire.Unseat) -> None:
    """Whoever laid the table frees a chair again; the code that was said aloud is void."""
    check_laid(table, watcher)
    seat = table.record.seats[message.seat] if message.seat < len(table.record.seats) else None
    if table.status != "waiting" or seat is None or not seat.claimed or message.seat in watcher.mine:
        raise Refuse("not-allowed", "Nobody can be asked to leave that chair now.")
    left = seat.token_hash
    table.record.seats[message.seat] = SeatRecord(kind="person", name="")
    table.name_seat(message.seat, f"Player {message.seat + 1}")
    kept = table.match_record
    kept.nonces = [n for n in kept.nonces if not n.startswith(f"{message.seat}:")]
    await table.house.codes.end(table.id)
    await table.keep(Change(id=table.id, table=table.record, match=kept, left=left))
    drop_watchers(table, [message.seat])
    table.show()


async def resign(table: LiveTable, watcher: Watcher, message: wire.Resign) -> None:
    """A bot takes over for good; whoever has given up looks on."""
    table.check_seat(watcher, message.seat)
    if table.running().over:
        raise Refuse("not-allowed", "The match is over.")
    seat = table.record.seats[message.seat]
    left, others = seat.token_hash, [i for i in watcher.mine if i != message.seat]
    seat.kind, seat.level, seat.resigned, seat.away = "bot", "medium", True, False
    seat.token_hash, seat.moving, seat.claimed = "", "", False
    table.withdraw_undo()
    await table.keep(Change(id=table.id, table=table.record, left="" if others else left))
    drop_watchers(table, [message.seat])
    table.show("seat-resigned")


def drop_watchers(table: LiveTable, seats: list[int]) -> None:
    """Close the lines of browsers that have lost seats; they come back as what they are now."""
    for watcher in table.watchers:
        if set(watcher.mine) & set(seats):
            watcher.mine = [i for i in watcher.mine if i not in seats]
            watcher.close()


async def close_table(table: LiveTable, watcher: Watcher, message: wire.CloseTable) -> None:
    check_laid(table, watcher)
    alone = not [i for i in table.persons() if table.record.seats[i].claimed and i not in watcher.mine]
    if table.status != "waiting" and not alone:
        raise Refuse("not-allowed", "Others play at this table; it can be cleared before the deal.")
    await table.house.clear(table)


def check_laid(table: LiveTable, watcher: Watcher) -> None:
    if not any(table.record.laid == table.record.seats[i].token_hash for i in watcher.mine):
        raise Refuse("not-allowed", "Only whoever laid the table can do that.")


def check_free(table: LiveTable, watcher: Watcher) -> list[int]:
    if not watcher.mine:
        raise Refuse("not-allowed", "Only those who sit at the table can give its chairs away.")
    free = free_seats(table)
    if not free:
        raise Refuse("not-allowed", "There is no free chair at this table.")
    return free


async def keep_and_deal(table: LiveTable) -> None:
    await table.keep(Change(id=table.id, table=table.record))
    if can_deal(table) and table.house.is_warm(table.game.name):
        await table.start()
    else:
        table.show()
        deal_when_compiled(table)


# The deal


def can_deal(table: LiveTable) -> bool:
    return table.match is None and not table.frozen and not table.forgotten and ready(table)


def deal_when_compiled(table: LiveTable) -> None:
    """Deal as soon as the game's rules are ready; until then people come, read and wait."""
    if can_deal(table) and (table.dealing is None or table.dealing.done()):
        table.dealing = asyncio.get_running_loop().create_task(deal_later(table))


async def deal_later(table: LiveTable) -> None:
    try:
        await table.house.game(table.game.name)
    except Exception:
        logging.exception("table %s: the rules of %s are not ready", table.id, table.game.name)
        table.show("This game could not be prepared; the house's log says why.")
        return
    try:
        async with table.lock:
            if can_deal(table):
                await table.start()
        table.schedule_bots()
    except StoreError:
        table.house.forget(table)


def ready(table: LiveTable) -> bool:
    """Whether all seats are taken and every connected player has sent a nonce."""
    if any(not table.record.seats[s].claimed for s in table.persons()):
        return False
    given = {int(n.split(":")[0]) for n in table.match_record.nonces}
    here = [min(w.mine) for w in table.watchers if w.mine and w.greeted]
    return bool(here) and all(s in given for s in here)
