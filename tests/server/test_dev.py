"""`parlour dev`: a running table goes on after its game was changed, or says which move no longer fits."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
import sqlalchemy as sa

import houses
import stored
from parlour.engine.log import Entry
from parlour.server import refit as refits
from parlour.server.database import moves
from parlour.server.refit import refit
from parlour.server.store import Store, read_table

ROOT = Path(__file__).resolve().parents[2]
GAME = "heartcatchers"


@pytest.fixture
def kept(tmp_path):
    """A store with a running table, and the table's id and tokens."""
    old = next(each for each in stored.present() if each.game == GAME)
    shutil.copy(old.store, tmp_path / "tables.db")
    id, *tokens = old.key.read_text("utf-8").split()
    return tmp_path / "tables.db", id, tokens


def refitted(path):
    store = Store(str(path))
    try:
        return refit(store, GAME), store.read_now(read_table(store.read_now(lambda c: c.execute(IDS).scalar())))
    finally:
        store.close()


IDS = sa.select(moves.c.table_id)


def test_a_table_whose_moves_fit_goes_on_where_it_was(kept):
    path, id, tokens = kept
    (told,), table = refitted(path)
    assert told == f"table {id} goes on at move {len(table.lines)}"
    stored.at_a_house(path, lambda house: stored.play_one(house, id, tokens))


def test_a_move_that_no_longer_fits_is_named_and_the_table_goes_on_before_it(kept):
    path, id, tokens = kept
    store = Store(str(path))
    lines = store.read_now(read_table(id)).lines
    at = max(i for i, line in enumerate(lines) if "@" not in line)
    wrong = moves.update().where(moves.c.table_id == id, moves.c.ply == at).values(line="catch h3 s6")
    store.submit(lambda c: c.execute(wrong)).result()
    store.close()
    (told,), table = refitted(path)
    assert told.startswith(f"table {id} goes on at move {at}: move {at + 1} (catch h3 s6) no longer fits")
    assert table.lines == lines[:at]
    stored.at_a_house(path, lambda house: stored.play_one(house, id, tokens))


@pytest.fixture
def broken_for_a_moment(kept, monkeypatch):
    """The store after a refit with rules that knew no move of a player, and the log before that."""
    path, id, _ = kept
    store = Store(str(path))
    lines = store.read_now(read_table(id)).lines
    store.close()
    at = min(i for i, line in enumerate(lines) if "@" not in line)

    def fitted(game, edition, match, entry):
        if match.ply >= at:
            raise NameError("name 'stack' is not defined")
        return by_rules(game, edition, match, entry)

    by_rules = refits.fitted
    with monkeypatch.context() as patched:
        patched.setattr(refits, "fitted", fitted)
        for _ in range(2):
            (told,), table = refitted(path)
            assert told.startswith(f"table {id} goes on at move {at}: ")
            assert len(table.lines) == at
    return lines


def said_moves(lines):
    return [Entry.of(line).text for line in lines]


def test_a_mistake_that_is_mended_costs_no_move(kept, broken_for_a_moment):
    path, id, tokens = kept
    (told,), table = refitted(path)
    assert told == f"table {id} goes on at move {len(broken_for_a_moment)}"
    assert said_moves(table.lines) == said_moves(broken_for_a_moment)
    stored.at_a_house(path, lambda house: stored.play_one(house, id, tokens))


def test_whoever_plays_on_after_a_cut_has_left_the_old_moves(kept, broken_for_a_moment):
    path, id, tokens = kept
    stored.at_a_house(path, lambda house: stored.play_one(house, id, tokens))
    store = Store(str(path))
    played = store.read_now(read_table(id)).lines
    store.close()
    _, table = refitted(path)
    assert said_moves(table.lines) == said_moves(played)


def test_a_fault_in_setup_leaves_the_table_as_it_was(kept, monkeypatch):
    path, id, _ = kept

    def deal(*_, **__):
        raise IndexError("no such card")

    with monkeypatch.context() as patched:
        patched.setattr(refits, "Match", deal)
        (told,), broken = refitted(path)
    assert told == f"table {id} is left as it was: IndexError: no such card"
    _, table = refitted(path)
    assert said_moves(table.lines) == said_moves(broken.lines)


def test_a_changed_card_is_on_the_table_a_moment_later(tmp_path):
    sources = tmp_path / "src"
    shutil.copytree(ROOT / "src", sources)
    edition = sources / "parlour/games" / GAME / "edition.toml"
    port = houses.free_port()
    command = [sys.executable, "-m", "parlour", "dev", GAME, "--port", str(port), "--store", str(tmp_path / "dev.db")]
    environment = {**os.environ, "PYTHONPATH": str(sources), "PARLOUR_BOT_WAIT": "0", "PYTHONUNBUFFERED": "1"}
    with open(tmp_path / "out", "w+") as out:
        process = subprocess.Popen(command, env=environment, stdout=out, stderr=subprocess.STDOUT)
        try:
            house = Running(port)
            person = houses.Person(house, "Ann")
            person.lay("me", "same", game=GAME)
            before = person.open()
            person.close()
            assert "Blue Heart" in str(before["edition"])
            edition.write_text(re.sub('"Blue Heart"', '"Azure Heart"', edition.read_text("utf-8")), "utf-8")
            until = time.monotonic() + 60
            while "goes on at move" not in (tmp_path / "out").read_text("utf-8"):
                assert time.monotonic() < until, (tmp_path / "out").read_text("utf-8")
                time.sleep(0.1)
            house.wait()
            after = person.open()
            assert "Azure Heart" in str(after["edition"])
            assert after["ply"] == before["ply"]
            edition.write_text("id = 3", "utf-8")
            while "edition.toml" not in (tmp_path / "out").read_text("utf-8").partition("goes on")[2]:
                time.sleep(0.1)
            assert person.http.get("/api/live").status_code == 200
            person.close()
            person.http.close()
        finally:
            process.terminate()
            process.wait(30)


class Running:
    """A house that somebody else has started."""

    def __init__(self, port):
        self.port, self.url = port, f"http://127.0.0.1:{port}"
        self.wait()

    def wait(self):
        until = time.monotonic() + 60
        while True:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/api/live", timeout=5):
                return
            assert time.monotonic() < until
            time.sleep(0.1)
