"""A game's rulebook: the README.md in its folder, by clauses. Needs no rules and no compiler."""

import re
from collections.abc import Iterator
from pathlib import Path

from parlour.engine import registry

# Languages that a rulebook may have beside English.
LANGUAGES = ("de",)

CLAUSE = re.compile(r"(?:[-*] )?\*\*(?P<id>[A-Z]{2}-R?\d+)\*\*\s*(?P<text>.*)")
# The rulebook says it; it follows from that or settles a gap or contradiction there; we have added or changed it.
ORIGINS = ("printed", "inferred", "ours")
MARKED = re.compile(r"\*\((?P<origin>printed|inferred|ours)\)\*")
# A paragraph ends at an empty line, a heading or the next clause.
BREAK = re.compile(r"\n\s*\n|\n(?=(?:[-*] )?\*\*[A-Z]{2}-)|\n(?=#)")


def text_of(game: str, language: str = "en") -> str:
    """The whole rulebook as Markdown: README.de.md for German, README.md where there is no other."""
    folder = Path(registry.package(game).__path__[0])
    other = folder / f"README.{language}.md"
    return (other if language in LANGUAGES and other.exists() else folder / "README.md").read_text("utf-8")


def paragraphs(text: str) -> Iterator[tuple[str, str]]:
    """Every paragraph on one line, with the id of its clause; without one where it is no clause."""
    for part in BREAK.split(text):
        bare = " ".join(part.split())
        if found := CLAUSE.match(bare):
            yield found["id"], found["text"]
        elif bare:
            yield "", bare


def origins_of(text: str) -> dict[str, str]:
    """Where each clause of an English rulebook comes from: one of ORIGINS, by its id.

    It is printed, or inferred where the id is a ruling's (HC-R4), unless the clause itself begins with another word.
    """
    found = {id: MARKED.match(words) for id, words in clauses_of(text).items()}
    return {id: mark["origin"] if mark else ORIGINS["-R" in id] for id, mark in found.items()}


def clauses_of(text: str) -> dict[str, str]:
    """The words of every clause by its id."""
    return {id: words for id, words in paragraphs(text) if id}
