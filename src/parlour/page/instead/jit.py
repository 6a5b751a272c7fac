"""How rules run in a page: its host has them compiled. Whoever calls a kernel from Python calls the host.

`parlour.engine.jit` compiles them, or leaves them interpreted; this is the third way, with the same names. A rule that
is called by itself, while an edition is read, runs interpreted here too.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

CONFIG: Any = SimpleNamespace(DISABLE_JIT=0)

# What a kernel writes into, by its name; all other arrays it only reads.
WRITTEN = {
    "new_game": ("G",),
    "legal_moves": ("out",),
    "legal_moves_of": ("out",),
    "play_move": ("G",),
    "hide_from": ("H",),
    "imagine_world": ("W", "rng"),
    "random_walk": ("G", "rng"),
    "random_games": ("ends",),
}
# Addresses of the module are told apart from those of Python by their sign.
READ, WRITE = 0, 1


class Host:
    """What the page gives: functions of the games' modules, and their memory. Set by whoever starts Python."""

    # Called with a game, a function and numbers; an array is an address, bytes, a count, and whether it is written.
    call: Callable[..., Any]
    # Copies bytes to a game's module for good; where they are there.
    keep: Callable[[str, int, int], int]


HOST: Any = Host()


class Hosted:
    """A kernel of a game, in its module."""

    def __init__(self, game: str, name: str, names: tuple[str, ...]) -> None:
        self.game, self.name = game, name
        written = WRITTEN.get(name, ())
        self.modes = tuple(WRITE if each in written else READ for each in names)

    def __repr__(self) -> str:
        return f"<{self.name} of {self.game}>"

    def __call__(self, *arguments: Any) -> Any:
        sent: list[Any] = []
        for i, argument in enumerate(arguments):
            if not isinstance(argument, np.ndarray):
                sent.append(int(argument))
            elif argument.flags.writeable:
                mode = self.modes[i] if i < len(self.modes) else READ
                sent.append((argument.address, argument.nbytes, len(argument), mode))  # type: ignore[attr-defined]
            else:
                sent.append((-kept(self.game, argument), 0, len(argument), READ))
        return HOST.call(self.game, self.name, flat(sent))


def flat(sent: list[Any]) -> list[int]:
    """Arguments as one list of numbers; an array is four of them."""
    return [number for one in sent for number in (one if isinstance(one, tuple) else (one,))]


# Editions do not change: each is copied once. The array is kept with it, so that its number is no other's.
KEPT: dict[tuple[str, int], tuple[Any, int]] = {}


def kept(game: str, array: Any) -> int:
    known = KEPT.get((game, id(array)))
    if known is None:
        known = KEPT[game, id(array)] = (array, HOST.keep(game, array.address, array.nbytes))
    return known[1]


def specialise(fn: Callable[..., Any], names: Mapping[str, Any], owner: str, *files: Path) -> Any:
    """A kernel of the module of the game that it belongs to; a rule that is asked has the name of its rule."""
    code = fn.__code__
    arguments = code.co_varnames[: code.co_argcount]
    asked = names.get("asked")
    if asked is None:
        return Hosted(owner, fn.__name__, arguments)
    return Hosted(asked.__module__.split(".")[2], f"ask_{asked.__module__}_{asked.__name__}", arguments)


def rule(fn: F) -> F:
    return fn


inlined = copied = thorough = rule


def source_file(fn: Callable[..., Any]) -> Path:
    return Path(fn.__code__.co_filename)


def explain_faults(explain: Callable[..., Exception]) -> None:
    """Nothing is compiled here that could fail to."""


def enum(count: int) -> tuple[np.int64, ...]:
    return tuple(np.int64(i) for i in range(count))


def places(names: Iterable[str], *wanted: str) -> tuple[np.int64, ...]:
    numbers = {name: np.int64(i) for i, name in enumerate(names)}
    return tuple(numbers[name] for name in wanted)
