"""Bots: players that choose from what their seat knows. The lab measures them."""

from parlour.bots.bot import Bot, compile_bots
from parlour.bots.hints import hint
from parlour.bots.spec import LEVELS, read_spec
from parlour.engine.game import Game


def make(name: str, game: Game, seed: int = 0) -> Bot:
    """A bot by its name: random, greedy, search:10ms, search:1000it, easy, medium or hard."""
    return Bot(read_spec(name), game, seed)


__all__ = ["LEVELS", "Bot", "compile_bots", "hint", "make"]
