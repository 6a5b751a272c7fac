"""The web application: the lobby over HTTP, the tables over sockets, and the pages.

The server alone decides who somebody is: by the seat tokens in cookies that no script can read. Whoever has none
is a spectator. Every answer that is not a success is a problem document (RFC 9457).
"""

import asyncio
import contextlib
import logging
import os
import re
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

from parlour import __version__
from parlour.engine import registry
from parlour.server import lessons, wire
from parlour.server.house import House, NoSuchTable, NotAllowed, seats_of
from parlour.server.live import Watcher
from parlour.server.rulebook import rulebook
from parlour.server.schema import openapi
from parlour.server.store import StoreError

T = TypeVar("T")

PAGES = Path(__file__).with_name("pages")
COOKIE = "parlour-"
COOKIE_AGE = 90 * 86400
MOST_BODY = 20_000
MOST_WAITING = 64

# The names that this machine has for itself, and those that a proxy in front of the house may use.
HOSTS = {"127.0.0.1", "localhost", "[::1]", *os.environ.get("PARLOUR_HOSTS", "").split()}

# How many requests that change something an address may send: a burst, and then so many a second.
BURST, PER_SECOND = 60, 2.0
SOCKET_BURST, SOCKET_PER_SECOND = 40, 15.0

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Bucket:
    """A leaky bucket: bursts are fine, floods are not."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self.level, self.at = 0.0, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.level = max(0.0, self.level - (now - self.at) * self.per_second)
        self.at = now
        if self.level >= self.burst:
            return False
        self.level += 1
        return True


class Fault(Exception):
    """An answer that is not a success."""

    def __init__(self, status: int, title: str, detail: str = "") -> None:
        super().__init__(title)
        self.problem = wire.Problem(status=status, title=title, detail=detail)


def make_app(house: House, limits: bool = True) -> FastAPI:
    """The application for a house. Tests may switch the rate limits off."""

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await house.wake_all()
        ticking = asyncio.get_running_loop().create_task(tick_for_ever(house))
        yield
        ticking.cancel()
        house.close()

    app = FastAPI(title="Parlour", version=__version__, lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    buckets: dict[str, Bucket] = defaultdict(lambda: Bucket(BURST, PER_SECOND))
    app.state.house, app.state.limits, app.state.buckets = house, limits, buckets
    app.middleware("http")(guard)
    for path, method, handler in ROUTES:
        app.add_api_route(path, handler, methods=[method], include_in_schema=False)
    app.add_api_websocket_route("/api/tables/{id}/socket", socket)
    add_pages(app)
    return app


async def tick_for_ever(house: House) -> None:
    while True:
        await asyncio.sleep(1)
        with contextlib.suppress(StoreError):
            await house.tick()


async def guard(request: Request, proceed: Callable[[Request], Awaitable[Response]]) -> Response:
    """What holds for every request: same origin for changes, limits, problems as documents, and safe headers."""
    try:
        check_request(request)
        response = await proceed(request)
    except Fault as fault:
        response = problem(fault.problem)
    except NoSuchTable:
        response = problem(wire.Problem(status=404, title="There is no such table."))
    except lessons.NoSuchStep as error:
        response = problem(wire.Problem(status=404, title=str(error.args[0])))
    except NotAllowed as error:
        response = problem(wire.Problem(status=403, title=str(error)))
    except ValueError as error:
        response = problem(wire.Problem(status=422, title=f"{str(error)[:1].upper()}{str(error)[1:]}."))
    except StoreError:
        response = problem(wire.Problem(status=503, title="The house cannot write anything down just now."))
    except Exception:
        logging.exception("%s %s failed", request.method, request.url.path)
        response = problem(wire.Problem(status=500, title="Something went wrong in the house."))
    if response.status_code in (404, 405) and response.headers.get("content-type") == "application/json":
        response = problem(wire.Problem(status=response.status_code, title="There is nothing here by that name."))
    response.headers.update(HEADERS)
    return response


def check_request(request: Request) -> None:
    if not known_host(request.headers.get("host")):
        raise Fault(421, "This house does not answer to that name.")
    if request.method in ("GET", "HEAD"):
        return
    if not same_origin(request.headers.get("origin"), request.headers.get("host")):
        raise Fault(403, "Requests from other sites are not answered.")
    address = request.client.host if request.client else ""
    if request.app.state.limits and not request.app.state.buckets[address].take():
        raise Fault(429, "Too many requests; wait a moment.")


def known_host(host: str | None) -> bool:
    """Only our own names, so that another site's name that leads to this machine gets nothing."""
    return (host or "").rpartition("@")[2].rsplit(":", 1)[0] in HOSTS


def same_origin(origin: str | None, host: str | None) -> bool:
    """Programs send no Origin; browsers always do, and it must be ours."""
    return origin is None or urlsplit(origin).netloc == host


def problem(found: wire.Problem) -> Response:
    body = msgspec.json.encode(found)
    headers = {"Retry-After": "5"} if found.status == 429 else {}
    return Response(body, found.status, media_type="application/problem+json", headers=headers)


def answer(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def body(request: Request, type: type[T]) -> T:
    """A request's body as a struct, or a sentence about what is wrong with it."""
    raw = b""
    async for part in request.stream():
        raw += part
        if len(raw) > MOST_BODY:
            raise Fault(413, f"At most {MOST_BODY:,} bytes are read.")
    try:
        return msgspec.json.decode(raw, type=type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Fault(422, "The request does not fit.", str(error)) from None


def tokens_for(cookies: dict[str, str], id: str) -> list[str]:
    return cookies.get(COOKIE + id, "").split(".")


def give_seats(request: Request, response: Response, id: str, tokens: list[str]) -> None:
    """Keep seat tokens in a cookie that scripts cannot read."""
    have = [t for t in tokens_for(request.cookies, id) if t]
    value = ".".join(dict.fromkeys([*have, *tokens]))
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE + id, value, COOKIE_AGE, httponly=True, samesite="lax", secure=secure)


# The lobby


async def games(request: Request) -> Response:
    return answer([game_info(name) for name in registry.names(shelf_only=True)])


def game_info(name: str) -> wire.GameInfo:
    about = registry.about(name)
    return wire.GameInfo(
        name=name,
        title=about.title,
        promise=about.promise,
        mood=about.mood,
        minutes=about.minutes,
        credit=about.credit,
        silent=about.silent,
        modes=[wire.ModeInfo(name=m.name, title=m.title or m.name, seats=list(m.seats)) for m in about.modes],
        rulings=[wire.RulingInfo(name=r.name, clause=r.clause, on=r.on, title=r.title) for r in about.rulings],
        lesson=len(found.steps) if (found := lessons.lesson_of(name)) else 0,
        editions=[e for e in registry.editions(name) if not e.startswith("tiny")],
    )


async def rules(request: Request, name: str) -> Response:
    return answer(rulebook(game_name(name)))


async def lesson_step(request: Request, name: str, number: str) -> Response:
    language = request.query_params.get("language", "en")[:2]
    return answer(await asyncio.to_thread(lessons.show, game_name(name), step_number(number), language))


async def lesson_try(request: Request, name: str, number: str) -> Response:
    tried = await body(request, wire.Attempt)
    name, step = game_name(name), step_number(number)
    return answer(await asyncio.to_thread(lessons.attempt, name, step, tried.move, tried.language))


def game_name(name: str) -> str:
    if name not in registry.names(shelf_only=True):
        raise Fault(404, "There is no such game.")
    return name


def step_number(text: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text):
        raise Fault(404, "There is no such step.")
    return int(text)


async def new_table(request: Request) -> Response:
    wish = await body(request, wire.NewTable)
    made, mine = await request.app.state.house.lay(wish)
    response = answer(made, 201)
    give_seats(request, response, made.id, mine)
    return response


async def claim(request: Request, id: str) -> Response:
    wish = await body(request, wire.Claim)
    seat = await request.app.state.house.claim(id, wish)
    response = answer(wire.Claimed(seat=seat))
    give_seats(request, response, id, [wish.token])
    return response


async def my_tables(request: Request) -> Response:
    own = {k.removeprefix(COOKIE): v for k, v in request.cookies.items() if k.startswith(COOKIE)}
    return answer(await request.app.state.house.mine(own))


async def replay(request: Request, id: str) -> Response:
    eyes, number = whole(request, "eyes", -3), whole(request, "match", -1)
    language = request.query_params.get("language", "en")[:2]
    tokens = tokens_for(request.cookies, id)
    return answer(await request.app.state.house.replay(id, None if number < 0 else number, eyes, tokens, language))


async def record(request: Request, id: str) -> Response:
    number = whole(request, "match", -1)
    data = await request.app.state.house.save_of(id, None if number < 0 else number)
    name = re.sub(r"[^A-Za-z0-9_-]", "", id)
    disposition = {"Content-Disposition": f'attachment; filename="parlour-{name}.json"'}
    return Response(data, media_type="application/json", headers=disposition)


def whole(request: Request, name: str, default: int) -> int:
    """A whole number from the query."""
    text = request.query_params.get(name, str(default))
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise Fault(422, f"{name} is a whole number.")
    return int(text)


async def health(request: Request) -> Response:
    return answer({"parlour": __version__, "tables": len(request.app.state.house.tables)})


async def schema(request: Request) -> Response:
    return answer(openapi())


ROUTES: list[tuple[str, str, Callable[..., Awaitable[Response]]]] = [
    ("/api/games", "GET", games),
    ("/api/games/{name}/rules", "GET", rules),
    ("/api/games/{name}/lesson/{number}", "GET", lesson_step),
    ("/api/games/{name}/lesson/{number}", "POST", lesson_try),
    ("/api/tables", "POST", new_table),
    ("/api/tables", "GET", my_tables),
    ("/api/tables/{id}/claim", "POST", claim),
    ("/api/tables/{id}/replay", "GET", replay),
    ("/api/tables/{id}/record", "GET", record),
    ("/api/health", "GET", health),
    ("/openapi.json", "GET", schema),
]


# The table


async def socket(websocket: WebSocket, id: str) -> None:
    """One browser at one table."""
    host = websocket.headers.get("host")
    if not known_host(host) or not same_origin(websocket.headers.get("origin"), host):
        await websocket.close(4403)
        return
    house: House = websocket.app.state.house
    try:
        table = await house.table(id)
    except NoSuchTable:
        await websocket.accept()
        await websocket.close(4404)
        return
    await websocket.accept()
    mine = seats_of(table.record, tokens_for(websocket.cookies, id))
    waiting: asyncio.Queue[Any] = asyncio.Queue(MOST_WAITING)
    closing = asyncio.Event()

    def send(message: Any) -> None:
        try:
            waiting.put_nowait(message)
        except asyncio.QueueFull:
            closing.set()

    watcher = Watcher(mine, send, closing.set)
    await table.join(watcher)
    tasks = [
        asyncio.create_task(send_all(websocket, waiting)),
        asyncio.create_task(receive_all(websocket, table, watcher)),
        asyncio.create_task(closing.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                logging.error("a line to table %s broke", id, exc_info=ended)
        await table.part(watcher)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await websocket.close()


async def send_all(websocket: WebSocket, waiting: "asyncio.Queue[Any]") -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await websocket.send_text(msgspec.json.encode(await waiting.get()).decode())


async def receive_all(websocket: WebSocket, table: Any, watcher: Watcher) -> None:
    bucket = Bucket(SOCKET_BURST, SOCKET_PER_SECOND)
    decoder = msgspec.json.Decoder(wire.ToServer)
    while True:
        try:
            raw = await websocket.receive_text()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return
        if websocket.app.state.limits and not bucket.take():
            watcher.send(wire.Refused(key="", kind="busy", text="That was too much at once."))
            return
        try:
            message = decoder.decode(raw) if len(raw) <= wire.MOST_MESSAGE_BYTES else None
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            watcher.send(wire.Refused(key="", kind="invalid", text=f"That message does not fit: {error}"))
            continue
        if message is None:
            watcher.send(wire.Refused(key="", kind="invalid", text="That message is too long."))
            continue
        try:
            await table.receive(watcher, message)
        except StoreError:
            return


# The pages


def add_pages(app: FastAPI) -> None:
    """The built front end; every address that is no file is a page of the one application."""
    if not (PAGES / "index.html").exists():
        return
    app.mount("/assets", StaticFiles(directory=PAGES / "assets"), name="assets")

    async def page(path: str) -> Response:
        file = (PAGES / path).resolve()
        if path and file.is_file() and PAGES.resolve() in file.parents:
            return FileResponse(file)
        if path.startswith("api/"):
            raise Fault(404, "There is nothing here by that name.")
        return FileResponse(PAGES / "index.html", headers={"Cache-Control": "no-cache"})

    app.add_api_route("/{path:path}", page, methods=["GET"], include_in_schema=False)
