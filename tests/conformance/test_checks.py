"""Tests of the checks: what they look at, and that the contract cites those that there are."""

import dataclasses
import re
from pathlib import Path

import pytest

from checks import CHECKS, Table, check_open
from checks.chi_square import p_value, upper_gamma
from checks.knowledge import unknown_cells
from parlour.engine import game, registry
from parlour.engine.record import HIDDEN, field, record

HERE = Path(__file__).parent

SEAT = record(
    field("balance", "i1", (), "all", "number", "everybody's"),
    field("hand", "i1", (2,), "owner", "card", "its own"),
)
STATE = record(
    field("score", "i1", (), "all", "number", "everybody's"),
    field("at", SEAT, (2,), "all", "seat", "the seats"),
)


def test_a_number_that_all_know_is_not_unknown():
    h = STATE.new()
    h["score"], h["at"]["balance"] = HIDDEN, HIDDEN
    assert unknown_cells(STATE, h).count(1) == 0
    h["at"]["hand"][0, 1, 0] = HIDDEN
    assert unknown_cells(STATE, h).count(1) == 1


def test_a_game_with_secrets_may_not_call_itself_open(monkeypatch):
    keepsakes = registry.load("template")
    monkeypatch.setattr(keepsakes, "about", dataclasses.replace(keepsakes.about, open=True))
    with pytest.raises(AssertionError, match=r"About\.open, but \w+ differs by seat"):
        check_open(Table(keepsakes, 0, 2))


def test_the_contract_cites_tests_and_checks_that_exist():
    cited = set(re.findall(r"\b(?:test|check)_\w+", game.__doc__ or ""))
    tests = set(re.findall(r"^def (test_\w+)", (HERE / "test_conformance.py").read_text(), re.MULTILINE))
    assert cited - tests - {check.__name__ for check in CHECKS} == set()
    assert len(cited) > 1


# From tables of the chi-squared distribution: degrees of freedom, value, and how likely so much or more is.
QUANTILES = [(1, 3.841459, 0.05), (2, 5.991465, 0.05), (5, 15.086272, 0.01), (100, 149.449253, 0.001)]


@pytest.mark.parametrize(("freedom", "value", "likely"), QUANTILES)
def test_the_chi_squared_test_agrees_with_tables(freedom, value, likely):
    assert upper_gamma(freedom / 2, value / 2) == pytest.approx(likely, rel=1e-5)


def test_counts_are_compared_with_those_expected():
    assert p_value([10, 10, 10]) == 1.0
    assert p_value([16, 18, 16, 14, 12, 12], [16, 16, 16, 16, 16, 8]) == pytest.approx(0.623388, rel=1e-5)
    assert p_value([1000, 0]) < 1e-200
    with pytest.raises(AssertionError, match="same sum"):
        p_value([1, 2], [2, 2])
