"""Programs of a house: only its settings name them, they sit where bots sit, and every other door refuses them."""

import logging
import sys

import msgspec
import pytest
from typer.testing import CliRunner

from parlour import bots
from parlour.bots import engines
from parlour.bots.engines import MAX_FAULTS, Engine
from parlour.cli import app
from parlour.research import WordGame
from parlour.server import wire
from parlour.server.http.words import translated
from parlour.server.settings import explain, read_settings
from parlour.server.table import requests
from parlour.server.table.bot_moves import NO_ENGINE
from parlour.server.table.refusals import NotAllowed
from sitting import any_move, client, come, sit_down
from waiting import soon

PROGRAM = """
import json, sys
for line in sys.stdin:
    if line.startswith("choose "):
        print("move", json.loads(line[7:])["legal"][0], flush=True)
"""
DEAD = "raise SystemExit(3)\n"


@pytest.fixture
def program(tmp_path):
    def make(source=PROGRAM):
        path = tmp_path / "mybot.py"
        path.write_text(source)
        return {"mybot": Engine("mybot", (sys.executable, "-I", str(path)), 30.0)}

    return make


async def play(table, watcher, turns):
    for _ in range(turns):
        await soon(lambda: table.match.over or 0 in table.match.deciders, "the player's turn")
        if table.match.over:
            return
        await requests.receive(table, watcher, any_move(table))


async def test_a_program_of_the_house_plays_at_its_tables(open_house, program):
    house = open_house(engines=program())
    first, watcher = await sit_down(house, "bot", level="engine:mybot")
    await play(first, watcher, 2)
    process = house.engines["mybot"].process
    second, other = await sit_down(house, "bot", level="engine:mybot")
    await play(second, other, 2)
    await soon(lambda: 0 in second.match.deciders or second.match.over, "the program's move")
    assert house.engines["mybot"].process is process
    assert house.engines["mybot"].faults == 0
    told = "".join(str(message) for message in watcher.sent)
    assert "engine:mybot" in told
    assert "mybot.py" not in told
    house.close()
    assert process.poll() is not None


async def test_a_program_that_dies_loses_its_turns_and_its_table_plays_on(open_house, program, caplog):
    caplog.set_level(logging.WARNING)
    house = open_house(engines=program(DEAD))
    table, watcher = await sit_down(house, "bot", level="engine:mybot")
    await play(table, watcher, 6)
    await soon(lambda: 0 in table.match.deciders or table.match.over, "a drawn move")
    assert house.engines["mybot"].faults == MAX_FAULTS
    assert len([r for r in caplog.records if "loses its turn" in r.message]) == MAX_FAULTS


async def test_no_table_has_a_program_that_the_settings_do_not_name(open_house, program):
    house = open_house(engines=program())
    with pytest.raises(NotAllowed, match="no engine by that name"):
        await sit_down(house, "bot", level="engine:other")
    wish = wire.NewTable(game="heartcatchers", seats=[wire.SeatWish(kind="me"), wire.SeatWish(kind="friend")])
    made, tokens = await house.tables.lay(wish)
    table = await house.tables.find(made.id)
    watcher = await come(table, tokens)
    await requests.receive(table, watcher, wire.SeatBot(level="engine:other"))
    assert any(NO_ENGINE in str(message) for message in watcher.sent)
    assert table.status == "waiting"
    assert translated(NO_ENGINE, "de") != NO_ENGINE


@pytest.mark.parametrize("level", ["engine:", "engine:./mybot", "engine:a b", "engine:mybot=./x", "search:1000it"])
def test_a_browser_can_say_no_command(level):
    for kind, wish in ((wire.SeatBot, {"type": "seat-bot"}), (wire.SeatWish, {"kind": "bot"})):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**wish, "level": level}, kind)


async def test_the_menu_has_them_by_name(open_house, program):
    from parlour.server.http.app import make_app

    for given, names in ((program(), ["mybot"]), ({}, [])):
        house = open_house(engines=given)
        async with client(make_app(house)) as browser:
            found = (await browser.get("/api/games")).json()
        assert {tuple(box["engines"]) for box in found} == {tuple(names)}
        house.close()


def test_where_programs_cannot_be_shut_in_a_house_has_none(monkeypatch, caplog):
    monkeypatch.setattr(engines, "walls", lambda: ())
    assert engines.of_house({"mybot": ("./mybot",)}) == {}
    assert "cannot be kept in a namespace" in caplog.text
    monkeypatch.setattr(engines, "walls", lambda: ("unshare",))
    assert list(engines.of_house({"mybot": ("./mybot",)})) == ["mybot"]


def settings(tmp_path, text, environment=()):
    path = tmp_path / "parlour.toml"
    path.write_text(text)
    return read_settings({}, dict(environment), str(path))


def test_the_settings_name_at_most_two_in_a_file_alone(tmp_path):
    found = settings(tmp_path, '[engines]\nmybot = ["./mybot", "--fast"]', {"PARLOUR_ENGINES": "x"})
    assert found.engines == {"mybot": ("./mybot", "--fast")}
    assert "lets mybot sit at its tables as engines" in explain(found)
    for wrong, says in (
        ('[engines]\na = ["x"]\nb = ["x"]\nc = ["x"]', "at most 2"),
        ('[engines]\n"a/b" = ["x"]', "is no engine"),
        ("[engines]\na = []", "is no engine"),
        ('[engines]\na = "./x"', "Expected `array`"),
        ('workers = 2\nstore = "postgresql://x/y"\n[engines]\na = ["x"]', "one process"),
    ):
        with pytest.raises(ValueError, match=says):
            settings(tmp_path, wrong)


def by_command(*words):
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code
    raise done.exception or SystemExit


@pytest.mark.parametrize(
    "door",
    [
        lambda: bots.read_spec("engine:mybot"),
        lambda: WordGame("heartcatchers", opponents="engine:mybot").reset(),
        lambda: by_command("sim", "heartcatchers", "--bots", "engine:mybot,random", "--games", "1"),
        lambda: by_command("bots", "fit", "heartcatchers", "--value", "--bot", "engine:mybot", "--games", "100"),
        lambda: by_command("research", "export", "heartcatchers", "--bot", "engine:mybot", "--games", "1"),
        lambda: by_command("play", "heartcatchers", "--seats", "you,engine:mybot"),
    ],
    ids=["a name", "words", "sim", "fit", "export", "play"],
)
def test_every_other_door_refuses_a_name_without_a_command(door, monkeypatch):
    monkeypatch.setattr(engines, "KNOWN", {})
    with pytest.raises(ValueError, match="there is no bot 'engine:mybot' here"):
        door()
