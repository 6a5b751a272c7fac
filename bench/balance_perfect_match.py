"""The balance of Perfect Match, measured: the figures of docs/games/perfect_match.md.

python bench/balance_perfect_match.py [--games 10000] [--seats 2 3 4] [--keep FOLDER]
"""

import json
from typing import Any, ClassVar

import numpy as np
from _keeping import Games, Shapes, options

from parlour.bots.kernels import KERNELS
from parlour.bots.kernels.choice import stand_in
from parlour.bots.stats import mean, rate
from parlour.engine.chance import start_stream
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import CHANCE, NONE, OVER, WIN
from parlour.games.perfect_match import moves as M
from parlour.games.perfect_match import state as S

# Stand-ins for what the kernel gets when it is specialised.
begin = step = hide = random_move = choose_move = bot_key = stand_in

# How often something was used: a cell for each main deck card, each contestant, and each date.
USES = S.CARDS + S.CONTESTANTS + 1


def keep_games(edition, table, spec, seed, first, room, ends, rounds, uses):
    """Play a game for each of `ends`, from number `first` on; keep its last State, its rounds, and what was used."""
    e = edition[0]
    rng = np.zeros(1, np.uint64)
    for i in range(len(ends)):
        g = ends[i]
        start_stream(rng, seed, first + i)
        begin(e, g, table[0], table[1], table[2], table[3])
        last = NONE
        while g.seat != OVER:
            if g.turn != last:
                last = np.int64(g.turn)
                rounds[i] += last == g.first
            if g.seat == CHANCE:
                step(e, g, random_move(e, g, rng, room[0].moves))
            else:
                seat = np.int64(g.seat)
                room[0].hidden[0] = g
                hide(e, room[0].hidden[0], seat)
                m = choose_move(edition, seat, spec, bot_key(seed, first + i, seat), room)
                note_use(g, m, uses)
                step(e, g, m)


def note_use(g, m, uses):
    """Count dramas, favours and dates."""
    if g.effect != NONE:
        return
    if kind_of(m) == M.DRAMA:
        uses[g.card[np.int64(g.seat) * S.HAND + a_of(m)]] += 1
    elif kind_of(m) == M.FAVOUR:
        uses[S.CARDS + a_of(m)] += 1
    elif kind_of(m) == M.DATE:
        uses[S.CARDS + S.CONTESTANTS] += 1


class Show(Games):
    """Games with their rounds, and what was used how often."""

    name = "perfect_match"
    kernels = (*KERNELS, note_use, keep_games)
    rows: ClassVar[Shapes] = {"rounds": ()}
    totals: ClassVar[Shapes] = {"uses": (USES,)}


def measure(table: Show) -> dict[str, Any]:
    """All figures for one number of seats."""
    ends, rounds, uses = table.played.values()
    seats, games, e, content = table.seats, table.count, table.edition.record[0], table.edition.content
    result = ends["result"][:, :seats] / int(WIN)
    place = (np.arange(seats)[None, :] - ends["first"][:, None]) % seats
    points = ends["points"][:, :seats].astype(int)
    wooed = int(ends["wooed"].sum())

    def used(drama: str) -> int:
        return sum(int(uses[card]) for card, face in enumerate(content.faces) if face.id == drama)

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
        "dates a game": round(int(uses[-1]) / games, 3),
        "dates that succeed": round(wooed / max(int(uses[-1]), 1), 4),
        "dramas a game": {d.id: round(used(d.id) / games, 4) for d in content.dramas},
        "favours a game": {c.id: round(int(uses[S.CARDS + i]) / games, 4) for i, c in enumerate(content.contestants)},
        "never used": [d.id for d in content.dramas if not used(d.id)]
        + [c.id for i, c in enumerate(content.contestants) if not uses[S.CARDS + i]],
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
