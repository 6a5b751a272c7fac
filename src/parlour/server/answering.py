"""Plays for bots and for absent players, each after a pause that tells nothing."""

import asyncio
import contextlib
import secrets
from time import monotonic
from typing import TYPE_CHECKING

from parlour.engine.match import Match, Refusal
from parlour.server.pauses import Thought
from parlour.server.store import Overtaken, StoreError

if TYPE_CHECKING:
    from parlour.server.live import LiveTable


async def answer_for_all(table: "LiveTable") -> None:
    """Play as long as a bot or an absent player is to move."""
    try:
        while (seat := next_bot(table)) is not None:
            # If another process was quicker, the table was read again and shows who is next.
            with contextlib.suppress(Overtaken):
                await answer(table, seat)
    except StoreError:
        table.house.forget(table)
    except Exception as error:
        table.house.faults.note("table-stopped", "table %s could not play on by itself", table.id, error=error)
        table.house.memory.note_failure(table.id)
        table.house.forget(table)


def next_bot(table: "LiveTable") -> int | None:
    """The seat to play for next."""
    match = table.match
    if match is None or match.over or table.undo_asked_by >= 0 or table.forgotten:
        return None
    if not table.house.may_play(table.id):
        return None
    return next((seat for seat in match.deciders if table.is_bot(seat)), None)


async def bot_move(table: "LiveTable", match: Match, seat: int) -> Thought:
    """What a bot wants to play; a random move, noted as a fault, if it fails or takes too long."""
    legal, faults = match.legal(seat), table.house.faults
    began = monotonic()
    try:
        # Compiling is not thinking.
        await table.house.bots_ready(table.game.name)
        return await table.house.bot_move(table, match, seat)
    except TimeoutError:
        faults.note("bot-late", "a bot at table %s took too long: a random move is played", table.id)
    except Exception as error:
        faults.note("bot-failed", "a bot at table %s failed: a random move is played", table.id, error=error)
    return Thought(secrets.choice(legal), began, 0.0)


async def answer(table: "LiveTable", seat: int) -> None:
    """Find a move, wait until it may be seen, and play it if the table still stands as it did.

    If not, because a move was taken back meanwhile, the move is dropped: `next_bot` asks again.
    """
    asked, match, pauses = position(table), table.running(), table.house.pauses
    kind = table.game.name, table.record.seats[seat].level
    pause = pauses.draw(*kind)
    m, began, lasted = await bot_move(table, match, seat)
    await asyncio.sleep(max(0.0, began + pause - monotonic()))
    async with table.lock:
        if table.forgotten or position(table) != asked:
            return
        match = table.running()
        if seat not in match.deciders or table.undo_asked_by >= 0:
            return
        if len(match.legal(seat)) > 1:
            pauses.note(*kind, lasted)
        try:
            await table.play_move(seat, m, "")
        except Refusal as error:
            # Neither the move nor the sentence that refuses it: both may tell what is hidden.
            fault = "a bot's move after ply %d at table %s was refused as %s: a random move is played"
            table.house.faults.note("bot-refused", fault, match.ply, table.id, type(error).__name__)
            await table.play_move(seat, secrets.choice(match.legal(seat)), "")


def position(table: "LiveTable") -> tuple[int, int, int] | None:
    """Which position of which match a table shows; a position that is reached again after an undo is another one."""
    match = table.match
    return None if match is None else (table.record.number, match.undos, match.ply)
