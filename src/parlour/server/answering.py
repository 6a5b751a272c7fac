"""Plays for bots, for absent players, and where there is only one legal move."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from parlour.engine.match import Match, Refusal
from parlour.server.store import StoreError

if TYPE_CHECKING:
    from parlour.server.live import LiveTable

# Seconds after which a seat with one legal move is played for. The same for every hand, but a person who has a choice
# takes longer: that there was only one can be told from it.
FORCED_WAIT = 1.2

# A bot that has found nothing by then plays a random move.
MOST_THOUGHT = 60.0

Finding = Callable[[], Awaitable[int]]


async def answer_for_all(table: "LiveTable") -> None:
    """Play as long as a bot or an absent player is to move, or there is only one legal move."""
    try:
        while (move := next_answer(table)) is not None:
            await answer(table, *move)
    except StoreError:
        table.house.forget(table)
    except Exception as error:
        table.house.faults.note("table-stopped", "table %s could not play on by itself", table.id, error=error)
        table.house.forget(table)


def next_answer(table: "LiveTable") -> tuple[int, float, Finding] | None:
    """The seat to play for next, after which delay, and the function that finds its move."""
    match = table.match
    if match is None or match.over or table.undo_asked_by >= 0 or table.forgotten:
        return None
    for seat in match.deciders:
        if table.is_bot(seat):
            return seat, table.house.bot_wait, lambda s=seat: bot_move(table, match, s)
    for seat in match.deciders:
        legal = match.legal(seat)
        if len(legal) == 1:
            return seat, FORCED_WAIT * table.house.wait_scale, lambda m=legal[0]: immediate(m)
    return None


async def bot_move(table: "LiveTable", match: Match, seat: int) -> int:
    """What a bot wants to play; a random move, noted as a fault, if it fails or takes too long."""
    legal, faults = match.legal(seat), table.house.faults
    try:
        # Compiling is not thinking.
        await table.house.bots_ready(table.game.name)
        return await asyncio.wait_for(table.house.bot_move(table, match, seat), MOST_THOUGHT)
    except TimeoutError:
        faults.note(
            "bot-late", "a bot at table %s took more than %s s: a random move is played", table.id, MOST_THOUGHT
        )
    except Exception as error:
        faults.note("bot-failed", "a bot at table %s failed: a random move is played", table.id, error=error)
    return secrets.choice(legal)


async def immediate(m: int) -> int:
    return m


async def answer(table: "LiveTable", seat: int, wait: float, find: Finding) -> None:
    """Find a move, wait until it may be seen, and play it if the table still stands as it did.

    If not, because a move was taken back meanwhile, the move is dropped: `next_answer` asks again.
    """
    asked = position(table)
    started = time.monotonic()
    m = await find()
    await asyncio.sleep(max(0.0, wait - (time.monotonic() - started)))
    async with table.lock:
        if table.forgotten or position(table) != asked:
            return
        match = table.running()
        if seat not in match.deciders or table.undo_asked_by >= 0:
            return
        try:
            await table.play_move(seat, m, "")
        except Refusal as error:
            fault = "the move %s at table %s was refused: a random move is played"
            table.house.faults.note("bot-refused", fault, match.game.moves.text(m), table.id, error=error)
            await table.play_move(seat, secrets.choice(match.legal(seat)), "")


def position(table: "LiveTable") -> tuple[int, int, int] | None:
    """Which position of which match a table shows; a position that is reached again after an undo is another one."""
    match = table.match
    return None if match is None else (table.record.number, match.undos, match.ply)
