"""The commands that README and docs tell somebody to type are there, with the options that they name."""

import re
import shlex
from pathlib import Path

import pytest
import typer

from parlour.cli import app

ROOT = Path(__file__).parents[2]
FOLDERS = {"README.md": ".", "**/*.md": "docs", "*/README.md": "src/parlour/games"}
PAGES = [page for names, folder in FOLDERS.items() for page in sorted((ROOT / folder).glob(names))]
STARTED = r"((?:\S+/bin/)?parlour|python3 (?:\S+/)?play\.py)"
# What play.py does itself; everything else is a command of Parlour.
SET_UP = ("bench", "check", "install", "test", "wheel")


def arguments(found):
    """The words after `parlour`; of play.py those that it hands on."""
    split = [(program, shlex.split(re.sub(r"[\[\]]", "", line))) for program, line in found]
    return [words for program, words in split if "play.py" not in program or words[0] not in (*SET_UP, "COMMAND")]


def lines(page):
    """What stands in a line of its own, to be typed as it is but for a number."""
    whole = re.sub(r"(?<= )N\b", "1", page.read_text("utf-8"))
    return arguments(re.findall(rf"^ *(?:sudo -u \w+ env \S+ )?{STARTED} +(.+)$", whole, re.M))


def mentions(page):
    """What stands in a sentence, perhaps without what another one has named."""
    found = arguments(re.findall(rf"`{STARTED} ([^`]+)`", page.read_text("utf-8").replace("\n", " ")))
    return [words for words in found if words[0] != "COMMAND"]


def command_of(words):
    """The command that the first words name, and the other words."""
    found = typer.main.get_command(app)
    while hasattr(found, "commands") and words and not words[0].startswith("-"):
        found, words = found.commands[words[0]], words[1:]
    return found, words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_and_their_options_are_there(page):
    for words in lines(page):
        found, rest = command_of(words)
        found.make_context("parlour", list(rest))
    for words in mentions(page):
        found, rest = command_of(words)
        known = {name for parameter in found.params for name in (*parameter.opts, *parameter.secondary_opts)}
        assert {word for word in rest if word.startswith("--")} <= {*known, "--help"}, words


def test_there_is_something_to_type():
    typed = [words for page in PAGES for words in lines(page)]
    assert ["db", "backup", "/var/backups/parlour/tables.db"] in typed
    assert ["compile"] in typed, "as another user"
    named = [words for page in PAGES for words in mentions(page)]
    assert ["serve", "--lan"] in named
    assert ["house", "list"] in named
