"""Moves: one table gives the integer, the text and the JSON form of every move of a game.

In rules a move is an integer: its kind and up to three small arguments, one byte each. The kind is the most
significant, so a legal list written kind by kind with nested loops is in ascending order by itself. An
argument may be NONE: that is what `see` leaves of a card that a seat does not know.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from parlour.engine.jit import places, rule
from parlour.engine.record import NONE

LIMIT = 254
DIGITS = 3

# From one value of the first or of the second argument to the next.
NEXT_A, NEXT_B = np.int64(1 << 16), np.int64(1 << 8)


@rule
def make(kind, a, b, c):
    """The integer of a move; arguments that a kind does not have are NONE."""
    return (np.int64(kind) << 24) | ((np.int64(a) + 1) << 16) | ((np.int64(b) + 1) << 8) | (np.int64(c) + 1)


@rule
def kind_of(m):
    """Which kind of move this is."""
    return np.int64(m) >> 24


@rule
def a_of(m):
    """The first argument of a move."""
    return ((np.int64(m) >> 16) & 255) - 1


@rule
def b_of(m):
    """The second argument of a move."""
    return ((np.int64(m) >> 8) & 255) - 1


@rule
def c_of(m):
    """The third argument of a move."""
    return (np.int64(m) & 255) - 1


class NotAMove(ValueError):
    """The text or data does not name any move of this game."""


@dataclass(frozen=True)
class Arg:
    """One argument: its name, how many values it has, and the letter before its number in text."""

    name: str
    count: int
    mark: str = ""

    def text(self, value: int) -> str:
        return "?" if value == NONE else f"{self.mark}{value + 1}"

    def parse(self, word: str) -> int:
        number = word.removeprefix(self.mark)
        if number.isascii() and number.isdigit() and 1 <= int(number[:DIGITS]) <= self.count and len(number) <= DIGITS:
            return int(number) - 1
        raise NotAMove(f"{word[:40]!r} is not a {self.name}: expected {self.text(0)} to {self.text(self.count - 1)}")


@dataclass(frozen=True)
class Kind:
    """One kind of move, the clause that allows it, and its arguments; chance makes some, and these come last.

    A quiet one is an answer that must not show before all who are asked with its seat have answered: it is kept until
    then, and it is no decision that a story looks back to.
    """

    name: str
    clause: str
    args: tuple[Arg, ...] = ()
    quiet: bool = False
    chance: bool = False

    @property
    def size(self) -> int:
        """How many moves of this kind there are."""
        return prod(arg.count for arg in self.args)

    @property
    def usage(self) -> str:
        return " ".join((self.name, *(f"{a.mark}<{a.name}>" for a in self.args)))


def repeated(names: list[str]) -> bool:
    return len(set(names)) < len(names)


class Moves:
    """The table of a game's kinds of moves."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = kinds
        self.number = {kind.name: i for i, kind in enumerate(kinds)}
        for kind in kinds:
            if len(kind.args) > 3 or any(not 0 < a.count <= LIMIT for a in kind.args):
                raise ValueError(f"{kind.name}: at most three arguments of at most {LIMIT} values")
            if repeated(["kind", *(a.name for a in kind.args)]):
                raise ValueError(f"{kind.name}: an argument is not called kind, and no two have the same name")
        if repeated([kind.name for kind in kinds]):
            raise ValueError("two kinds of moves have the same name")
        if [kind.chance for kind in kinds] != sorted(kind.chance for kind in kinds):
            raise ValueError("the kinds of moves that chance makes come after those of players")

    def codes(self, *names: str) -> tuple[np.int64, ...]:
        """The numbers of kinds by their names, as constants for rules."""
        return places((kind.name for kind in self.kinds), *names)

    def kind(self, m: int) -> Kind:
        return self.kinds[int(m) >> 24]

    def values(self, m: int) -> tuple[int, ...]:
        """The arguments of a move, NONE among them where a seat may not know."""
        return tuple(int(of(m)) for of, _ in zip((a_of, b_of, c_of), self.kind(m).args, strict=False))

    def make(self, name: str, *values: int) -> int:
        """A move from its kind's name and arguments."""
        padded = (*values, NONE, NONE, NONE)[:3]
        return int(make(self.number[name], *padded))

    def text(self, m: int) -> str:
        """The move as text, such as `secret h2 s4`; `?` stands for what is not known."""
        kind = self.kind(m)
        return " ".join((kind.name, *(a.text(v) for a, v in zip(kind.args, self.values(m), strict=True))))

    def parse(self, text: str) -> int:
        """The move that a text names, or NotAMove with what would be right."""
        words = text.split()
        if not words or words[0] not in self.number:
            raise NotAMove(f"{text.strip()[:60]!r} is not a move: moves begin with {', '.join(self.number)}")
        kind = self.kinds[self.number[words[0]]]
        if len(words) != 1 + len(kind.args):
            raise NotAMove(f"{text.strip()[:60]!r} is not a move: expected {kind.usage}")
        return self.make(kind.name, *(a.parse(w) for a, w in zip(kind.args, words[1:], strict=True)))

    def check(self, m: int) -> int:
        """A move that is given as a number, or NotAMove if no kind and arguments give it."""
        if isinstance(m, bool) or not isinstance(m, (int, np.integer)):
            raise NotAMove(f"{m!r:.40} is not a move: a move is text, data or a whole number")
        if not 0 <= int(m) >> 24 < len(self.kinds):
            raise NotAMove(f"{int(m)} is not the number of a move: no kind of move begins it")
        kind, values = self.kind(m), (a_of(m), b_of(m), c_of(m))
        counts = [a.count for a in kind.args]
        fits = all(0 <= v < count for v, count in zip(values, counts, strict=False))
        if not fits or any(v != NONE for v in values[len(counts) :]):
            raise NotAMove(f"{int(m)} is not the number of a move: it would be {kind.usage}")
        return int(m)

    def json(self, m: int) -> dict[str, Any]:
        """The move as data: its kind and its arguments by name, null where not known."""
        kind = self.kind(m)
        values = zip(kind.args, self.values(m), strict=True)
        return {"kind": kind.name, **{a.name: None if v == NONE else v for a, v in values}}

    def from_json(self, data: Any) -> int:
        """The move that data names, or NotAMove with what would be right."""
        if not isinstance(data, Mapping) or data.get("kind") not in self.number:
            raise NotAMove(f"a move needs a kind, one of {', '.join(self.number)}")
        kind = self.kinds[self.number[data["kind"]]]
        names = ["kind", *(a.name for a in kind.args)]
        if sorted(data) != sorted(names):
            raise NotAMove(f"{kind.name} takes exactly {', '.join(names)}")
        for a in kind.args:
            value = data[a.name]
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < a.count:
                raise NotAMove(f"{a.name} is a whole number from 0 to {a.count - 1}")
        return self.make(kind.name, *(data[a.name] for a in kind.args))

    def every(self) -> list[int]:
        """Every move that the table can express, in ascending order."""
        found = []
        for kind in self.kinds:
            for values in np.ndindex(*(a.count for a in kind.args)):
                found.append(self.make(kind.name, *values))
        return found

    @property
    def size(self) -> int:
        """How many moves the table can express."""
        return sum(kind.size for kind in self.kinds)

    @property
    def of_players(self) -> int:
        """How many of them are players' moves: the first ones among `every()`."""
        return sum(kind.size for kind in self.kinds if not kind.chance)

    def index(self, m: int) -> int:
        """The move's place among `every()`: a dense number for learning systems."""
        at = int(m) >> 24
        place = sum(kind.size for kind in self.kinds[:at])
        offset = 0
        for a, v in zip(self.kinds[at].args, self.values(m), strict=True):
            offset = offset * a.count + v
        return place + offset
