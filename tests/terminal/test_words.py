"""The terminal's sentences: each is used, and none is missing."""

import re
from pathlib import Path

import pytest

from parlour import cli
from parlour.terminal import words

FOLDER = Path(words.__file__).parent
SOURCES = "\n".join(path.read_text("utf-8") for path in (*FOLDER.glob("*.py"), Path(cli.__file__)))
KEYS = [f"{section}.{name}" for section, names in words.templates().items() for name in names]


@pytest.mark.parametrize("key", KEYS)
def test_every_sentence_is_used(key: str) -> None:
    section, name = key.split(".")
    whole = re.search(rf"""["']{re.escape(key)}["']""", SOURCES)
    made = f'f"{section}.{{' in SOURCES and re.search(rf'"{name}"', SOURCES)
    assert whole or made


def test_every_sentence_that_is_said_is_there() -> None:
    said = re.findall(r"""say\(\s*["']([a-z]+\.[a-z-]+)["']""", SOURCES)
    said += re.findall(r"""say\(["']([a-z.-]+)["'] if .* else ["'][a-z.-]+["']""", SOURCES)
    assert len(said) > 50
    assert set(said) <= set(KEYS)


def test_text_from_files_is_made_harmless() -> None:
    assert words.plain("a\x1b[31mb\x9b2J\u202ec") == "a\ufffd[31mb\ufffd2J\ufffdc"
    assert words.clean({"name": ["x\x07", 1, None]}) == {"name": ["x\ufffd", 1, None]}
