"""What a rule says that may be asked of a hidden record."""

import random
from typing import Any

import asking
from checks.tables import Table, sample
from parlour.engine.chance import stream
from parlour.engine.record import CHANCE

WORLDS = 3


def check_askable_rules(table: Table) -> None:
    """A rule that is asked of what a seat knows says what it says in every world that the seat imagines, or nothing."""
    rng, pick = stream(50), random.Random(50)
    rules = table.game.askable
    silent = {asked.rule.__name__ for asked in rules}
    for g in sample(table, 50, 3) if rules else ():
        legal = table.legal(g) if g["seat"][0] > CHANCE else []
        for seat in table.watchers:
            h = table.hide(g, seat)
            worlds = [g, *(table.imagine(h, seat, rng) for _ in range(WORLDS))]
            for asked in rules:
                for arguments in asking.arguments_of(asked, legal, pick):
                    said, *true = (asking.answer(asked, table.e.record, one, arguments) for one in (h, *worlds))
                    name = f"{asked.rule.__name__}{arguments}"
                    assert all(map(is_whole, true)), f"{name} does not know, though nothing is hidden"
                    assert all(agrees(said, other) for other in true), f"{name} is told, but depends on a secret"
                    silent -= {asked.rule.__name__} if is_whole(said) else set()
    assert not silent, f"never answered: {', '.join(sorted(silent))}"


def is_whole(said: Any) -> bool:
    return None not in said if isinstance(said, tuple) else said is not None


def agrees(said: Any, true: Any) -> bool:
    """Whether everything that is said is true."""
    if isinstance(said, tuple):
        return all(map(agrees, said, true))
    return said is None or said == true
