"""One clause of a game's rulebook, found by whatever a person calls it."""

import re
from difflib import get_close_matches

from parlour.engine import registry
from parlour.rulebook import clauses_of, text_of
from parlour.terminal.words import say

EMPHASIS = re.compile(r"(\*\*|\*|`)(\S|\S.*?\S)\1")
NEAREST = 4


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
