"""The web application: the lobby over HTTP, the tables over sockets, and the pages.

The server alone decides who somebody is: by the seat tokens in cookies that no script can read. Whoever has none
is a spectator.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.server.admin.backups import back_up_for_ever
from parlour.server.admin.expiring import HOUR, expire_now
from parlour.server.bells.ringing import Ringing
from parlour.server.fleet.house import House
from parlour.server.http.connection import socket
from parlour.server.http.guard import Fault, guard
from parlour.server.http.limits import Limits
from parlour.server.http.lobby import OPERATIONS
from parlour.server.http.metrics import Metrics, alive, metrics, ready
from parlour.server.http.retelling import Replays
from parlour.server.http.shell import PAGES, service_worker
from parlour.server.http.uploads import CHECKING
from parlour.server.settings import Settings, backup_folder
from parlour.server.store.codes import Tries, delete_old
from parlour.server.store.store import StoreError, delete_unused, keep_used
from parlour.server.wire.schema import openapi_route
from parlour.service_worker import WORKER

# Bytes of a page's path; the name of a file can have a few more.
MAX_PATH = 200


def make_app(house: House, settings: Settings | None = None) -> Starlette:
    """The ASGI application for a House."""

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        if house.games.compiler is not None:
            house.games.compiler.start()
        house.join_peers()
        with contextlib.suppress(StoreError):
            await house.clock.ask()
        if house.warm_first:
            await house.games.warm_all()
        waking = asyncio.get_running_loop().create_task(wake_or_later(house))
        ticking = asyncio.get_running_loop().create_task(tick_for_ever(house, app.state.metrics))
        ringing = asyncio.get_running_loop().create_task(ring_for_ever(app.state.ringing))
        backing_up = asyncio.get_running_loop().create_task(back_up(house, app.state.settings))
        hourly = asyncio.get_running_loop().create_task(every_hour(house))
        yield
        waking.cancel()
        ticking.cancel()
        hourly.cancel()
        backing_up.cancel()
        ringing.cancel()
        app.state.ringing.stop()
        if house.games.compiler is not None:
            await house.games.compiler.close()
        house.close()

    app = Starlette(
        routes=[
            *(Route(op.path, op.handler, methods=[op.method]) for op in OPERATIONS),
            openapi_route(OPERATIONS),
            Route("/api/live", alive),
            Route("/api/ready", ready),
            Route("/metrics", metrics),
            WebSocketRoute("/api/tables/{id}/socket", socket),
            *page_routes(),
        ],
        middleware=[
            Middleware(UnderPath, root=(settings or Settings()).root_path),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
            Middleware(BaseHTTPMiddleware, dispatch=guard),
        ],
        lifespan=life,
    )
    app.state.house, app.state.replays = house, Replays(house.services)
    app.state.settings = settings or Settings()
    app.state.limits = Limits(app.state.settings.limits, app.state.settings.workers)
    app.state.ringing = Ringing(house, app.state.settings)
    app.state.metrics = Metrics(house, app.state.ringing)
    app.state.checking = asyncio.Semaphore(CHECKING)
    house.games.folder = Path(app.state.settings.editions) if app.state.settings.editions else None
    app.state.tries = Tries(house.store)
    return app


async def wake_or_later(house: House) -> None:
    """Wake the running tables; if the store fails meanwhile, they are woken when it works again."""
    with contextlib.suppress(StoreError):
        await house.wake_all()


async def tick_for_ever(house: House, metrics: Metrics) -> None:
    """Check deadlines once a second; an error at one table does not stop the loop."""
    while True:
        await asyncio.sleep(1)
        try:
            metrics.look()
            await house.tick()
        except StoreError:
            # The store has logged why.
            continue
        except Exception:
            logging.exception("the check of deadlines failed")


async def ring_for_ever(ringing: Ringing) -> None:
    """Ring once a second where there is something to tell; a house without bells does nothing."""
    while ringing.on:
        await asyncio.sleep(1)
        try:
            await ringing.look()
        except StoreError:
            continue
        except Exception:
            logging.exception("the bells were not looked at")


async def back_up(house: House, settings: Settings) -> None:
    if settings.backup is not None:
        await back_up_for_ever(house.store.url, settings.backup, backup_folder(settings))


async def every_hour(house: House) -> None:
    """Delete expired tables, codes, tries and unused editions, and keep the compiled games from being deleted."""
    unused: set[str] = set()
    while True:
        try:
            if house.games.compiler is not None:
                await house.games.compiler.keep()
        except OSError as error:
            logging.warning("compiled games could not be marked as used: %s", error)
        try:
            await house.store.write(delete_old)
            used = [table.id for table in house.tables.live.values() if table.watchers]
            await house.store.write(keep_used(used, house.clock.now()))
            await expire_now(house)
            unused = await house.store.write(delete_unused(unused))
        except StoreError:
            logging.warning("old tables are deleted later")
        except Exception:
            logging.exception("old tables could not be deleted")
        await asyncio.sleep(HOUR)


def page_routes() -> list[BaseRoute]:
    """Serve the built front end; every path that is no file gets index.html, since the browser does the routing."""
    if not (PAGES / "index.html").exists():
        return []
    assets = Assets(directory=PAGES / "assets")
    return [
        Mount("/assets", assets, name="assets"),
        Route(f"/{WORKER}", service_worker, methods=["GET"]),
        Route("/{path:path}", page, methods=["GET"]),
    ]


class Assets(StaticFiles):
    """Built files, whose names change with their content: a browser never has to ask for one twice."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        response = super().file_response(*given, **named)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


class UnderPath:
    """Takes the path that the server lives under off every request; a proxy may have done so already."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app, self.root = app, root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = str(scope.get("path", ""))
        if self.root and (path == self.root or path.startswith(f"{self.root}/")):
            inner = path.removeprefix(self.root) or "/"
            scope = {**scope, "path": inner, "raw_path": inner.encode()}
        await self.app(scope, receive, send)


@cache
def index(root: str) -> str:
    """The page with the path that the server lives under written into it, and before its assets."""
    text = (PAGES / "index.html").read_text("utf-8")
    return text.replace('name="base" content=""', f'name="base" content="{root}"').replace('="./', f'="{root}/')


async def page(request: Request) -> Response:
    path: str = request.path_params["path"]
    if path.split("/")[0] in ("api", "metrics") or len(path.encode()) > MAX_PATH or "\0" in path:
        raise Fault(404, "There is nothing here by that name.")
    file = (PAGES / path).resolve()
    if path and file.is_file() and PAGES.resolve() in file.parents:
        return FileResponse(file)
    text = index(request.app.state.settings.root_path)
    return HTMLResponse(text, headers={"Cache-Control": "no-cache"})
