"""A game added from outside by following docs/add-a-game.md: found, checked, and not long."""

import os
import subprocess
import sys
from pathlib import Path

from parlour.engine import registry

HERE = Path(__file__).parent
MAX_LINES = 1400
# Written by `parlour check`, not by an author.
GENERATED = ("counts.json", "playthroughs")


def authored() -> list[Path]:
    """What an author writes: the package, its tests and its page."""
    folders = (HERE / "src" / "whispers", HERE / "tests")
    found = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".toml", ".md")]
    return [*found, HERE / "README.md", HERE / "pyproject.toml"]


def test_it_is_found_by_its_entry_point_and_is_not_on_the_shelf():
    assert registry.packages()["whispers"] == "whispers"
    assert "whispers" not in registry.names(shelf_only=True)


def test_an_author_writes_no_more_than_so_many_lines():
    paths = [path for path in authored() if not set(GENERATED) & set(path.parts)]
    assert len(paths) > 15
    assert sum(len(path.read_text("utf-8").splitlines()) for path in paths) <= MAX_LINES


def check(*options: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(HERE / "src"), str(HERE.parents[1] / "src"), os.environ.get("PYTHONPATH", "")))
    command = [sys.executable, "-m", "parlour", "check", "whispers", *options]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False)


def test_every_step_passes():
    """Conformance, exactness on the tiny edition, words, clauses, playthroughs: interpreted and compiled."""
    done = check()
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("step 10: the game's page: passes") == 2
