"""What the command line asks of the server: to run it, and to look after its store."""

import os
import socket
import sqlite3
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from parlour.engine.jit import cache_root
from parlour.server.store import ALL, Store, normal_url, read_table, tables, upgrade, version_of

HOST = "127.0.0.1"
PORT = 8000


def home() -> Path:
    """Where this user's tables are kept: PARLOUR_HOME, or where this system keeps data."""
    if chosen := os.environ.get("PARLOUR_HOME"):
        return Path(chosen)
    if sys.platform == "win32":
        return cache_root().parent
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/parlour"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local/share")) / "parlour"


def default_store() -> str:
    """The store that is used unless a URL names another."""
    folder = home()
    folder.mkdir(parents=True, exist_ok=True)
    return os.environ.get("PARLOUR_STORE", str(folder / "tables.db"))


def serve(port: int, store: str, open_browser: bool, bot_threads: int, limits: bool = True) -> None:
    """Run the house on this machine until it is stopped; loopback only."""
    import uvicorn

    from parlour.server.app import PAGES, make_app
    from parlour.server.house import House

    if not (PAGES / "index.html").exists():
        raise ValueError("the browser's pages are not built yet: run `python3 play.py`, which builds them")
    chosen = free_port(port)
    address = f"http://{HOST}:{chosen}/"
    print(f"Parlour is open at {address}  (ctrl-C closes it; running games are kept)", flush=True)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    # How long a bot seems to think; people need a moment to follow, tests do not.
    wait = float(os.environ.get("PARLOUR_BOT_WAIT", "0.9"))
    app = make_app(House(open_store(store), bot_threads, wait, min(1.0, wait)), limits)
    uvicorn.run(app, host=HOST, port=chosen, log_level="warning", access_log=False, ws_max_size=65536)


def free_port(wanted: int) -> int:
    """The wanted port, or one of the next if somebody else has it; 0 lets the system choose."""
    for port in range(wanted, wanted + 20) if wanted else [0]:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise ValueError(f"ports {wanted} to {wanted + 19} are all taken; choose another with --port")


def open_store(url: str) -> Store:
    try:
        return Store(url)
    except sa.exc.SQLAlchemyError as error:
        raise ValueError(f"the store cannot be opened: {type(error).__name__}") from None


def backup(url: str, target: Path) -> dict[str, Any]:
    """Copy a SQLite store to a file while it is in use, and check the copy."""
    if not normal_url(url).startswith("sqlite"):
        raise ValueError("this backs up SQLite stores; for PostgreSQL use pg_dump")
    if target.exists():
        raise ValueError(f"{target.name} is already there; choose another name")
    source = sqlite3.connect(sqlite_path(url))
    copy = sqlite3.connect(target)
    try:
        source.backup(copy)
    finally:
        source.close()
        copy.close()
    return check(str(target))


def sqlite_path(url: str) -> str:
    path = normal_url(url).removeprefix("sqlite:///")
    if not Path(path).exists():
        raise ValueError(f"there is no store at {Path(path).name}")
    return path


def check(url: str) -> dict[str, Any]:
    """Read every table and replay every match of a store; what there is and what is wrong."""
    from parlour.server.house import House

    if normal_url(url).startswith("sqlite"):
        sqlite_path(url)
    store = open_store(url)
    house = House(store)
    found: dict[str, Any] = {"version": version_of(store.engine), "tables": 0, "moves": 0, "faults": []}
    try:
        with store.engine.connect() as c:
            ids = list(c.execute(sa.select(tables.c.id)).scalars())
        for id in ids:
            found["tables"] += 1
            fault, moves = check_table(house, id)
            found["moves"] += moves
            if fault:
                found["faults"].append(f"{id}: {fault}")
    finally:
        house.close()
    return found


def check_table(house: Any, id: str) -> tuple[str, int]:
    """Replay the matches of one table."""
    import asyncio

    from parlour.server.live import LiveTable

    moves = 0
    try:
        kept = house.store.read_now(read_table(id))
        for number in range(len(kept.matches)):
            one = house.store.read_now(read_table(id, number))
            one.table.number = number
            table = LiveTable(house, one, asyncio.run(house.game(one)), asyncio.run(house.kept_edition(one)))
            moves += table.match.ply if table.match else 0
    except (ValueError, KeyError) as error:
        return str(error), moves
    return "", moves


def copy_store(source: str, target: str) -> dict[str, int]:
    """Copy everything from one store into another that is empty: from SQLite to PostgreSQL, or back."""
    here = sa.create_engine(normal_url(source))
    there = sa.create_engine(normal_url(target))
    try:
        upgrade(there)
        return copy_rows(here, there)
    finally:
        here.dispose()
        there.dispose()


def copy_rows(here: sa.Engine, there: sa.Engine) -> dict[str, int]:
    counts = {}
    with here.connect() as read, there.begin() as write:
        for table in ALL:
            if write.execute(sa.select(sa.func.count()).select_from(table)).scalar():
                raise ValueError("the target already holds tables; nothing was copied")
            rows = [dict(row._mapping) for row in read.execute(sa.select(table))]
            if rows:
                write.execute(table.insert(), rows)
            counts[table.name] = len(rows)
    return counts
