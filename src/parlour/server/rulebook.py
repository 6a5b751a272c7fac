"""A game's README as a rulebook of clauses, for the drawer and the command line."""

import re
from functools import cache
from pathlib import Path

from parlour.engine import registry
from parlour.server.wire import Clause, Rulebook

CLAUSE = re.compile(r"\*\*([A-Z]{2}-R?\d+)\*\*\s*(.*)", re.S)


@cache
def rulebook(name: str) -> Rulebook:
    """The rulebook in our own words, paragraph by paragraph."""
    text = (Path(registry.package(name).__path__[0]) / "README.md").read_text("utf-8")
    paragraphs = re.split(r"\n\s*\n|\n(?=[-*]? ?\*\*[A-Z]{2}-)|\n(?=#)", text)
    return Rulebook(game=name, title=registry.about(name).title, clauses=[clause(p) for p in paragraphs if p.strip()])


def clause(paragraph: str) -> Clause:
    bare = " ".join(paragraph.strip().split())
    found = CLAUSE.match(re.sub(r"^[-*] (?=\*\*)", "", bare))
    return Clause(id=found[1], text=found[2]) if found else Clause(id="", text=bare)
