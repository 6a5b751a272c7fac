"""The terminal's sentences: each is used, and none is missing."""

from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from parlour import cli
from parlour.engine.words import fields_of
from parlour.terminal import words
from words.keys import Source, Unreadable

FOLDER = Path(words.__file__).parent
SOURCES = [*(p for p in FOLDER.glob("*.py") if p.name != "words.py"), *Path(cli.__file__).parent.glob("cli*.py")]


def templates(language: str) -> dict[str, str]:
    return {f"{part}.{name}": text for part, texts in words.templates(language).items() for name, text in texts.items()}


TEMPLATES = templates("en")
# Said with a whole dict of fields, or with a key out of a loop over pairs; tests/cli prints each of them.
GIVEN_A_TABLE = {"check.verified", "sim.bot", "sim.seat", "sim.turn"}


@cache
def said() -> list[tuple[str, frozenset[str], str]]:
    """Every key that is said, with the fields that it is given, and where."""
    found = []
    for path in SOURCES:
        module = ".".join(path.relative_to(FOLDER.parents[1]).with_suffix("").parts)
        source = Source(path, module, ("say",))
        for function, call in source.calls("say"):
            with suppress(Unreadable):
                for env in source.environments(function, call):
                    fields = source.fields(call, function, env)
                    found += [
                        (k, fields, f"{path.name}:{call.lineno}") for k in source.values(call.args[0], function, env)
                    ]
    return found


def test_every_sentence_is_used() -> None:
    assert set(TEMPLATES) - {key for key, _, _ in said()} == GIVEN_A_TABLE


def test_every_sentence_has_exactly_the_fields_that_it_is_given() -> None:
    assert len(said()) > 50
    for key, fields, where in said():
        assert fields_of(TEMPLATES[key]) == fields, f"{where}: {key}"


def test_every_language_has_every_sentence_with_the_same_fields() -> None:
    for language in words.LANGUAGES:
        assert {key: fields_of(text) for key, text in templates(language).items()} == {
            key: fields_of(text) for key, text in TEMPLATES.items()
        }


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "", "LC_ALL": "de_AT"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_system_says_which_language_it_speaks(environment: dict[str, str], language: str) -> None:
    assert words.language_of(environment) == language


def test_text_from_files_is_made_harmless() -> None:
    assert words.plain("a\x1b[31mb\x9b2J\u202ec") == "a\ufffd[31mb\ufffd2J\ufffdc"
    assert words.plain("Nach\u00adzieh\u00adstapel") == "Nachziehstapel"
    assert words.clean({"name": ["x\x07", 1, None]}) == {"name": ["x\ufffd", 1, None]}
