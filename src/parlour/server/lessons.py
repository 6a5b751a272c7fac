"""Lessons: small steps on real positions, judged by the real rules.

A game's lesson.toml holds steps: a script of moves (chance included) that leads to a position, words in every
language, and which moves are what the step asks for. Nothing is kept: each try plays the script anew.
"""

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from parlour.engine import registry
from parlour.engine.edition import FIRST_USE
from parlour.engine.log import Entry
from parlour.engine.look import AnyMove
from parlour.engine.match import Match, Refusal
from parlour.engine.record import CHANCE
from parlour.server import wire
from parlour.server.showing import legal_moves


class ScriptedStep(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One step: where it stands, what it says, and what it wants."""

    script: list[str]
    goal: list[str]
    text: dict[str, str]
    praise: dict[str, str]
    nudge: dict[str, str]
    after: list[str] = []


class Lesson(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    seat: int
    first: int
    steps: list[ScriptedStep]


class NoSuchStep(LookupError):
    """There is no such lesson or step."""


class Scripted:
    """Chance for scripted matches: every draw is scripted, so that asking it is an error."""

    def pick(self, n: int, ply: int, undos: int, log_hash: str) -> int:
        raise LookupError("the script of a lesson ends before chance does")


@cache
def lesson_of(name: str) -> Lesson | None:
    """A game's lesson, or None if it has none yet."""
    path = Path(registry.package(name).__path__[0]) / "lesson.toml"
    if not path.exists():
        return None
    with FIRST_USE:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Lesson)


def position(name: str, lesson: Lesson, step: ScriptedStep, names: tuple[str, ...] = ()) -> Match:
    """The match as it stands when a step begins."""
    match = Match(registry.load(name), first=lesson.first, chance=Scripted(), names=names)
    for text in step.script:
        force(match, text)
    return match


def force(match: Match, text: str) -> None:
    """Play a scripted move, also one of chance, if the rules allow it."""
    legal = match.game.legal(match.edition, match.state)
    m = match.game.moves.parse(text)
    if m not in legal:
        raise ValueError(f"the lesson plays {text!r}, which is not legal there")
    drawn = match.seat == CHANCE
    match.add(Entry(m, text, legal.index(m) if drawn else None, len(legal) if drawn else 0))


def show(name: str, number: int, language: str) -> wire.LessonStep:
    """A step as a browser shows it."""
    lesson, step = find(name, number)
    look = position(name, lesson, step).look(lesson.seat, language=language)
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
    match = position(name, lesson, step)
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
    )


def find(name: str, number: int) -> tuple[Lesson, ScriptedStep]:
    lesson = lesson_of(name)
    if lesson is None or not 0 <= number < len(lesson.steps):
        raise NoSuchStep("There is no such step.")
    return lesson, lesson.steps[number]
