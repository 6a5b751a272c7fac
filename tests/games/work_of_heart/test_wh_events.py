"""Event cards of both kinds."""

from itertools import combinations

import pytest

from games.work_of_heart.campus_stage import CHARM, EVENTS, SMARTS, TRAITS, empty_hands, event, go, level, table
from parlour.engine import registry
from parlour.engine.match import NotYourTurn
from parlour.engine.record import HIDDEN
from support import clause


def drawn(id, seats=2, **levels):
    d = level(empty_hands(table(seats=seats)), 0, **levels)
    return go(d, 1, "H5").do(f"event {event(d, id)}")


@clause("WH-64")
def test_everybody_hears_the_event_and_it_is_gone():
    d = drawn("wet-paint")
    for seat in (0, 1):
        assert d.told(seat)[0].startswith("Wet Paint. You lean on a railing")
    number = int(event(d, "wet-paint")[1:]) - 1
    assert not int(d.g.events[1]) >> number - 20 & 1
    assert d.g.tally[0, EVENTS] == 1
    assert next(z for z in d.match.look(1).screen["zones"] if z["id"] == "event")["pieces"][0]["name"] == "Wet Paint"


@clause("WH-65")
def test_a_group_event_lets_everybody_raise_one_of_three():
    d = drawn("pie-social", seats=3)
    assert d.match.deciders == [0, 1, 2]
    assert d.legal() == ["join t1", "join t2", "join t6", "join t8"]
    assert d.refused("join t4").clause == "WH-65"
    d.do("join t1", "join t6", "join t8")
    assert d.g.level[0, CHARM] == 1
    assert d.g.level[1, 5] == 1
    assert d.g.level[2].sum() == 0
    assert d.g.turn == 1


@clause("WH-65")
def test_a_trait_at_the_top_is_not_offered():
    d = drawn("pie-social", charm=4)
    assert d.legal() == ["join t2", "join t6", "join t8"]


@clause("WH-R28")
def test_answers_stay_hidden_until_all_are_in():
    d = drawn("pie-social")
    m = d.match
    m.play("join t6", 1)
    assert m.deciders == [0]
    with pytest.raises(NotYourTurn):
        m.play("join t1", 1)
    d2 = drawn("pie-social").do("join t1")
    assert d2.match.hidden(1)[0].answer[0] == HIDDEN
    assert d2.told(1) == ["Player 1 has chosen."]
    assert d2.g.level[0, CHARM] == 0


@clause("WH-66")
def test_the_rulebooks_bands_at_level_three():
    d = drawn("wet-paint", charm=3)
    assert [a.at for a in d.match.edition.content.standard_events[0].answers] == [0, 2, 4]
    assert d.legal() == ["answer a1", "answer a2"]
    assert d.refused("answer a3").clause == "WH-66"
    assert drawn("wet-paint", charm=4).legal("answer") == ["answer a1", "answer a2", "answer a3"]


@clause("WH-66")
def test_two_tested_traits_are_added_up():
    assert drawn("the-duel", charm=1, brawn=1).legal() == ["answer a1"]
    assert drawn("the-duel", charm=1, brawn=1, humor=4).legal() == ["answer a1"]
    d = level(empty_hands(table()), 0, charm=1, brawn=2)
    d.g.used[0] = 255
    go(d, 1, "H5").do(f"event {event(d, 'the-duel')}")
    assert d.legal() == ["answer a1", "answer a2"]


@clause("WH-66")
def test_only_the_drawer_is_rewarded():
    d = drawn("pop-quiz").do("answer a1")
    assert d.g.level[:2, SMARTS].tolist() == [1, 0]


@pytest.mark.parametrize(
    ("id", "answer", "traits"),
    [
        ("lost-freshman", 3, {"kindness": 4}),
        ("rain-on-the-exhibition", 2, {"kindness": 1, "tenacity": 2}),
        ("the-group-project", 3, {"kindness": 3, "smarts": 3}),
        ("mime-in-distress", 3, {"kindness": 3, "humor": 3}),
        ("letters-home", 2, {"kindness": 2}),
    ],
)
@clause("WH-66")
def test_no_answer_raises_anybody_else(id, answer, traits):
    d = level(empty_hands(table(seats=3)), 0, **traits)
    d.g.used[0] = 255
    before = d.g.level.copy()
    go(d, 1, "H5").do(f"event {event(d, id)}", f"answer a{answer}")
    while d.g.turn == 0:
        d.do(d.legal()[0])
    assert d.g.level[0].sum() > before[0].sum() or d.g.spark[0]
    assert (d.g.level[1:] == before[1:]).all()


@clause("WH-66")
def test_no_effect_of_an_answer_helps_others():
    school = registry.load("work_of_heart").base.content
    answers = [a for ev in school.standard_events for a in ev.answers]
    effects = {e.effect for a in answers for e in (a, a.also) if e is not None}
    assert "together" not in effects
    assert {"banish", "swap", "pinch", "peek"} <= effects, "mischief is no reward for others"


@clause("WH-R18")
def test_an_empty_event_deck_begins_anew():
    d = empty_hands(table())
    d.g.events[:] = [1 << 7, 0]
    go(d, 1, "H5").do("event e8")
    assert d.g.events.tolist() == [0, 0]
    d = level(empty_hands(table()), 0, smarts=2)
    d.g.events[:] = [0, 1 << 10]
    go(d, 1, "H5").do("event e31", "perk k4")
    assert len(d.legal("event")) == 60


def test_there_is_one_group_event_for_each_three_main_traits():
    school = registry.load("work_of_heart").base.content
    offered = {frozenset(ev.traits) for ev in school.group_events}
    assert offered == {frozenset(c) for c in combinations(TRAITS[:6], 3)}


def test_at_most_a_third_of_the_answers_are_a_plain_plus_one():
    school = registry.load("work_of_heart").base.content
    answers = [a for ev in school.standard_events for a in ev.answers]
    plain = [a for a in answers if a.effect == "raise" and a.amount == 1 and not a.also]
    assert len(answers) == 120
    assert len(plain) * 3 <= len(answers)
