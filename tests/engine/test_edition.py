"""Editions: a clear place and sentence for everything that is wrong."""

import os
import subprocess
import sys

import pytest

from parlour.engine import registry
from parlour.engine.edition import EditionError, line_of


@pytest.fixture(scope="module")
def game():
    return registry.load("heartcatchers")


@pytest.mark.parametrize(
    ("old", "new", "place", "sentence"),
    [
        (
            'suit = "red"\nheart = "love"',
            'suit = "pink"\nheart = "love"',
            "cards[5].suit",
            "'pink' does not fit: blue, red",
        ),
        ("hand = 3", "hand = 30", "numbers.hand", "30 does not fit: a whole number from 1 to 5"),
        ("hand = 3", 'hand = "3"', "numbers.hand", "'3' does not fit: a whole number"),
        ("hand = 3", "hand = 3\nhat = 1", "numbers.hat", "there is no field 'hat' here"),
        ("copies = 2", "copies = 32", "cards", "50 cards are more than the 32"),
        ("columns = 3", "columns = 1\nhand = 1", "", "not TOML"),
        ('id = "red-love"', 'id = "red-heart"', "cards[5].id", "already the id"),
        ('id = "edition"', 'id = "../edition"', "id", "an id of small letters, digits and hyphens"),
        ('title = "Heartcatchers"', "", "title", "the field 'title' is missing"),
    ],
)
def test_faults_name_their_place(game, old, new, place, sentence):
    text = game.base.text.replace(old, new, 1)
    with pytest.raises(EditionError) as error:
        game.edition_from(text, "mine.toml")
    assert error.value.field == place
    assert sentence in error.value.sentence
    assert str(error.value).startswith(f"mine.toml:{error.value.line}: ")
    if place and "missing" not in sentence:
        shown = text.splitlines()[error.value.line - 1]
        assert place.rsplit(".")[-1].split("[")[0] in shown


def test_lines_are_found_in_tables_of_tables():
    text = 'id = "x"\n[numbers]\nhand = 3\n[[cards]]\nname = "a"\n[[cards]]\nname = "b"\nsuit = "red"\n'
    assert line_of(text, "cards[1].suit") == 8
    assert line_of(text, "cards[1].none") == 6
    assert line_of(text, "numbers.hand") == 3
    assert line_of(text, "nothing") == 1


def test_the_line_of_an_inline_table_is_found():
    text = 'id = "x"\ncards = [\n  { name = "a" },\n\n  { name = "b" },\n]\nmore = [\n  { name = "c" },\n]\n'
    assert line_of(text, "cards[1].name") == 5
    assert line_of(text, "more[0]") == 8
    assert line_of(text, "more") == 7


BOMBS = [b"\xff\xfe", b"a = \xe9", b"[" * 10_000, b"a = " + b"[" * 100_000, b"a = " + b"9" * 10_000]


@pytest.mark.parametrize("data", BOMBS, ids=range(len(BOMBS)))
def test_hostile_files_get_a_sentence(game, tmp_path, data):
    path = tmp_path / "bomb.toml"
    path.write_bytes(data)
    with pytest.raises(EditionError, match=r"bomb.toml:\d+: "):
        game.edition(path)


def test_a_file_that_is_too_large_is_not_read(game, tmp_path):
    path = tmp_path / "big.toml"
    path.write_bytes(b"#" * 2_000_000)
    with pytest.raises(EditionError, match="at most 250,000 bytes"):
        game.edition(path)


def test_the_hash_does_not_depend_on_line_ends(game):
    again = game.edition_from(game.base.text.replace("\n", "\r\n"))
    assert again.hash == game.base.hash


def test_an_edition_cannot_be_changed_after_loading(game):
    with pytest.raises(ValueError, match="read-only"):
        game.base.record["cards"] = 1


@pytest.mark.parametrize("name", registry.names())
def test_every_edition_of_every_game_loads(name):
    game = registry.load(name)
    assert {"edition", "tiny"} <= set(game.editions)
    for edition in game.editions:
        assert game.edition(edition).id == edition


FIRST_USE_BY_FOUR = """
import sys, threading
from parlour.engine import edition, registry
sys.setswitchinterval(1e-6)
folder = registry.package("work_of_heart").__path__[0]
module = __import__("parlour.games.work_of_heart.edition", fromlist=["CONTENT"])
ready = threading.Barrier(4)
def read():
    ready.wait()
    edition.read_edition(edition.Path(folder) / "edition.toml", module)
threads = [threading.Thread(target=read) for _ in range(4)]
[t.start() for t in threads]
[t.join() for t in threads]
"""


@pytest.mark.parametrize("attempt", range(3))
def test_threads_may_read_a_first_edition_at_once(attempt):
    """msgspec crashed the whole process there: a server whose first two visitors chose the same game."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_USE_BY_FOUR],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
