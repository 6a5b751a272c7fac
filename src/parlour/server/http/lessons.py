"""Lessons over HTTP: a step as a page shows it, and what a move there is answered."""

from collections.abc import Sequence

from parlour.bot_names import BOT_NAMES
from parlour.engine.look import AnyMove
from parlour.engine.match import Refusal
from parlour.engine.previews import Preview
from parlour.engine.words import Line
from parlour.lesson import Lesson, ScriptedStep, force, lesson_of, position
from parlour.server import wire
from parlour.server.table.showing import legal_moves


class NoSuchStep(LookupError):
    """There is no such lesson or step."""


def show(name: str, number: int, language: str) -> wire.LessonStep:
    """A step as a browser shows it."""
    lesson, step = find(name, number)
    look = position(name, lesson, step, BOT_NAMES).look(lesson.seat, language=language)
    return wire.LessonStep(
        number=number,
        count=len(lesson.steps),
        text=step.text.get(language, step.text["en"]),
        edition=look.printed,
        view=look.view,
        moves=legal_moves(look),
    )


def attempt(name: str, number: int, move: AnyMove, language: str) -> wire.LessonAnswer:
    """Try a move: refused with its clause, legal but not what the step asks for, or right."""
    lesson, step = find(name, number)
    match = position(name, lesson, step, BOT_NAMES)
    before = match.look(lesson.seat, language=language)
    previews = before.previews
    try:
        match.play_without_chance(move, lesson.seat)
    except Refusal as refused:
        text = match.say(refused.line, lesson.seat, language)
        return wire.LessonAnswer(done=False, text=text, clause=refused.clause, view=None, story=[])
    if match.log.entries[-1].text not in step.goal:
        text = step.nudge.get(language, step.nudge["en"])
        return wire.LessonAnswer(done=False, text=text, clause="", view=None, story=[])
    ply = match.ply - 1
    for scripted in step.after:
        force(match, scripted)
    look = match.look(lesson.seat, language=language)
    return wire.LessonAnswer(
        done=True,
        text=step.praise.get(language, step.praise["en"]),
        clause="",
        view=look.view,
        story=[told.words for told in look.story(ply)],
        facts=[before.say(fact) for fact in brought(previews, match.log.entries[ply].move)],
    )


def brought(previews: Sequence[Preview], move: int) -> Sequence[Line]:
    """What a legal move brings, by what the seat knows."""
    return next((found.facts for found in previews if found.move == move), ())


def find(name: str, number: int) -> tuple[Lesson, ScriptedStep]:
    lesson = lesson_of(name)
    if lesson is None or not 0 <= number < len(lesson.steps):
        raise NoSuchStep("There is no such step.")
    return lesson, lesson.steps[number]
