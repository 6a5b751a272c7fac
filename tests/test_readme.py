"""What the README shows is what happens."""

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_readme_is_true(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(README), module_relative=False)
    assert found.attempted >= 10
    assert found.failed == 0


def test_every_link_leads_somewhere():
    import re

    for target in re.findall(r"\]\((?!http)([^)#]+)\)", README.read_text("utf-8")):
        assert (README.parent / target).exists(), f"{target} is not there"
