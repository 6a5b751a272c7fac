"""The lesson: every step stands where its words say, and what it asks for can be done."""

import pytest

from parlour.lesson import lesson_of, position
from parlour.server.http.lessons import attempt

LESSON = lesson_of("labor_of_love")


@pytest.mark.parametrize("number", range(len(LESSON.steps)))
def test_every_goal_is_legal_and_praised(number):
    step = LESSON.steps[number]
    match = position("labor_of_love", LESSON, step)
    assert match.seat == LESSON.seat
    assert set(step.goal) <= set(match.moves())
    for goal in step.goal:
        answer = attempt("labor_of_love", number, goal, "de")
        assert answer.done
        assert answer.text == step.praise["de"]
        assert answer.story


def test_the_steps_say_what_is_there():
    looks = [position("labor_of_love", LESSON, step).look(0) for step in LESSON.steps]
    rows = [{p.id: p.would for z in look.view.zones if z.id == "row" for p in z.pieces} for look in looks]
    assert [id for id, would in rows[1].items() if would.again] == ["r3"]
    assert [id for id, would in rows[2].items() if would.saved] == ["r1"]
    assert [id for id, would in rows[3].items() if would.alone] == ["r4"]
    assert [id for id, would in rows[4].items() if any(s.cause == "chain" for s in would.steps)] == ["r2"]
    assert [look.view.choice for look in looks[6:]] == ["react", "glow"]
