"""In a page the games are the same, byte for byte: rules, bots, looks, previews and stories, in both languages."""

import json
import subprocess
from pathlib import Path

import pytest

import page_same
from parlour.engine import registry
from parlour.page import building

TESTS = Path(__file__).parents[1]
FILES = [str(TESTS / name) for name in ("asking.py", "digests.py", "page_same.py")]


@pytest.mark.parametrize("name", registry.names(shelf_only=True))
def test_the_module_and_its_python_say_what_is_said_natively(page_folder, name):
    command = [building.find_node(), str(TESTS / "page.mjs"), str(page_folder), name, *FILES]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        natively = json.loads(json.dumps(page_same.everything(name)))
        printed, said = running.communicate()
    assert running.returncode == 0, said[-2000:]
    assert json.loads(printed) == natively
