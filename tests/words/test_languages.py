"""Both languages whole: texts of cards, rulebook, lesson and words have no gap where a game speaks German.

That is demanded of the released games by name, and of any other from the day on which it has a README.de.md.
"""

import random
import tomllib

import msgspec
import pytest

from parlour.engine import registry
from parlour.engine.match import Match
from parlour.engine.words import read
from parlour.rulebook import clauses_of, text_of
from places import RELEASED, folder_of, in_german

WHOLE = in_german()


def test_the_released_games_are_on_the_shelf():
    assert set(RELEASED) <= set(registry.names(shelf_only=True))


def said_by(table, prefix=""):
    """The paths of all texts for players in an edition's file."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from said_by(value, f"{prefix}{key}.")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for one in value:
                id = one.get("id") or one.get("colour") or one.get("name", "").lower()
                yield from said_by(one, f"{prefix}{key}.{id}.")
        elif key in ("title", "about", "name", "text", "flavour", "action"):
            yield prefix + key


@pytest.mark.parametrize("name", WHOLE)
def test_every_text_of_the_edition_is_there_in_german(name):
    english, german = (
        tomllib.loads((folder_of(name) / f).read_text("utf-8")) for f in ("edition.toml", "edition.de.toml")
    )
    assert sorted(said_by(german)) == sorted(said_by(english))


@pytest.mark.parametrize("name", WHOLE)
def test_the_german_rulebook_has_the_same_clauses(name):
    english, german = (clauses_of(text_of(name, language)) for language in ("en", "de"))
    assert list(german) == list(english)
    assert not {id for id in english if english[id] == german[id]}


@pytest.mark.parametrize("name", WHOLE)
def test_lesson_and_words_are_there_in_german(name):
    lesson = folder_of(name) / "lesson.toml"
    assert lesson.exists() or name not in RELEASED
    steps = tomllib.loads(lesson.read_text("utf-8"))["steps"] if lesson.exists() else []
    assert all({"en", "de"} <= step[part].keys() for step in steps for part in ("text", "praise", "nudge"))
    words = read(folder_of(name) / "words.toml")
    german, english = ({k for k in words[language] if not k.startswith("shelf.")} for language in ("de", "en"))
    assert german == english


def test_cards_are_called_by_their_german_names_and_keep_their_hash():
    match = Match.deal("heartcatchers", seed=1)
    look = match.look(match.seat, language="de")
    names = {card.name for card in look.printed.cards}
    assert "Blaues Herz" in names
    assert not any("Heart" in name for name in names)
    assert not any("Heart" in m.words for m in look.moves)
    assert match.edition.in_language("de").hash == match.edition.hash
    assert "Blue Heart" in {card.name for card in match.look(match.seat).printed.cards}


def test_an_edition_of_ones_own_speaks_its_own_language():
    game = registry.load("heartcatchers")
    own = game.edition_from(game.base.text.replace("Blue Heart", "Sea Heart"))
    match = Match(game, edition=own)
    match.settle()
    look = match.look(match.seat, language="de")
    assert "Sea Heart" in {card.name for card in look.printed.cards}
    assert look.say(look.question) == "Fangen, stehlen oder ein Geheimnis verstecken?"


def test_games_without_a_german_rulebook_show_the_english_one():
    assert text_of("template", "de") == text_of("template")
    assert text_of("heartcatchers", "../x") == text_of("heartcatchers")


def translated(name):
    """Every text of the edition that is another one in German, as it stands in English."""
    found = [
        dict(texts_of(tomllib.loads((folder_of(name) / f).read_text("utf-8"))))
        for f in ("edition.toml", "edition.de.toml")
    ]
    return {text for path, text in found[0].items() if found[1].get(path, text) != text}


def texts_of(table, prefix=""):
    for key, value in table.items():
        if isinstance(value, dict):
            yield from texts_of(value, f"{prefix}{key}.")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for one in value:
                id = one.get("id") or one.get("colour") or one.get("name", "").lower()
                yield from texts_of(one, f"{prefix}{key}.{id}.")
        elif isinstance(value, str):
            yield prefix + key, value


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from strings(one)


@pytest.mark.parametrize("name", WHOLE)
def test_a_german_table_shows_no_english_name(name):
    english, pick = translated(name), random.Random(7)
    assert english
    match = Match.deal(name, seed=7)
    while not match.over and match.ply < 150:
        look = match.look(match.deciders[0], language="de")
        shown = msgspec.to_builtins([look.view, look.printed, [move.words for move in look.moves]])
        assert english.isdisjoint(strings(shown))
        match.play(pick.choice(match.legal(look.seat)), look.seat)
