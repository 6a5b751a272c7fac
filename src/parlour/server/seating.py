"""Who gets a seat: by an invitation, by a code, or by a cookie from before there were sessions."""

import contextlib
from collections.abc import Awaitable, Callable
from functools import wraps
from time import time
from typing import ParamSpec, TypeVar

import msgspec

from parlour.engine import registry
from parlour.server import wire
from parlour.server.chairs import free_seats
from parlour.server.house import MOST_MINE, Busy, House, NoSuchTable, NotAllowed, seats_of
from parlour.server.incidents import TRIES
from parlour.server.live import LiveTable, drop_watchers
from parlour.server.store import Change, Overtaken, StoreError, TableRecord, read_record
from parlour.server.tokens import new_token, token_hash

P = ParamSpec("P")
T = TypeVar("T")

NO_SEAT = "That link has been used, or belongs to no seat at this table."


def again_if_overtaken(step: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Take a step again if another process has changed the table meanwhile."""

    @wraps(step)
    async def steps(*given: P.args, **named: P.kwargs) -> T:
        for _ in range(TRIES - 1):
            with contextlib.suppress(Overtaken):
                return await step(*given, **named)
        return await step(*given, **named)

    return steps


async def record_of(house: House, id: str) -> TableRecord:
    """Who sits at a table; it is not woken for that, which would replay its match."""
    live = house.tables.get(id)
    record = live.record if live else await house.store.read(read_record(id))
    if record is None:
        raise NoSuchTable(id)
    return record


async def check_token(house: House, id: str, tokens: list[str]) -> None:
    """Refuse tokens that fit no seat before the table is woken."""
    record = await record_of(house, id)
    if not seats_of(record, tokens) and all(invited(record, t) is None and not moved(record, t) for t in tokens if t):
        raise NotAllowed(NO_SEAT)


@again_if_overtaken
async def claim(house: House, id: str, claim: wire.Claim, tokens: list[str], session: str) -> int:
    """Give the seat of an invitation to a session; the invitation is void from then on.

    The same session may ask again, since the answer may have been lost: it gets the same one, and nothing changes.
    Whoever has another seat already, by one of the tokens, keeps it and may only change the name.
    """
    await check_token(house, id, [*tokens, claim.token])
    table = await house.table(id)
    async with table.lock:
        check_is_live(table)
        if seats := moved(table.record, claim.token):
            await move_seats(table, seats, session)
            return seats[0]
        at, own = invited(table.record, claim.token), seats_of(table.record, tokens)
        if given := [i for i in own if table.record.seats[i].used == token_hash(claim.token)]:
            return given[0]
        if at is None and not own:
            raise NotAllowed(NO_SEAT)
        name = "" if table.names_are_fixed else claim.name
        if at is not None:
            await give_seat(table, at, session, name or "", claim.token)
        elif name:
            table.name_seat(own[0], name)
            await keep_and_show(table, Change(id=id, table=table.record))
    return own[0] if at is None else at


@again_if_overtaken
async def join(house: House, wish: wire.Join, session: str) -> wire.Joined | None:
    """Give a free chair at a code's table to a session; None if the code leads to none."""
    id = await house.codes.table(wish.code)
    if id is None:
        return None
    try:
        table = await house.table(id)
    except NoSuchTable:
        return None
    async with table.lock:
        check_is_live(table)
        own, free = seats_of(table.record, [session]), free_seats(table)
        if not own and free:
            await give_seat(table, free[0], session, wish.name or "")
    found = (own or free)[:1]
    return wire.Joined(id=id, path=f"/t/{id}", seat=found[0]) if found else None


async def look_at_invitation(house: House, id: str, token: str) -> wire.Invited:
    """What an invitation leads to; nothing is taken by looking."""
    record = await house.store.read(read_record(id))
    if record is None:
        raise NoSuchTable(id)
    at = next(iter(moved(record, token)), invited(record, token))
    if at is None:
        raise NotAllowed(NO_SEAT)
    title = registry.about(record.game).title
    names = [s.name for s in record.seats if s.claimed or s.kind == "bot"]
    return wire.Invited(game=record.game, title=title, chair=record.seats[at].name, names=names)


async def make_code(house: House, id: str, tokens: list[str]) -> wire.JoinCode:
    """The code of a table, for somebody who sits there: the one that lives, or a new one."""
    await check_token(house, id, tokens)
    table = await house.table(id)
    if not seats_of(table.record, tokens):
        raise NotAllowed("Only those who sit at the table can ask others to it.")
    if not free_seats(table):
        raise NotAllowed("There is no free chair at this table.")
    code, until = await house.codes.give(id)
    return wire.JoinCode(code=code, left=max(until - time(), 0.0))


# Moving to another device


@again_if_overtaken
async def move_link(house: House, id: str, tokens: list[str]) -> wire.SeatLink:
    """A link that moves one's seats to whoever opens it, once; an earlier one is void."""
    await check_token(house, id, tokens)
    table = await house.table(id)
    async with table.lock:
        check_is_live(table)
        own = seats_of(table.record, tokens)
        if not own:
            raise NotAllowed("You have no seat at this table.")
        token = new_token()
        for seat in own:
            table.record.seats[seat].moving = token_hash(token)
        await keep_and_show(table, Change(id=id, table=table.record))
    return wire.SeatLink(seat=own[0], path=f"/t/{id}#{token}")


async def move_seats(table: LiveTable, seats: list[int], session: str) -> None:
    """Give claimed seats to another session; the browsers that had them look on from then, and the table is told."""
    before, after = table.record.seats[seats[0]].token_hash, token_hash(session)
    for seat in seats:
        at = table.record.seats[seat]
        at.used, at.moving, at.token_hash = at.moving, "", after
    if table.record.laid == before:
        table.record.laid = after
    change = Change(id=table.id, table=table.record, holder=after, left=before, notice="seat-moved")
    await keep_and_show(table, change)
    drop_watchers(table, seats)


# Cookies of before


async def take_over(house: House, cookies: dict[str, str], session: str) -> None:
    """Give the seats of one-table cookies, as Parlour set them before, to a session."""
    for id, tokens in list(cookies.items())[-MOST_MINE:]:
        if not await fits(house, id, tokens.split(".")):
            continue
        table = await house.table_or_none(id)
        if table is None:
            continue
        async with table.lock:
            for seat in [] if table.forgotten else seats_of(table.record, tokens.split(".")):
                await give_seat(table, seat, session, "")


async def fits(house: House, id: str, tokens: list[str]) -> bool:
    """Whether one of these tokens owns a seat at a table; not if the table is gone or unreadable."""
    try:
        return bool(seats_of(await record_of(house, id), tokens))
    except (NoSuchTable, msgspec.MsgspecError):
        return False


async def give_seat(table: LiveTable, seat: int, session: str, name: str, link: str = "") -> None:
    """Give a seat to a session, by the token of a link perhaps; the seat's invitation is void."""
    record = table.record.seats[seat]
    record.claimed, record.invitation, record.token_hash = True, "", token_hash(session)
    record.used = token_hash(link) if link else ""
    table.name_seat(seat, name or record.name)
    await keep_and_show(table, Change(id=table.id, table=table.record, holder=record.token_hash))


async def keep_and_show(table: LiveTable, change: Change) -> None:
    try:
        await table.keep(change)
    except Overtaken:
        raise
    except StoreError:
        table.house.forget(table)
        raise
    table.show(change.notice)


def check_is_live(table: LiveTable) -> None:
    if table.forgotten:
        raise Busy("That table is just being laid again; ask once more.")


def moved(table: TableRecord, token: str) -> list[int]:
    """The seats that a link of their holder moves."""
    hash = token_hash(token)
    return [i for i, s in enumerate(table.seats) if s.moving and s.moving == hash]


def invited(table: TableRecord, token: str) -> int | None:
    """The free seat that an invitation leads to; links of older tables carry the seat's own token."""
    hash = token_hash(token)
    free = (i for i, s in enumerate(table.seats) if s.kind == "person" and not s.claimed)
    return next((i for i in free if hash in (table.seats[i].invitation, table.seats[i].token_hash)), None)
