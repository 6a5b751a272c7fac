"""Verdicts, Holm's correction, and how often a report is wrong."""

from pathlib import Path

import pytest
from studies import plan_of, play
from wrongness import Comparison

from parlour.lab.stopping import uniform_half_width
from parlour.lab.verdicts import EDGE, LOOK, OPEN, SAME, TOUCH, Estimate, corrected, number

SAYS = {"fine": "fine", "high": "high", "low": "low", "open": "open"}


def estimate(value, error, null=0.0, band=(-2.0, 2.0)):
    return Estimate("section", "name", value, error, band, null, "points", 1000, SAYS)


@pytest.mark.parametrize(
    ("value", "error", "verdict", "sentence"),
    [
        (0.1, 0.2, SAME, "fine"),
        (1.0, 0.2, TOUCH, "fine"),
        (2.0, 0.3, EDGE, "high"),
        (-9.0, 0.5, LOOK, "low"),
        (1.0, 2.0, OPEN, "open"),
    ],
)
def test_a_verdict_follows_from_the_range_and_the_margin(value, error, verdict, sentence):
    found = estimate(value, error)
    assert (found.verdict, found.sentence) == (verdict, sentence)


def test_holm_gives_each_its_level():
    """0.01 passes 0.05/3, then 0.03 does not pass 0.05/2, and that is the level of it and the rest."""
    errors = {0.03: 1 / 2.170, 0.01: 1 / 2.5758, 0.2: 1 / 1.2816}
    found = corrected([estimate(1.0, error) for error in errors.values()])
    assert [round(e.p, 3) for e in found] == [0.03, 0.01, 0.2]
    assert [e.level for e in found] == [0.025, pytest.approx(0.05 / 3), 0.025]


def test_numbers_are_told_with_a_true_minus():
    assert [number(v) for v in (-0.123, 0.0, 5.04, 1234.5, -0.001)] == ["−0.12", "0.0", "5.0", "1,234", "0.00"]


def test_how_many_games_would_tell():
    assert estimate(1.0, 1.0).needed == "about 3,900 games would tell"


def test_ranges_of_a_running_study_are_wider_than_those_of_one_look():
    assert uniform_half_width(0.5, 1000) > 1.96 * 0.5 / 1000**0.5
    assert uniform_half_width(0.5, 8000) < uniform_half_width(0.5, 2000)


def test_the_same_edition_twice_finds_nothing():
    """With independent streams and no margin at all, so that any difference counts: at most 12 of 100 would do."""
    twice = Comparison()
    assert sum(twice.is_wrong(seed, 400) for seed in range(20)) <= 3


def test_a_planted_imbalance_of_the_promised_size_is_found():
    """Ultimate Loves worth two points more: as many games as promise to find that nine times of ten find it."""
    planted = Comparison()
    games = planted.games_that_promise()
    assert games < 400
    assert sum(planted.is_found(seed, games) for seed in range(20)) >= 16


def test_an_edition_that_does_not_end_is_reported_with_its_seed(tmp_path: Path):
    play(plan_of(bots=["random"], games=400, cap=20), tmp_path)
    text = (tmp_path / "report.md").read_text("utf-8")
    assert "400 of 400 games do not end** (broken off after 20 moves; look at seed 1, game 0 (base))" in text
