"""Previews: what is told of a move is true in every world that the seat thinks possible."""

import random

import msgspec
import numpy as np
import pytest

import foreseen
from parlour.engine import registry
from parlour.engine.chance import Seeded, stream
from parlour.engine.match import Match
from parlour.engine.plain import CHANCE, PUBLIC

# In so many games every kind of move comes up.
GAMES = 60


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


@pytest.mark.parametrize("name", registry.names(shelf_only=True))
def test_every_kind_of_move_is_foreseen_alike_and_rightly_in_fifty_worlds(name):
    found = foreseen.Foreseen(name, worlds=50)
    seed = 0
    while found.missing or not seed:
        assert seed < GAMES, f"never looked at: {found.missing}"
        found.play(seed)
        seed += 1


def test_a_preview_that_knows_too_much_is_caught(monkeypatch):
    """The view of a dealer: it looks at what the true record has in the other hand."""
    view = registry.load("heartcatchers").part("view")
    told = view.after

    def after(look, m, would):
        found, lines = told(look, m, would)
        found.turn = int(look.match.state["hand"][0][1 - look.seat][0])
        return found, lines

    monkeypatch.setattr(view, "after", after)
    with pytest.raises(AssertionError, match="does not know"):
        foreseen.Foreseen("heartcatchers").play(0)


def test_a_preview_that_is_not_true_is_caught(monkeypatch):
    view = registry.load("heartcatchers").part("view")
    told = view.after

    def after(look, m, would):
        found, lines = told(look, m, would)
        found.points = tuple(p + 1 for p in found.points)
        return found, lines

    monkeypatch.setattr(view, "after", after)
    with pytest.raises(AssertionError):
        foreseen.Foreseen("heartcatchers").play(0)


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
