"""Conformance is only as good as what it catches: Keepsakes broken in many ways, each of which must be flagged.

A mutant is the real game with one kernel replaced by a faulty one. `caught_by` names the check that has to
notice; a mutant that slips through means that some game could have that fault and nobody would know.
"""

from functools import cache

import pytest

import checks
from checks import histories
from checks.histories import enumerate_histories
from games.template import faults_of_knowledge, faults_of_play
from games.template.faults import WHOLE, broken, exact, replaced, table_of
from parlour.engine import registry

MUTANTS = [
    pytest.param(make, check, id=f"{name}-{check.__name__}")
    for module in (faults_of_knowledge, faults_of_play)
    for name, make in vars(module).items()
    for check in getattr(make, "caught_by", ())
]


@pytest.fixture
def once(monkeypatch):
    """Enumerate once for all mutants that only imagine wrongly: every history of the game is the same for them."""

    def enumerate_once(table):
        if set(replaced(table.game)) == {"imagine_world"}:
            return whole_histories()
        return enumerate_histories(table)

    monkeypatch.setattr(histories, "enumerate_histories", enumerate_once)


@cache
def whole_histories() -> histories.Histories:
    return enumerate_histories(table_of(registry.load("template"), tiny=True))


@pytest.mark.usefixtures("once")
@pytest.mark.parametrize(("make", "check"), MUTANTS)
def test_caught(make, check):
    game = broken(make())
    with pytest.raises(AssertionError):
        check(table_of(game, tiny=check is exact))


def test_nothing_broken_passes():
    """The same machinery with nothing replaced, so that what is caught is the fault and not the copy."""
    game = broken({"play_move": lambda E, G, m: WHOLE.play_move(E, G, m)})
    for check in checks.CHECKS:
        check(table_of(game, tiny=False))
    exact(table_of(game, tiny=True))
