"""One clause of a game's rulebook, found by whatever a person calls it."""

import re
from collections.abc import Iterator
from difflib import get_close_matches

from parlour.engine import registry
from parlour.rulebook import MARKED, clauses_of, origins_of, text_of
from parlour.terminal.words import language, say

EMPHASIS = re.compile(r"(\*\*|\*|`)(\S|\S.*?\S)\1")
NEAREST = 4


def clause(game: str, id: str) -> tuple[str, str]:
    """One clause by its id, in whatever case and with or without the game's letters; or the nearest ids."""
    clauses = clauses_of(text_of(game, language()))
    letters = registry.about(game).clauses
    wanted = id.strip().upper().rstrip(".:")
    for candidate in (wanted, f"{letters}-{wanted}", wanted.replace(letters, f"{letters}-")):
        if candidate in clauses:
            return candidate, EMPHASIS.sub(r"\2", clauses[candidate])
    near = get_close_matches(wanted, clauses, NEAREST, 0.5) or list(clauses)[:NEAREST]
    raise ValueError(say("rules.unknown", game=registry.about(game).title, id=id.strip()[:40], near=", ".join(near)))


def to_the_letter(game: str) -> Iterator[str]:
    """Where our defaults differ from the printed rules: what a switch changes and how, and what none does."""
    about, text = registry.about(game), text_of(game)
    differing = [r for r in about.rulings if r.printed is not None and r.printed != r.on]
    if differing:
        yield say("rules.differs", game=about.title, n=things(len(differing)))
    else:
        yield say("rules.agrees", game=about.title)
    for r in differing:
        yield f"  {r.clause}  {r.name}={on_or_off(r.printed)}: {r.title}"
    if differing:
        options = " ".join(f"--ruling {r.name}={on_or_off(r.printed)}" for r in differing)
        yield say("rules.letter", name=game, options=options)
    switches, clauses = {r.clause for r in about.rulings}, clauses_of(text)
    ours = [id for id, origin in origins_of(text).items() if origin == "ours" and id not in switches]
    if ours:
        yield say("rules.ours")
    for id in ours:
        words = EMPHASIS.sub(r"\2", MARKED.sub("", clauses[id])).strip()
        yield f"  {id}  {words}"


def things(count: int) -> str:
    return say("count.thing") if count == 1 else say("count.things", n=count)


def on_or_off(on: bool | None) -> str:
    return "on" if on else "off"
