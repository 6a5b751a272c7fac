"""The balance of Perfect Match, measured: the figures of docs/games/perfect_match.md.

python bench/balance_perfect_match.py [--games 10000] [--bot greedy] [--seats 2,3,4] [--edition edition]

With `--keep FOLDER` the games are kept there, and the next run plays on until there are so many; so a long
measurement can be made in pieces.
"""

import argparse
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from parlour.bots.bot import read_spec, room_of
from parlour.bots.kernels import KERNELS
from parlour.bots.kernels.choice import stand_in
from parlour.bots.stats import mean, rate
from parlour.engine import registry
from parlour.engine.chance import start_stream
from parlour.engine.edition import Edition
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import CHANCE, NONE, OVER, WIN
from parlour.games.perfect_match.moves import DO_DATE, DO_DRAMA, DO_FAVOUR
from parlour.games.perfect_match.state import CARDS, CONTESTANTS, HAND

# Stand-ins for what the kernel gets when it is specialised.
begin = step = hide = random_move = choose_move = bot_key = stand_in

# Games that are kept at a time.
PIECE = 100

# How often something was used: a cell for each main deck card, each contestant, and each date.
USES = CARDS + CONTESTANTS + 1


def keep_games(edition, table, spec, seed, start, room, ends, rounds, uses):
    """Play a game for each of `ends`, from number `start` on; keep its last State, its rounds, and what was used."""
    e = edition[0]
    rng = np.zeros(1, np.uint64)
    for i in range(len(ends)):
        g = ends[i]
        start_stream(rng, seed, start + i)
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
                m = choose_move(edition, seat, spec, bot_key(seed, start + i, seat), room)
                note_use(g, m, uses)
                step(e, g, m)


def note_use(g, m, uses):
    """Count dramas, favours and dates."""
    if g.effect != NONE:
        return
    if kind_of(m) == DO_DRAMA:
        uses[g.card[np.int64(g.seat) * HAND + a_of(m)]] += 1
    elif kind_of(m) == DO_FAVOUR:
        uses[CARDS + a_of(m)] += 1
    elif kind_of(m) == DO_DATE:
        uses[CARDS + CONTESTANTS] += 1


class Played(NamedTuple):
    """The last States of many games, their rounds, and what was used how often."""

    ends: np.ndarray
    rounds: np.ndarray
    uses: np.ndarray

    def __add__(self, more: "Played") -> "Played":  # type: ignore[override]
        ends, rounds = np.concatenate([self.ends, more.ends]), np.concatenate([self.rounds, more.rounds])
        return Played(ends, rounds, self.uses + more.uses)


def play(edition: Edition, bot: str, seats: int, games: int, seed: int, start: int = 0) -> Played:
    """So many games, from number `start` of this seed on."""
    game = registry.load("perfect_match")
    spec = read_spec(bot)
    kernel = game.specialised((*KERNELS, note_use, keep_games)).keep_games
    played = Played(game.state.new(games), np.zeros(games, np.int64), np.zeros(USES, np.int64))
    table = np.array([seats, 0, game.about.ruling_bits({}), NONE], np.int64)
    kernel(edition.record, table, spec.row, np.uint64(seed), np.int64(start), room_of(game, spec), *played)
    return played


def play_on(path: Path, edition: Edition, bot: str, seats: int, games: int, seed: int) -> Played:
    """The games that a file keeps and as many more as are missing, kept there too."""
    played = Played(**np.load(path)) if path.exists() else play(edition, bot, seats, 0, seed)
    while len(played.rounds) < games:
        more = min(PIECE, games - len(played.rounds))
        played += play(edition, bot, seats, more, seed, len(played.rounds))
        np.savez(path, **played._asdict())
    return played


def measure(edition: Edition, seats: int, played: Played) -> dict[str, Any]:
    """All figures for one number of seats."""
    ends, rounds, uses = played
    games = len(rounds)
    e, content = edition.record[0], edition.content
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
        "dates a game": round(int(uses[-1]) / games, 3),
        "dates that succeed": round(wooed / max(int(uses[-1]), 1), 4),
        "dramas a game": {d.id: round(used(d.id) / games, 4) for d in content.dramas},
        "favours a game": {c.id: round(int(uses[CARDS + i]) / games, 4) for i, c in enumerate(content.contestants)},
        "never used": [d.id for d in content.dramas if not used(d.id)]
        + [c.id for i, c in enumerate(content.contestants) if not uses[CARDS + i]],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seats", default="2,3,4")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="edition")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    edition = registry.load("perfect_match").edition(options.edition)
    for seats in map(int, options.seats.split(",")):
        match = (edition, options.bot, seats, options.games, options.seed)
        name = f"{options.bot}-{seats}-{options.seed}-{edition.hash[:8]}.npz".replace(":", "-")
        played = play_on(options.keep / name, *match) if options.keep else play(*match)
        print(json.dumps(measure(edition, seats, played), indent=1), flush=True)


if __name__ == "__main__":
    main()
