"""What a preview tells is what happens."""

import random

import pytest

from parlour.engine import registry
from parlour.engine.chance import Seeded
from parlour.engine.match import Match
from parlour.engine.plain import CHANCE, NONE, OVER, Plain, c_of
from parlour.games.held_hands import state as S

GAME = registry.load("held_hands")


def decisions(seed, most, **options):
    """A random game's decisions on the walk, as looks."""
    match, pick = Match(GAME, chance=Seeded(seed), **options), random.Random(seed)
    while not match.over and match.ply < most:
        if match.seat == CHANCE:
            match.play_chance()
            continue
        look = match.look(match.seat)
        if S.PHASES[look.g.phase] == "walk":
            yield match, look
        match.play_without_chance(pick.choice(match.moves(match.seat)), match.seat)


def stopped(edition, g, m):
    """The State after a step, and after the stop that follows it."""
    kernel = GAME.play(edition, g, m)
    stop = [n for n in GAME.legal(edition, kernel) if GAME.moves.text(n) == "stop"]
    return Plain(kernel), Plain(GAME.play(edition, kernel, stop[0])) if stop else None


@pytest.mark.parametrize("options", [{}, {"rulings": {"over-the-edge": True, "last-card": True}}])
def test_a_preview_agrees_with_the_rules(options):
    seen = set()
    for seed in range(3):
        for match, look in decisions(seed, 90, **options):
            for found in look.previews:
                check(match, look, found, seen)
    assert {"meets", "turns", "chooses", "refills"} <= seen


def check(match, look, found, seen):
    me, after = look.seat, found.after
    text = GAME.moves.text(found.move)
    if text == "stop":
        then = Plain(GAME.play(match.edition, match.state, found.move))
    else:
        walked, then = stopped(match.edition, match.state, found.move)
        assert after.balance == walked.balance[me]
        if then is None:
            assert after.ending == "off-balance"
            return
        assert {o.place for o in after.onward} == onward(match, walked)
    assert after.meets == (then.points[0] > look.g.points[0])
    assert after.opens == (then.ring > look.g.ring)
    if then.phase == S.LOOK:
        seen.add("chooses")
        assert after.fan == "choose"
        return
    assert (after.fan != "stays") == (then.side[me] != look.g.side[me])
    refills = then.phase == S.REFILL
    assert (after.refill > 0) == refills or then.seat == OVER
    ended = {"together", "left-behind", "last-card"}
    if then.ending != NONE and S.ENDINGS[then.ending] in ended:
        assert after.ending == S.ENDINGS[then.ending]
    seen |= {"meets"} if after.meets else set()
    seen |= {"turns"} if after.fan != "stays" else set()
    seen |= {"refills"} if after.refill else set()


def onward(match, walked):
    moves = GAME.legal(match.edition, walked.array)
    return {c_of(m) for m in moves if GAME.moves.text(m).startswith("step")}


def test_walks_are_told_in_order():
    for match, look in decisions(2, 60):
        g = look.g
        walks = look.view.walks
        if g.walked:
            assert walks[0].seat == g.turn
            assert len(walks[0].nodes) == g.walked + 1
            assert walks[0].nodes[-1] == g.node[g.turn]
            assert set(walks[0].nodes) == {n for n in range(S.NODES) if g.crossed >> n & 1}
        elif walks:
            assert walks[0].seat == 1 - g.turn
            assert walks[0].nodes[-1] == g.node[1 - g.turn]
        assert match.ply >= 12
