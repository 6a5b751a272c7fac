"""Bells over HTTP: where a session wants to hear of its table. Where a bell leads is never told again."""

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from parlour.server import wire
from parlour.server.bells.addresses import is_allowed
from parlour.server.bells.ringing import Ringing
from parlour.server.http.guard import Fault, answer, body
from parlour.server.http.sessions import tokens_for
from parlour.server.store import bells
from parlour.server.store.bells import Bell, BellRecord
from parlour.server.store.store import TableRecord
from parlour.server.store.tokens import token_hash
from parlour.server.table import seating
from parlour.server.table.deadlines import zones
from parlour.server.table.live import LiveTable
from parlour.server.table.refusals import NoSuchTable, NotAllowed

NO_SEAT = "You have no seat at this table."


async def show(request: Request) -> Response:
    """By which bells this house rings, and one's own."""
    id, ringing = name_of(request), ringing_of(request)
    offered = ringing.bells
    mine = await own_bells(request, id) if ringing.on else []
    return answer(
        wire.Bells(
            push=offered.push,
            key=await ringing.public_key(),
            schemes=sorted(offered.schemes),
            most=offered.a_day,
            mine=[wire.BellInfo(kind=bell.kind, wish=bell.record.wish) for bell in mine],
        )
    )


async def hang(request: Request) -> Response:
    id, wanted, ringing = name_of(request), await body(request, wire.HangBell), ringing_of(request)
    if wanted.wish.quiet and wanted.wish.quiet.zone not in zones():
        raise Fault(422, "There is no such time zone.")
    hash = await own_hash(request, id)
    hung = [bell_of(wanted, ringing)] if wanted.push or wanted.address else await with_wish(request, id, wanted.wish)
    for kind, record in hung:
        await ringing.store.write(bells.hang_bell(id, hash, kind, record))
    await listen(request, id, hash, bool(hung))
    return answer([wire.BellInfo(kind=kind, wish=record.wish) for kind, record in hung], 201)


async def with_wish(request: Request, id: str, wish: wire.BellWish) -> list[tuple[bells.Kind, BellRecord]]:
    """One's bells as they are, to ring by another wish."""
    return [(bell.kind, replace(bell.record, wish=wish)) for bell in await own_bells(request, id)]


def bell_of(wanted: wire.HangBell, ringing: Ringing) -> tuple[bells.Kind, BellRecord]:
    push = wanted.push
    if push is not None and ringing.bells.push:
        return "push", BellRecord(to=push.endpoint, p256dh=push.p256dh, auth=push.auth, wish=wanted.wish)
    if push is None and is_allowed(wanted.address, ringing.bells.schemes):
        return "address", BellRecord(to=wanted.address, wish=wanted.wish)
    raise Fault(422, "This house sends no notices there.")


async def stop(request: Request) -> Response:
    """Take a bell down; nobody rings there any more."""
    id, wanted, store = name_of(request), await body(request, wire.BellOf), ringing_of(request).store
    hash = await own_hash(request, id)
    await store.write(bells.take_down(id, [hash], wanted.kind))
    if not await own_bells(request, id):
        await listen(request, id, hash, False)
    return answer(wire.Dropped(id=id))


async def test(request: Request) -> Response:
    """Ring once, to hear it: only whether it was sent is told."""
    id, wanted, ringing = name_of(request), await body(request, wire.BellOf), ringing_of(request)
    mine = [bell for bell in await own_bells(request, id) if bell.kind == wanted.kind]
    if not mine or not ringing.offers(wanted.kind):
        raise Fault(404, "There is nothing here by that name.")
    return answer(wire.Rung(sent=await try_out(ringing, mine[0], await seating.record_of(tables_of(request), id))))


async def try_out(ringing: Ringing, bell: Bell, record: TableRecord) -> bool:
    now = ringing.house.clock.now()
    if bell.sent_on(now) >= ringing.bells.a_day or not await ringing.store.write(bells.begin_test(bell, now)):
        raise Fault(429, "Too many requests; wait a moment.")
    return await ringing.ring(bell, record, "test")


# Whose bells they are


async def own_bells(request: Request, id: str) -> list[Bell]:
    return await ringing_of(request).store.read(bells.list_bells(id, [await own_hash(request, id)]))


async def own_hash(request: Request, id: str) -> str:
    """The session by which whoever asks has a seat at a table."""
    record, tokens = await seating.record_of(tables_of(request), id), tokens_for(request, id)
    own = {record.seats[seat].token_hash for seat in seating.seats_of(record, tokens)}
    for hash in map(token_hash, filter(None, tokens)):
        if hash in own:
            return hash
    raise NotAllowed(NO_SEAT)


async def listen(request: Request, id: str, hash: str, on: bool) -> None:
    """Note at the table whether a session has a bell: without one a move costs nothing more."""

    async def note(table: LiveTable) -> None:
        seats = table.record.seats
        if all(seat.hears == on for seat in seats if seat.claimed and seat.token_hash == hash):
            return
        table.record.seats = [s.listen(on) if s.claimed and s.token_hash == hash else s for s in seats]
        await table.keep()

    await seating.act_at(tables_of(request), id, note)


def tables_of(request: Request) -> seating.Tables:
    tables: seating.Tables = request.app.state.house.tables
    return tables


def ringing_of(request: Request) -> Ringing:
    ringing: Ringing = request.app.state.ringing
    return ringing


def name_of(request: Request) -> str:
    id: str = request.path_params["id"]
    if len(id) > 40:
        raise NoSuchTable(id)
    return id
