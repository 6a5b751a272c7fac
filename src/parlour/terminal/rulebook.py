"""A game's rulebook by clause, read from the README.md in its folder. Needs no rules and no compiler."""

import re
from difflib import get_close_matches
from pathlib import Path

from parlour.engine import registry
from parlour.terminal.words import say

CLAUSE = re.compile(r"(?:[-*] )?\*\*(?P<id>[A-Z]{2,3}-[A-Z]?\d+[a-z]?)\*\*\s*(?P<text>.*)")
EMPHASIS = re.compile(r"(\*\*|\*|`)(\S|\S.*?\S)\1")
NEAREST = 4


def text_of(game: str) -> str:
    """The whole rulebook as Markdown."""
    file = registry.package(game).__file__
    path = Path(str(file)).with_name("README.md")
    if not path.exists():
        raise ValueError(say("rules.none", game=registry.about(game).title))
    return path.read_text("utf-8")


def clauses_of(text: str) -> dict[str, str]:
    """Every clause with its words; a clause ends at an empty line, a heading or the next clause."""
    found: dict[str, str] = {}
    current = ""
    for row in text.splitlines():
        if start := CLAUSE.match(row):
            current = start["id"]
            found[current] = start["text"].strip()
        elif not row.strip() or row.startswith("#"):
            current = ""
        elif current:
            found[current] += " " + row.strip()
    return found


def clause(game: str, id: str) -> tuple[str, str]:
    """One clause by its id, in whatever case and with or without the game's letters; or the nearest ids."""
    clauses = clauses_of(text_of(game))
    letters = registry.about(game).clauses
    wanted = id.strip().upper().rstrip(".:")
    for candidate in (wanted, f"{letters}-{wanted}", wanted.replace(letters, f"{letters}-")):
        if candidate in clauses:
            return candidate, EMPHASIS.sub(r"\2", clauses[candidate])
    near = get_close_matches(wanted, clauses, NEAREST, 0.5) or list(clauses)[:NEAREST]
    raise ValueError(say("rules.unknown", game=registry.about(game).title, id=id.strip()[:40], near=", ".join(near)))
