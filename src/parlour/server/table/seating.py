"""Who gets a seat: by an invitation, by a code, or by a cookie from before there were sessions."""

import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from time import time
from typing import Protocol, TypeVar

import msgspec

from parlour.engine import registry
from parlour.server import wire
from parlour.server.store.incidents import MAX_TRIES
from parlour.server.store.store import Overtaken, TableRecord, read_record
from parlour.server.store.tokens import new_token, token_hash
from parlour.server.table.chairs import free_seats
from parlour.server.table.door import Forgotten
from parlour.server.table.live import LiveTable
from parlour.server.table.refusals import Busy, NoSuchTable, NotAllowed
from parlour.server.table.services import Services
from parlour.server.table.watching import drop_watchers

T = TypeVar("T")

# A browser's cookies may name many tables; at most so many are listed.
MAX_MINE = 40

NO_SEAT = "That link has been used, or belongs to no seat at this table."


class Tables(Protocol):
    """Where tables are found."""

    services: Services

    @property
    def live(self) -> Mapping[str, LiveTable]:
        """Those in memory."""

    async def find(self, id: str) -> LiveTable:
        """A table, loaded from the store if necessary."""

    async def find_or_none(self, id: str) -> LiveTable | None:
        """A table, or None if it cannot be loaded."""


def seats_of(table: TableRecord, tokens: Iterable[str]) -> list[int]:
    """The claimed seats that these tokens own."""
    hashes = {token_hash(t) for t in tokens if t}
    return [i for i, seat in enumerate(table.seats) if seat.claimed and seat.token_hash in hashes]


async def act_at(tables: Tables, id: str, step: Callable[[LiveTable], Awaitable[T]]) -> T:
    """Take a step at a table (`Door.act`); it is loaded again if its copy is forgotten meanwhile."""
    for _ in range(MAX_TRIES):
        table = await tables.find(id)
        with contextlib.suppress(Forgotten, Overtaken):
            return await table.act(partial(step, table))
    raise Busy("That table is just being laid again; ask once more.")


async def record_of(tables: Tables, id: str) -> TableRecord:
    """Who sits at a table; it is not woken for that, which would replay its match."""
    live = tables.live.get(id)
    record = live.record if live else await tables.services.store.read(read_record(id))
    if record is None:
        raise NoSuchTable(id)
    return record


async def check_token(tables: Tables, id: str, tokens: list[str]) -> None:
    """Refuse tokens that fit no seat before the table is woken."""
    record = await record_of(tables, id)
    if not seats_of(record, tokens) and all(invited(record, t) is None and not moved(record, t) for t in tokens if t):
        raise NotAllowed(NO_SEAT)


async def claim(tables: Tables, id: str, claim: wire.Claim, tokens: list[str], session: str) -> int:
    """Give the seat of an invitation to a session; the invitation is void from then on.

    The same session may ask again, since the answer may have been lost: it gets the same one, and nothing changes.
    Whoever has another seat already, by one of the tokens, keeps it and may only change the name.
    """
    await check_token(tables, id, [*tokens, claim.token])
    return await act_at(tables, id, partial(claim_seat, claim=claim, tokens=tokens, session=session))


async def claim_seat(table: LiveTable, claim: wire.Claim, tokens: list[str], session: str) -> int:
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
        await table.keep_and_show()
    return own[0] if at is None else at


async def join(tables: Tables, wish: wire.Join, session: str) -> wire.Joined | None:
    """Give a free chair at a code's table to a session; None if the code leads to none."""
    id = await tables.services.codes.table(wish.code)
    if id is None:
        return None
    try:
        seat = await act_at(tables, id, partial(take_free_chair, session=session, name=wish.name or ""))
    except NoSuchTable:
        return None
    return None if seat is None else wire.Joined(id=id, path=f"/t/{id}", seat=seat)


async def take_free_chair(table: LiveTable, session: str, name: str) -> int | None:
    """The chair that a session has, or is given; None if none is free."""
    own, free = seats_of(table.record, [session]), free_seats(table)
    if not own and free:
        await give_seat(table, free[0], session, name)
    return next(iter(own or free), None)


async def look_at_invitation(tables: Tables, id: str, token: str, tokens: list[str]) -> wire.Invited:
    """What an invitation leads to; nothing is taken by looking. Who sits there by it is for those at the table."""
    record = await tables.services.store.read(read_record(id))
    if record is None:
        raise NoSuchTable(id)
    own = moved(record, token)
    at = next(iter(own), invited(record, token))
    if at is not None:
        return invitation_to(record, at, moves=bool(own))
    given, mine = given_by(record, token), seats_of(record, tokens)
    if given is None or not mine:
        raise NotAllowed(NO_SEAT)
    found = invitation_to(record, given)
    found.yours, found.used_by = given in mine, record.seats[given].name
    return found


async def look_at_code(tables: Tables, wish: wire.Join) -> wire.Invited | None:
    """What a code leads to; nothing is taken by looking. None if it leads to no free chair."""
    id = await tables.services.codes.table(wish.code)
    if id is None:
        return None
    try:
        table = await tables.find(id)
    except NoSuchTable:
        return None
    free = free_seats(table)
    return invitation_to(table.record, free[0]) if free else None


def invitation_to(record: TableRecord, seat: int, moves: bool = False) -> wire.Invited:
    title = registry.about(record.game).title
    names = [s.name for s in record.seats if s.claimed or s.kind == "bot"]
    return wire.Invited(game=record.game, title=title, chair=record.seats[seat].name, names=names, moves=moves)


async def make_code(tables: Tables, id: str, tokens: list[str]) -> wire.JoinCode:
    """The code of a table, for somebody who sits there: the one that lives, or a new one."""
    await check_token(tables, id, tokens)
    table = await tables.find(id)
    if not seats_of(table.record, tokens):
        raise NotAllowed("Only those who sit at the table can ask others to it.")
    if not free_seats(table):
        raise NotAllowed("There is no free chair at this table.")
    code, until = await tables.services.codes.give(id)
    return wire.JoinCode(code=code, left=max(until - time(), 0.0))


# Moving to another device


async def move_link(tables: Tables, id: str, tokens: list[str]) -> wire.SeatLink:
    """A link that moves one's seats to whoever opens it, once; an earlier one is void."""
    await check_token(tables, id, tokens)
    token = new_token()
    seat = await act_at(tables, id, partial(offer_seats, tokens=tokens, link=token_hash(token)))
    return wire.SeatLink(seat=seat, path=f"/t/{id}#{token}")


async def offer_seats(table: LiveTable, tokens: list[str], link: str) -> int:
    own = seats_of(table.record, tokens)
    if not own:
        raise NotAllowed("You have no seat at this table.")
    for seat in own:
        table.record.seats[seat] = table.record.seats[seat].offer(link)
    await table.keep_and_show()
    return own[0]


async def move_seats(table: LiveTable, seats: list[int], session: str) -> None:
    """Give claimed seats to another session; the browsers that had them look on from then, and the table is told."""
    before, after = table.record.seats[seats[0]].token_hash, token_hash(session)
    for seat in seats:
        table.record.seats[seat] = table.record.seats[seat].move_to(after)
    if table.record.laid == before:
        table.record.laid = after
    await table.keep_and_show(holder=after, left=before, notice=wire.SeatMoved())
    drop_watchers(table.watchers, seats)


# Cookies of before


async def take_over(tables: Tables, cookies: dict[str, str], session: str) -> None:
    """Give the seats of one-table cookies, as Parlour set them before, to a session."""
    for id, tokens in list(cookies.items())[-MAX_MINE:]:
        if not await fits(tables, id, tokens.split(".")):
            continue
        if await tables.find_or_none(id) is None:
            continue
        with contextlib.suppress(NoSuchTable):
            await act_at(tables, id, partial(give_seats, tokens=tokens.split("."), session=session))


async def give_seats(table: LiveTable, tokens: list[str], session: str) -> None:
    for seat in seats_of(table.record, tokens):
        await give_seat(table, seat, session, "")


async def fits(tables: Tables, id: str, tokens: list[str]) -> bool:
    """Whether one of these tokens owns a seat at a table; not if the table is gone or unreadable."""
    try:
        return bool(seats_of(await record_of(tables, id), tokens))
    except (NoSuchTable, msgspec.MsgspecError):
        return False


async def give_seat(table: LiveTable, seat: int, session: str, name: str, link: str = "") -> None:
    """Give a seat to a session, by the token of a link perhaps; the seat's invitation is void."""
    given = table.record.seats[seat].give(token_hash(session), token_hash(link) if link else "")
    table.record.seats[seat] = given
    table.name_seat(seat, name or given.name)
    await table.keep_and_show(holder=given.token_hash)


def moved(table: TableRecord, token: str) -> list[int]:
    """The seats that a link of their holder moves."""
    hash = token_hash(token)
    return [i for i, s in enumerate(table.seats) if s.moving and s.moving == hash]


def given_by(table: TableRecord, token: str) -> int | None:
    """The seat that somebody has taken by this link."""
    hash = token_hash(token)
    return next((i for i, seat in enumerate(table.seats) if seat.claimed and seat.used == hash), None)


def invited(table: TableRecord, token: str) -> int | None:
    """The free seat that an invitation leads to; links of older tables carry the seat's own token."""
    hash = token_hash(token)
    free = (i for i, s in enumerate(table.seats) if s.kind == "person" and not s.claimed)
    return next((i for i in free if hash in (table.seats[i].invitation, table.seats[i].token_hash)), None)
