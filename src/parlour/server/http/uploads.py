"""Editions of others: brought as a file, checked in a process of their own, and kept by their hash."""

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from parlour.editions.apart import check_apart
from parlour.editions.finding import decode
from parlour.editions.verdict import Verdict
from parlour.engine.bounded import MAX_TOML_BYTES
from parlour.engine.edition import EditionError
from parlour.server import wire
from parlour.server.http.guard import Fault, address_of, answer, from_this_machine, raw_body
from parlour.server.settings import Settings
from parlour.server.store.store import keep_edition

# One after the other: a check may take a whole processor.
CHECKING = 1
# What faults call the file, whatever its name was.
FILE = "edition.toml"
CLOSED = "This house takes no editions of others."
EMPTY = "there is nothing in this file"
TOO_MANY = "Too many editions within an hour; come back later."


def may_upload(request: Request) -> bool:
    """Whether whoever asks may bring an edition: this machine always, others where the house allows it."""
    settings: Settings = request.app.state.settings
    return settings.uploads or from_this_machine(request)


async def bring_edition(request: Request) -> Response:
    """An edition's text as the body; it is answered with what is wrong with it, or with the name to lay a table by."""
    state, name = request.app.state, request.path_params["name"]
    if not may_upload(request):
        raise Fault(403, CLOSED)
    if not from_this_machine(request) and not state.limits.may_upload(address_of(request)):
        raise Fault(429, TOO_MANY)
    data = await raw_body(request, MAX_TOML_BYTES)
    try:
        text = decode(data, FILE)
    except EditionError as fault:
        return answer(wire.EditionTaken(faults=[str(fault)]))
    if not text.strip():
        return answer(wire.EditionTaken(faults=[EMPTY]))
    async with state.checking:
        found = await asyncio.to_thread(check_apart, name, text, FILE)
    if found.hash:
        await state.house.store.write(keep_edition(found.hash, text))
    return answer(taken(found))


def taken(found: Verdict) -> wire.EditionTaken:
    return msgspec.convert(msgspec.to_builtins(found), wire.EditionTaken)
