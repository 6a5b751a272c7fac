"""In a page the games are the same, byte for byte: rules, bots, looks, previews and stories, in both languages."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import page_same
from parlour.engine import registry

TESTS = Path(__file__).parents[1]
FILES = [str(TESTS / name) for name in ("asking.py", "digests.py", "page_same.py")]


def node() -> str:
    """The machine's Node, or the one that set-up has put beside Python."""
    found = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    assert found, "Node is missing: `python3 play.py test` installs it"
    return found


@pytest.mark.parametrize("name", registry.names(shelf_only=True))
def test_the_module_and_its_python_say_what_is_said_natively(page_folder, name):
    command = [node(), str(TESTS / "page.mjs"), str(page_folder), name, *FILES]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        natively = json.loads(json.dumps(page_same.everything(name)))
        printed, said = running.communicate()
    assert running.returncode == 0, said[-2000:]
    assert json.loads(printed) == natively
