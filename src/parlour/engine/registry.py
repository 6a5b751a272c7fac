"""The games that there are, found by looking: every package in `parlour.games`, and what others install.

A package elsewhere joins by an entry point in the group `parlour.games` that names it.
"""

import importlib
import logging
import pkgutil
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.engine.about import About

HOME = "parlour.games"

# Files of a game that are TOML but no edition.
NOT_EDITIONS = {"words.toml", "lesson.toml"}


@cache
def packages() -> dict[str, str]:
    """Each game's name and the package that holds it."""
    home = importlib.import_module(HOME)
    found = {p.name: f"{HOME}.{p.name}" for p in pkgutil.iter_modules(home.__path__) if p.ispkg}
    return found | installed()


def installed() -> dict[str, str]:
    """The same of packages elsewhere. Nothing but this needs to know what is installed."""
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=HOME)}


def names(shelf_only: bool = False) -> list[str]:
    """The games' names in alphabetical order; those for developers too, unless only the shelf is asked for."""
    return sorted(name for name in packages() if not shelf_only or is_for_players(name))


@cache
def is_for_players(name: str) -> bool:
    """Whether a game is on the shelf; one that cannot be imported is not, and hides no other."""
    try:
        return about(name).shelf
    except Exception:  # whatever a half-written file raises
        logging.exception("the game %s cannot be loaded", name)
        return False


def package(name: str) -> ModuleType:
    if name not in packages():
        raise ValueError(f"there is no game {name!r}; there are {', '.join(names(shelf_only=True))}")
    return importlib.import_module(packages()[name])


def about(name: str) -> About:
    """What a game says about itself, without loading its rules."""
    about: About = package(name).ABOUT
    return about


def editions(name: str) -> list[str]:
    """The names of the editions that come with a game, without loading them."""
    return editions_in(Path(package(name).__path__[0]))


def editions_in(folder: Path) -> list[str]:
    """The names of the editions in a folder; edition.de.toml holds texts of edition.toml in another language."""
    found = [path for path in folder.glob("*.toml") if path.name not in NOT_EDITIONS]
    return sorted(path.stem for path in found if "." not in path.stem)


@cache
def load(name: str) -> Any:  # a Game; naming it here would import Numba
    """A game, ready to be played."""
    found = package(name)
    from parlour.engine.game import Game

    return Game(name, found)
