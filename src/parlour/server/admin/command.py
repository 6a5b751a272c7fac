"""Commands on a store: back it up, check it and copy it into another."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from parlour.home import make_home
from parlour.server.store.database import ALL, address_of, normal_url, upgrade, version_of
from parlour.server.store.locking import lock_of, make_private, take_lock
from parlour.server.store.store import Store, StoreError, list_tables, read_table

SQLITE = "sqlite:///"


def default_store() -> str:
    """The store that is used unless a URL names another."""
    return str(make_home() / "tables.db")


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
    from parlour.server.fleet.house import House

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
    from parlour.server.table.live import load
    from parlour.server.table.resuming import Damaged

    moves = 0
    try:
        for number in range(len((await house.store.read(read_table(id))).matches)):
            kept = await house.store.read(read_table(id, number))
            kept.table.number = number
            table = await load(house.services, kept)
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
    here = sa.create_engine(address_of(source), hide_parameters=True)
    there = sa.create_engine(address_of(target), hide_parameters=True)
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
