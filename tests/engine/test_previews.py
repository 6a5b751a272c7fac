"""Previews: what is told of a move is true in every world that the seat thinks possible."""

import random

import msgspec
import numpy as np
import pytest

from parlour.engine import registry
from parlour.engine.chance import Seeded, stream
from parlour.engine.match import Match
from parlour.engine.plain import CHANCE, OVER, PUBLIC, Plain
from parlour.games.heartcatchers.state import COLUMNS

WORLDS = 50
# How many moves of each kind are tried in all worlds.
OF_A_KIND = 12


def deal(name: str, seed: int) -> Match:
    game = registry.load(name)
    mode = max(game.about.modes, key=lambda m: max(m.seats))
    match = Match(game, mode=mode.name, seats=max(mode.seats), chance=Seeded(seed))
    match.settle()
    return match


def looks(name: str, games: int = 2, most: int = 400):
    """Every decision of some random games."""
    for seed in range(games):
        match, pick = deal(name, seed), random.Random(seed)
        while not match.over and match.ply < most:
            seat = match.deciders[0]
            yield match.look(seat)
            match.play(pick.choice(match.legal(seat)), seat)


def worlds(look, rng):
    return [look.game.imagine(look.edition, look.hidden, look.seat, rng) for _ in range(WORLDS)]


@pytest.mark.parametrize("name", registry.names())
def test_every_fact_is_true_in_every_world(name):
    tested: dict[str, int] = {}
    rng = stream(77)
    for look in looks(name):
        kinds = {look.game.moves.kind(m).name for m in look.legal}
        if look.g.asked or all(tested.get(k, 0) >= OF_A_KIND for k in kinds):
            continue
        imagined, seen = worlds(look, rng), random.Random(look.ply)
        for found in seen.sample(look.previews, min(8, len(look.previews))):
            kind = look.game.moves.kind(found.move).name
            if tested.get(kind, 0) < OF_A_KIND:
                tested[kind] = tested.get(kind, 0) + 1
                check_facts(look, found, imagined)
    assert tested


def check_facts(look, found, imagined):
    text = look.game.moves.text(found.move)
    for world in imagined:
        after = Plain(look.game.play(look.edition, world, found.move))
        assert found.after.turn in (None, after.seat), f"{text}: who decides next"
        if found.after.points is not None:
            assert found.after.points == told_points(look, after, found), f"{text}: points"
        assert commits(look, world, found.move) == (found.move in look.committing), f"{text}: taking back"


def commits(look, world, m):
    """Whether a move of one world tells somebody something, or leaves it to chance."""
    after = look.game.play(look.edition, world, m)
    return bool(after["news"][0] != world["news"][0]) or int(after["seat"][0]) in (CHANCE, OVER)


def told_points(look, after, found):
    """What the points of a preview mean; those of Heartcatchers are face up and look ahead for a Change of Heart."""
    if look.game.name != "heartcatchers":
        return tuple(after.points[: after.seats])
    if after.seat == OVER:
        return found.after.points  # the record has the Secrets in it by now
    hidden = found.after.hidden
    values = [after.value[stack] if stack >= 0 else 0 for stack in after.at]
    if hidden and hidden.trades:
        column, other = hidden.column, hidden.column + COLUMNS
        values[column], values[other] = values[other], values[column]
    return sum(values[:COLUMNS]), sum(values[COLUMNS:])


def test_a_look_at_a_hidden_card_is_unknown():
    unknown = [
        found.after.points is None
        for look in looks("template", 1)
        for found in look.previews
        if look.game.moves.kind(found.move).name == "peek"
    ]
    assert unknown
    assert all(unknown)


def test_previews_depend_on_knowledge_alone():
    """In a world that looks the same to the seat its previews are the same, byte for byte."""
    match = deal("heartcatchers", 3)
    for _ in range(6):
        match.play(match.legal()[-1])
    look = match.look(match.seat)
    facts = msgspec.json.encode([(p.move, p.after, p.facts) for p in look.previews])
    twin = match.clone()
    twin.states[-1] = look.game.imagine(look.edition, look.hidden, look.seat, stream(5))
    assert not np.array_equal(twin.state, match.state)
    again = twin.look(match.seat)
    assert msgspec.json.encode([(p.move, p.after, p.facts) for p in again.previews]) == facts


def test_nobody_else_has_previews():
    match = deal("heartcatchers", 1)
    assert match.look(PUBLIC).previews == match.look(1 - match.seat).previews == []


def test_a_move_that_draws_commits():
    match = deal("heartcatchers", 1)
    look = match.look(match.seat)
    assert set(look.committing) == set(look.legal)
    assert all(p.after.turn == CHANCE for p in look.previews)
    quiet = deal("labor_of_love", 1)
    assert set(quiet.look(quiet.seat).committing) <= set(quiet.legal())
