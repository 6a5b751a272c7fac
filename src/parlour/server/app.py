"""The web application: the lobby over HTTP, the tables over sockets, and the pages.

The server alone decides who somebody is: by the seat tokens in cookies that no script can read. Whoever has none
is a spectator.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path

from fastapi import FastAPI, Response
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

from parlour import __version__
from parlour.server.guard import Buckets, Fault, guard
from parlour.server.house import House
from parlour.server.line import socket
from parlour.server.lobby import ROUTES
from parlour.server.retelling import Desk

PAGES = Path(__file__).with_name("pages")


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
    app.state.house, app.state.desk = house, Desk(house)
    app.state.limits, app.state.buckets = limits, Buckets()
    app.middleware("http")(guard)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    for path, method, handler in ROUTES:
        app.add_api_route(path, handler, methods=[method], include_in_schema=False)
    app.add_api_websocket_route("/api/tables/{id}/socket", socket)
    add_pages(app)
    return app


async def tick_for_ever(house: House) -> None:
    """Clocks go on whatever happens at a table."""
    while True:
        await asyncio.sleep(1)
        try:
            await house.tick()
        except Exception:
            logging.exception("a second was missed")


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
