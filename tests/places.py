"""Where a game's tests lie: in tests/games, or beside the package of a game that is installed by its entry point."""

from pathlib import Path

from parlour.engine import registry

TESTS = Path(__file__).parent
ROOT = TESTS.parent
# The games that are released with Parlour: whole in German, with a lesson, and with files of every version kept.
RELEASED = ("heartcatchers", "held_hands", "labor_of_love", "perfect_match", "work_of_heart")


def is_own(name: str) -> bool:
    """Whether a game is one of Parlour's own; else it comes from another package."""
    return registry.packages()[name].startswith(f"{registry.HOME}.")


def in_german() -> list[str]:
    """The games that must be whole in German: those released, and others on the shelf from their README.de.md on."""
    others = [name for name in registry.names(shelf_only=True) if (folder_of(name) / "README.de.md").exists()]
    return sorted({*RELEASED, *others})


def folder_of(name: str) -> Path:
    """The folder of a game's package."""
    return Path(registry.package(name).__path__[0])


def tests_of(name: str) -> Path:
    """The folder of a game's tests, playthroughs and counts; in a package FOLDER/src/NAME that is FOLDER/tests."""
    if name not in registry.packages() or is_own(name):
        return TESTS / "games" / name
    return folder_of(name).parents[1] / "tests"


def page_of(name: str) -> Path:
    """The page about a game."""
    return ROOT / "docs" / "games" / f"{name}.md" if is_own(name) else tests_of(name).parent / "README.md"
