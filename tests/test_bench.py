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

from parlour.engine import registry
from parlour.lab.study import Study

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


def using(folder):
    """The processes that know of a folder, by their arguments or their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            known = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in known:
            found.append(process.name)
    return found


@pytest.mark.parametrize(("store", "end"), [("sqlite", signal.SIGINT), ("postgres", signal.SIGTERM)])
def test_a_load_that_is_ended_leaves_nothing_behind(folder, store, end):
    """Ctrl-C reaches the server too, SIGTERM the load alone."""
    command = [sys.executable, BENCH / "load.py", "--game", "heartcatchers", "--tables", "3", "--store", store]
    load = subprocess.Popen(command, env={**os.environ, "TMPDIR": str(folder)}, start_new_session=True)
    try:
        until = time.monotonic() + 60
        # The load and its house at least, and some while with people at its tables.
        while len(using(folder)) < 2 and time.monotonic() < until:
            time.sleep(0.1)
        time.sleep(3)
        assert len(using(folder)) >= 2
        os.killpg(load.pid, end) if end == signal.SIGINT else load.send_signal(end)
        assert load.wait(40) == 128 + end
        assert not using(folder)
        assert not list(folder.iterdir())
    finally:
        load.kill()
