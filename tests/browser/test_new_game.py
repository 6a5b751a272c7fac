"""What `parlour new` writes can be played at once: in a real terminal and in a real browser.

The rules are interpreted: a blank game is small, and nothing has to be compiled for it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import clicks
import pytest
from driver import Terminal

import houses

ROOT = Path(__file__).parents[2]
# More moves than a blank game has.
MANY = 20


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the sources to which `parlour new` has added a game; the environment in which it is found."""
    root = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("tests/conformance", "docs/games"):
        (root / folder).mkdir(parents=True)
    environment = {"PYTHONPATH": str(root / "src"), "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, "-m", "parlour", "new", "courtship", "--prefix", "CS"]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (root / "src" / "parlour" / "games" / "courtship" / "rules.py").exists()
    assert (root / "tests" / "games" / "courtship" / "test_clauses.py").exists()
    assert "# Courtship" in (root / "docs" / "games" / "courtship.md").read_text("utf-8")
    return environment


def test_in_a_terminal(checkout, tmp_path):
    with Terminal("play", "courtship", "--fast", "--seed", "1", home=tmp_path, **checkout) as terminal:
        terminal.wait()
        for _ in range(MANY):
            if "Score sheet" in terminal.shown[-1]:
                break
            terminal.type("1")
        assert "Score sheet" in terminal.shown[-1]
        terminal.type("")
        assert terminal.status == 0
        assert "Traceback" not in "".join(terminal.shown)


def test_in_a_browser(checkout, visit, tmp_path):
    house = houses.House(str(tmp_path / "tables.db"), **checkout)
    try:
        page = visit(at=house)
        page.goto("/")
        page.click("[data-play=courtship]")
        page.wait_for_selector("main[data-status=playing]")
        for _ in range(MANY):
            page.wait_for_selector("[data-move], main[data-status=over]")
            if clicks.status(page) == "over":
                break
            before = clicks.ply(page)
            page.locator("[data-move]").first.click()
            clicks.moved(page, before)
        page.wait_for_selector("#ending")
    finally:
        house.stop()
