"""Bots: players that choose from what their seat knows. The lab measures them."""

from parlour.bots.bot import Bot, compile_bots
from parlour.bots.hints import hint
from parlour.bots.policy import Policy, Seen
from parlour.bots.spec import LEVELS, read_spec
from parlour.engine.game import Game


def make(name: str | Policy, game: Game, seed: int = 0) -> Bot:
    """A bot by its name (random, greedy, search:10ms, search:1000it, easy, medium, hard), or a policy of your own."""
    return Bot(read_spec(name), game, seed)


__all__ = ["LEVELS", "Bot", "Policy", "Seen", "compile_bots", "hint", "make"]
