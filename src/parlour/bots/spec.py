"""What a bot's name says: `random`, `greedy`, `search:10ms`, `search:1000it`, or a level for people."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from parlour.bots.kernels.room import GREEDY, RANDOM, SEARCH, SPEC
from parlour.engine.jit import CONFIG

# Positions with moves that the tree of a search by the clock has room for, for each millisecond, and at most.
NODES_A_MS = 50
MAX_NODES = 1 << 19


@dataclass(frozen=True)
class Spec:
    """A bot in numbers; docs/lab/bots.md tells how they were found."""

    name: str
    kind: int
    worlds: int = 8
    overlook: int = 0
    iterations: int = 0
    milliseconds: float = 0.0
    explore: int = 800
    sieve: int = 5
    cut: int = 12
    prior: int = 10
    trust: int = 2
    # A function of the caller's own that is asked in its place (parlour.bots.policy).
    policy: Callable[[Any], int] | None = None

    @property
    def record(self) -> np.ndarray:
        """The numbers that the kernels read: an array of one record."""
        return np.array([tuple(getattr(self, name) for name in SPEC.names or ())], SPEC)

    @property
    def nodes(self) -> int:
        """How many positions with moves its tree can hold."""
        wanted = self.iterations or int(self.milliseconds * NODES_A_MS)
        return min(wanted + 1, MAX_NODES)


RANDOM_BOT = Spec("random", RANDOM)
GREEDY_BOT = Spec("greedy", GREEDY)

# Easy is short-sighted: it guesses one world, thinks of its own turn alone and overlooks every other move.
LEVELS = {
    "easy": Spec("easy", GREEDY, worlds=1, overlook=50),
    "medium": Spec("medium", SEARCH, iterations=200),
    "hard": Spec("hard", SEARCH, milliseconds=100),
}
# Interpreted rules are a thousand times slower: there people wait for a level by the clock, however it counts else.
INTERPRETED_MS = 500
NAMED = {"random": RANDOM_BOT, "greedy": GREEDY_BOT, **LEVELS}
BUDGET = re.compile(r"search:(\d{1,7})(ms|it)((?:,[a-z]+=-?\d{1,6})*)")
# Before the name of a program that sits at a table (parlour.bots.engines).
ENGINE = "engine:"
OPTIONS = ("explore", "sieve", "cut", "prior", "trust", "worlds")


def read_spec(name: str | Callable[[Any], int]) -> Spec:
    """The bot that a name stands for; `search:1000it,sieve=3` changes a number, for experiments. Or a policy."""
    if not isinstance(name, str):
        return Spec(str(getattr(name, "__name__", type(name).__name__)), GREEDY, policy=name)
    if name.startswith(ENGINE):
        from parlour.bots.engines import engine_of

        return read_spec(engine_of(name))
    if name in LEVELS and CONFIG.DISABLE_JIT and LEVELS[name].iterations:
        return replace(LEVELS[name], iterations=0, milliseconds=INTERPRETED_MS)
    if name in NAMED:
        return NAMED[name]
    found = BUDGET.fullmatch(name)
    if not found or int(found[1]) == 0:
        raise ValueError(f"there is no bot {name!r}; there are {', '.join(NAMED)}, search:10ms and search:1000it")
    pairs = dict(pair.split("=") for pair in found[3].split(",")[1:])
    if unknown := set(pairs) - set(OPTIONS):
        raise ValueError(f"search has no {sorted(unknown)[0]!r}; it has {', '.join(OPTIONS)}")
    numbers: dict[str, Any] = {k: int(v) for k, v in pairs.items()}
    numbers["iterations" if found[2] == "it" else "milliseconds"] = int(found[1])
    return replace(Spec(name, SEARCH), **numbers)
