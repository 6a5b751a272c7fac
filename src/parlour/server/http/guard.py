"""Middleware for every request: allowed hosts and origins, rate limits, and errors as problem documents (RFC 9457)."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from parlour.server import logs, wire
from parlour.server.http import lessons
from parlour.server.http.limits import Limits
from parlour.server.http.password import may_enter
from parlour.server.http.words import translated
from parlour.server.settings import Settings, is_loopback
from parlour.server.store.store import StoreError
from parlour.server.table.door import StepFailed
from parlour.server.table.refusals import Busy, DoesNotFit, NoSuchTable, NotAllowed
from parlour.server.table.resuming import Damaged

T = TypeVar("T")

MAX_BODY = 20_000
# Seconds in which a body has to come.
BODY_TIMEOUT = 10.0
PROBLEM = "application/problem+json"
NOT_SAVED = "The server cannot save anything just now."

# Reading that costs as much as a change; and what is never limited, for whoever watches over the server.
EXPENSIVE = ("/replay", "/record")
UNLIMITED = ("/api/live", "/api/ready")

# Headers by which a proxy says that it asks for somebody else.
FORWARDING = ("forwarded", "via", "x-real-ip", "x-forwarded-")

# Requests that lay a table.
TABLES_PATH, PLAY_ON = "/api/tables", "/play-on"

TABLE_PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,40})(?:/|\Z)")

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "connect-src 'self'; font-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Fault(Exception):
    """An HTTP error response."""

    def __init__(self, status: int, title: str, detail: str = "") -> None:
        super().__init__(title)
        self.problem = wire.Problem(status=status, title=title, detail=detail)


async def guard(request: Request, proceed: Callable[[Request], Awaitable[Response]]) -> Response:
    """Applied to every request: same origin for changes, rate limits, problem documents, security headers."""
    named = TABLE_PATH.match(request.url.path)
    id = logs.begin_request(named[1] if named else "")
    try:
        check_request(request)
        response = await proceed(request)
    except Exception as error:
        response = problem(request, problem_of(request, error))
    if response.status_code in (404, 405) and response.headers.get("content-type") != PROBLEM:
        nothing = wire.Problem(status=response.status_code, title="There is nothing here by that name.")
        response = problem(request, nothing)
    response.headers.update(HEADERS)
    response.headers["X-Request-Id"] = id
    settings = request.app.state.settings
    if settings.secure or settings.local_only:
        # Over plain HTTP from another machine browsers ignore it, and complain of it in the console.
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if settings.secure:
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    if request.url.path.startswith("/api/"):
        response.headers["Cache-Control"] = "no-store"
    return response


def problem_of(request: Request, error: Exception) -> wire.Problem:
    """The problem document for an exception; unexpected exceptions are logged."""
    match error:
        case Fault():
            return error.problem
        case NoSuchTable():
            return wire.Problem(status=404, title="There is no such table.")
        case lessons.NoSuchStep():
            return wire.Problem(status=404, title=str(error.args[0]))
        case NotAllowed():
            return wire.Problem(status=403, title=str(error))
        case DoesNotFit():
            return wire.Problem(status=422, title=f"{str(error)[:1].upper()}{str(error)[1:]}.")
        case StoreError():
            reading = request.method in ("GET", "HEAD")
            title = "The house cannot look anything up just now." if reading else NOT_SAVED
            return wire.Problem(status=503, title=title)
        case Busy():
            return wire.Problem(status=503, title=str(error))
        case Damaged():
            logging.error("%s", error)
            return wire.Problem(status=500, title="That table is damaged: it cannot be opened.")
    if not isinstance(error, StepFailed):
        logging.error("%s %s failed", request.method, request.url.path, exc_info=error)
    # By this whoever runs the server finds the fault's traceback.
    return wire.Problem(status=500, title="Internal error on the server.", detail=logs.REQUEST.get())


def check_request(request: Request) -> None:
    if not known_host(request):
        raise Fault(421, "This server does not answer to that host name.")
    reading = request.method in ("GET", "HEAD")
    if not reading and not same_origin(request):
        raise Fault(403, "Requests from other sites are not answered.")
    if not may_ask(request, reading):
        raise Fault(429, "Too many requests; wait a moment.")
    if not may_enter(request):
        raise Fault(401, "This house has a password.")


def may_ask(request: Request, reading: bool) -> bool:
    """Whether the limits of the visitor's address allow this request; pages and their files have none."""
    limits: Limits = request.app.state.limits
    path, address = request.url.path, address_of(request)
    if not reading or path.endswith(EXPENSIVE):
        lays = not reading and (path == TABLES_PATH or path.endswith(PLAY_ON))
        return limits.may_change(address) and (not lays or limits.may_lay(address))
    return not path.startswith("/api/") or path in UNLIMITED or limits.may_read(address)


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def from_this_machine(request: Request) -> bool:
    """Whether a program on this machine asks, and not somebody for whom a proxy on it does."""
    forwarded = any(name.startswith(FORWARDING) for name in request.headers)
    return not forwarded and is_loopback(address_of(request))


def known_host(connection: HTTPConnection) -> bool:
    """Whether the Host header names this server."""
    own = (connection.scope.get("server") or ("",))[0]
    settings: Settings = connection.app.state.settings
    return settings.is_ours(connection.headers.get("host"), own)


def same_origin(connection: HTTPConnection) -> bool:
    """Whether the page that asks is one of ours."""
    settings: Settings = connection.app.state.settings
    return settings.is_same_origin(connection.headers.get("origin"), connection.headers.get("host"))


def problem(request: Request, found: wire.Problem) -> Response:
    """A problem document, its title in the language that the page asks for."""
    found.title = translated(found.title, request.headers.get("accept-language", "en")[:2])
    body = msgspec.json.encode(found)
    headers = {"Retry-After": "5"} if found.status in (429, 503) else {}
    return Response(body, found.status, media_type=PROBLEM, headers=headers)


def answer(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def raw_body(request: Request, most: int) -> bytes:
    """A request's body, or a 408 or 413."""
    raw = b""
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            async for part in request.stream():
                raw += part
                if len(raw) > most:
                    raise Fault(413, f"At most {most:,} bytes are read.")
    except (TimeoutError, ClientDisconnect):
        raise Fault(408, "The request did not come to its end in time.") from None
    return raw


async def body(request: Request, type: type[T]) -> T:
    """A request's body decoded into a struct, or a 413 or 422."""
    raw = await raw_body(request, MAX_BODY)
    try:
        return msgspec.json.decode(raw, type=type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Fault(422, "The request does not fit.", str(error)) from None
