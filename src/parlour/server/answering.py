"""Answers that nobody has to think about: of bots, of seats that are away, and where there is only one answer."""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from parlour.engine.match import Match, Refusal
from parlour.server.store import StoreError

if TYPE_CHECKING:
    from parlour.server.live import LiveTable

# A seat with one possible answer is answered for after a while that says nothing about its hand.
FORCED_WAIT = 1.2

# A bot that has found nothing by then plays anything.
MOST_THOUGHT = 60.0

Finding = Callable[[], Awaitable[int]]


async def answer_for_all(table: "LiveTable") -> None:
    """Answer as long as somebody need not think."""
    try:
        while (move := next_answer(table)) is not None:
            await answer(table, *move)
    except StoreError:
        table.house.forget(table)
    except Exception:
        logging.exception("table %s could not play on by itself", table.id)
        table.house.forget(table)


def next_answer(table: "LiveTable") -> tuple[int, float, Finding] | None:
    """The seat that is answered for next, after how long, and what finds its move."""
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
    """What a bot wants to play; anything, if it fails or does not come to an end."""
    legal = match.legal(seat)
    try:
        # Compiling is not thinking.
        await table.house.bots_ready(table.game.name)
        return await asyncio.wait_for(table.house.bot_move(table, match, seat), MOST_THOUGHT)
    except TimeoutError:
        logging.warning("a bot at table %s did not come to an end; it plays any", table.id)
    except Exception:
        logging.exception("a bot at table %s found no move; it plays any", table.id)
    return secrets.choice(legal)


async def immediate(m: int) -> int:
    return m


async def answer(table: "LiveTable", seat: int, wait: float, find: Finding) -> None:
    """Find a move, wait until it may be seen, and play it if the table still asks for it."""
    ply, number = table.running().ply, table.record.number
    started = time.monotonic()
    m = await find()
    await asyncio.sleep(max(0.0, wait - (time.monotonic() - started)))
    async with table.lock:
        match = table.match
        if match is None or table.forgotten or (table.record.number, match.ply) != (number, ply):
            return
        if seat not in match.deciders or table.undo_asked_by >= 0:
            return
        try:
            await table.play_move(seat, m, "")
        except Refusal:
            # Something was taken back and played again while the bot was thinking.
            await table.play_move(seat, secrets.choice(match.legal(seat)), "")
