"""Rows of numbers: what they say, that it is by face and from one's own seat, and that no secret is in them."""

import hashlib

import numpy as np
import pytest

import observations
from parlour.engine import registry
from parlour.engine.chance import stream
from parlour.engine.encoding import LEFT_OUT, Encoder
from parlour.engine.record import CHANCE, OVER

# What a field says of itself is no part of a State: saved games depend on these.
LAYOUTS = {
    "heartcatchers": "c993fa8f18c6e429",
    "held_hands": "538bcdfc9e702ce2",
    "labor_of_love": "887b54ef20d23513",
    "perfect_match": "66476bf5031c337e",
    "template": "26362ca3e485a167",
    "work_of_heart": "7f5ec43477175d72",
}
# The most columns that one record may take at a full table.
WIDEST = 3700


def positions(game, seats, mode=0, count=12):
    """States in which a player decides, from several random games."""
    for i in range(count):
        g = game.new(game.base, seats, mode, game.about.ruling_bits({}))
        rng = stream(i)
        game.kernels.random_walk(game.base.record, g, rng, 9 * i + 1)
        while g["seat"][0] == CHANCE:
            game.kernels.random_walk(game.base.record, g, rng, 1)
        if g["seat"][0] != OVER:
            yield g


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_version_keeps_its_layout(name):
    layout = repr(registry.load(name).state.dtype.descr)
    assert hashlib.sha256(layout.encode()).hexdigest()[:16] == LAYOUTS[name]


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_column_has_a_name_and_every_field_that_can_be_known_has_columns(name):
    game = registry.load(name)
    for seats in sorted({seats for _, seats in game.variants()}):
        encoder = Encoder(game, game.base, seats)
        names = [f.name for f in encoder.features()]
        assert len(set(names)) == len(names) <= WIDEST
        known = {f.name for f in game.state if f.who != "nobody"} - LEFT_OUT
        assert {f.field for f in encoder.features()} == known


@pytest.mark.parametrize("name", LAYOUTS)
def test_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_row(name):
    game = registry.load(name)
    _, seats = max(game.variants(), key=lambda v: v[1])
    encoder = Encoder(game, game.base, seats)
    for i, g in enumerate(positions(game, seats)):
        seat = int(g["seat"][0])
        hidden = game.hide(game.base, g, seat)
        world = game.imagine(game.base, hidden, seat, stream(100 + i))
        again = game.hide(game.base, world, seat)
        assert encoder.rows(again, seat).tobytes() == encoder.rows(hidden, seat).tobytes()


def columns(encoder, row, field):
    return {f.name: int(v) for f, v in zip(encoder.features(), row, strict=True) if f.field == field and v}


def test_a_hand_is_by_slot_and_face_and_the_other_one_is_hidden():
    game = registry.load("heartcatchers")
    encoder = Encoder(game, game.base, 2)
    for g in positions(game, 2):
        me = int(g["seat"][0])
        hidden = game.hide(game.base, g, me)
        found = columns(encoder, encoder.rows(hidden, me)[0], "hand")
        mine = {
            f"hand[me, slot {slot + 1}] {game.base.faces[card].id}": 1
            for slot, card in enumerate(g["hand"][0][me].tolist())
            if card >= 0
        }
        theirs = {
            f"hand[+1, slot {slot + 1}] hidden": 1
            for slot, card in enumerate(g["hand"][0][1 - me].tolist())
            if card >= 0
        }
        assert found == mine | theirs


def test_seats_are_counted_from_me_on():
    game = registry.load("labor_of_love")
    encoder = Encoder(game, game.base, 3)
    for g in positions(game, 3):
        for me in range(3):
            row = encoder.rows(game.hide(game.base, g, me), me)[0]
            after = [int(g["points"][0][(me + i) % 3]) for i in range(3)]
            found = columns(encoder, row, "points")
            names = ["points[me]", "points[+1]", "points[+2]"]
            assert found == {n: v for n, v in zip(names, after, strict=True) if v}


def test_the_all_knowing_rows_are_another_encoder_and_show_the_deck():
    game = registry.load("heartcatchers")
    encoder = Encoder(game, game.base, 2, all_knowing=True)
    for g in positions(game, 2, count=4):
        row = encoder.rows(g, 0)[0]
        assert sum(columns(encoder, row, "deck").values()) == int(g["pile"][0])
    assert "deck" not in {f.field for f in Encoder(game, game.base, 2).features()}


def test_a_number_below_zero_has_its_own_column():
    game = registry.load("held_hands")
    encoder = Encoder(game, game.base, 2)
    g = next(positions(game, 2))
    g["balance"][0] = (-2, 1)
    found = columns(encoder, encoder.rows(g, 0)[0], "balance")
    assert found == {"balance[me] below 0": 2, "balance[+1]": 1}


def test_cells_that_hold_nothing_are_empty_columns():
    game = registry.load("held_hands")
    encoder = Encoder(game, game.base, 2)
    g = next(positions(game, 2))
    g["goal"][0] = -1
    assert columns(encoder, encoder.rows(g, 0)[0], "goal") == {}
    assert encoder.rows(np.repeat(g, 3), np.array([0, -1, 1]))[1].max() == 0


def test_the_page_of_observations_is_current():
    assert observations.page() == observations.PAGE.read_text("utf-8"), "write it: make docs"
