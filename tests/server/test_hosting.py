"""What whoever runs a house for others counts on: backups by themselves, a password, faults with a reference."""

import json
import logging
import os
import sqlite3
import time

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

import houses
import waiting
from parlour.server import logs
from parlour.server.admin import backups, stored_tables
from parlour.server.http import connection, password
from parlour.server.options import Backup
from parlour.server.settings import Settings, explain, read_settings
from parlour.server.store.database import tables
from parlour.server.store.store import Store
from sitting import client, come, sit_down
from stores import lay

SECRET = "six white horses"


# Tables that are used stay


async def test_a_table_that_somebody_is_at_is_never_old(own_house):
    """`parlour house expire` is another process: it knows by the store alone that somebody is there."""
    table, _ = await sit_down(own_house)
    aged = sa.update(tables).values(updated=time.time() - (stored_tables.OTHER_DAYS + 1) * stored_tables.DAY)
    await own_house.store.write(lambda c: c.execute(aged) and None)
    assert own_house.store.read_now(stored_tables.old_tables(time.time())) == [table.id]
    table.forget()
    again = await own_house.tables.find(table.id)
    await come(again)
    await own_house.store.write(lambda c: None)
    assert own_house.store.read_now(stored_tables.old_tables(time.time())) == []


# Backups


@pytest.fixture
def store(tmp_path):
    opened = Store(str(tmp_path / "tables.db"))
    lay(opened)
    yield opened
    opened.close()


async def test_a_backup_is_made_verified_and_the_oldest_goes(tmp_path, store):
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in ("20200101", "20200102"):
        (folder / f"tables-{day}-000000.db").write_text("old")
    made = await backups.back_up(store.url, folder, keep=2)
    assert made is not None
    assert sorted(path.name for path in folder.iterdir()) == ["tables-20200102-000000.db", made.name]
    assert sqlite3.connect(made).execute("SELECT count(*) FROM tables").fetchone() == (1,)
    assert made.stat().st_mode & 0o077 == 0


async def test_damaged_tables_are_reported_and_backed_up(tmp_path, store, caplog):
    store.submit(lambda c: c.execute(sa.update(tables).values(record="{"))).result()
    made = await backups.back_up(store.url, tmp_path / "backups", keep=1)
    assert made is not None
    assert f"those of its backup {made.name}: 1 faults" in caplog.text


async def test_a_backup_that_fails_leaves_the_others(tmp_path, caplog):
    folder, good = tmp_path / "backups", tmp_path / "backups" / "tables-20200101-000000.db"
    folder.mkdir()
    good.touch()
    (tmp_path / "tables.db").write_text("no store at all" * 1000)
    assert await backups.back_up(str(tmp_path / "tables.db"), folder, keep=1) is None
    assert list(folder.iterdir()) == [good]
    assert "the backup failed, and those before it stay: the store cannot be used" in caplog.text


def test_backups_are_due_by_the_last_one(tmp_path):
    now, day = time.time(), 86400.0
    assert backups.is_due(tmp_path, day, now)
    made = tmp_path / "tables-20260101-000000.db"
    made.touch()
    for age, due in ((0, False), (day / 2, False), (day + 1, True), (-day, True)):
        os.utime(made, (now - age, now - age))
        assert backups.is_due(tmp_path, day, now) is due, age


def test_a_server_backs_up_by_its_settings(tmp_path):
    settings = tmp_path / "parlour.toml"
    settings.write_text(f'[backup]\nevery = "1d"\nkeep = 3\nfolder = "{tmp_path / "kept"}"\n')
    house = houses.House(str(tmp_path / "tables.db"), options=["--no-limits", "--config", str(settings)])
    try:
        waiting.until(lambda: list((tmp_path / "kept").glob("tables-*.db")), "a backup")
    finally:
        house.stop()


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ('[backup]\nevery = "often"', "it looks like 1d, 12h or 30m"),
        ('[backup]\nevery = "1d"\nkeep = 0', "keep of \\[backup\\] is from 1"),
        ('store = "postgresql://x/y"\n[backup]\nevery = "1d"', "for SQLite stores; for PostgreSQL"),
        ('password = "abc"', "from 6 to 200"),
    ],
)
def test_settings_that_mean_nothing_get_a_sentence(tmp_path, lines, says):
    path = tmp_path / "parlour.toml"
    path.write_text(lines)
    with pytest.raises(ValueError, match=says):
        read_settings({}, {}, str(path))


def test_what_the_settings_mean_is_said():
    said = explain(Settings(backup=Backup(every="12h", keep=3, folder="/b"), password=SECRET))
    assert "backs them up every 12h to /b, and keeps 3" in said
    assert "lets whoever says the password in" in said
    assert SECRET not in "\n".join(said)
    assert "backs them up never by itself" in explain(Settings())


# Faults


def fault(reference):
    try:
        raise ValueError("a private word")
    except ValueError as error:
        logs.REQUEST.set(reference)
        return logging.LogRecord(
            "a", logging.ERROR, "", 0, "%s failed", ("t1",), (ValueError, error, error.__traceback__)
        )


def test_a_fault_is_one_line_with_a_reference_and_a_file(tmp_path):
    record = fault("0badcafe")
    assert logs.Faults(tmp_path / "faults").filter(record)
    line = logging.Formatter(logs.TEXT.replace("%(ids)s", "")).format(record)
    assert line.endswith("t1 failed: ValueError; reference 0badcafe")
    assert "\n" not in line
    file = tmp_path / "faults" / "0badcafe.txt"
    assert "a private word" in file.read_text()
    assert "Traceback" in file.read_text()
    assert file.stat().st_mode & 0o077 == 0
    said = json.loads(logs.Json().format(record))
    assert said["reference"] == "0badcafe"
    assert "traceback" not in said


def test_only_the_last_faults_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(logs, "MAX_FAULTS", 2)
    faults = logs.Faults(tmp_path)
    for number in range(4):
        assert faults.filter(fault(f"{number}"))
        os.utime(tmp_path / f"{number}.txt", (number, number))
    assert faults.filter(fault("4"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["3.txt", "4.txt"]


def test_a_full_disk_hides_no_fault(tmp_path):
    (tmp_path / "faults").write_text("no folder")
    record = fault("1")
    assert logs.Faults(tmp_path / "faults").filter(record)
    assert "Traceback" in logging.Formatter("%(message)s").format(record)


async def test_whoever_met_a_fault_can_name_it(own_house, browse, monkeypatch):
    async def fail(*_: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr("parlour.server.http.lobby.list_my_tables", fail)
    async with browse() as ann:
        answer = await ann.get("/api/tables")
    assert answer.status_code == 500
    assert answer.json()["detail"] == answer.headers["X-Request-Id"]


# The password of a house


async def test_without_the_password_nothing_is_told(own_house, browse):
    settings = Settings(password=SECRET)
    async with browse(settings=settings) as ann:
        for path in ("/api/games", "/api/tables", "/api/reach", "/api/openapi.json"):
            assert (await ann.get(path)).status_code == 401
        assert (await ann.post("/api/tables", json={})).status_code == 401
        assert (await ann.get("/api/live")).status_code == 200
        wrong = await ann.post("/api/door", json={"password": "six white houses"})
        assert (wrong.status_code, wrong.json()["title"]) == (403, "That is not the password.")
        assert (await ann.get("/api/games")).status_code == 401
        right = await ann.post("/api/door", json={"password": SECRET})
        assert right.status_code == 200
        assert SECRET not in right.headers["set-cookie"]
        assert "HttpOnly" in right.headers["set-cookie"]
        assert (await ann.get("/api/games")).status_code == 200
        changed = client(ann._transport.app, "127.0.0.1")
        changed.cookies = ann.cookies
        ann._transport.app.state.settings = Settings(password="another password")
        assert (await changed.get("/api/games")).status_code == 401, "a new password voids what was shown before"


async def test_wrong_passwords_are_counted(own_house, browse):
    async with browse(settings=Settings(password=SECRET)) as ann:
        wrong = [(await ann.post("/api/door", json={"password": f"wrong {n}"})).status_code for n in range(6)]
        assert wrong == [403] * 5 + [429]
        assert (await ann.post("/api/door", json={"password": SECRET})).status_code == 429


def test_a_line_needs_the_password_too(tmp_path):
    house = houses.House(str(tmp_path / "tables.db"), options=["--no-limits"], PARLOUR_PASSWORD=SECRET)
    ann = houses.Person(house)
    try:
        ann.http.post("/api/door", json={"password": SECRET})
        ann.lay("me", "bot")
        ann.open()
        assert ann.table["mine"] == [0]
        ann.close()
        del ann.http.cookies[password.PASS]
        with pytest.raises(ConnectionClosed) as closed:
            ann.open()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == connection.NO_PASSWORD
    finally:
        ann.close()
        ann.http.close()
        house.stop()
