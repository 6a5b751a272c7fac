"""Commands of the command line: run the server; back up, check and copy its store."""

import asyncio
import contextlib
import errno
import gc
import os
import socket
import sqlite3
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from parlour.home import make_home
from parlour.server import logs
from parlour.server.database import ALL, normal_url, upgrade, version_of
from parlour.server.locking import lock_of, make_private, take_lock
from parlour.server.settings import Settings, warnings
from parlour.server.store import Store, StoreError, list_tables, read_table

SQLITE = "sqlite:///"
PORTS = 65_536
# How many ports are tried, from the usual one up.
TRIED = 20

# Seconds for a graceful shutdown, and after which the process exits even if a thread still runs (a bot that is
# thinking). Every acknowledged move is already committed.
GRACEFUL, FORCED = 5, 12.0

# Thresholds of the garbage collector's three generations: Python's own but for the last. With 300 tables a full
# collection stops the server for 0.2 s, and the usual 10 meant one in 20 s. What a table has used for a move is freed
# by its reference count, and so is a connection that has ended.
GARBAGE = 700, 10, 300


def default_store() -> str:
    """The store that is used unless a URL names another."""
    return str(make_home() / "tables.db")


def serve(settings: Settings, open_browser: bool = False, port_given: bool = False) -> None:
    """Run the server until it is stopped; it listens on loopback unless its user says otherwise.

    Whoever has chosen the port, and a proxy before a public address, count on it: then no other is as good.
    """
    from parlour.server.app import PAGES

    if not (PAGES / "index.html").exists():
        raise ValueError("the browser's pages are not built yet: run `python3 play.py`, which builds them")
    port = free_port(settings.bind, settings.port, only=port_given or bool(settings.url))
    settings = msgspec.structs.replace(settings, port=port)
    if settings.workers > 1:
        from parlour.server.workers import supervise

        # Brought up to date once, before many processes use it.
        open_store(settings.store).close()
        announce(settings, open_browser)
        supervise(settings)
    else:
        run_server(settings, announced=lambda: announce(settings, open_browser))


def run_server(
    settings: Settings, sockets: Any = None, announced: Callable[[], None] = lambda: None, warm_first: bool = False
) -> None:
    """One serving process; `sockets` are bound already if it shares them with others."""
    import uvicorn

    from parlour.compiler import Compiler
    from parlour.engine import registry
    from parlour.server.app import make_app
    from parlour.server.doors import Door, room_for_connections
    from parlour.server.house import House

    logs.set_up(settings.log)
    Door.most = room_for_connections()
    # Minimum seconds before a bot's move is shown, so that people can follow; 0 in tests.
    wait = float(os.environ.get("PARLOUR_BOT_WAIT", "0.9"))
    house = House(open_store(settings.store or default_store()), settings.bot_threads, wait)
    house.warm_first = warm_first
    # The first worker compiles on all cores. The others follow it with one process each, which waits for every function
    # that the first is compiling and finds it in the cache.
    house.compiler = Compiler(registry.names(shelf_only=True), cores=1 if warm_first else None)
    app = make_app(house, settings)
    announced()
    # The store's thread has many short tasks; a short switch interval keeps it from waiting for the GIL.
    sys.setswitchinterval(0.001)
    gc.set_threshold(*GARBAGE)
    config = uvicorn.Config(
        app,
        host=settings.bind,
        port=settings.port,
        # Only named proxies may say for whom they ask; else a made-up header would get round the rate limits.
        proxy_headers=bool(settings.trusted_proxy),
        forwarded_allow_ips=list(settings.trusted_proxy),
        http=Door,
        log_level="warning",
        log_config=None,
        access_log=False,
        ws_max_size=65536,
        # On loopback compressing frames costs more time than sending them.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACEFUL,
    )
    server_that_closes(config).run(sockets)


def announce(settings: Settings, open_browser: bool) -> None:
    """Say where the server is, and what to know about that; open it in a browser."""
    print(f"Parlour is open at {settings.address}/  (ctrl-C closes it; running games are kept)", flush=True)
    for warning in warnings(settings) if not settings.local_only else []:
        print(warning, flush=True)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [f"{settings.address}/"]).start()


def server_that_closes(config: Any) -> Any:
    """A server that exits FORCED seconds after a shutdown has begun, even if some thread still runs."""
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: Any = None) -> None:
            last = threading.Timer(FORCED, os._exit, [0])
            last.daemon = True
            last.start()
            await super().shutdown(sockets)

    return Server(config)


def free_port(host: str, wanted: int, only: bool = False) -> int:
    """The wanted port, or, unless it is the only one that will do, one of the next; 0 lets the system choose."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in range(wanted, min(wanted + (1 if only else TRIED), PORTS)):
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if error.errno in (errno.EADDRNOTAVAIL, None) or isinstance(error, socket.gaierror):
                    raise ValueError(f"{host} is no address of this machine") from None
                if error.errno == errno.EACCES:
                    raise ValueError(f"port {port} is not for this user: choose one from 1024 up with --port") from None
                continue
            return int(probe.getsockname()[1])
    if only:
        raise ValueError(
            f"port {wanted} is taken by another program: end that one, or choose another port with --port "
            "(`port` in the settings) and name it in the proxy too"
        )
    raise ValueError(f"port {wanted} and those after it are all taken; choose another with --port")


@contextlib.contextmanager
def in_one_sentence() -> Iterator[None]:
    """Turn database errors into a ValueError of one line, without the SQL statement."""
    try:
        yield
    except (sa.exc.SQLAlchemyError, sqlite3.Error, StoreError, ImportError) as error:
        behind = error.__cause__ if isinstance(error, StoreError) and error.__cause__ else error
        why = str(getattr(behind, "orig", None) or behind).partition("\n")[0]
        raise ValueError(f"the store cannot be used: {why}") from None


@in_one_sentence()
def open_store(url: str, shared: bool = False) -> Store:
    return Store(url, shared)


@contextlib.contextmanager
def opened(url: str) -> Iterator[Store]:
    """A store that is there, beside a server that may be using it; closed afterwards."""
    check_is_there(url)
    store = open_store(url, shared=True)
    try:
        with in_one_sentence():
            yield store
    finally:
        store.close()


@in_one_sentence()
def backup(url: str, target: Path) -> dict[str, Any]:
    """Copy a SQLite store to a file while it is in use, and check the copy."""
    if not normal_url(url).startswith(SQLITE):
        raise ValueError("this backs up SQLite stores; for PostgreSQL use pg_dump")
    if target.exists():
        raise ValueError(f"{target.name} is already there; choose another name")
    check_is_there(url)
    source = sqlite3.connect(normal_url(url).removeprefix(SQLITE))
    make_private(target)
    copy = sqlite3.connect(target)
    try:
        source.backup(copy)
    except sqlite3.Error:
        target.unlink()
        raise
    finally:
        source.close()
        copy.close()
    found = check(str(target))
    lock_of(target).unlink(missing_ok=True)
    return found


def check_is_there(url: str) -> None:
    """Raise if a SQLite file does not exist: connecting would create it."""
    path = Path(normal_url(url).removeprefix(SQLITE))
    if normal_url(url).startswith(SQLITE) and not path.exists():
        raise ValueError(f"there is no store at {path.name}")


@in_one_sentence()
def check(url: str) -> dict[str, Any]:
    """Read every table and replay every match of a store; returns counts and faults."""
    from parlour.server.house import House

    check_is_there(url)
    house = House(open_store(url, shared=True))
    try:
        return asyncio.run(check_all(house))
    finally:
        house.close()


async def check_all(house: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"version": version_of(house.store.engine), "tables": 0, "moves": 0, "faults": []}
    for id in await house.store.read(list_tables):
        found["tables"] += 1
        fault, moves = await check_table(house, id)
        found["moves"] += moves
        if fault:
            found["faults"].append(f"{id}: {fault}")
    return found


async def check_table(house: Any, id: str) -> tuple[str, int]:
    """Replay the matches of one table."""
    from parlour.server.resuming import Damaged
    from parlour.server.retelling import Replays

    moves, replays = 0, Replays(house)
    try:
        kept = await house.store.read(read_table(id))
        for number in range(len(kept.matches)):
            table = await replays.table_at(id, number)
            moves += table.match.ply if table.match else 0
    except (Damaged, ValueError, LookupError, msgspec.MsgspecError) as error:
        return str(error), moves
    return "", moves


@in_one_sentence()
def copy_store(source: str, target: str) -> dict[str, int]:
    """Copy everything from one store into another that is empty: from SQLite to PostgreSQL, or back.

    A SQLite store that a server uses is refused: what is played there meanwhile would be lost.
    """
    check_is_there(source)
    here = sa.create_engine(normal_url(source), hide_parameters=True)
    there = sa.create_engine(normal_url(target), hide_parameters=True)
    with contextlib.ExitStack() as stack:
        stack.callback(there.dispose)
        stack.callback(here.dispose)
        if version_of(here) is None:
            raise ValueError("there is nothing to copy: the store was never used")
        for engine in (here, there):
            if lock := take_lock(engine.url):
                stack.callback(lock.release)
            upgrade(engine)
        return copy_rows(here, there)


def copy_rows(here: sa.Engine, there: sa.Engine) -> dict[str, int]:
    counts = {}
    # Of a PostgreSQL, which servers may be using, as it is at one moment.
    one_moment = {"isolation_level": "REPEATABLE READ"} if here.dialect.name == "postgresql" else {}
    with here.execution_options(**one_moment).connect() as read, there.begin() as write:
        for table in ALL:
            if write.execute(sa.select(sa.func.count()).select_from(table)).scalar():
                raise ValueError("the target already holds tables; nothing was copied")
            rows = [dict(row._mapping) for row in read.execute(sa.select(table))]
            if rows:
                write.execute(table.insert(), rows)
            counts[table.name] = len(rows)
    return counts
