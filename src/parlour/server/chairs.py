"""Chairs: bots and people on free ones, bots for the absent, leaving for good, and when the cards are dealt."""

import asyncio
import contextlib
import logging

from parlour.server import absence, wire
from parlour.server.live import LiveTable, Refuse, Watcher, drop_watchers
from parlour.server.store import Change, Overtaken, SeatRecord, StoreError
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
    # Whoever comes next has not said that.
    table.chat = [said for said in table.chat if said[1] != message.seat]
    await table.keep(Change(id=table.id, table=table.record, match=kept, left=left, unsaid=[message.seat]))
    drop_watchers(table, [message.seat])
    table.show()


async def resign(table: LiveTable, watcher: Watcher, message: wire.Resign) -> None:
    """A bot takes over for good; whoever has given up looks on."""
    table.check_seat(watcher, message.seat)
    if table.running().over:
        raise Refuse("not-allowed", "The match is over.")
    seat = table.record.seats[message.seat]
    seat.kind, seat.level, seat.resigned, seat.away = "bot", "medium", True, False
    seat.was, seat.token_hash, seat.moving, seat.claimed = seat.token_hash, "", "", False
    table.withdraw_undo()
    change = Change(id=table.id, table=table.record, notice="seat-resigned")
    await table.keep(change)
    drop_watchers(table, [message.seat])
    table.show(change.notice)


async def stand_in(table: LiveTable, watcher: Watcher, message: wire.StandIn) -> None:
    """Whoever sits here may let a bot play for a person who is gone; who comes back has the seat again."""
    if not watcher.mine:
        raise Refuse("not-allowed", "Only those who sit at the table can let a bot play for somebody.")
    if table.running().over:
        raise Refuse("not-allowed", "The match is over.")
    absence.note(table)
    if not absence.is_long_gone(table, message.seat):
        raise Refuse("not-allowed", "A bot plays only for somebody who has been away for a minute.")
    seat = table.record.seats[message.seat]
    seat.away = seat.replaced = True
    table.withdraw_undo()
    change = Change(id=table.id, table=table.record, notice=f"stand-in {watcher.mine[0]} {message.seat}")
    await table.keep(change)
    table.show(change.notice)


async def close_table(table: LiveTable, watcher: Watcher, message: wire.CloseTable) -> None:
    """Whoever laid the table deletes it, unless others are still playing at it."""
    check_laid(table, watcher)
    others = [i for i in table.persons() if i not in watcher.mine]
    others = [i for i in others if not table.is_bot(i) or table.record.seats[i].replaced]
    if table.status == "playing" and any(table.record.seats[i].claimed for i in others):
        raise Refuse("not-allowed", "Others play at this table: you can resign, or let a bot play for you.")
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
        table.show("This game could not be prepared; the server's log says why.")
        return
    try:
        async with table.lock:
            # Overtaken: another process has dealt, or somebody has come there; then it is tried again.
            while can_deal(table):
                with contextlib.suppress(Overtaken):
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
