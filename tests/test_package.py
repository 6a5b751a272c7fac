"""A game in a package of its own, by the commands of docs/add-a-game.md as they stand there, in a fresh clone."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
AUTHOR = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
SET_UP = "from set_up import packages as s; s.make_venv(); s.link_sources(); s.write_command()"


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A clone with a .venv of its own, in which the packages of this one can be found."""
    root = tmp_path_factory.mktemp("author") / "parlour"
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, tracked.split("\0")):
        if not name.startswith("web/") and (ROOT / name).exists():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, root / name)
    subprocess.run([sys.executable, "-c", SET_UP], cwd=root, check=True)
    packages = next((root / ".venv").glob("lib/python*/site-packages"))
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return root


def run(clone: Path, command: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, shell=True, cwd=clone, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_in_a_package_of_its_own_is_written_installed_and_checked(clone):
    new = re.search(r"`parlour (new courtship --prefix CS --into \S+)`", AUTHOR)
    install = re.search(r"`(\.venv/bin/python -m pip install -e \S+)`", AUTHOR)
    assert new
    assert install
    assert "courtship" in run(clone, f".venv/bin/parlour {new[1]}")
    run(clone, install[1])
    assert run(clone, ".venv/bin/parlour check courtship --fast").count("passes") >= 10
