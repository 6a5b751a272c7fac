"""Parlour: five tabletop games about love. `from parlour import Match` is where to begin."""

import importlib
from typing import Any

__version__ = "0.1.0"

# What is exported, and the module that holds it.
HOMES = {
    "CannotUndo": "engine.refusals",
    "EditionError": "engine.edition",
    "Look": "engine.look",
    "Match": "engine.match",
    "NoSuchMove": "engine.refusals",
    "NotAMove": "engine.moves",
    "NotLegal": "engine.refusals",
    "NotYourTurn": "engine.refusals",
    "OlderRules": "engine.match",
    "Refusal": "engine.refusals",
    "RuleFault": "engine.explain",
    "SaveError": "engine.log",
    "Series": "engine.match",
    "hint": "bots.hints",
    "load": "engine.registry",
}
__all__ = ["games", *HOMES]


def __getattr__(name: str) -> Any:
    """Import on first use, so that `parlour --help` need not load a compiler."""
    if name == "games":
        # Importing any game would set this attribute to the package; so it is the package, which can be called.
        return importlib.import_module("parlour.games")
    if name in HOMES:
        return getattr(importlib.import_module(f"parlour.{HOMES[name]}"), name)
    raise AttributeError(f"parlour has no {name!r}")
