"""How Keepsakes is broken: the real game with some kernels replaced, and the checks that have to notice."""

import copy
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import checks
from parlour.engine import registry
from parlour.engine.game import Game

WHOLE = registry.load("template").kernels


def caught_by(*found: Callable[[checks.Table], Any]) -> Callable[[Any], Any]:
    """Mark a function that makes faulty kernels with the checks that must flag them."""

    def mark(make: Any) -> Any:
        make.caught_by = found
        return make

    return mark


def broken(kernels: dict[str, Any]) -> Game:
    """The game with some kernels replaced; everything that plays goes through the replaced ones."""
    game = copy.copy(registry.load("template"))
    game.kernels = SimpleNamespace(**vars(game.kernels) | kernels)
    return game


def table_of(game: Game, tiny: bool) -> checks.Table:
    if tiny:
        return checks.Table(game, 0, 2, game.edition("tiny"))
    return checks.Table(game, 0, 3)


def exact(table: checks.Table) -> None:
    """Invariants 6 and 7 on the tiny edition, with fewer classes than conformance tries: faults show soon."""
    checks.check_imagine_is_exact(table, classes=100)


def no_leak(table: checks.Table) -> None:
    """The leak test at the length of conformance: what is seen of a rare move needs many positions."""
    checks.check_no_leak(checks.Table(table.game, 0, 2), positions=700)


def replaced(game: Game) -> list[str]:
    return [name for name, kernel in vars(game.kernels).items() if kernel is not getattr(WHOLE, name)]
