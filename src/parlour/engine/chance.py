"""Chance: streams for simulation, and draws that players can check in a live match.

Chance is a seat that picks uniformly among its legal moves. In a simulation the pick comes from a stream
named by a seed and a game's index, so results do not depend on how many workers share the games. In a live
match it comes from a secret that was committed to before the first move and is revealed after the last.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from parlour.engine.jit import rule

GOLDEN, MIX1, MIX2 = (np.uint64(x) for x in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
S27, S30, S31, S32 = (np.uint64(x) for x in (27, 30, 31, 32))


@rule
def mixed(x):
    """Scramble 64 bits (the finisher of the splitmix64 generator)."""
    x = (x ^ (x >> S30)) * MIX1
    x = (x ^ (x >> S27)) * MIX2
    return x ^ (x >> S31)


@rule
def start_stream(rng, seed, index):
    """Set `rng` (one uint64 in an array) to the start of stream `index` of a seed."""
    rng[0] = mixed(mixed(np.uint64(seed) + GOLDEN) + np.uint64(index) * GOLDEN)


@rule
def below(rng, n):
    """A number from 0 to n-1, each equally likely to within 2**-32 of n."""
    rng[0] = rng[0] + GOLDEN
    return np.int64(((mixed(rng[0]) >> S32) * np.uint64(n)) >> S32)


def stream(seed: int, index: int = 0) -> np.ndarray:
    """A fresh stream for use from Python."""
    rng = np.zeros(1, np.uint64)
    start_stream(rng, np.uint64(seed % 2**64), np.uint64(index))
    return rng


class Chance(Protocol):
    """Where a match's chance comes from."""

    def pick(self, n: int, ply: int, undos: int, log_hash: str) -> int:
        """An index below n for the chance move at this ply; `undos` is 0 but in older logs."""


@dataclass
class Seeded:
    """Chance from a seed, for simulations and tests. The same seed gives the same game."""

    seed: int
    index: int = 0

    def __post_init__(self) -> None:
        self.rng = stream(self.seed, self.index)

    def pick(self, n: int, ply: int, undos: int, log_hash: str) -> int:
        return int(below(self.rng, n))

    def rewind(self, picks: int) -> None:
        """Go back by so many picks, so that the same ones follow again."""
        self.rng[0] = (int(self.rng[0]) - picks * int(GOLDEN)) % 2**64


@dataclass
class Live:
    """Chance that nobody can influence and everybody can verify afterwards.

    `commitment` is shown before the first move. Each player may add a nonce, so that not even the host
    chooses the draws. The secret must never reach a State, a log or a bot while the match runs.
    """

    nonces: tuple[str, ...] = ()
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.secret).hexdigest()

    def pick(self, n: int, ply: int, undos: int, log_hash: str) -> int:
        return live_index(self.secret, self.nonces, n, ply, undos, log_hash)


def live_index(secret: bytes, nonces: tuple[str, ...], n: int, ply: int, undos: int, log_hash: str) -> int:
    """The index that a secret gives at one ply: anyone who knows the revealed secret can repeat this."""
    message = "|".join((*nonces, str(ply), str(undos), log_hash))
    return int.from_bytes(hmac.new(secret, message.encode(), hashlib.sha256).digest(), "big") % n
