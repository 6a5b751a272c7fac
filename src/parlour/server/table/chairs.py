"""Chairs: bots and people on free ones, bots for the absent, leaving for good, and when the cards are dealt."""

import asyncio
import logging
from functools import partial

from parlour.bot_names import BOT_NAMES
from parlour.server import wire
from parlour.server.store.records import vacate
from parlour.server.table.live import LiveTable
from parlour.server.table.refusals import NotAllowed
from parlour.server.table.texts import free_name, player_name
from parlour.server.table.watching import Watcher, drop_watchers


def free_seats(table: LiveTable) -> list[int]:
    """The chairs that somebody may still take: none once the match has begun."""
    if table.status != "waiting":
        return []
    return [i for i in table.persons() if not table.record.seats[i].claimed]


async def seat_bot(table: LiveTable, watcher: Watcher, message: wire.SeatBot) -> None:
    """Whoever sits here may give free chairs to bots; their invitations are void."""
    free = check_free(table, watcher)
    table.services.bots.check_level(message.level)
    if message.seat is not None and message.seat not in free:
        raise NotAllowed("That chair is taken.")
    for seat in free if message.seat is None else [message.seat]:
        others = [s.name for i, s in enumerate(table.record.seats) if i != seat]
        name = free_name(BOT_NAMES[seat], others)
        table.record.seats[seat] = table.record.seats[seat].to_bot(name, message.level)
    await keep_and_deal(table)


async def seat_here(table: LiveTable, watcher: Watcher, message: wire.SeatHere) -> None:
    """The free chairs go to the session of whoever asks: the screen is handed round."""
    free, own = check_free(table, watcher), watcher.mine[0]
    holder = table.record.seats[own].token_hash
    for seat in free:
        table.record.seats[seat] = table.record.seats[seat].give(holder)
    for other in table.watchers:
        if own in other.mine:
            other.mine = sorted({*other.mine, *free})
    await keep_and_deal(table)


async def unseat(table: LiveTable, watcher: Watcher, message: wire.Unseat) -> None:
    """Whoever laid the table frees a chair again; the code that was said aloud is void."""
    check_laid(table, watcher)
    seat = table.record.seats[message.seat] if message.seat < len(table.record.seats) else None
    if table.status != "waiting" or seat is None or not seat.claimed or message.seat in watcher.mine:
        raise NotAllowed("Nobody can be asked to leave that chair now.")
    table.name_seat(message.seat, player_name(message.seat, watcher.language))
    # Whoever comes next has not said that.
    table.chat = [said for said in table.chat if said[1] != message.seat]
    await table.write(vacate(table.id, table.record, table.match_record, message.seat))
    drop_watchers(table.watchers, [message.seat])
    table.show()


async def resign(table: LiveTable, watcher: Watcher, message: wire.Resign) -> None:
    """A bot takes over for good; whoever has given up looks on."""
    table.check_seat(watcher, message.seat)
    if table.running().over:
        raise NotAllowed("The match is over.")
    await give_up(table, [message.seat])


async def give_up(table: LiveTable, seats: list[int]) -> None:
    gone = {table.record.seats[seat].token_hash for seat in seats}
    for seat in seats:
        table.record.seats[seat] = table.record.seats[seat].resign()
    table.withdraw_undo()
    no_bells = sorted(gone - {seat.token_hash for seat in table.record.seats})
    change = await table.keep(notice=wire.SeatResigned(), no_bells=no_bells)
    drop_watchers(table.watchers, seats)
    table.show(change.notice)


async def stand_in(table: LiveTable, watcher: Watcher, message: wire.StandIn) -> None:
    """Whoever sits here may let a bot play for a person who is gone; who comes back has the seat again."""
    if not watcher.mine:
        raise NotAllowed("Only those who sit at the table can let a bot play for somebody.")
    if table.running().over:
        raise NotAllowed("The match is over.")
    if message.seat not in table.long_gone:
        raise NotAllowed("A bot plays only for somebody who has been away for a minute.")
    table.record.seats[message.seat] = table.record.seats[message.seat].leave(replaced=True)
    table.withdraw_undo()
    await table.keep_and_show(notice=wire.StoodIn(by=watcher.mine[0], seat=message.seat))


async def close_table(table: LiveTable, watcher: Watcher, message: wire.CloseTable) -> None:
    """Whoever laid the table deletes it, unless others are still playing at it."""
    check_laid(table, watcher)
    others = [i for i in table.persons() if i not in watcher.mine]
    others = [i for i in others if not table.is_bot(i) or table.record.seats[i].replaced]
    if table.status == "playing" and any(table.record.seats[i].claimed for i in others):
        raise NotAllowed("Others play at this table: you can resign, or let a bot play for you.")
    await table.clear()


def check_laid(table: LiveTable, watcher: Watcher) -> None:
    if not any(table.record.laid == table.record.seats[i].token_hash for i in watcher.mine):
        raise NotAllowed("Only whoever laid the table can do that.")


def check_free(table: LiveTable, watcher: Watcher) -> list[int]:
    if not watcher.mine:
        raise NotAllowed("Only those who sit at the table can give its chairs away.")
    free = free_seats(table)
    if not free:
        raise NotAllowed("There is no free chair at this table.")
    return free


async def keep_and_deal(table: LiveTable) -> None:
    await table.keep()
    if can_deal(table) and table.services.games.is_warm(table.game.name):
        await table.start()
    else:
        table.show()
        deal_when_compiled(table)


# The deal


def can_deal(table: LiveTable) -> bool:
    return table.match is None and not table.unplayable and not table.forgotten and ready(table)


def deal_when_compiled(table: LiveTable) -> None:
    """Deal as soon as the game's rules are ready; until then people come, read and wait."""
    if can_deal(table) and (table.dealing is None or table.dealing.done()):
        table.dealing = asyncio.get_running_loop().create_task(deal_later(table))


async def deal_later(table: LiveTable) -> None:
    try:
        await table.services.games.game(table.game.name)
    except Exception:
        logging.exception("table %s: the rules of %s are not ready", table.id, table.game.name)
        table.unprepared = True
        await table.try_act(table.show_again)
    else:
        await table.try_act(partial(deal, table))


async def deal(table: LiveTable) -> None:
    """Deal unless another process has, or somebody has come there who is not ready."""
    if can_deal(table):
        await table.start()


def ready(table: LiveTable) -> bool:
    """Whether all seats are taken and every connected player has sent a nonce."""
    if any(not table.record.seats[s].claimed for s in table.persons()):
        return False
    given = {int(n.split(":")[0]) for n in table.match_record.nonces}
    here = [min(w.mine) for w in table.watchers if w.mine and w.greeted]
    return bool(here) and all(s in given for s in here)
