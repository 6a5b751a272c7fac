"""The shelf: what every game says about itself, in the reader's language.

English stands in the game's ABOUT and in its editions, so that a list of games loads nothing else. Other languages
stand with the game's other words: `[de.shelf]` in words.toml.
"""

import logging
import tomllib
from functools import cache
from pathlib import Path

from parlour.engine import registry
from parlour.engine.edition import EditionError
from parlour.lesson import lesson_of
from parlour.server import wire
from parlour.shelf import shelf_text


def shelf(language: str) -> list[wire.GameInfo]:
    """Every game for players; one whose files cannot be read is left out, and the others are there."""
    return [game_info(name, language) for name in registry.names(shelf_only=True) if can_be_shown(name)]


@cache
def can_be_shown(name: str) -> bool:
    try:
        return bool(game_info(name))
    except Exception:  # whatever a file with a mistake raises
        logging.exception("%s is not on the shelf: one of its files cannot be read", name)
        return False


@cache
def steps_of_lesson(name: str) -> int:
    """How many steps a game's lesson has; none if its file has a mistake."""
    try:
        lesson = lesson_of(name)
    except EditionError as error:
        logging.error("%s is shown without its lesson: %s", name, error)
        return 0
    return len(lesson.steps) if lesson else 0


def game_info(name: str, language: str = "en") -> wire.GameInfo:
    about = registry.about(name)

    def said(key: str, english: str) -> str:
        return shelf_text(name, key, english, language)

    return wire.GameInfo(
        name=name,
        title=about.title,
        promise=said("promise", about.promise),
        mood=said("mood", about.mood),
        minutes=about.minutes,
        credit=about.credit,
        silent=about.silent,
        modes=[
            wire.ModeInfo(name=m.name, title=said(f"mode.{m.name}", m.title or m.name), seats=list(m.seats))
            for m in about.modes
        ],
        rulings=[
            wire.RulingInfo(name=r.name, clause=r.clause, on=r.on, title=said(f"ruling.{r.name}", r.title))
            for r in about.rulings
        ],
        lesson=steps_of_lesson(name),
        series=said("series", shelf_text(name, "series", "", "en")),
        editions=[wire.EditionInfo(name=e, title=said(f"edition.{e}", title)) for e, title in editions(name).items()],
    )


@cache
def editions(name: str) -> dict[str, str]:
    """The editions for players, by file name, with their titles; the first is the game as it is."""
    found = [e for e in registry.editions(name) if not e.startswith("tiny")]
    files = {e: (folder(name) / f"{e}.toml").read_text("utf-8") for e in sorted(found, key=lambda e: e != "edition")}
    return {e: str(tomllib.loads(text).get("title", e)) for e, text in files.items()}


def folder(name: str) -> Path:
    return Path(registry.package(name).__path__[0])
