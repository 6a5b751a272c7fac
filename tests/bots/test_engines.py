"""Programs in a seat: what they are told, and that one that misbehaves loses its turn and harms nobody."""

import logging
import pickle
import sys
from pathlib import Path

import pytest

from parlour import bots
from parlour.bots import engines
from parlour.bots.engines import MAX_FAULTS, Engine
from parlour.bots.spec import read_spec
from parlour.engine.match import Match
from parlour.lab.arena import simulate
from parlour.lab.study import Study
from waiting import until

READ = """
import json, os, sys, time
assert sys.stdin.readline() == "parlour 1\\n"
for line in sys.stdin:
    asked = json.loads(line.removeprefix("choose "))
"""
GOOD = READ + "    print('move', asked['legal'][-1], flush=True)\n"
FORKS = """
    for _ in range(500):
        try:
            os.fork() or time.sleep(60)
        except OSError:
            time.sleep(60)
"""
# These answer nothing: they are not waited for as long.
SLOW = ("silent", "forks")
HOSTILE = {
    "silent": READ + "    time.sleep(60)\n",
    "garbage": READ + "    os.write(1, bytes(range(255, 128, -1)) + b'\\n')\n",
    "illegal": READ + "    print('move', 'catch h99 s99', flush=True)\n",
    "flood": "import os\nwhile True: os.write(1, b'move ' * 20000)\n",
    "lines": READ + "    print('move', asked['legal'][0] + chr(10) * 3, flush=True)\n",
    "dead": "raise SystemExit(3)\n",
    "forks": READ + FORKS,
}


@pytest.fixture
def engine(tmp_path):
    made = []

    def make(source, seconds=20.0):
        script = tmp_path / "mybot.py"
        script.write_text(source)
        made.append(Engine("mybot", (sys.executable, "-I", str(script)), seconds))
        return made[-1]

    yield make
    for one in made:
        one.end()


def asked(match, policy):
    look = match.look(match.seat)
    return bots.make(policy, match.game, 5).choose(match.edition, look.hidden, look.legal, match.seat)


def processes(script):
    """The processes on this machine whose command names a file."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if script in (entry / "cmdline").read_bytes().decode(errors="replace"):
                found.append(entry.name)
        except OSError:
            continue
    return found


def test_an_engine_plays(engine):
    match, good = Match.deal("heartcatchers", seed=1), engine(GOOD)
    for _ in range(3):
        assert asked(match, good) == match.legal()[-1]
        match.play(match.legal()[0])
    assert good.faults == 0
    assert read_spec(good).name == "engine:mybot"
    again = pickle.loads(pickle.dumps(good))
    assert (again.command, again.process) == (good.command, None)


def test_an_engine_plays_in_the_arena(engine):
    found = simulate(Study("heartcatchers", (engine(GOOD), "random"), 2))
    assert [row["bot"] for row in found["by_bot"]] == ["engine:mybot", "random"]


@pytest.mark.parametrize("kind", HOSTILE)
def test_who_misbehaves_loses_its_turn_and_leaves_nothing_behind(engine, kind, caplog):
    caplog.set_level(logging.WARNING)
    match, bad = Match.deal("heartcatchers", seed=1), engine(HOSTILE[kind], 0.8 if kind in SLOW else 20.0)
    turns = 1 if kind in SLOW else MAX_FAULTS + 1
    moves = {asked(match, bad) for _ in range(turns)}
    assert moves <= set(match.legal())
    assert len(moves) == 1
    assert bad.faults == min(turns, MAX_FAULTS)
    assert len([r for r in caplog.records if "loses its turn" in r.message]) == bad.faults
    bad.end()
    until(lambda: not processes(bad.command[-1]))


def test_an_engine_is_told_what_its_seat_knows_and_no_more(engine, tmp_path):
    """Two worlds that the seat cannot tell apart put the same question."""
    from parlour.engine.chance import stream

    match = Match.deal("heartcatchers", seed=2)
    seat = match.seat
    hidden = match.hidden(seat)
    world = match.game.imagine(match.edition, hidden, seat, stream(3))
    assert world.tobytes() != match.state.tobytes()
    told = []

    class Listening(Engine):
        def running(self):
            process = super().running()
            process.stdin = Tap(process.stdin)
            return process

    class Tap:
        def __init__(self, inner):
            self.inner = inner

        def write(self, data):
            told.append(data)
            return self.inner.write(data)

        def __getattr__(self, name):
            return getattr(self.inner, name)

    for state in (match.state, world):
        script = tmp_path / "mybot.py"
        script.write_text(GOOD)
        one = Listening("mybot", (sys.executable, "-I", str(script)), 20.0)
        seen = match.game.hide(match.edition, state, seat)
        bots.make(one, match.game).choose(match.edition, seen, match.game.legal(match.edition, seen), seat)
        one.end()
    assert told[0] == told[1]


def test_only_a_command_line_names_a_command(monkeypatch):
    monkeypatch.setattr(engines, "KNOWN", {})
    with pytest.raises(ValueError, match="--engine mybot=COMMAND names"):
        read_spec("engine:mybot")
    engines.allow(["mybot=python3 my bot.py"])
    assert read_spec("engine:mybot").policy.command == ("python3", "my", "bot.py")
    with pytest.raises(ValueError, match="write NAME=COMMAND"):
        engines.allow(["../x=y"])
    with pytest.raises(ValueError, match="at most 2"):
        engines.allow(["second=a", "third=b"])


def test_a_study_and_a_bot_of_the_browser_cannot_name_one():
    with pytest.raises(ValueError, match="there is no bot 'engine:mybot' here"):
        _ = Study("heartcatchers", ("engine:mybot",), 1).specs
