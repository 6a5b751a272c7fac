"""What `parlour new` writes, and the sixth game, can be played at once: in a real terminal and in a real browser.

The rules and the bots' search are interpreted: the games are small, and nothing has to be compiled for them.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import clicks
import pytest
from complaints import CUT
from driver import Terminal

import houses

ROOT = Path(__file__).parents[2]
INTERPRETED = {"NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
# More moves than one seat of these games has.
MANY = 20


@pytest.fixture(scope="module", params=["courtship", "whispers"])
def added(request, tmp_path_factory):
    """A game that was added, and the environment in which it is found."""
    root = tmp_path_factory.mktemp("added")
    return request.param, (new_game if request.param == "courtship" else installed_game)(root)


def installed_game(root):
    """The sixth game as a package beside Parlour, on the shelf."""
    shutil.copytree(ROOT / "tests" / "sixth_game" / "src", root, dirs_exist_ok=True)
    about = root / "whispers" / "__init__.py"
    about.write_text(about.read_text("utf-8").replace("shelf=False", "shelf=True"), "utf-8")
    return {"PYTHONPATH": os.pathsep.join((str(root), str(ROOT / "src"))), **INTERPRETED}


def new_game(root):
    """A copy of the sources to which `parlour new` has added a game."""
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("tests/conformance", "docs/games"):
        (root / folder).mkdir(parents=True)
    environment = {"PYTHONPATH": str(root / "src"), **INTERPRETED}
    command = [sys.executable, "-m", "parlour", "new", "courtship", "--prefix", "CS"]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (root / "src" / "parlour" / "games" / "courtship" / "rules.py").exists()
    assert (root / "tests" / "games" / "courtship" / "test_clauses.py").exists()
    assert "# Courtship" in (root / "docs" / "games" / "courtship.md").read_text("utf-8")
    return environment


def test_in_a_terminal(added, tmp_path):
    game, environment = added
    seats = ("--seats", "you,search:3it", "--fast", "--seed", "1")
    with Terminal("play", game, *seats, home=tmp_path, **environment) as terminal:
        terminal.wait()
        for _ in range(MANY):
            if "Score sheet" in terminal.shown[-1]:
                break
            terminal.type("1")
        assert "Score sheet" in terminal.shown[-1]
        terminal.type("")
        assert terminal.status == 0
        assert "Traceback" not in "".join(terminal.shown)


@pytest.mark.complains(*CUT)
def test_in_a_browser(added, visit, tmp_path):
    game, environment = added
    house = houses.House(str(tmp_path / "tables.db"), **environment)
    try:
        page = visit(at=house)
        page.goto("/")
        page.click(f"[data-play={game}]")
        page.wait_for_selector("main[data-status=playing]")
        tapped = False
        for _ in range(MANY):
            page.wait_for_selector("[data-move], main[data-status=over]")
            if clicks.status(page) == "over":
                break
            before = clicks.ply(page)
            if page.locator("[data-piece]").count():
                every = page.locator("[data-move]").count()
                page.locator("[data-piece]").first.click()
                assert 0 < page.locator("[data-move]").count() < every
                tapped = True
            page.locator("[data-move]").first.click()
            clicks.moved(page, before)
        page.wait_for_selector("#ending")
        # The blank game has no move that names a card.
        assert tapped is (game == "whispers"), "a tap on a piece leaves the moves that speak of it"
    finally:
        house.stop()
