"""The balance of Labor of Love, measured: the figures of docs/games/labor_of_love.md.

python bench/balance_labor_of_love.py [--games 10000] [--seats 2 3 4] [--keep FOLDER]
"""

import json
from typing import Any, ClassVar

import numpy as np
from _keeping import Games, Shapes, options

from parlour.bots.kernels import KERNELS
from parlour.bots.kernels.choice import stand_in
from parlour.bots.stats import mean, rate
from parlour.engine.chance import start_stream
from parlour.engine.edition import Edition
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import CHANCE, NONE, OVER, SEATS
from parlour.games.labor_of_love.moves import TAKE
from parlour.games.labor_of_love.state import CARDS

# Stand-ins for what the kernel gets when it is specialised.
begin = step = random_move = choose_move = bot_key = stand_in


def keep_games(edition, table, spec, seed, first, room, ends, starts, counts):
    """Play a game for each of `ends` and keep its last State, and the order of the first stack.

    `counts` has a row for each card (how often it could be chosen, and was) and one more for the pile.
    """
    e = edition[0]
    rng = np.zeros(1, np.uint64)
    for i in range(len(ends)):
        g = ends[i]
        start_stream(rng, seed, first + i)
        begin(e, g, table[0], table[1], table[2], table[3])
        while g.seat != OVER:
            if g.seat == CHANCE:
                step(e, g, random_move(e, g, rng, room[0].moves))
                if g.mover == NONE:
                    starts[i] = g.level
            else:
                seat = np.int64(g.seat)
                room[0].hidden[0] = g
                m = choose_move(edition, seat, spec, bot_key(seed, first + i, seat), room)
                if g.bonus == 0 and g.owed == 0:
                    note_choice(e, g, kind_of(m), a_of(m), counts)
                step(e, g, m)


def note_choice(e, g, kind, slot, counts):
    """Which cards lay in the row, and which one was chosen."""
    for k in range(e.row):
        if g.row[k] != NONE:
            counts[g.row[k], 0] += 1
    chosen = g.row[slot] if kind == TAKE else CARDS
    counts[CARDS, 0] += 1
    counts[chosen, 1] += 1


class Workshop(Games):
    """Games with the level of each button at the start, and what was chosen how often."""

    name = "labor_of_love"
    kernels = (*KERNELS, note_choice, keep_games)
    rows: ClassVar[Shapes] = {"starts": (SEATS,)}
    totals: ClassVar[Shapes] = {"counts": (CARDS + 1, 2)}


def measure(table: Workshop) -> dict[str, Any]:
    """All figures for one number of seats."""
    ends, starts, counts = table.played.values()
    seats, games, e = table.seats, table.count, table.edition.record[0]
    rows = np.arange(games)
    winner = np.argmax(ends["result"][:, :seats], axis=1)
    points = ends["points"][:, :seats].astype(int)
    made = np.maximum(ends["made"][:, :seats], 0).astype(int)
    spot = ends["spot"][:, :seats]
    parts = score_parts(e, ends, seats)
    win_fan = (ends["fan"] == winner[:, None, None]).any(axis=2)
    stacks = (spot[rows, winner] >= 0).sum(axis=1)
    return {
        "seats": seats,
        "games": games,
        "win by place in the first stack, top first": [
            rate(starts[rows, winner] == seats - 1 - k) for k in range(seats)
        ],
        "win by seat": [rate(winner == s) for s in range(seats)],
        "winning score": mean(points[rows, winner]),
        "score": mean(points),
        "lead over the second": mean(points[rows, winner] - np.sort(points, axis=1)[:, -2]),
        "winner's bulbs": mean(parts[0][rows, winner]),
        "winner's projects": mean(parts[1][rows, winner]),
        "winner's reactions": mean(parts[2][rows, winner]),
        "projects a player": mean(made.sum(axis=2)),
        "blind draws a player": round(int(counts[CARDS, 1]) / games / seats, 3),
        "winner's crafts (1-4)": [rate(stacks == k) for k in range(1, 5)],
        "winner's first craft": [rate(spot[rows, winner, c] == 0) for c in range(e.crafts)],
        "anybody's first craft": [rate(spot[:, :, c] == 0) for c in range(e.crafts)],
        "winner holds reaction": [rate(win_fan[:, k]) for k in range(e.emojis)],
        "reaction cards of the winner": mean(ends["claimed"][rows, winner].astype(int)),
        "reaction cards a player": mean(ends["claimed"][:, :seats].astype(int)),
        "largest stack of the winner": mean(made[rows, winner].max(axis=1)),
        "pile ran out": rate(ends["pile"] == 0),
        "cards": card_rates(table.edition, ends, counts),
    }


def score_parts(e: Any, ends: np.ndarray, seats: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points from bulbs, projects and reactions of every seat."""
    bulbs = e.value[ends["line_of"][:, :seats, : e.colours], ends["bulb"][:, :seats, : e.colours]].sum(axis=2)
    spot = ends["spot"][:, :seats]
    projects = np.where(spot >= 0, ends["made"][:, :seats].astype(int) * e.passion[spot], 0).sum(axis=2)
    return bulbs, projects, ends["points"][:, :seats] - bulbs - projects


def card_rates(edition: Edition, ends: np.ndarray, counts: np.ndarray) -> dict[str, Any]:
    """How often a card is chosen when it lies in the row, and how often whoever made it has won."""
    count = len(edition.content.cards)
    rates = counts[:count, 1] / np.maximum(counts[:count, 0], 1)
    made = (ends["home"][:, :count] < ends["seats"][:, None]).sum(axis=0)
    won = (ends["home"][:, :count] == np.argmax(ends["result"], axis=1)[:, None]).sum(axis=0)
    wins = won / np.maximum(made, 1)
    named = [(edition.content.cards[i].id, round(float(rates[i]), 3)) for i in np.argsort(rates)]
    best = [(edition.content.cards[i].id, round(float(wins[i]), 3)) for i in np.argsort(wins)]
    return {"chosen least": named[:5], "chosen most": named[-5:], "winners least": best[:5], "winners most": best[-5:]}


def main() -> None:
    chosen = options(__doc__, 10_000, [2, 3, 4]).parse_args()
    for seats in chosen.seats:
        for key, value in measure(Workshop(chosen, seats)).items():
            print(f"{key}: {json.dumps(value)}")
        print(flush=True)


if __name__ == "__main__":
    main()
