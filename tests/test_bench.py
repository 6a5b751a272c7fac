"""The studies of bench/: `play.py bench` runs each of them without arguments."""

import argparse
import importlib
import os
import runpy
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

import houses
import waiting
from parlour.engine import registry
from parlour.lab.study import Study
from places import RELEASED

BENCH = Path(__file__).parent.parent / "bench"
STUDIES = [path for path in sorted(BENCH.glob("[a-z]*.py")) if "parse_args()" in path.read_text("utf-8")]


class Understood(Exception):
    """The study knows what to do; doing it would take too long here."""


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_a_study_needs_no_arguments(path, monkeypatch):
    parse = argparse.ArgumentParser.parse_args

    def understood(parser):
        parse(parser)
        raise Understood

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", understood)
    monkeypatch.setattr(sys, "argv", [str(path)])
    monkeypatch.syspath_prepend(BENCH)
    with pytest.raises((Understood, SystemExit)) as ended:
        runpy.run_path(str(path), run_name="__main__")
    # Without OpenSpiel its study says so and ends well.
    assert ended.type is Understood or ended.value.code is None


def test_a_bot_is_as_good_as_itself_when_every_deal_is_mirrored(monkeypatch):
    monkeypatch.syspath_prepend(BENCH)
    mirrored = importlib.import_module("bots_mirrored").mirrored
    assert mirrored(Study("heartcatchers", ("greedy", "greedy"), 4, 1)).tolist() == [0.5] * 4
    assert mirrored(Study("heartcatchers", ("greedy", "random"), 4, 1)).mean() > 0.5


def test_a_version_is_as_good_as_itself(monkeypatch):
    monkeypatch.syspath_prepend(BENCH)
    study = importlib.import_module("bots_versions")
    game = registry.load("heartcatchers")
    assert study.versus(game, study.THIS, "greedy", 2, 1).tolist() == [0.5] * 2


def test_a_folder_that_is_no_version_is_refused(monkeypatch, tmp_path, capsys):
    (tmp_path / "src" / "parlour").mkdir(parents=True)
    monkeypatch.setattr(sys, "argv", ["bots_versions.py", str(tmp_path)])
    with pytest.raises(SystemExit):
        runpy.run_path(str(BENCH / "bots_versions.py"), run_name="__main__")
    assert "holds no version of Parlour" in capsys.readouterr().err


@pytest.fixture
def folder():
    """A temporary folder that a PostgreSQL with a user of its own may enter."""
    made = Path(tempfile.mkdtemp(prefix="parlour-load-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


LOAD = ["load.py", "--game", "heartcatchers", "--tables", "3", "--store"]


@pytest.mark.parametrize(
    ("study", "during", "end"),
    [
        ([*LOAD, "sqlite"], "parlour compile", signal.SIGINT),
        ([*LOAD, "sqlite"], "parlour compile", signal.SIGTERM),
        ([*LOAD, "sqlite"], "parlour serve", signal.SIGINT),
        ([*LOAD, "postgres"], "parlour serve", signal.SIGTERM),
        (["browser.py"], "parlour serve", signal.SIGINT),
        (["browser.py"], "parlour serve", signal.SIGTERM),
    ],
)
def test_a_study_that_is_ended_leaves_nothing_behind(folder, tmp_path, study, during, end):
    """Ctrl-C reaches the server too, SIGTERM the study alone."""
    command = [sys.executable, BENCH / study[0], *study[1:]]
    # With everything compiled a study compiles nothing.
    cache = {"PARLOUR_CACHE": str(tmp_path)} if "compile" in during else {}
    load = subprocess.Popen(command, env={**os.environ, "TMPDIR": str(folder), **cache}, start_new_session=True)
    try:
        waiting.until(lambda: any(during in command for command in houses.using(folder)), during)
        # Then the compilers work, or people are at the tables.
        time.sleep(1 if "compile" in during else 3)
        assert any(during in command for command in houses.using(folder))
        os.killpg(load.pid, end) if end == signal.SIGINT else load.send_signal(end)
        assert load.wait(waiting.TIMEOUT) == 128 + end
        assert not houses.using(folder)
        assert not list(folder.iterdir())
    finally:
        load.kill()


def test_the_docs_have_the_bytes_of_every_state():
    """Figures that can be compared with the sources are; the others depend on the machine."""
    text = (BENCH.parent / "docs" / "benchmarks.md").read_text("utf-8")
    page = text.partition("## The games in figures")[2].partition("\n#")[0]
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in page.splitlines() if row.startswith("|")]
    there = {row[0]: row[rows[0].index("bytes of a State")] for row in rows[2:]}
    games = [registry.load(name) for name in RELEASED]
    assert there == {game.about.title: str(game.state.dtype.itemsize) for game in games}
