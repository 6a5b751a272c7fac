"""The balance of Work of Heart, measured: the figures of docs/games/work_of_heart.md.

python bench/balance_work_of_heart.py seats [--mode harem] [--seats 4] [--games 7500]
python bench/balance_work_of_heart.py matters [--games 7500]
python bench/balance_work_of_heart.py interests [--games 250]
python bench/balance_work_of_heart.py exercise [--games 1000]

Without a name all four are measured.
"""

import argparse
import json
from typing import Any

import numpy as np
from _work_of_heart import JOIN, SECONDS, WATCH, WINDOW, Weeks

from parlour.engine import registry
from parlour.engine.record import WIN
from parlour.games.work_of_heart.state import EFFECTS, EVENTS_DRAWN, MAIN, PERKS, QUIRKS, TRAITS
from parlour.lab.keeping import options
from parlour.lab.stats import mean, rate

REPORTS = ("seats", "matters", "interests", "exercise")


def spread(numbers: np.ndarray) -> list[float]:
    return [round(float(numbers.mean()), 1), int(numbers.max())]


def measure_seats(table: Weeks) -> dict[str, Any]:
    """Who wins by seat, the points, how often a person would be asked, and how long it would take."""
    found, seats = table.played, table.seats
    ends, asked = found.ends, found.rows["asked"][:, :seats]
    results = ends["result"][:, :seats] / int(WIN)
    others = asked[:, :, WINDOW : JOIN + 1].sum(2)
    out = asked[:, :, WINDOW:].sum(2)
    people = (asked.sum(1) * SECONDS).sum(1) + WATCH * (ends["ply"] - asked.sum((1, 2)))
    return {
        "table": str(table),
        "share by seat": [rate(results[:, s]) for s in range(seats)],
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


def measure_matters(table: Weeks) -> dict[str, Any]:
    """What each trait, bonus card, perk and action card does for those who have it."""
    found, seats = table.played, table.seats
    ends, uses = found.ends, found.rows["uses"][:, :seats]
    points = ends["points"][:, :seats].astype(int)
    results = ends["result"][:, :seats] / int(WIN)
    names = [*PERKS, *(c.id for c in table.edition.content.actions)]
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
    return [round(float(used.mean()), 3), rate(results[used])]


def bonus_rates(table: Weeks) -> dict[str, list[float]]:
    """How often each bonus card was turned up, and how often the winners would be others without it."""
    from parlour.games.work_of_heart.ending import described_by

    e, cards, seats = table.edition.record[0], table.edition.content.bonuses, table.seats
    shown: dict[str, list[int]] = {b.id: [0, 0] for b in cards}
    for g in table.played.ends:
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


def measure_interests(table: Weeks) -> dict[str, Any]:
    """How often each love interest is won in Flying Solo, and each difficulty."""
    ends, school, seats = table.played.ends, table.edition.content, table.seats
    loves, won, hearts = (ends[k][:, :seats] for k in ("loves", "result", "hearts"))
    found: dict[str, Any] = {"table": str(table)}
    for level in ("easy", "medium", "hard"):
        ours = [i for i, who in enumerate(school.interests) if who.difficulty == level]
        found[level] = rate(won[np.isin(loves, ours)] > 0)
    for i, who in enumerate(school.interests):
        courted = loves == i
        found[who.id] = rate(won[courted] > 0) | {"hearts": round(float(hearts[courted].mean()), 2)}
    return found


def measure_exercise(tables: list[Weeks]) -> dict[str, Any]:
    """How often everything came up, for each game of four."""
    school = tables[0].edition.content
    games = sum(t.count for t in tables)
    families = {
        "perks": ("perk", list(PERKS)),
        "cards": ("card", [c.id for c in school.actions]),
        "effects": ("effect", list(EFFECTS)),
        "quirks": ("quirk", list(QUIRKS)),
    }
    found: dict[str, Any] = {"tables": [str(t) for t in tables]}
    for family, (field, names) in families.items():
        counts = sum(t.played.totals[field][0] for t in tables)
        found[family] = {name: round(int(counts[i]) / games, 3) for i, name in enumerate(names)}
    return found


def measure(what: str, chosen: argparse.Namespace) -> list[dict[str, Any]]:
    if what == "interests":
        return [measure_interests(Weeks(chosen, 4, "flying-solo"))]
    if what == "exercise":
        modes = [mode.name for mode in registry.about("work_of_heart").modes]
        return [measure_exercise([Weeks(chosen, 4, mode, chosen.games // len(modes)) for mode in modes])]
    report = measure_seats if what == "seats" else measure_matters
    return [report(Weeks(chosen, seats, chosen.mode)) for seats in chosen.seats]


def main() -> None:
    parser = options(__doc__, 1000, [4])
    parser.add_argument("what", nargs="?", choices=[*REPORTS, "all"], default="all")
    parser.add_argument("--mode", default="harem")
    chosen = parser.parse_args()
    for what in REPORTS if chosen.what == "all" else [chosen.what]:
        for found in measure(what, chosen):
            for key, value in found.items():
                print(f"{key}: {json.dumps(value)}", flush=True)


if __name__ == "__main__":
    main()
