"""What docs/research.md and docs/python.md show runs as it stands there."""

import re

import pytest

from places import ROOT

PAGE = (ROOT / "docs" / "research.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.S)


def test_the_page_begins_with_ten_lines():
    assert len(BLOCKS[0].splitlines()) <= 10
    assert PAGE.index(BLOCKS[0]) < 60


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_what_the_page_shows_runs(number, capsys):
    names = {}
    for block in BLOCKS[: number + 1] if "gymnasium.make" in BLOCKS[number] else [BLOCKS[number]]:
        exec(compile(block, "docs/research.md", "exec"), names)


def test_what_the_page_about_python_shows_runs_from_beginning_to_end(capsys):
    names = {}
    for block in re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text("utf-8"), re.S):
        exec(compile(block, "docs/python.md", "exec"), names)
    assert "heartcatchers" in capsys.readouterr().out
    assert names["match"].over
