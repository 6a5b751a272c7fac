"""`parlour dev`: a running table goes on after its game was changed, or says which move no longer fits."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
import sqlalchemy as sa

import houses
import stored
import waiting
from parlour.engine import registry
from parlour.engine.edition import text_hash
from parlour.engine.log import Entry
from parlour.engine.match import refitting
from parlour.server.admin import refit as refits
from parlour.server.admin.refit import refit
from parlour.server.store.database import moves
from parlour.server.store.store import Change, Store, apply_change, keep_edition, read_table

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

    def fitted(match, entry):
        if match.ply >= at:
            raise NameError("name 'stack' is not defined")
        return by_rules(match, entry)

    by_rules = refitting.fitted
    with monkeypatch.context() as patched:
        patched.setattr(refitting, "fitted", fitted)
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
        patched.setattr(refits.Match, "deal_again", deal)
        (told,), broken = refitted(path)
    assert told == f"table {id} is left as it was: IndexError: no such card"
    _, table = refitted(path)
    assert said_moves(table.lines) == said_moves(broken.lines)


@pytest.fixture
def authored(tmp_path):
    """`parlour dev` with a copy of the sources: the game's folder, and what a house under it needs."""
    sources = tmp_path / "src"
    shutil.copytree(ROOT / "src", sources, ignore=shutil.ignore_patterns("__pycache__"))
    port, out = houses.free_port(), tmp_path / "out"
    command = [sys.executable, "-m", "parlour", "dev", GAME, "--port", str(port), "--store", str(tmp_path / "dev.db")]
    environment = {**os.environ, "PYTHONPATH": str(sources), "PARLOUR_BOT_WAIT": "0", "PYTHONUNBUFFERED": "1"}
    with out.open("w") as file:
        process = subprocess.Popen(command, env=environment, stdout=file, stderr=subprocess.STDOUT)
    try:
        yield SimpleNamespace(folder=sources / "parlour/games" / GAME, port=port, out=out)
    finally:
        process.terminate()
        process.wait(waiting.TIMEOUT)


def wait_for_said(out, pattern, times=1):
    def look():
        return re.findall(pattern, out.read_text("utf-8"))[times - 1 : times]

    return waiting.until(look, f"{pattern!r}, said {times} times,")[0]


def come_back(person, house):
    """As a browser does whose house has gone and come again."""
    with contextlib.suppress(*houses.LOST):
        while True:
            person.receive()
    person.close()
    house.wait()
    return opened(person)


def opened(person):
    """The table as it is seen by whose turn it is; the edition comes only with the first message."""
    now = person.open()
    if now["moves"]:
        return now
    person.send("look", seat=now["deciders"][0])
    return person.until(lambda t: t["moves"]) | {"edition": now["edition"]}


def test_a_change_is_on_the_table_a_moment_later(authored):
    """Of a card, then of a rule by which a move no longer fits, while somebody sits there; then a broken file."""
    house = Running(authored.port)
    person = houses.Person(house, "Ann")
    person.lay("me", "same", game=GAME)
    before = opened(person)
    assert "Blue Heart" in str(before["edition"])
    person.play(before["moves"][0]["move"], seat=before["deciders"][0])
    played = person.until(lambda t: t["ply"] > before["ply"])

    edition = authored.folder / "edition.toml"
    edition.write_text(re.sub('"Blue Heart"', '"Azure Heart"', edition.read_text("utf-8")), "utf-8")
    after = come_back(person, house)
    assert "Azure Heart" in str(after["edition"])
    assert after["ply"] == played["ply"]

    rules = authored.folder / "rules.py"
    first_is_gone = "n = list_secrets(e, g, out, n)\n    out[: n - 1] = out[1:n]\n    return n - 1"
    changed = rules.read_text("utf-8").replace("return list_secrets(e, g, out, n)", first_is_gone)
    (rules.parent / "new").write_text(changed, "utf-8")
    os.replace(rules.parent / "new", rules)
    cut = come_back(person, house)
    at = before["ply"]
    move = re.escape(before["moves"][0]["move"])
    wait_for_said(authored.out, rf"goes on at move {at}: move {at + 1} \({move}\) no longer fits")
    assert [m["move"] for m in cut["moves"]] == [m["move"] for m in before["moves"][1:]]

    (authored.folder / "more").mkdir()
    (authored.folder / "more" / "note.md").write_text("a note", "utf-8")
    wait_for_said(authored.out, "changed: note.md")
    come_back(person, house)
    edition.write_text("id = 3", "utf-8")
    wait_for_said(authored.out, "heartcatchers does not load: EditionError: edition.toml:1: id: ")
    assert person.http.get("/api/live").status_code == 200
    person.close()
    person.http.close()


ENDS = """
from parlour import dev
dev.loads = lambda name: True
dev.watch("heartcatchers", lambda: dev.start("-c", "raise SystemExit('The port 8471 is taken.')"))
"""


def test_a_house_that_ends_by_itself_is_noticed(tmp_path):
    out = tmp_path / "out"
    with out.open("w") as file:
        process = subprocess.Popen([sys.executable, "-c", ENDS], stdout=file, stderr=subprocess.STDOUT)
    try:
        wait_for_said(out, r"taken\.\nIt has ended; the lines above say why. It starts again at the next change.\n")
    finally:
        process.terminate()
        assert process.wait(waiting.TIMEOUT) == 0


class Running:
    """A house that somebody else has started."""

    def __init__(self, port):
        self.port, self.url = port, f"http://127.0.0.1:{port}"
        self.wait()

    def wait(self):
        waiting.until(self.is_open, "the house opened")

    def is_open(self):
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/api/live", timeout=5):
            return True


def test_a_table_follows_the_file_of_its_edition(kept, tmp_path):
    """In the folder of `parlour dev GAME --editions DIR`: the running game goes on with the file as it is now."""
    path, id, tokens = kept
    base = registry.load(GAME).base.text.replace('id = "edition"', 'id = "mine"').replace('"Heartcatchers"', '"Mine"')
    (tmp_path / "deck.toml").write_text(base.replace("love = 3", "love = 4"), "utf-8")
    (tmp_path / "broken.toml").write_text("[[", "utf-8")
    store = Store(str(path))
    try:
        table = store.read_now(read_table(id)).table
        dealt = msgspec.structs.replace(table, edition=text_hash(base), seq=table.seq + 1)
        store.submit(keep_edition(dealt.edition, base)).result()
        store.submit(apply_change(Change(id=id, table=dealt))).result()
        (told,) = refit(store, GAME, tmp_path)
        table = store.read_now(read_table(id)).table
    finally:
        store.close()
    assert told.startswith(f"table {id} goes on at move ")
    assert table.edition == text_hash(base.replace("love = 3", "love = 4"))
    assert table.foreign.title == "Mine"
    stored.at_a_house(path, lambda house: stored.play_one(house, id, tokens))
