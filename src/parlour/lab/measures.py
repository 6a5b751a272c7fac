"""Ten measures of a game as numbers a game; docs/lab/measures.md gives the formula of each.

`chances` are arrays of moments by seats, estimated twice over with other luck (the first axis): what is squared is the
product of both, so that the luck of the playouts counts for nothing on average.
"""

from dataclasses import dataclass
from math import log2
from typing import Any

import numpy as np

from parlour.engine.record import WIN
from parlour.lab.playing import Arm, Piece

# From where on a chance counts as lost and won: what the end was settled by.
SETTLED = 0.9
# By how much one move must raise the mover's chance to be a killer.
KILLER = 0.25


@dataclass(frozen=True)
class Played:
    """The games of an arm with what was noted about each."""

    arm: Arm
    piece: Piece

    @property
    def games(self) -> int:
        return len(self.piece.ends)

    @property
    def over(self) -> np.ndarray:
        return np.asarray(self.piece.rows["over"] == 1)

    @property
    def shares(self) -> np.ndarray:
        """Each seat's share of a win, a row a game."""
        return np.asarray(self.piece.ends["result"][:, : self.arm.seats] / int(WIN))

    @property
    def points(self) -> np.ndarray:
        return np.asarray(self.piece.ends["points"][:, : self.arm.seats].astype(int))

    @property
    def is_shared(self) -> bool:
        """Whether all win or lose together."""
        shares = self.shares[self.over]
        return bool(len(shares)) and bool((shares == shares[:, :1]).all())

    @property
    def place_at(self) -> np.ndarray | None:
        """How many seats after the starter each seat moves; None where nobody starts."""
        first = self.piece.ends["first"].astype(int)
        if (first < 0).any():
            return None
        return np.asarray((np.arange(self.arm.seats)[None, :] - first[:, None]) % self.arm.seats)

    @property
    def bot_at(self) -> np.ndarray:
        """Which bot sat where."""
        turns = np.arange(self.games) % self.arm.rotations
        return np.asarray((np.arange(self.arm.seats)[None, :] + turns[:, None]) % len(self.arm.bots))

    def by_place(self) -> np.ndarray:
        """Shares by who moves first, second and so on; by seat where nobody starts."""
        place = self.place_at
        if place is None:
            return self.shares
        return np.take_along_axis(self.shares, np.argsort(place, axis=1), axis=1)

    def by_bot(self, bot: int) -> np.ndarray:
        """A bot's mean share in each deal, over all the ways to sit."""
        sat = self.bot_at == bot
        share = (self.shares * sat).sum(axis=1) / np.maximum(1, sat.sum(axis=1))
        return np.asarray(share.reshape(-1, self.arm.rotations).mean(axis=1))

    @property
    def looked(self) -> np.ndarray:
        """The games in which chances were estimated, and which came to an end."""
        return np.flatnonzero((self.piece.rows["looked"] == 1) & self.over)


def scores(played: Played) -> dict[str, np.ndarray]:
    """Points by rank: what winners have, and by how much they lead."""
    ranked = np.sort(played.points, axis=1)[:, ::-1]
    found = {"score": ranked[:, 0].astype(float)}
    if ranked.shape[1] > 1:
        found["lead"] = (ranked[:, 0] - ranked[:, 1]).astype(float)
    return found


def by_game(played: Played) -> dict[str, np.ndarray]:
    """Measures that every game has: one number each."""
    rows, ends = played.piece.rows, played.piece.ends
    decisions = np.maximum(1, ends["decisions"].astype(float))
    return {
        "plies": ends["plies"].astype(float),
        "completion": rows["over"].astype(float),
        "choices": rows["choices"].astype(float),
        "fan": rows["fan"] / decisions,
        "choice": 100 * rows["choices"] / decisions,
        "size": rows["logs"].astype(float),
        "leads": rows["leads"].astype(float),
        "ties": 100.0 * ((played.shares > 0) & (played.shares < 1)).any(axis=1),
    }


def by_chances(played: Played, own: bool = False) -> dict[str, np.ndarray]:
    """Measures from chances: one number for each game in which they were estimated."""
    found = [chance_measures(row, played.shares[i], own) for i, row in looked_rows(played)]
    names = found[0].keys() if found else ()
    return {name: np.array([game[name] for game in found]) for name in names}


def looked_rows(played: Played) -> list[tuple[int, Any]]:
    return [(int(i), played.piece.rows[i]) for i in played.looked]


def chance_measures(row: Any, shares: np.ndarray, own: bool) -> dict[str, float]:
    """Drama, decisiveness, lead changes, surprise, suspense and killer moves of one game."""
    seats = len(shares)
    twice = np.asarray(row["own" if own else "truth"], float)[:, :, :seats]
    chances = twice.mean(axis=0)
    change = np.asarray(row["next_own"], float)[:, :seats].mean(axis=1) if own else np.asarray(row["next_truth"], float)
    found = {
        "drama": 100 * drama(chances, shares),
        "settled": 100 * settled(chances, shares),
        "swings": float(lead_changes(chances)),
        "surprise": surprise(twice) / (seats if own else 1),
        "suspense": suspense(change),
    }
    if not own:
        before, after = np.asarray(row["before"], float), np.asarray(row["after"], float)
        found["killers"] = 100 * killers(before, after)
    return found


def drama(chances: np.ndarray, shares: np.ndarray) -> float:
    """How far the winner was behind the leader, on average over the moments before the end."""
    winner = int(np.argmax(shares))
    behind = chances[:-1].max(axis=1) - chances[:-1, winner]
    return float(behind.mean()) if len(behind) else 0.0


def settled(chances: np.ndarray, shares: np.ndarray) -> float:
    """The part of the game after which the result was never in doubt again: 1 if it was until the end."""
    winner = int(np.argmax(shares))
    won = chances[:, winner] >= SETTLED
    sure = np.asarray(won if shares[winner] > 0 else (chances <= 1 - SETTLED).all(axis=1))
    doubtful = np.flatnonzero(~sure[:-1])
    return float((doubtful[-1] + 1) / (len(chances) - 1)) if len(doubtful) else 0.0


def lead_changes(chances: np.ndarray) -> int:
    """How often another seat comes to have the best chance alone."""
    changes, leader = 0, -1
    for at in chances:
        best = np.flatnonzero(at == at.max())
        if len(best) == 1 and best[0] != leader:
            changes += leader != -1
            leader = int(best[0])
    return changes


def surprise(twice: np.ndarray) -> float:
    """The sum, over the parts of a game, of how far chances moved: the root of the summed squares of all seats."""
    steps = np.diff(twice, axis=1)
    squares = (steps[0] * steps[1]).sum(axis=1)
    return float(signed_root(squares).sum())


def suspense(change: np.ndarray) -> float:
    """The sum, over the parts of a game, of the root of the mean square by which chances might move next."""
    return float(signed_root(change).sum())


def signed_root(squares: np.ndarray) -> np.ndarray:
    """Roots of estimates that luck may have made negative; keeping the sign, luck adds nothing on average near zero."""
    return np.asarray(np.sign(squares) * np.sqrt(np.abs(squares)))


def killers(before: np.ndarray, after: np.ndarray) -> float:
    """The share of the moves looked at that raised the mover's chance by a quarter or more."""
    known = ~np.isnan(before)
    return float((after[known] - before[known] >= KILLER).mean()) if known.any() else 0.0


def skill_ahead(shares: list[float], seats: int) -> float | None:
    """What endless doublings would add to the last bot's share, if each gives as much less as the last ones did.

    The gains of the steps of a ladder over an even share, continued as a geometric row; None if they do not shrink.
    """
    gains = [share - 1 / seats for share in shares]
    if len(gains) < 2 or gains[-1] <= 0 or gains[-2] <= gains[-1]:
        return None
    ratio = gains[-1] / gains[-2]
    return gains[-1] * ratio / (1 - ratio)


def log_size(row: Any) -> float:
    """The logarithm to base 10 of how many ways there were to decide, in one game."""
    return float(row["logs"]) / log2(10)
