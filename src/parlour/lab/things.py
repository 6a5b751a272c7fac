"""The things of a game: what its `things.py` says, and the names that an edition gives to them."""

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.things import Family, no_thing, no_ways


@cache
def part_of(game: Game) -> Any:
    """The game's module about things, or None."""
    return game.part("things") if (game.folder / "things.py").exists() else None


def families_of(game: Game) -> tuple[Family, ...]:
    part = part_of(game)
    return tuple(part.THINGS) if part else ()


def rule_of(game: Game) -> Any:
    """The compiled function that says what a move is about."""
    part = part_of(game)
    return part.thing if part else no_thing


def ways_of(game: Game) -> tuple[Family, ...]:
    """Families of what a seat may end with."""
    return tuple(getattr(part_of(game), "WAYS", ()))


def ways_rule_of(game: Game) -> Any:
    """The compiled function that says with what a seat has ended."""
    return part_of(game).ways if ways_of(game) else no_ways


@dataclass(frozen=True)
class Things:
    """The things of an edition: the family and name of each number; copies of a card have the same.

    From number `ways` on they are no things, but ways to end a game.
    """

    labels: tuple[tuple[str, str], ...]
    ways: int

    @property
    def fold(self) -> np.ndarray:
        """The first number with the same family and name."""
        seen: dict[tuple[str, str], int] = {}
        return np.array([seen.setdefault(label, i) for i, label in enumerate(self.labels)], np.int32)

    def numbers(self, text: str) -> list[int]:
        """The things that a text names: `family:name`, a name, or a whole family."""
        family, _, name = text.rpartition(":")
        things = self.labels[: self.ways]
        found = [i for i, (f, n) in enumerate(things) if n and ((n == name and family in ("", f)) or (f == text))]
        if not found:
            known = sorted({n for _, n in things if n} | {f"{f}:{n}" for f, n in things if n})
            near = get_close_matches(text, known, 3)
            hint = f"; near it are {', '.join(near)}" if near else ""
            families = ", ".join(dict.fromkeys(f for f, n in things if n))
            raise ValueError(f"there is no thing {text!r} in this edition{hint}; its families are {families}")
        return found


def things_of(game: Game, edition: Edition) -> Things:
    """The things of an edition; a number that it does not use has no name."""
    labels: list[tuple[str, str]] = []
    families = families_of(game)
    for family in (*families, *ways_of(game)):
        names = list(family.names(edition.content))[: family.room]
        labels += [(family.name, name) for name in names] + [(family.name, "")] * (family.room - len(names))
    return Things(tuple(labels), sum(family.room for family in families))


def margins_of(game: Game) -> dict[str, float]:
    """What nobody would notice, as the game says."""
    return dict(getattr(part_of(game), "MARGINS", {}))


def marks(things: Things, texts: tuple[str, ...]) -> np.ndarray:
    """Which things the texts name, one cell for each."""
    cells = np.zeros(max(1, len(things.labels)), np.int8)
    for text in texts:
        cells[things.numbers(text)] = 1
    return cells
