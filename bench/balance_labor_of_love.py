"""The balance of Labor of Love, measured: the figures of docs/games/labor_of_love.md.

python bench/balance_labor_of_love.py [--games 10000] [--seats 2 3 4] [--keep FOLDER]
"""

import json
from typing import Any, ClassVar

import numpy as np

from parlour.engine.edition import Edition
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import CHANCE, NONE, SEATS
from parlour.games.labor_of_love.moves import TAKE
from parlour.games.labor_of_love.state import CARDS
from parlour.lab.keeping import Fields, KeptGames, options
from parlour.lab.stats import mean, rate


def note_step(e, g, m, n, row, total):
    """The first stack before anybody moves; then which cards lay in the row, and which one was chosen."""
    if g.mover == NONE:
        row.starts[:] = g.level
    if g.seat == CHANCE or g.bonus != 0 or g.owed != 0:
        return
    for k in range(e.row):
        if g.row[k] != NONE:
            total.offered[g.row[k]] += 1
    chosen = g.row[a_of(m)] if kind_of(m) == TAKE else CARDS
    total.offered[CARDS] += 1
    total.chosen[chosen] += 1


class Workshop(KeptGames):
    """Games with the level of each button at the start, and how often each card, or the pile, was chosen."""

    name = "labor_of_love"
    notes = (note_step,)
    rows: ClassVar[Fields] = [("starts", "i8", (SEATS,))]
    totals: ClassVar[Fields] = [("offered", "i8", (CARDS + 1,)), ("chosen", "i8", (CARDS + 1,))]


def measure(table: Workshop) -> dict[str, Any]:
    """All figures for one number of seats."""
    ends, starts, total = table.played.ends, table.played.rows["starts"], table.played.totals[0]
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
        "blind draws a player": round(int(total.chosen[CARDS]) / games / seats, 3),
        "winner's crafts (1-4)": [rate(stacks == k) for k in range(1, 5)],
        "winner's first craft": [rate(spot[rows, winner, c] == 0) for c in range(e.crafts)],
        "anybody's first craft": [rate(spot[:, :, c] == 0) for c in range(e.crafts)],
        "winner holds reaction": [rate(win_fan[:, k]) for k in range(e.emojis)],
        "reaction cards of the winner": mean(ends["claimed"][rows, winner].astype(int)),
        "reaction cards a player": mean(ends["claimed"][:, :seats].astype(int)),
        "largest stack of the winner": mean(made[rows, winner].max(axis=1)),
        "pile ran out": rate(ends["pile"] == 0),
        "cards": card_rates(table.edition, ends, total),
    }


def score_parts(e: Any, ends: np.ndarray, seats: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points from bulbs, projects and reactions of every seat."""
    bulbs = e.value[ends["line_of"][:, :seats, : e.colours], ends["bulb"][:, :seats, : e.colours]].sum(axis=2)
    spot = ends["spot"][:, :seats]
    projects = np.where(spot >= 0, ends["made"][:, :seats].astype(int) * e.passion[spot], 0).sum(axis=2)
    return bulbs, projects, ends["points"][:, :seats] - bulbs - projects


def card_rates(edition: Edition, ends: np.ndarray, total: Any) -> dict[str, Any]:
    """How often a card is chosen when it lies in the row, and how often whoever made it has won."""
    count = len(edition.content.cards)
    rates = total.chosen[:count] / np.maximum(total.offered[:count], 1)
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
