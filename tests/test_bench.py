"""The studies of bench/: `play.py bench` runs each of them without arguments."""

import argparse
import importlib
import runpy
import sys
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
