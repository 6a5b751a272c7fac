"""The balance of Perfect Match, measured: the figures of docs/games/perfect_match.md.

python bench/balance_perfect_match.py [--games 10000] [--seats 2 3 4] [--keep FOLDER]
"""

import json
from typing import Any, ClassVar

import numpy as np

from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import CHANCE, NONE, WIN
from parlour.games.perfect_match import moves as M
from parlour.games.perfect_match import state as S
from parlour.lab.keeping import Fields, KeptGames, options
from parlour.lab.stats import mean, rate


def note_step(e, g, m, n, row, total):
    """Count rounds, dramas, favours and dates; `turn` is the last seat that had a turn, counted from 1."""
    if g.turn + 1 != row.turn:
        row.turn = g.turn + 1
        row.rounds += g.turn == g.first
    if g.seat == CHANCE or g.effect != NONE:
        return
    if kind_of(m) == M.DRAMA:
        total.dramas[g.card[np.int64(g.seat) * S.HAND + a_of(m)]] += 1
    elif kind_of(m) == M.FAVOUR:
        total.favours[a_of(m)] += 1
    elif kind_of(m) == M.DATE:
        total.dates += 1


class Show(KeptGames):
    """Games with their rounds, and how often each drama card and favour was used and a date was tried."""

    name = "perfect_match"
    notes = (note_step,)
    rows: ClassVar[Fields] = [("turn", "i8"), ("rounds", "i8")]
    totals: ClassVar[Fields] = [("dramas", "i8", (S.CARDS,)), ("favours", "i8", (S.CONTESTANTS,)), ("dates", "i8")]


def measure(table: Show) -> dict[str, Any]:
    """All figures for one number of seats."""
    ends, rounds, total = table.played.ends, table.played.rows["rounds"], table.played.totals[0]
    seats, games, e, content = table.seats, table.count, table.edition.record[0], table.edition.content
    result = ends["result"][:, :seats] / int(WIN)
    place = (np.arange(seats)[None, :] - ends["first"][:, None]) % seats
    points = ends["points"][:, :seats].astype(int)
    wooed = int(ends["wooed"].sum())

    def used(drama: str) -> int:
        return sum(int(total.dramas[card]) for card, face in enumerate(content.faces) if face.id == drama)

    return {
        "seats": seats,
        "games": games,
        "ended by hearts": rate(points.max(axis=1) >= e.goal[seats]),
        "main deck ran out": rate((points.max(axis=1) < e.goal[seats]) & (ends["pile"] == 0)),
        "draws": rate((result > 0).sum(axis=1) > 1),
        "share by turn, first player first": [rate(result[place == t]) for t in range(seats)],
        "share by seat": [rate(result[:, s]) for s in range(seats)],
        "rounds": mean(rounds),
        "moves": mean(ends["ply"].astype(int)),
        "hearts of the winner": mean(points.max(axis=1)),
        "contestants of the winner": mean(ends["wooed"][:, :seats][result == 1]),
        "share by sort of profile": by_profile(content, ends["profile"][:, :seats], result),
        "wooed a game, each, by hearts": by_hearts(content, ends["owner"]),
        "dates a game": round(int(total.dates) / games, 3),
        "dates that succeed": round(wooed / max(int(total.dates), 1), 4),
        "dramas a game": {d.id: round(used(d.id) / games, 4) for d in content.dramas},
        "favours a game": {c.id: round(int(total.favours[i]) / games, 4) for i, c in enumerate(content.contestants)},
        "never used": [d.id for d in content.dramas if not used(d.id)]
        + [c.id for i, c in enumerate(content.contestants) if not total.favours[i]],
    }


def by_profile(content: Any, profiles: np.ndarray, result: np.ndarray) -> dict[str, Any]:
    """How often whoever asks for a trait twice wins, and whoever asks for three different ones."""
    twice = np.array([len(set(p.traits)) < len(p.traits) for p in content.profiles])[profiles]
    return {name: rate(result[chosen]) for name, chosen in (("twice", twice), ("different", ~twice)) if chosen.any()}


def by_hearts(content: Any, owners: np.ndarray) -> dict[int, Any]:
    """How often a contestant with so many hearts is wooed in a game."""
    hearts = np.array([c.hearts for c in content.contestants])
    wooed = owners[:, : len(hearts)] != NONE
    return {int(h): rate(wooed[:, hearts == h].ravel()) for h in np.unique(hearts)}


def main() -> None:
    chosen = options(__doc__, 10_000, [2, 3, 4]).parse_args()
    for seats in chosen.seats:
        print(json.dumps(measure(Show(chosen, seats)), indent=1), flush=True)


if __name__ == "__main__":
    main()
