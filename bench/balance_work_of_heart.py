"""The balance of Work of Heart, measured: the figures of docs/games/work_of_heart.md.

python bench/balance_work_of_heart.py seats [--mode harem] [--seats 4] [--games 7500] [--bot greedy]
python bench/balance_work_of_heart.py matters [--games 7500]
python bench/balance_work_of_heart.py interests [--games 1000]
python bench/balance_work_of_heart.py exercise [--games 2000]

Games are played in pieces of 250. With --keep FOLDER every finished piece is kept there: who stops goes on later, and
two reports on the same games play them once. With --minutes N it plays no longer than about that before it stops.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from work_of_heart_games import CARD, EFFECT, JOIN, MODES, PERK, QUIRK, SECONDS, WATCH, WIDTH, WINDOW, Games

from parlour.bots.stats import Z95, wilson
from parlour.games.work_of_heart.state import EFFECTS, EVENTS_DRAWN, MAIN, PERKS, QUIRKS, TRAITS


def rate(hits: float, trials: float) -> dict[str, float]:
    """A share with its 95% interval."""
    low, high = wilson(hits, trials)
    return {"share": round(hits / max(trials, 1), 4), "low": round(low, 4), "high": round(high, 4)}


def mean(numbers: np.ndarray) -> dict[str, float]:
    half = Z95 * float(numbers.std(ddof=1)) / numbers.size**0.5
    return {"mean": round(float(numbers.mean()), 2), "half": round(half, 2)}


def spread(numbers: np.ndarray) -> list[float]:
    return [round(float(numbers.mean()), 1), int(numbers.max())]


def measure_seats(table: Games) -> dict[str, Any]:
    """Who wins by seat, the points, how often a person would be asked, and how long it would take."""
    found, seats, games = table.all(), table.seats, table.count
    ends, asked = found["ends"], found["asked"][:, :seats]
    results = ends["result"][:, :seats] / 12
    others = asked[:, :, WINDOW : JOIN + 1].sum(2)
    out = asked[:, :, WINDOW:].sum(2)
    people = (asked.sum(1) * SECONDS).sum(1) + WATCH * (ends["ply"] - asked.sum((1, 2)))
    return {
        "table": str(table),
        "share by seat": [rate(float(results[:, s].sum()), games) for s in range(seats)],
        "points": mean(ends["points"][:, :seats].astype(float).ravel()),
        "hearts": mean(ends["hearts"][:, :seats].astype(float).ravel()),
        "asked out of turn in windows and by group events, mean and most": spread(others),
        "with what own answers led to, mean and most": spread(out),
        "in windows, by group events, after own answers: mean": asked.mean((0, 1))[WINDOW:].round(2).tolist(),
        "in windows, by group events, after own answers: most": asked.max((0, 1))[WINDOW:].tolist(),
        "more than 40 times, without and with own answers": [int((others > 40).sum()), int((out > 40).sum())],
        "events a game, most": int(ends["tally"][:, :seats, EVENTS_DRAWN].sum(1).max()),
        "decisions a player": round(float(asked.sum(2).mean()), 1),
        "walks, other decisions, windows a game": asked.sum(1).mean(0)[:3].round(1).tolist(),
        "plies": mean(ends["ply"].astype(float)),
        "minutes for people": mean(people / 60),
    }


def measure_matters(table: Games) -> dict[str, Any]:
    """What each trait, bonus card, perk and action card does for those who have it."""
    found, seats = table.all(), table.seats
    ends, uses = found["ends"], found["uses"][:, :seats]
    points = ends["points"][:, :seats].astype(int)
    results = ends["result"][:, :seats] / 12
    names = [*PERKS, *(c.id for c in table.game.base.content.actions)]
    report: dict[str, Any] = {"table": str(table), "traits (share at the top, winners change)": {}}
    for t, trait in enumerate(TRAITS[:MAIN]):
        top = ends["level"][:, :seats, t] == 4
        changed = [leaders(p) != leaders(p - up) for p, up in zip(points, top, strict=True)]
        report["traits (share at the top, winners change)"][trait] = [round(top.mean(), 3), round(np.mean(changed), 3)]
    report["bonus cards (share turned up, winners change then, and of all games)"] = bonus_rates(table)
    used = {n: users_of(results, uses[:, :, i] > 0) for i, n in enumerate(names)}
    report["perks (share of players who used it, their share of wins)"] = {n: used[n] for n in PERKS}
    report["cards (share of players who played it, their share of wins)"] = {n: used[n] for n in names[len(PERKS) :]}
    return report


def leaders(points: np.ndarray) -> list[int]:
    return np.flatnonzero(points == points.max()).tolist()


def users_of(results: np.ndarray, used: np.ndarray) -> list[Any]:
    """The share of players who used something, and their share of wins."""
    return [round(float(used.mean()), 3), rate(float(results[used].sum()), float(used.sum()))]


def bonus_rates(table: Games) -> dict[str, list[float]]:
    """How often each bonus card was turned up, and how often the winners would be others without it."""
    from parlour.games.work_of_heart.ending import described_by

    e, cards, seats = table.game.base.record[0], table.game.base.content.bonuses, table.seats
    shown: dict[str, list[int]] = {b.id: [0, 0] for b in cards}
    for g in table.all()["ends"]:
        points = g["points"][:seats].astype(int)
        for c, b in enumerate(cards):
            if int(g["shown"]) >> c & 1:
                described = int(described_by(e, g, np.int64(e.criterion[c])))
                less = points - 2 * np.array([described >> s & 1 for s in range(seats)])
                shown[b.id][0] += 1
                shown[b.id][1] += leaders(less) != leaders(points)
    games = table.count
    return {
        id: [round(n / games, 3), round(changed / max(n, 1), 3), round(changed / games, 3)]
        for id, (n, changed) in shown.items()
    }


def measure_interests(table: Games) -> dict[str, Any]:
    """How often each love interest is won in Flying Solo, and each difficulty."""
    ends = table.all()["ends"]
    school = table.game.base.content
    won, tried = np.zeros(12), np.zeros(12)
    hearts = np.zeros(12)
    for s in range(4):
        np.add.at(tried, ends["loves"][:, s], 1)
        np.add.at(won, ends["loves"][:, s], ends["result"][:, s] > 0)
        np.add.at(hearts, ends["loves"][:, s], ends["hearts"][:, s])
    found: dict[str, Any] = {"table": str(table)}
    for level in ("easy", "medium", "hard"):
        ours = [i for i, who in enumerate(school.interests) if who.difficulty == level]
        found[level] = rate(float(won[ours].sum()), float(tried[ours].sum()))
    for i, who in enumerate(school.interests):
        found[who.id] = rate(float(won[i]), float(tried[i])) | {"hearts": round(float(hearts[i] / tried[i]), 2)}
    return found


def measure_exercise(tables: list[Games]) -> dict[str, Any]:
    """How often everything came up, for each game of four."""
    school = tables[0].game.base.content
    counts = sum((t.all()["counts"] for t in tables), np.zeros((5, WIDTH), np.int64))
    games = sum(t.count for t in tables)
    families = {
        "perks": (PERK, list(PERKS)),
        "cards": (CARD, [c.id for c in school.actions]),
        "effects": (EFFECT, list(EFFECTS)),
        "quirks": (QUIRK, list(QUIRKS)),
    }
    found: dict[str, Any] = {"tables": [str(t) for t in tables]}
    for family, (row, names) in families.items():
        found[family] = {name: round(int(counts[row, i]) / games, 3) for i, name in enumerate(names)}
    return found


def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    if chosen.what == "interests":
        return measure_interests(Games("flying-solo", 4, chosen.games, chosen))
    if chosen.what == "exercise":
        return measure_exercise([Games(mode, 4, chosen.games // len(MODES), chosen) for mode in MODES])
    table = Games(chosen.mode, chosen.seats, chosen.games, chosen)
    return measure_seats(table) if chosen.what == "seats" else measure_matters(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["seats", "matters", "interests", "exercise"])
    parser.add_argument("--mode", default="harem")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--bot", default="greedy", choices=["greedy", "easy"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    chosen = parser.parse_args()
    chosen.until = time.monotonic() + 60 * chosen.minutes
    if chosen.keep:
        chosen.keep.mkdir(parents=True, exist_ok=True)
    for key, value in measure(chosen).items():
        print(f"{key}: {json.dumps(value)}")


if __name__ == "__main__":
    main()
