"""What docs/research.md shows runs as it stands there."""

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
