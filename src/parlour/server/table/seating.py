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
from parlour.server.store.reading import list_holding
from parlour.server.store.store import Overtaken, StoreError, TableRecord, list_held, read_record
from parlour.server.store.tokens import new_token, token_hash
from parlour.server.table.chairs import free_seats
from parlour.server.table.door import Forgotten, StepFailed
from parlour.server.table.live import LiveTable
from parlour.server.table.refusals import Busy, NoSuchTable, NotAllowed
from parlour.server.table.services import Services
from parlour.server.table.watching import drop_watchers

T = TypeVar("T")

# A browser's cookies may name many tables; at most so many are listed.
MAX_MINE = 40

# Tokens that a browser keeps, one for each time that it took a seat and still has it.
MAX_KEPT = 60

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


async def check_token(tables: Tables, id: str, tokens: list[str], link: str = "") -> None:
    """Refuse tokens that fit no seat before the table is woken."""
    record = await record_of(tables, id)
    if seats_of(record, tokens) or asked_before(record, tokens, link):
        return
    if all(invited(record, t) is None and not moved(record, t) for t in [*tokens, link] if t):
        raise NotAllowed(NO_SEAT)


async def claim(tables: Tables, id: str, claim: wire.Claim, tokens: list[str], session: str) -> int:
    """Give the seat of an invitation to a new session of whoever has these tokens; the invitation is void from then on.

    The same browser may ask again, since the answer may have been lost: then the seat is that of the newer session.
    Whoever has another seat already, by one of the tokens, keeps it and may only change the name.
    """
    await check_token(tables, id, tokens, claim.token)
    return await act_at(tables, id, partial(claim_seat, claim=claim, tokens=tokens, session=session))


async def claim_seat(table: LiveTable, claim: wire.Claim, tokens: list[str], session: str) -> int:
    if seats := moved(table.record, claim.token):
        await move_seats(table, seats, session, tokens)
        return seats[0]
    if seats := asked_before(table.record, tokens, claim.token):
        await give_again(table, seats, session)
        return seats[0]
    at, own = invited(table.record, claim.token), seats_of(table.record, tokens)
    if given := [i for i in own if table.record.seats[i].used == token_hash(claim.token)]:
        return given[0]
    if at is None and not own:
        raise NotAllowed(NO_SEAT)
    name = "" if table.names_are_fixed else claim.name
    if at is not None:
        await give_seat(table, at, session, name or "", claim.token, asks_with(tokens))
    elif name:
        table.name_seat(own[0], name)
        await table.keep_and_show()
    return own[0] if at is None else at


async def join(tables: Tables, wish: wire.Join, tokens: list[str], session: str) -> wire.Joined | None:
    """Give a free chair at a code's table to a new session of who has these tokens; None if the code leads nowhere."""
    id = await tables.services.codes.table(wish.code)
    if id is None:
        return None
    take = partial(take_free_chair, tokens=tokens, session=session, name=wish.name or "")
    try:
        seat = await act_at(tables, id, take)
    except NoSuchTable:
        return None
    return None if seat is None else wire.Joined(id=id, path=f"/t/{id}", seat=seat)


async def take_free_chair(table: LiveTable, tokens: list[str], session: str, name: str) -> int | None:
    """The chair that a browser has, or is given; None if none is free."""
    if own := seats_of(table.record, tokens):
        return own[0]
    if seats := asked_before(table.record, tokens):
        await give_again(table, seats, session)
        return seats[0]
    free = free_seats(table)
    if not free:
        return None
    await give_seat(table, free[0], session, name, asked=asks_with(tokens))
    return free[0]


# Asking again


def asks_with(tokens: list[str]) -> str:
    """By what a browser is known again that has not heard of a seat; nothing if it has no session."""
    return next((token_hash(token) for token in tokens if token), "")


def asked_before(record: TableRecord, tokens: list[str], link: str = "") -> list[int]:
    """The seats that a browser was given by a link, or without one, and has not opened the table with."""
    hashes, used = {token_hash(t) for t in tokens if t}, token_hash(link) if link else ""
    return [i for i, seat in enumerate(record.seats) if seat.asked in hashes and seat.used == used]


async def give_again(table: LiveTable, seats: list[int], session: str) -> None:
    """The answer was lost: the seats are those of a newer session, and nobody has the token that was in it."""
    before = table.record.seats[seats[0]].token_hash
    await pass_on(table, before, token_hash(session))
    drop_watchers(table.watchers, seats)


async def pass_on(table: LiveTable, before: str, after: str) -> None:
    """All that one token holds at a table is held by another."""
    table.record.seats = [seat.pass_on(before, after) for seat in table.record.seats]
    if table.record.laid == before:
        table.record.laid = after
    await table.keep_and_show(holder=after, left=before, carried=True)


async def tokens_with(tables: Tables, id: str, session: str, tokens: list[str]) -> list[str]:
    """What a browser keeps that may have been given a seat at a table: its token, and the others that hold something.

    What is too many passes on what it holds to the new one; what cannot, such as a damaged table's, is kept.
    """
    store, kept = tables.services.store, tokens
    with contextlib.suppress(NoSuchTable, StoreError):
        if not seats_of(await record_of(tables, id), [session]):
            return tokens
    with contextlib.suppress(StoreError, Busy, StepFailed):
        for token in tokens[MAX_KEPT:]:
            held = await store.read(list_held([token_hash(token)], MAX_MINE))
            await take_over(tables, dict.fromkeys(held, token), session)
        holding = await store.read(list_holding([token_hash(token) for token in tokens]))
        kept = [token for token in tokens if token_hash(token) in holding]
    return [session, *kept]


async def look_at_invitation(tables: Tables, id: str, token: str, tokens: list[str]) -> wire.Invited:
    """What an invitation leads to; nothing is taken by looking. Who sits there by it is for those at the table."""
    record = await tables.services.store.read(read_record(id))
    if record is None:
        raise NoSuchTable(id)
    own = moved(record, token)
    at = next(iter(own or asked_before(record, tokens, token)), invited(record, token))
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
    chair, edition = record.seats[seat].name, record.foreign
    return wire.Invited(game=record.game, title=title, chair=chair, names=names, edition=edition, moves=moves)


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


async def move_seats(table: LiveTable, seats: list[int], session: str, tokens: list[str]) -> None:
    """Give claimed seats to another session; the browsers that had them look on from then, and the table is told."""
    before, after = table.record.seats[seats[0]].token_hash, token_hash(session)
    for seat in seats:
        table.record.seats[seat] = table.record.seats[seat].move_to(after, asks_with(tokens))
    if table.record.laid == before:
        table.record.laid = after
    await table.keep_and_show(holder=after, left=before, notice=wire.SeatMoved())
    drop_watchers(table.watchers, seats)


# Cookies of before


async def take_over(tables: Tables, held: dict[str, str], session: str) -> None:
    """Give the seats of other tokens, by table, to a session; of one-table cookies, as Parlour set them before."""
    for id, tokens in list(held.items())[-MAX_MINE:]:
        hashes = {token_hash(token) for token in tokens.split(".") if token}
        if not await fits(tables, id, hashes) or await tables.find_or_none(id) is None:
            continue
        with contextlib.suppress(NoSuchTable):
            for before in hashes:
                await act_at(tables, id, partial(pass_on, before=before, after=token_hash(session)))


async def fits(tables: Tables, id: str, hashes: set[str]) -> bool:
    """Whether one of these tokens owns a seat at a table, or had it; not if the table is gone or unreadable."""
    try:
        seats = (await record_of(tables, id)).seats
    except (NoSuchTable, msgspec.MsgspecError):
        return False
    return any((seat.claimed and seat.token_hash in hashes) or seat.was in hashes for seat in seats)


async def give_seat(table: LiveTable, seat: int, session: str, name: str, link: str = "", asked: str = "") -> None:
    """Give a seat to a session, by the token of a link perhaps; the seat's invitation is void."""
    given = table.record.seats[seat].give(token_hash(session), token_hash(link) if link else "", asked)
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
