"""Lessons: small steps on real positions, judged by the real rules.

A game's lesson.toml holds steps: a script of moves (chance included) that leads to a position, words in every
language, and which moves are what the step asks for. Nothing is kept: each try plays the script anew.
"""

from functools import cache
from pathlib import Path

import msgspec

from parlour.engine import registry
from parlour.engine.edition import EditionError, parse_content
from parlour.engine.log import Entry
from parlour.engine.match import Match
from parlour.engine.moves import NotAMove
from parlour.engine.record import CHANCE

FILE = "lesson.toml"


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


class NotLegalThere(ValueError):
    """A lesson plays a move that the rules do not allow at that position."""


class Scripted:
    """Chance for scripted matches: every draw is scripted, so that asking it is an error."""

    def pick(self, n: int, ply: int, undos: int, log_hash: str) -> int:
        raise LookupError("the script of a lesson ends before chance does")


def file_of(name: str) -> Path:
    return Path(registry.package(name).__path__[0]) / FILE


@cache
def lesson_of(name: str) -> Lesson | None:
    """A game's lesson, or None if it has none yet; EditionError if its file says something else."""
    path = file_of(name)
    if not path.exists():
        return None
    return parse_content(path.read_text("utf-8"), FILE, Lesson)


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
        raise NotLegalThere(f"the lesson plays {text!r}, which is not legal there")
    drawn = match.seat == CHANCE
    match.add(Entry(m, text, legal.index(m) if drawn else None, len(legal) if drawn else 0))


def check_lesson(name: str) -> None:
    """EditionError, with the line, for the first step that cannot be played as it is written."""
    lesson = lesson_of(name)
    if lesson is None:
        return
    for number, step in enumerate(lesson.steps):
        for field, fault in faults_of(name, lesson, step):
            raise EditionError.at(FILE, file_of(name).read_text("utf-8"), f"steps[{number}].{field}", fault)


def faults_of(name: str, lesson: Lesson, step: ScriptedStep) -> list[tuple[str, str]]:
    """The fields of a step with what is wrong with each."""
    found = [
        (f, "there is no text in English (en)") for f in ("text", "praise", "nudge") if "en" not in getattr(step, f)
    ]
    try:
        match = position(name, lesson, step)
    except (NotAMove, NotLegalThere) as fault:
        return [*found, ("script", str(fault))]
    if lesson.seat not in match.deciders:
        return [*found, ("script", f"seat {lesson.seat} has nothing to decide after it")]
    legal = {match.game.moves.text(m) for m in match.game.legal(match.edition, match.state, lesson.seat)}
    found += [("goal", f"{goal!r} is not legal there") for goal in step.goal if goal not in legal]
    return found if step.goal else [*found, ("goal", "it names no move")]
