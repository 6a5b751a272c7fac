"""What is told of a turn before and after it, against what the rules then do."""

import random
from itertools import pairwise

import pytest

from games.labor_of_love.workshop import CLAY_ALL, CLAY_LONG, WOOD_YELLOW, YARN_TWO, table
from parlour.engine.match import Match
from parlour.engine.plain import OVER, Plain
from support import clause


def told(match):
    """What the deciding seat is told of each of its moves."""
    look = match.look(match.seat)
    return {look.game.moves.text(p.move): p.after for p in look.previews}


def after(match, move):
    """The record right after a move, before chance goes on."""
    return Plain(match.game.play(match.edition, match.states[-1], match.game.moves.parse(move)))


def follow(g, steps, seat, colours):
    """The columns of a seat's bulbs after these steps, each of which must begin where its bulb is."""
    at = list(g.bulb[seat])
    for n, step in enumerate(steps):
        colour = colours.index(step.colour)
        assert (step.row, step.start) == (g.line_of[seat][colour], at[colour])
        if step.cause == "chain":
            assert step.by is not None
            assert step.by < n
            assert steps[step.by].sets == step.colour
        else:
            assert step.by is None
        at[colour] = step.to
    return at


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rulings", [None, {"long-chains": False}])
def test_every_choice_ends_where_it_was_told(seats, rulings):
    tried = 0
    for seed in range(6):
        options = {"rulings": rulings} if rulings else {}
        match = Match.deal("labor_of_love", seed=seed, seats=seats, **options)
        pick = random.Random(seed)
        colours = match.edition.content.colours
        while not match.over:
            g, seat, previews = Plain(match.states[-1]), match.seat, told(match)
            for move in match.moves():
                kind = move.split()[0]
                if kind == "blind":
                    continue
                found, end = previews[move], after(match, move)
                tried += 1
                assert found.points == tuple(end.points[:seats])
                if kind == "react":
                    continue
                would = found.would
                assert follow(g, would.steps, seat, colours) == end.bulb[seat]
                assert (would.place, would.reactions) == (end.place[seat], end.owed)
                assert would.spark == (end.bonus > 0 and kind == "take")
            move = pick.choice(match.moves())
            would = previews[move].would
            match.play(move)
            g = Plain(match.states[-1])
            if would and not g.owed and not g.bonus:
                assert would.then == (None if g.seat == OVER else g.seat)
    assert tried > 300


@clause("LL-8")
def test_a_reaction_to_choose_does_not_make_it_your_turn_again():
    d = table(CLAY_ALL, YARN_TWO, WOOD_YELLOW, CLAY_LONG)
    would = told(d.match)["take r1"].would
    assert (would.reactions, would.then, would.again) == (1, 1, False)


def test_the_last_turn_tells_the_same_steps_as_its_preview():
    for seed in range(4):
        match = Match.deal("labor_of_love", seed=seed, seats=3)
        pick = random.Random(seed)
        while not match.over:
            seat, move = match.seat, pick.choice(match.moves())
            would = told(match)[move].would if move.startswith("take") else None
            match.play(move)
            made = match.look(-3).view.made
            if would:
                assert (made.seat, made.steps, made.points) == (seat, would.steps, would.points)
                assert made.start + made.hours >= made.place
            elif move.startswith("glow"):
                assert [s.cause for s in made.steps].count("spark") == 1


@clause("LL-17", "LL-R6")
def test_a_chained_step_names_the_step_that_set_it_off():
    d = table(CLAY_ALL, YARN_TWO, WOOD_YELLOW, CLAY_LONG)
    steps = told(d.match)["take r1"].would.steps
    assert [s.cause for s in steps if s.cause != "chain"] == ["card"] * 4
    chained = [s for s in steps if s.cause == "chain"]
    assert chained
    assert all(steps[s.by].sets == s.colour for s in chained)
    for colour in {s.colour for s in steps}:
        ours = [s for s in steps if s.colour == colour]
        assert all(a.to == b.start and a.value == b.was for a, b in pairwise(ours))
