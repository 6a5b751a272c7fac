"""Parlour: five tabletop games about love. `from parlour import Match` is where to begin."""

import importlib
from typing import Any

__version__ = "0.1.0"
__all__ = ["Match", "Series", "games", "load"]


def __getattr__(name: str) -> Any:
    """Import on first use, so that `parlour --help` need not load a compiler."""
    if name == "Match":
        from parlour.bots.hints import Match

        return Match
    if name == "Series":
        from parlour.engine.match import Series

        return Series
    if name == "games":
        # Importing any game would set this attribute to the package; so it is the package, which can be called.
        return importlib.import_module("parlour.games")
    if name == "load":
        from parlour.engine import registry

        return registry.load
    raise AttributeError(f"parlour has no {name!r}")
