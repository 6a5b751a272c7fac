"""How a sentence is made from a template; and what happens if it cannot be."""

import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houses
from parlour.engine.words import FAILED, Line, Words, fields_of, joined, line
from parlour.server import wire
from terminal.driver import Terminal
from words.broken import break_template

TEMPLATES = """
[en.story]
take = "{who:seat} takes {rival:of} card."
"take.you" = "You take {rival:of} card."
give = "{who:seat} gives {rival:whom} a card, and {to:to} nothing."
seen = "seen by {known:seats}"
count = "{n|flag|flags} up"
name = "{card:card}"
draw = "{who:seat} draws {card:card}."
broken = "{nobody}"

[de.story]
take = "{who:seat} nimmt {rival:of-e} Karte."
"take.you" = "Du nimmst {rival:of-e} Karte."
give = "{who:seat} gibt {rival:to} eine Karte und sieht {to:whom} an."
seen = "gesehen von {known:seats}"
count = "{n|Flagge|Flaggen} oben"
"""
NAMES = ("Tilda", "Hans")


@pytest.fixture
def words(tmp_path: Path) -> Words:
    (tmp_path / "words.toml").write_text(TEMPLATES, "utf-8")
    return Words(tmp_path / "words.toml", {"card": lambda edition, card, language: ["Ace", "King"][card]})


@pytest.mark.parametrize(
    ("me", "language", "said"),
    [
        (0, "en", "You take Hans's card."),
        (1, "en", "Tilda takes your card."),
        (2, "en", "Tilda takes Hans's card."),
        (0, "de", "Du nimmst Hans' Karte."),
        (1, "de", "Tilda nimmt deine Karte."),
    ],
)
def test_every_seat_has_a_you_form(words: Words, me: int, language: str, said: str) -> None:
    assert words.say(line("story.take", who=0, rival=1), None, language, me, NAMES) == said


def test_objects_have_their_case(words: Words) -> None:
    told = line("story.give", who=0, rival=1, to=1)
    assert words.say(told, None, "en", 1, NAMES) == "Tilda gives you a card, and you nothing."
    assert words.say(told, None, "de", 1, NAMES) == "Tilda gibt dir eine Karte und sieht dich an."
    assert words.say(told, None, "de", 0, NAMES) == "du gibt Hans eine Karte und sieht Hans an."


def test_several_seats_are_named_and_the_reader_last(words: Words) -> None:
    assert words.say(line("story.seen", known=0b011), None, "en", 0, NAMES) == "seen by Hans and you"
    assert words.say(line("story.seen", known=0b111), None, "de", 2, NAMES) == "gesehen von Tilda, Hans und dir"
    assert words.say(line("story.seen", known=0b100), None, "en", 0, NAMES) == "seen by Player 3"


@pytest.mark.parametrize(("n", "en", "de"), [(1, "1 flag up", "1 Flagge oben"), (0, "0 flags up", "0 Flaggen oben")])
def test_numbers_have_a_singular_and_a_plural(words: Words, n: int, en: str, de: str) -> None:
    assert words.say(line("story.count", n=n), None) == en
    assert words.say(line("story.count", n=n), None, "de") == de


def test_several_are_named_in_a_row_or_counted(words: Words) -> None:
    assert words.say(line("story.draw", who=0, card=(0,)), None, "en", 1, NAMES) == "Tilda draws Ace."
    assert (
        words.say(line("story.draw", who=0, card=(0, 1, 0)), None, "en", 1, NAMES) == "Tilda draws Ace, King and Ace."
    )
    assert words.say(line("story.count", n=(4,)), None) == "1 flag up"
    assert words.say(line("story.count", n=(4, 4)), None) == "2 flags up"


def test_lines_that_differ_in_their_tuples_alone_are_one() -> None:
    first = line("story.draw", "X-1", who=0, card=(3,))
    assert joined(first, line("story.draw", "X-1", who=0, card=(5,))) == line("story.draw", "X-1", who=0, card=(3, 5))
    for other in (
        line("story.draw", "X-1", who=1, card=(5,)),
        line("story.draw", "X-2", who=0, card=(5,)),
        line("story.name", "X-1", who=0, card=(5,)),
        line("story.draw", "X-1", hold=9, who=0, card=(5,)),
    ):
        assert joined(first, other) is None
    # A decision that is made twice is told twice.
    assert joined(line("story.name", card=1), line("story.name", card=1)) is None


def test_the_fields_of_a_template() -> None:
    assert fields_of("{who:seat} has {n|card|cards} of {rival:of-er} {{braces}}") == {"who", "n", "rival"}


def test_a_line_may_ask_for_a_moment() -> None:
    told = line("story.count", "X-1", hold=900, n=1)
    assert (told.hold, told.fields) == (900, {"n": 1})
    assert wire.sentence(told, "1 flag").hold == 900
    assert msgspec.json.decode(msgspec.json.encode(told), type=Line) == told


@pytest.mark.parametrize("said", [line("story.broken"), line("story.nowhere"), line("story.name", card=5)])
def test_a_sentence_that_fails_is_its_key_logged_and_counted(
    words: Words, caplog: pytest.LogCaptureFixture, tmp_path: Path, said: Line
) -> None:
    with caplog.at_level(logging.ERROR):
        assert words.say(said, None, "en", 0, NAMES) == said.key
    assert f"{tmp_path.name}: cannot say '{said.key}'" in caplog.text
    assert FAILED.pop((tmp_path.name, said.key)) == 1


# In processes of their own


def test_a_broken_sentence_does_not_close_the_socket(tmp_path: Path) -> None:
    house = houses.House(str(tmp_path / "tables.db"), PYTHONPATH=break_template(tmp_path / "site", "ask.act"))
    try:
        ann = houses.Person(house)
        ann.lay("me", "bot")
        ann.open()
        if not ann.table["moves"]:
            ann.until(lambda t: t["moves"])
        assert ann.table["ask"]["text"] == "ask.act"
        ply = ann.table["ply"]
        ann.play(ann.table["moves"][0]["move"])
        ann.until(lambda t: t["ply"] > ply)
        assert houses.hears(ann)
        ann.close()
        ann.http.close()
        assert "heartcatchers: cannot say 'ask.act'" in house.printed()
    finally:
        with pytest.raises(AssertionError, match=r"cannot say 'ask\.act'"):
            house.stop()


def test_a_broken_sentence_does_not_end_the_terminal(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    site = break_template(tmp_path / "site", "ask.act")
    with Terminal("play", "heartcatchers", "--seed", "1", "--fast", home=home, PYTHONPATH=site) as terminal:
        shown: Any = terminal.wait()
        assert "ask.act" in shown
        assert "Traceback" not in shown
        assert "ask.act" in terminal.type("1")
