"""docs/add-a-game.md, followed: its commands in a clone that has just been made, for a game in it and for a package."""

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from set_up import clone, packages

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S)
# What is not in a repository, and what the page does not need of it.
LEFT = ("__pycache__", ".venv", ".git", "node_modules", "pages", "sixth_game", ".*_cache", "images", "dist")
PURELIB = "import sysconfig; print(sysconfig.get_path('purelib'))"


@pytest.fixture
def fresh(tmp_path):
    """A clone with a .venv as `play.py check` makes it, but for the packages: those are the ones of this clone."""
    folder = tmp_path / "clone"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT))
    venv.create(folder / ".venv", with_pip=False)
    python = folder / ".venv" / "bin" / "python"
    theirs, ours = (subprocess.check_output([p, "-c", PURELIB], text=True).strip() for p in (python, sys.executable))
    Path(theirs, "installed.pth").write_text(ours)
    places = {"ROOT": folder, "VENV": folder / ".venv", "BIN": python.parent, "PYTHON": python}
    with pytest.MonkeyPatch.context() as patched:
        for name, path in places.items():
            patched.setattr(clone, name, path)
        packages.link_sources()
        packages.write_command()
    shutil.copy(Path(sys.executable).parent / "pytest", python.parent)
    program = (python.parent / "pytest").read_text("utf-8")
    (python.parent / "pytest").write_text(f"#!{python}\n{program.partition(chr(10))[2]}", "utf-8")
    return folder


def follow(folder, *commands):
    """Run commands as they stand on the page. Interpreted: compiling takes minutes, and other tests do it."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PARLOUR_", "PYTHON", "PYTEST_"))}
    settings = {**kept, "NUMBA_DISABLE_JIT": "1", "PARLOUR_HOME": str(folder / "home")}
    script = "set -e\n" + "\n".join(commands)
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=settings, input="\n" * 50, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{script}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def once(blocks):
    """Each command where it stands first: nothing has changed when the page repeats it."""
    before, left = set(), []
    for block in blocks:
        commands = [block] if "<<" in block else block.splitlines(keepends=True)
        left.append("".join(command for command in commands if command not in before))
        before.update(commands)
    return [block for block in left if block]


def test_every_command_works_on_a_game_in_the_sources(fresh):
    said = [follow(fresh, block) for block in once(BLOCKS)]
    assert "Every step passes." in "".join(said)
    assert len(BLOCKS) == 6


def test_every_command_works_on_a_package_of_its_own(fresh):
    written = re.search(r"`(parlour new \S+ --prefix CS --into \S+)`", PAGE)[1]
    installed = re.search(r"`(\.venv/bin/python -m pip install -e \S+)`", PAGE)[1]
    follow(fresh, f".venv/bin/{written}", installed)
    said = follow(fresh, once(BLOCKS[:1])[0].partition("\n")[2])
    assert "Not checked: the other tables" in said
    listed = ".venv/bin/python -c 'from parlour.engine import registry; print(registry.packages())'"
    assert "'courtship': 'courtship'" in follow(fresh, listed)
