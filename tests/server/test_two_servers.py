"""Two processes at one store: a SQLite file has one owner, and on PostgreSQL nobody overwrites what another kept."""

import os
import re
import stat
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
import sqlalchemy as sa

import houses
import waiting
from parlour.server.admin import command
from parlour.server.fleet.peers import LOOK
from parlour.server.store.database import HEAD, MIGRATIONS, upgrade
from parlour.server.store.locking import StoreInUse
from parlour.server.store.store import Overtaken, Store, apply_change, keep_edition, read_edition_text, read_table
from parlour.server.store.writing import TableJob
from stores import change, lay


def test_a_sqlite_file_has_one_owner_and_says_who(tmp_path):
    url = str(tmp_path / "tables.db")
    store = Store(url)
    with pytest.raises(StoreInUse, match=rf"tables.db is in use by process {os.getpid()};"):
        Store(url)
    store.close()
    Store(url).close()


def test_a_link_to_a_store_is_the_same_store(tmp_path):
    store = Store(str(tmp_path / "tables.db"))
    (tmp_path / "link.db").symlink_to(tmp_path / "tables.db")
    with pytest.raises(ValueError, match="is in use by process"):
        Store(str(tmp_path / "link.db"))
    store.close()


def test_a_hard_link_to_a_store_is_the_same_store(tmp_path):
    """By another process: SQLite's locks are those of a process, and closing the file would end them."""
    store = Store(str(tmp_path / "tables.db"))
    os.link(tmp_path / "tables.db", tmp_path / "linked.db")
    code = "import sys; from parlour.server.store.store import Store; Store(sys.argv[1]).close()"
    run = [sys.executable, "-c", code, tmp_path / "linked.db"]
    second = subprocess.run(run, capture_output=True, text=True, check=False)
    assert "StoreInUse: the store linked.db is in use by another process" in second.stderr
    lay(store)
    store.close()
    assert subprocess.run(run, check=False).returncode == 0


def test_a_second_server_on_one_file_stops_with_a_sentence(tmp_path):
    url = str(tmp_path / "tables.db")
    first = houses.House(url)
    try:
        run = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--store", url]
        second = subprocess.run(run, capture_output=True, text=True, timeout=waiting.TIMEOUT)
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


def test_a_table_is_read_as_it_was_at_one_moment(postgres_url):
    """Another process writes between the statements that read a table: its moves would not lead to its position."""
    store, other = Store(postgres_url), Store(postgres_url)
    lay(store)

    def read_slowly(c):
        before = read_table("t1")(c)
        other.submit(apply_change(change(0, "a"))).result()
        return before, read_table("t1")(c)

    before, after = store.read_now(read_slowly)
    later = store.read_now(read_table("t1"))
    store.close()
    other.close()
    assert (before.lines, after.lines, later.lines) == ([], [], ["a"])


def test_two_servers_on_one_postgres_lose_no_move(postgres_house, its_neighbour):
    """Both have the table open; whoever is overtaken drops its copy, reads again, and plays on from there."""
    ann, bob = houses.Person(postgres_house), houses.Person(its_neighbour)
    try:
        made = ann.lay("me", "same")
        bob.id = made["id"]
        bob.http.cookies = ann.http.cookies
        acknowledged = {}
        for turn in range(12):
            # Who plays has an old copy of the table every time, from before the other's last move.
            play_one(ann if turn % 2 == 0 else bob, acknowledged)
        kept = read(ann.house.store, made["id"])
        assert len(acknowledged) == 12
        assert acknowledged.items() <= kept.answers.items()
        assert sorted(kept.answers.values()) == sorted(set(kept.answers.values()))
        assert command.check(ann.house.store)["faults"] == []
    finally:
        for end in (ann.close, bob.close, ann.http.close, bob.http.close):
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
        return store.read_now(read_table(id))
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
    config.set_main_option("script_location", str(MIGRATIONS))
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


def test_several_workers_on_sqlite_are_refused_with_a_sentence(tmp_path):
    run = [sys.executable, "-m", "parlour", "serve", "--workers", "2", "--store", str(tmp_path / "tables.db")]
    refused = subprocess.run(run, capture_output=True, text=True, timeout=waiting.TIMEOUT)
    assert refused.returncode == 2
    assert "several workers need PostgreSQL" in refused.stderr


def test_what_one_process_keeps_the_other_shows_at_once(postgres_house, its_neighbour):
    """Bob's server is not Ann's: her move, her talk and her coming reach him by the database."""
    ann, bob = houses.Person(postgres_house), houses.Person(its_neighbour)
    try:
        made = ann.lay("me", "friend")
        code = ann.http.post(f"/api/tables/{made['id']}/code").json()["code"]
        ann.open()
        bob.id = made["id"]
        assert bob.http.post("/api/join", json={"code": code}).status_code == 200
        bob.open()
        for person in (ann, bob):
            if person.table["status"] != "playing":
                person.until(lambda t: t["status"] == "playing", 60)
        assert all(seat["here"] for seat in bob.table["seats"]) or bob.until(
            lambda t: all(seat["here"] for seat in t["seats"]), 60
        )
        mover, other = (ann, bob) if 0 in ann.table["deciders"] else (bob, ann)
        ply = mover.table["ply"]
        mover.play(mover.table["moves"][0]["move"])
        other.until(lambda t: t["ply"] > ply, 60)
        ann.send("say", seat=0, text="hello over there")
        assert bob.answer("said", 60)["text"] == "hello over there"
    finally:
        for end in (ann.close, bob.close, ann.http.close, bob.http.close):
            end()


# Deadlines of seconds.
HURRIED = """
from parlour.server.table import deadlines, live
live.GRACE, deadlines.PACES["brisk"] = 2.0, 6.0
"""


def test_bots_and_deadlines_go_on_when_the_process_that_ran_them_is_killed(postgres_url):
    """The bots of one server think for ever, and it has the lease; the other is asked for the table by nobody."""
    hurried = {"after": HURRIED}
    servers = [houses.House(postgres_url, PARLOUR_BOT_WAIT="3600", **hurried)]
    ann = houses.Person(servers[0])
    try:
        id = ann.lay("me", "bot", pace="brisk")["id"]
        ann.open()
        while ann.table["status"] == "waiting" or ann.table["moves"]:
            if ann.table["moves"]:
                ann.play(ann.table["moves"][0]["move"])
            ann.receive()
        servers.append(houses.House(postgres_url, **hurried))
        # Twice the time in which a process looks for tables that nobody plays on.
        time.sleep(2 * LOOK)
        before = read(postgres_url, id)
        assert len(before.lines) == ann.table["ply"], "a bot has played where its table's lease is not held"
        assert not before.table.seats[0].away
        servers[0].process.kill()
        waiting.until(lambda: len(read(postgres_url, id).lines) > len(before.lines))
        waiting.until(lambda: read(postgres_url, id).matches[0].over)
        assert read(postgres_url, id).table.seats[0].away, "Ann's time was over, and a bot has played for her"
    finally:
        for end in (ann.close, ann.http.close, servers[0].end, *(server.stop for server in servers[1:])):
            end()


@pytest.fixture
def two_stores(postgres_url):
    """Two processes' worth of stores on one database, with two tables."""
    stores = [Store(postgres_url), Store(postgres_url)]
    for id in ("t1", "t2"):
        lay(stores[0], id)
    yield stores
    for store in stores:
        store.close()


def write_crosswise(stores, job_of, pause):
    """Each store writes to both tables in one transaction, in opposite orders, with a pause after each."""

    def touch(id):
        def job(c):
            c.execute(sa.text("UPDATE tables SET updated = updated + 1 WHERE id = :id"), {"id": id})
            pause()
            return id

        return job_of(id, job)

    batches = [[(touch(id), Future()) for id in ids] for ids in (("t1", "t2"), ("t2", "t1"))]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda store, batch: store.commit(batch), stores, batches))
    return [[done.exception(0) for _, done in batch] for batch in batches]


def test_changes_of_several_tables_do_not_lock_each_other_out(two_stores, caplog):
    """The order was that in which the moves came, and 300 moves a second were refused for a moment now and then."""
    assert write_crosswise(two_stores, TableJob, lambda: time.sleep(0.3)) == [[None, None], [None, None]]
    assert "deadlock" not in caplog.text


def test_what_a_deadlock_has_ended_is_written_again(two_stores, caplog):
    def updated():
        return two_stores[0].read_now(
            lambda c: c.execute(sa.text("SELECT updated FROM tables ORDER BY id")).scalars().all()
        )

    both, first = threading.Barrier(2, timeout=waiting.TIMEOUT), threading.local()

    def meet():
        """Once, when each has written to one table."""
        if not vars(first):
            first.met = True
            both.wait()

    before = updated()
    assert write_crosswise(two_stores, lambda id, job: job, meet) == [[None, None], [None, None]]
    assert updated() == [at + 2 for at in before]
    # Once at least: what is written again may meet the other once more.
    assert "a deadlock in the database: 2 changes are written again" in caplog.text
    assert not any(store.incident.why for store in two_stores)


def test_several_processes_open_an_empty_database(postgres_url):
    code = "import sys; from parlour.server.store.store import Store; Store(sys.argv[1]).close()"
    run = [sys.executable, "-c", code, postgres_url]
    opened = [subprocess.Popen(run, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    faults = [process.communicate(timeout=waiting.TIMEOUT)[1] for process in opened]
    assert [process.returncode for process in opened] == [0, 0, 0], faults


def test_an_edition_that_two_processes_keep_at_the_same_moment_is_kept(two_stores):
    first, second = two_stores
    with first.engine.begin() as c:
        keep_edition("hash", "text")(c)
        kept = second.submit(keep_edition("hash", "text"))
        time.sleep(0.3)
    assert kept.result(waiting.TIMEOUT) is None
    assert first.read_now(read_edition_text("hash")) == "text"
