"""Your tables, as the shelf lists them."""

import asyncio

from parlour.engine.look import Look
from parlour.engine.match import Match
from parlour.engine.record import PUBLIC
from parlour.server import wire
from parlour.server.fleet.tables import Tables
from parlour.server.http.words import translated
from parlour.server.store.store import Kept, list_held
from parlour.server.store.tokens import token_hash
from parlour.server.table.resting import OLDER_RULES, RestingTable
from parlour.server.table.seating import MAX_MINE, seats_of
from parlour.server.table.showing import winners


async def list_my_tables(tables: Tables, tokens: list[str], language: str = "en") -> list[wire.TableCard]:
    """The tables that a browser has seats at, newest first."""
    hashes = [token_hash(token) for token in tokens]
    held = await tables.services.store.read(list_held(hashes, MAX_MINE)) if hashes else []
    found = [card for id in held if (card := await card_of(tables, id, tokens, language))]
    return [card for _, card in sorted(found, key=lambda f: f[0], reverse=True)]


async def card_of(tables: Tables, id: str, tokens: list[str], language: str) -> tuple[float, wire.TableCard] | None:
    """When a table was laid, and its card; None if it cannot be loaded or the session has no seat there."""
    # A table in memory is found without waiting: others have their turn between any two of many.
    await asyncio.sleep(0)
    # The shelf waits for this list: after an upgrade it must not wait until the rules are compiled.
    if kept := await tables.kept_while_compiling(id):
        seats = seats_of(kept.table, tokens)
        return (kept.table.created, kept_card(kept, seats)) if seats else None
    table = await tables.find_or_none(id)
    seats = seats_of(table.record, tokens) if table else []
    return (table.record.created, table_card(table, seats, language)) if table and seats else None


def table_card(table: RestingTable, seats: list[int], language: str) -> wire.TableCard:
    match = table.match
    deciders = match.deciders if match else []
    over = match is not None and match.over
    return wire.TableCard(
        id=table.id,
        game=table.game.name,
        names=[seat.name for seat in table.record.seats],
        over=table.status == "over",
        your_turn=any(s in deciders for s in seats),
        status=table.status,  # type: ignore[arg-type]
        state=state_line(table, seats, language),
        mine=seats,
        deciders=deciders,
        deadline=table.record.deadline,
        points=match.points if match else [],
        winners=winners(table),
        verdict=verdict(table, seats, language) if over else "",
        laid=table.record.created,
        match=table.record.number,
    )


def state_line(table: RestingTable, seats: list[int], language: str) -> str:
    """The question or whom the table waits for, and at the end how it ended; on a shared screen what all may see."""
    match = table.match
    if match is None:
        return translated(OLDER_RULES, language) if table.unplayable else ""
    look = look_of(match, seats, language)
    told = look.story(max(match.ply - 1, match.begin)) if match.over else []
    return told[-1].words if told else look.say(look.question)


def verdict(table: RestingTable, seats: list[int], language: str) -> str:
    """How the game itself says who has won; nothing once somebody gave up, since then not all who won have."""
    if table.match is None or any(seat.resigned for seat in table.record.seats):
        return ""
    return look_of(table.match, seats, language).view.verdict


def look_of(match: Match, seats: list[int], language: str) -> Look:
    """What all may see on a shared screen, else what the seat sees."""
    return match.look(seats[0] if len(seats) == 1 else int(PUBLIC), language=language)


def kept_card(kept: Kept, seats: list[int]) -> wire.TableCard:
    """A table whose rules are being compiled: nobody can tell yet whose turn it is."""
    match = kept.matches[kept.table.number]
    return wire.TableCard(
        id=kept.id,
        game=kept.table.game,
        names=[seat.name for seat in kept.table.seats],
        over=match.over,
        your_turn=False,
        status="over" if match.over else "compiling",
        state="",
        mine=seats,
        deciders=[],
        deadline=kept.table.deadline,
        points=[],
        winners=match.winners or [],
        laid=kept.table.created,
        match=kept.table.number,
    )
