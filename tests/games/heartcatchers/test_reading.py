"""What the view of Heartcatchers adds for reading: unseen cards, known points, turns, shut stacks, the reveal."""

import random

import pytest

from parlour.engine.match import Match
from parlour.engine.plain import PUBLIC
from parlour.games.heartcatchers import rules
from support import clause


def whole_game(seed):
    """Every decision of a random match, then its end."""
    match, pick = Match.deal("heartcatchers", seed=seed), random.Random(seed)
    while not match.over:
        yield match
        match.play(pick.choice(match.legal()))
    yield match


def test_unseen_cards_are_exactly_those_that_lie_hidden():
    for match in whole_game(4):
        for seat in (0, 1) if not match.over else ():
            found = match.look(seat).view.unseen
            assert len(found.cards) == found.hand + found.pile + found.secrets
            g = match.state[0]
            hidden = [int(c) for c in g.hand[1 - seat] if c >= 0]
            hidden += [int(g.secret[k]) for k in range(g.secrets) if g.by[k] != seat]
            hidden += [c for c in range(20) if int(g.deck) >> c & 1]
            printed = match.look(seat).printed.cards
            assert list(found.cards) == [printed[c] for c in sorted(hidden)]
    assert match.look(PUBLIC).view.unseen is None


@clause("HC-17")
def test_known_points_are_the_score_if_the_rival_had_only_bluffed():
    for seed in range(6):
        for match in whole_game(seed):
            for seat in (0, 1) if not match.over else ():
                assert match.look(seat).view.known == score_without_rival(match, seat)


def score_without_rival(match, seat):
    """The final score of this position by the rules, with a blank card in the place of every Secret of the rival."""
    blank = match.edition.plain.heart.index(0)
    end = match.state.copy()
    for k in range(int(end[0].secrets)):
        if end[0].by[k] != seat:
            end[0].secret[k] = blank
    rules.score_game(match.edition.record[0], end[0])
    return tuple(int(p) for p in end[0].points[:2])


@clause("HC-16")
@pytest.mark.parametrize("seed", range(12))
def test_the_reveal_adds_up_column_by_column(seed):
    *_, match = whole_game(seed)
    view = match.look(0).view
    assert [c.column for c in view.reveal] == [0, 1, 2]
    assert view.reveal[-1].points == view.points == tuple(match.points)
    g = match.state[0]
    for told in view.reveal:
        stacks = [z for z in view.zones if z.column == told.column]
        face_up = [sum(not p.secret for p in z.pieces) for z in stacks]
        assert all(up <= shown for up, shown in zip(told.up, face_up, strict=True))
        for seat in (0, 1):
            secrets = sum(one.points for one in told.secrets if one.side == seat)
            before = view.reveal[told.column - 1].points[seat] if told.column else 0
            assert told.brings[seat] == told.up[seat] + secrets == told.points[seat] - before
    told = sum(len(c.changes) + len(c.secrets) for c in view.reveal)
    assert told == int(g.secrets)
    assert match.look(PUBLIC).view.reveal == view.reveal


def test_turns_are_counted_for_each_seat():
    for match in whole_game(9):
        if not match.over:
            done = [match.look(seat).view.turns for seat in (0, 1)]
            acted = [sum(int(s["seat"][0]) == seat for s in match.states[:-1]) for seat in (0, 1)]
            assert [t.done for t in done] == acted
            assert sum(t.of for t in done) == 14


@clause("HC-12")
def test_a_shut_stack_says_why():
    seen = set()
    for seed in range(30):
        for match in whole_game(seed):
            e, g = match.edition.plain, match.state[0]
            for zone in match.look(PUBLIC).view.zones:
                if zone.stack is not None:
                    top = int(g.top[zone.stack])
                    assert bool(zone.shut) == (e.suit[top] == 3)
                    seen.add(zone.shut)
    assert seen == {"", "HC-12", "HC-R3"}


def test_the_last_move_and_what_happened_since():
    match = Match.deal("heartcatchers", seed=5)
    assert match.look(match.seat).view.last is None
    first = match.seat
    match.play(next(m for m in match.moves() if m.startswith("steal")))
    named = match.log.entries[-2].line.split()
    view = match.look(match.seat).view
    assert (view.last.seat, view.last.kind) == (first, "steal")
    assert set(view.last.places) <= set(match.game.moves.text(match.log.entries[view.last.ply].move).split())
    assert named
    assert view.since == (), "nothing happened since a decision that was never made"
    match.play(match.moves()[-1])
    since = match.look(match.seat).view.since
    assert [t.seat for t in since] == [1 - first]
    assert len(since[0].lines) == 2, "what the rival did, and that it drew a card"
    assert match.look(1 - first).view.since == (), "only for whoever decides"
