"""Bots: players that choose from what their seat knows, and the arena in which they are measured."""

from parlour.bots.bot import Bot, read_spec
from parlour.engine.game import Game


def make(name: str, game: Game, seed: int = 0) -> Bot:
    """A bot by its name: `random` or `greedy`."""
    return Bot(read_spec(name), game, seed)


__all__ = ["Bot", "make"]
