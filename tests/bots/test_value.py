"""V: what its file speaks of, that it is the result at the end, and that a fit finds what decides a game."""

import copy
import dataclasses
import shutil

import numpy as np
import pytest
from typer.testing import CliRunner

from parlour.bots import value
from parlour.bots.value import MAX_BYTES, NoValue, Weights, chances, value_of
from parlour.cli import app
from parlour.engine import registry
from parlour.engine.encoding import Encoder
from parlour.engine.record import OVER, WIN
from parlour.lab import fitting
from parlour.lab.positions import DRAWN, positions

GAME = registry.load("heartcatchers")
FITTED = [name for name in registry.names(shelf_only=True) if (registry.load(name).folder / value.FILE).exists()]


def is_fitted(game, mode, seats):
    with np.load(game.folder / value.FILE) as found:
        return f"{value.name_of(game, mode, seats)}/table" in found.files


@pytest.fixture
def elsewhere(tmp_path):
    """The game with a folder of its own, in which no values are."""
    for path in GAME.folder.glob("edition*.toml"):
        shutil.copy(path, tmp_path)
    twin = copy.copy(GAME)
    twin.folder = tmp_path
    return twin


@pytest.fixture(scope="module")
def played():
    return positions(GAME, "duel", 2, 60, bot="greedy", seed=3)


def numbers(width, draw):
    return Weights(
        draw.integers(1, 5, width).astype(np.uint8),
        draw.normal(0, 1, (width, 3)),
        draw.normal(0, 1, 3),
        np.array([1.0, 0.5, -2.0]),
        True,
        GAME.about.ruling_bits({}),
    )


def test_positions_are_drawn_from_all_of_a_game(played):
    assert len(played) == len(played.results) == len(played.games)
    assert np.bincount(played.games).tolist() == [DRAWN] * 60
    assert (played.results.sum(1) == 1).all()
    plies = played.states["ply"]
    assert plies.min() < 4
    assert plies.max() > 20
    assert (played.states["seat"] != OVER).all()
    again = positions(GAME, "duel", 2, 60, bot="greedy", seed=3)
    assert again.states.tobytes() == played.states.tobytes()


@pytest.mark.parametrize("name", FITTED)
def test_every_file_is_small_and_speaks_of_the_game_as_it_is(name):
    game = registry.load(name)
    assert (game.folder / value.FILE).stat().st_size <= MAX_BYTES
    for mode, seats in game.variants():
        g = game.new(game.base, seats, mode, game.about.ruling_bits({}))
        game.kernels.random_walk(game.base.record, g, np.ones(1, np.uint64), 15)
        if not is_fitted(game, mode, seats):
            continue
        p = chances(game, game.base, g)
        assert ((p > 0) & (p < 1)).all()
        assert p.sum() == pytest.approx(1) or not value_of(game, game.base, mode, seats).weights.shared


def test_some_games_have_values():
    assert "heartcatchers" in FITTED


def test_at_the_end_it_is_the_result():
    g = GAME.new(GAME.base, 2, 0, GAME.about.ruling_bits({}))
    rng = np.ones(1, np.uint64)
    GAME.kernels.random_walk(GAME.base.record, g, rng, 1000)
    assert g["seat"][0] == OVER
    assert chances(GAME, GAME.base, g)[0].tolist() == (g["result"][0][:2] / int(WIN)).tolist()


def test_who_is_about_to_win_is_likelier_to(played):
    """On games that it was not fitted to, whoever won was given more than whoever lost."""
    p = chances(GAME, GAME.base, played.states)
    won = played.results == 1
    assert p[won].mean() > p[~won].mean() + 0.05


def test_compiled_code_gives_what_the_formula_says(elsewhere, played):
    encoder = Encoder(GAME, GAME.base, 2, all_knowing=True)
    draw = np.random.default_rng(1)
    value.add(elsewhere, GAME.base, "duel:2", numbers(encoder.width, draw))
    found = value_of(elsewhere, GAME.base, 0, 2)
    w = found.weights
    for k in (0, 100, 400):
        g = played.states[k : k + 1]
        scores = []
        for seat in range(2):
            x = encoder.rows(g, seat)[0] / w.most.astype(float)
            sums = x @ w.weights.astype(float) + w.starts
            scores.append(sums[0] + sum(max(s, 0) * b for s, b in zip(sums[1:], w.gains[1:], strict=True)))
        e = np.exp(np.array(scores) - max(scores))
        assert found.chances(g)[0] == pytest.approx(e / e.sum())


def test_a_file_of_something_else_is_refused(elsewhere):
    with pytest.raises(NoValue, match="parlour bots fit heartcatchers --value"):
        value_of(elsewhere, GAME.base, 0, 2)
    width = Encoder(GAME, GAME.base, 2, all_knowing=True).width
    draw = np.random.default_rng(2)
    value.add(elsewhere, GAME.base, "duel:2", numbers(width, draw))
    assert value_of(elsewhere, GAME.base, 0, 2)
    with pytest.raises(NoValue, match="another edition"):
        value_of(elsewhere, GAME.edition("tiny"), 0, 2)
    with pytest.raises(NoValue, match="nothing for duel:3"):
        value_of(elsewhere, GAME.base, 0, 3)
    with pytest.raises(NoValue, match="other rulings"):
        value_of(elsewhere, GAME.base, 0, 2, 0x4000)
    value.add(elsewhere, GAME.base, "duel:2", numbers(width + 1, draw))
    with pytest.raises(NoValue, match="other columns"):
        value_of(elsewhere, GAME.base, 0, 2)
    elsewhere.about = dataclasses.replace(GAME.about, version=99)
    with pytest.raises(NoValue, match="another version"):
        value_of(elsewhere, GAME.base, 0, 2)


def test_tables_lie_side_by_side_and_never_grow_too_large(elsewhere):
    draw = np.random.default_rng(3)
    value.add(elsewhere, GAME.base, "one:2", numbers(50, draw))
    value.add(elsewhere, GAME.base, "two:2", numbers(50, draw))
    with np.load(elsewhere.folder / value.FILE) as found:
        assert {"one:2/table", "two:2/table"} <= set(found.files)
    before = (elsewhere.folder / value.FILE).read_bytes()
    with pytest.raises(ValueError, match="at most 300000"):
        value.add(elsewhere, GAME.base, "three:2", numbers(200_000, draw))
    assert (elsewhere.folder / value.FILE).read_bytes() == before
    assert [path.name for path in elsewhere.folder.glob("*.npz")] == [value.FILE]


def test_a_fit_finds_what_decides(monkeypatch):
    """Rows whose first column decides: it learns that, and that the others tell nothing."""
    monkeypatch.setattr(fitting, "RATE", 0.03)
    draw = np.random.default_rng(4)
    x = draw.integers(0, 2, (3000, 2, 6)).astype(np.uint8)
    ahead = x[:, 0, 0].astype(int) - x[:, 1, 0]
    first = draw.random(3000) < 1 / (1 + np.exp(-2.0 * ahead))
    rows = fitting.Rows(x, np.stack([first, ~first], axis=1).astype(np.float32))
    most = np.ones(6, np.uint8)
    train, test = rows.part(np.arange(3000) < 2500), rows.part(np.arange(3000) >= 2500)
    best = fitting.descend(fitting.fresh(6, draw), train, test, most, True, draw)
    probe = np.zeros((3, 2, 6), np.uint8)
    probe[0, 0, 0] = probe[1, 1, 0] = probe[2, 0, 3] = 1
    found = fitting.chances(fitting.scored(best, probe, most), True)[:, 0]
    assert found[0] == pytest.approx(0.88, abs=0.04)
    assert found[1] == pytest.approx(0.12, abs=0.04)
    assert found[2] == pytest.approx(0.5, abs=0.04)


def test_the_command_fits_and_goes_on_where_it_was(elsewhere, tmp_path, monkeypatch):
    monkeypatch.setattr(fitting.registry, "load", lambda name: elsewhere)
    command = ["bots", "fit", "heartcatchers", "--games", "100", "--first", "100", "--bot", "easy", "--keep"]
    refused = CliRunner().invoke(app, [*command, str(tmp_path / "games")])
    assert "say what is to be fitted" in str(refused.exception)
    for _ in range(2):
        done = CliRunner().invoke(app, [*command, str(tmp_path / "games"), "--value"])
        assert done.exit_code == 0, done.exception
        assert "duel, 2 seats: 800 positions of 100 games" in done.output
        kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "games").iterdir()}
        assert len(kept) == 2
    assert value_of(elsewhere, GAME.base, 0, 2)
