"""Asking: what a compiled rule says of a hidden record, so that no view, word or preview tells a rule again.

A hidden record has HIDDEN (-2) where its seat knows nothing, and -2 is an index: that of the last cell but one. So only
a rule that is marked `@askable` can be asked. It promises to look before it uses what may be hidden: its answer is the
one that it gives in every world that the seat can imagine, or UNKNOWN. Conformance compares them
(check_askable_rules), also on arrays that refuse an index below zero (tests/conformance/test_modes.py).

A rule gets a copy of the record, so one that changes it can say what would be.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from parlour.engine.jit import source_file, specialise
from parlour.engine.kernels import ask
from parlour.engine.plain import Plain
from parlour.engine.record import UNKNOWN

if TYPE_CHECKING:
    from parlour.engine.edition import Edition

F = TypeVar("F", bound=Callable[..., Any])

# The argument of a rule that is a legal move of whoever decides; others are numbers from 0.
MOVE = -1


class Askable(NamedTuple):
    """A rule that may be asked: what its arguments behind `e` and `g` are, and the compiled function that asks it."""

    rule: Any
    arguments: tuple[int, ...]
    kernel: Any


# By rule, in the order of the sources.
ASKABLE: dict[Any, Askable] = {}


def askable(*arguments: int) -> Callable[[F], F]:
    """Mark a rule that may be asked; for each argument behind `e` and `g` how many values it has, or MOVE."""

    def mark(rule: F) -> F:
        name = f"{rule.__module__}_{rule.__name__}".replace(".", "_")
        ASKABLE[rule] = Askable(rule, arguments, specialise(ask, {"asked": rule}, name, source_file(rule)))
        return rule

    return mark


def askable_rules(package: str) -> list[Askable]:
    """The rules of a package that may be asked."""
    return [a for a in ASKABLE.values() if a.rule.__module__.startswith(f"{package}.")]


def ask_rule(rule: Any, edition: "Edition", g: Plain, *arguments: int) -> Any:
    """What a rule says of a record that may be hidden: a number, some, or a list of them; None where it is UNKNOWN."""
    found = ASKABLE.get(rule)
    if found is None:
        name = getattr(rule, "__name__", rule)
        raise TypeError(f"{name} is not marked @askable, so it may not be asked of a hidden record")
    return plain_answer(found.kernel(edition.record, g.array, *map(int, arguments)))


def plain_answer(said: Any) -> Any:
    """What a rule has said as Python's own values."""
    if isinstance(said, tuple):
        return tuple(map(plain_answer, said))
    if isinstance(said, np.ndarray):
        return said.tolist()
    if said == UNKNOWN:
        return None
    return said.item() if isinstance(said, np.generic) else said
