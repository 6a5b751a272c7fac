"""What whoever runs the house can do from the command line, beside a server that is using the store."""

import time

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

import houses
from parlour.cli import app
from parlour.server import keeping_house
from parlour.server.database import tables
from parlour.server.store import Store, apply_change, list_tables, read_record
from stores import change, lay


def parlour(house, *words):
    return CliRunner().invoke(app, ["house", *words, "--store", house.store])


def test_a_seat_is_revoked_and_a_table_closed_beside_a_running_server(house, people):
    ann, _ = houses.both(people)
    listed = parlour(house, "list").stdout
    assert any(line.startswith(ann.id) and "playing" in line for line in listed.splitlines())
    assert "Player" not in listed, "names are nobody's business"
    assert "2 persons, 0 bots" in next(line for line in listed.splitlines() if line.startswith(ann.id))
    path = parlour(house, "revoke", ann.id, "1").stdout.strip()
    assert path.startswith(f"/t/{ann.id}#")
    # The server's copy is overtaken by its next change, and read again.
    ann.send("rename", seat=0, name="Ann")
    carl = people("Carl")
    deadline = time.monotonic() + 20
    while carl.http.post(f"/api/tables/{ann.id}/claim", json={"token": path.partition("#")[2]}).status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    assert parlour(house, "close", ann.id).exit_code == 0
    assert parlour(house, "close", ann.id).exit_code != 0
    assert f"{ann.id}" not in parlour(house, "list").stdout
    assert "moves: " in parlour(house, "stats").stdout


@pytest.fixture
def store(tmp_path):
    opened = Store(str(tmp_path / "tables.db"))
    yield opened
    opened.close()


def test_tables_expire_by_age_and_by_whether_they_ever_began(store):
    for id in ("t1", "t2"):
        lay(store, id)
    store.submit(apply_change(change(0, "a"))).result()
    now = time.time()
    week, season = (keeping_house.WAITING_DAYS + 1) * 86400, (keeping_house.OTHER_DAYS + 1) * 86400
    assert keeping_house.expire(store, now) == 0
    assert keeping_house.expire(store, now + week) == 1
    assert store.read_now(list_tables) == ["t1"], "what has begun stays"
    assert keeping_house.expire(store, now + season) == 1


def test_one_person_is_no_persons(store):
    lay(store)
    listed = CliRunner().invoke(app, ["house", "list", "--store", store.url]).stdout
    assert "1 person, 1 bot " in listed


def test_a_seat_of_a_bot_cannot_be_revoked(store):
    lay(store)
    with pytest.raises(ValueError, match="no person's"):
        keeping_house.revoke(store, "t1", 1)
    with pytest.raises(ValueError, match="there is no table"):
        keeping_house.revoke(store, "t9", 0)
    assert keeping_house.revoke(store, "t1", 0).startswith("/t/t1#")
    assert not store.read_now(read_record("t1")).seats[0].claimed
    assert store.read_now(lambda c: c.execute(sa.select(tables.c.seq)).scalar()) == 1
