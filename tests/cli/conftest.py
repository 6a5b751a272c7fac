"""A command run in this process, and a saved game."""

import sys
from pathlib import Path

import pytest

from parlour import cli
from parlour.engine import registry
from parlour.engine.match import Match

GAME = "heartcatchers"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path):
    """Run a command in this process: its exit code, what it printed, and what it complained of."""
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["parlour", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return call


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A finished game of Heartcatchers with draws that can be verified."""
    match = Match(registry.load(GAME), names=("Ann", "Bo"))
    match.settle()
    while not match.over:
        match.play(match.legal()[-1])
    match.save(tmp_path / "saved.json")
    return tmp_path / "saved.json"
