"""Two processes at one store: a SQLite file has one owner, and on PostgreSQL nobody overwrites what another kept."""

import asyncio
import os
import re
import stat
import subprocess
import sys

import pytest
import sqlalchemy as sa

import houses
from parlour.server import command
from parlour.server.database import HEAD, upgrade
from parlour.server.locking import StoreInUse
from parlour.server.store import Overtaken, Store, apply_change, read_table
from stores import change, lay


def test_a_sqlite_file_has_one_owner_and_says_who(tmp_path):
    url = str(tmp_path / "tables.db")
    store = Store(url)
    with pytest.raises(StoreInUse, match=rf"tables.db is in use by process {os.getpid()};"):
        Store(url)
    store.close()
    Store(url).close()


def test_a_second_server_on_one_file_stops_with_a_sentence(tmp_path):
    url = str(tmp_path / "tables.db")
    first = houses.House(url)
    try:
        run = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--store", url]
        second = subprocess.run(run, capture_output=True, text=True, timeout=60)
        assert second.returncode == 2
        assert re.search(rf"in use by process {first.process.pid};", second.stderr)
        assert "Parlour is open" not in second.stdout
    finally:
        first.stop()


def test_a_store_in_use_can_be_checked_and_copied(tmp_path):
    store = Store(str(tmp_path / "tables.db"))
    try:
        assert command.check(store.url)["faults"] == []
        assert command.backup(store.url, tmp_path / "copy.db")["faults"] == []
    finally:
        store.close()


def test_only_its_user_may_read_a_sqlite_store(tmp_path):
    path = tmp_path / "tables.db"
    path.touch(mode=0o644)
    store = Store(str(path))
    lay(store)
    modes = {stat.S_IMODE(p.stat().st_mode) for p in tmp_path.iterdir()}
    store.close()
    assert modes == {0o600}


def test_a_change_that_follows_an_older_one_is_not_written(store_url):
    store = Store(store_url)
    lay(store)
    store.submit(apply_change(change(0, "a"))).result()
    late = change(0, "b", cut=0)
    with pytest.raises(Overtaken, match="no longer at number 0"):
        store.submit(apply_change(late)).result()
    kept = store.read_now(read_table("t1"))
    store.close()
    assert (kept.lines, kept.table.seq) == (["a"], 1)


def test_two_servers_on_one_postgres_lose_no_move(postgres_url):
    """Both have the table open; whoever is overtaken drops its copy, reads again, and plays on from there."""
    first, second = houses.House(postgres_url), houses.House(postgres_url)
    ann, bob = houses.Person(first), houses.Person(second)
    try:
        made = ann.lay("me", "same")
        bob.id = made["id"]
        bob.http.cookies = ann.http.cookies
        acknowledged = {}
        for turn in range(12):
            # Who plays has an old copy of the table every time, from before the other's last move.
            play_one(ann if turn % 2 == 0 else bob, acknowledged)
        kept = read(postgres_url, made["id"])
        assert len(acknowledged) == 12
        assert acknowledged.items() <= kept.answers.items()
        assert sorted(kept.answers.values()) == sorted(set(kept.answers.values()))
        assert command.check(postgres_url)["faults"] == []
    finally:
        for end in (ann.close, bob.close, ann.http.close, bob.http.close, first.stop, second.stop):
            end()


def play_one(person: houses.Person, acknowledged: dict[str, int]) -> None:
    """One move, with a new connection as often as the server asks for one."""
    for _ in range(5):
        person.open()
        table = person.table
        if table["status"] == "waiting":
            table = person.until(lambda t: t["status"] == "playing")
        seat = table["deciders"][0]
        if not table["moves"]:
            person.send("look", seat=seat)
            table = person.until(lambda t: t["moves"])
        key = person.play(table["moves"][0]["move"], seat=seat)
        answer = next(m for m in iter(person.receive, None) if m["type"] in ("ack", "refused"))
        if answer["type"] == "ack":
            acknowledged[key] = answer["seq"]
            return
        person.close()
    raise AssertionError("no move was accepted")


def read(url: str, id: str):
    store = Store(url)
    try:
        return asyncio.run(store.read(read_table(id)))
    finally:
        store.close()


def test_a_store_of_the_version_before_keeps_its_numbers(store_url):
    store = Store(store_url)
    lay(store)
    for ply in range(3):
        store.submit(apply_change(change(ply, f"{ply}"))).result()
    from alembic import command as alembic
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(command.Path(command.__file__).with_name("migrations")))
    config.attributes["engine"] = store.engine
    alembic.downgrade(config, "0001")
    upgrade(store.engine)
    store.submit(apply_change(change(3, "3"))).result()
    assert store.read_now(read_table("t1")).lines == ["0", "1", "2", "3"]
    store.close()


def test_a_store_of_a_newer_version_gets_a_sentence(store_url):
    store = Store(store_url)
    with store.engine.begin() as c:
        c.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(ValueError, match=rf"version 9999, this Parlour knows {HEAD}"):
        Store(store_url)
