"""Every check on every game, mode and number of seats that the registry knows. No exemptions."""

import pytest

import checks
from checks.tables import sample
from parlour.engine import registry


def tables():
    for name in registry.names():
        about = registry.about(name)
        for mode, entry in enumerate(about.modes):
            for seats in entry.seats:
                yield pytest.param(name, mode, seats, id=f"{name}-{entry.name}-{seats}")


@pytest.mark.parametrize("check", checks.CHECKS, ids=lambda c: c.__name__.removeprefix("check_"))
@pytest.mark.parametrize(("name", "mode", "seats"), list(tables()))
def test_conforms(name, mode, seats, check):
    check(checks.Table(registry.load(name), mode, seats))


@pytest.mark.parametrize("name", registry.names())
def test_imagine_is_exact(name):
    """Invariants 6 and 7 against the enumeration of every history of the tiny edition."""
    for table in checks.tiny_tables(registry.load(name)):
        checks.check_imagine_is_exact(table)


@pytest.mark.parametrize("name", registry.names())
def test_tiny_editions_conform(name):
    for table in checks.tiny_tables(registry.load(name)):
        for check in checks.CHECKS:
            check(table)


@pytest.mark.parametrize("name", registry.names())
def test_thousands_of_positions_leak_nothing(name):
    game = registry.load(name)
    mode, seats = next(game.variants())
    assert checks.check_no_leak(checks.Table(game, mode, seats), positions=700, worlds=1) > 2000


@pytest.mark.parametrize("name", registry.names())
def test_open_games_and_only_they_hide_the_same_from_everybody(name):
    game = registry.load(name)
    differ = False
    for mode, seats in game.variants():
        table = checks.Table(game, mode, seats)
        for g in sample(table, 5, 1):
            differ |= len({table.hide(g, seat).tobytes() for seat in table.watchers}) > 1
    assert differ != game.about.open
