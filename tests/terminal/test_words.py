"""The terminal's sentences: each is used, and none is missing."""

from contextlib import suppress
from functools import cache
from pathlib import Path

from parlour import cli
from parlour.engine.words import fields_of
from parlour.terminal import words
from words.keys import Source, Unreadable

FOLDER = Path(words.__file__).parent
SOURCES = [*(p for p in FOLDER.glob("*.py") if p.name != "words.py"), *Path(cli.__file__).parent.glob("cli*.py")]
TEMPLATES = {f"{section}.{name}": text for section, texts in words.templates().items() for name, text in texts.items()}
# Said with a whole dict of fields, or with a key out of a loop over pairs; tests/cli prints each of them.
GIVEN_A_TABLE = {"check.verified", "check.edition", "sim.bot", "sim.seat", "sim.turn"}


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


def test_text_from_files_is_made_harmless() -> None:
    assert words.plain("a\x1b[31mb\x9b2J\u202ec") == "a\ufffd[31mb\ufffd2J\ufffdc"
    assert words.clean({"name": ["x\x07", 1, None]}) == {"name": ["x\ufffd", 1, None]}
