"""The balance of Work of Heart, measured: the figures of docs/games/work_of_heart.md.

python bench/balance_work_of_heart.py seats [--mode harem] [--seats 4] [--games 7500]
python bench/balance_work_of_heart.py matters [--games 7500]
python bench/balance_work_of_heart.py interests [--games 7500]
python bench/balance_work_of_heart.py exercise [--games 1000]
python bench/balance_work_of_heart.py solo --bot search:200it [--games 150]

Without a name all but the last are measured. The last plays Flying Solo with any bot, which is slower.
"""

import argparse
import json
import random
from typing import Any

import numpy as np
from _work_of_heart import FOLLOW, JOIN, LET_BY, STOP, Weeks

from parlour.bots.bot import Bot
from parlour.bots.spec import read_spec
from parlour.engine import registry
from parlour.engine.record import CHANCE, OVER, WIN
from parlour.games.work_of_heart import state as S
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
    shown = asked[:, :, STOP] + asked[:, :, JOIN]
    out = shown + asked[:, :, FOLLOW]
    return {
        "table": str(table),
        "share by seat": [rate(results[:, s]) for s in range(seats)],
        "points": mean(ends["points"][:, :seats].astype(float).ravel()),
        "hearts": mean(ends["hearts"][:, :seats].astype(float).ravel()),
        "asked out of turn at sixes and affection rolls, and by group events, mean and most": spread(shown),
        "with what own answers led to, mean and most": spread(out),
        "at sixes and affection rolls, at other steps, group events, after own answers: mean": asked.mean((0, 1))[
            [STOP, LET_BY, JOIN, FOLLOW]
        ]
        .round(2)
        .tolist(),
        "the same: most": asked.max((0, 1))[[STOP, LET_BY, JOIN, FOLLOW]].tolist(),
        "events a game, most": int(ends["tally"][:, :seats, S.EVENTS_DRAWN].sum(1).max()),
        "decisions a player, steps let go by not among them": round(
            float(asked.sum(2).mean() - asked[:, :, LET_BY].mean()), 1
        ),
        "walks, rolls and dones, other decisions a game": asked.sum(1).mean(0)[:STOP].round(1).tolist(),
        "plies": mean(ends["ply"].astype(float)),
        "minutes for people": mean(found.rows["seconds"] / 60),
    }


def measure_matters(table: Weeks) -> dict[str, Any]:
    """What each trait, bonus card, perk and action card does for those who have it."""
    found, seats = table.played, table.seats
    ends, uses = found.ends, found.rows["uses"][:, :seats]
    points = ends["points"][:, :seats].astype(int)
    results = ends["result"][:, :seats] / int(WIN)
    names = [*S.PERKS, *(c.id for c in table.edition.content.actions)]
    report: dict[str, Any] = {"table": str(table), "traits (share at the top, winners change)": {}}
    for t, trait in enumerate(S.TRAITS[: S.MAIN]):
        top = ends["level"][:, :seats, t] == 4
        changed = [leaders(p) != leaders(p - up) for p, up in zip(points, top, strict=True)]
        report["traits (share at the top, winners change)"][trait] = [round(top.mean(), 3), round(np.mean(changed), 3)]
    report["bonus cards (share turned up, winners change then, and of all games)"] = bonus_rates(table)
    used = {n: users_of(results, uses[:, :, i] > 0) for i, n in enumerate(names)}
    report["perks (share of players who used it, their share of wins)"] = {n: used[n] for n in S.PERKS}
    report["cards (share of players who played it, their share of wins)"] = {n: used[n] for n in names[len(S.PERKS) :]}
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
    return {"table": str(table)} | interest_rates(table.edition.content, table.played.ends, table.seats)


def interest_rates(school: Any, ends: np.ndarray, seats: int) -> dict[str, Any]:
    """Shares of players who reach the goal: by difficulty, without the printed schedule; and by love interest."""
    loves, won, hearts = (ends[k][:, :seats] for k in ("loves", "result", "hearts"))
    found: dict[str, Any] = {}
    for level in ("easy", "medium", "hard"):
        ours = [i for i, w in enumerate(school.interests) if w.difficulty == level and w.source != "printed"]
        found[level] = rate(won[np.isin(loves, ours)] > 0)
    for i, who in enumerate(school.interests):
        courted = loves == i
        found[who.id] = rate(won[courted] > 0) | {"hearts": round(float(hearts[courted].mean()), 2)}
    return found


def measure_solo(chosen: argparse.Namespace) -> dict[str, Any]:
    """The same for any bot; love interests are drawn at random."""
    game = registry.load("work_of_heart")
    edition, seats = game.edition(chosen.edition), 4
    ends = [play_solo(game, edition, chosen, seats, i) for i in range(chosen.games)]
    name = f"flying-solo, {seats} seats, {chosen.bot}, {chosen.games} games, seed {chosen.seed}"
    return {"table": name} | interest_rates(edition.content, np.concatenate(ends), seats)


def play_solo(game: Any, edition: Any, chosen: argparse.Namespace, seats: int, number: int) -> np.ndarray:
    """One game of Flying Solo; its last State."""
    pick = random.Random(f"{chosen.seed}-{number}")
    bots = [Bot(read_spec(chosen.bot), game, pick.getrandbits(63)) for _ in range(seats)]
    g = game.new(edition, seats, game.about.mode("flying-solo")[0], game.about.ruling_bits({}))
    while g["seat"][0] != OVER:
        seat, moves = int(g["seat"][0]), game.legal(edition, g)
        if seat == CHANCE or g["phase"][0] == S.WOO:
            m = pick.choice(moves)
        else:
            m = bots[seat].choose(edition, game.hide(edition, g, seat), moves, seat)
        g = game.play(edition, g, m)
    return g


def measure_exercise(tables: list[Weeks]) -> dict[str, Any]:
    """How often everything came up, for each game of four."""
    school = tables[0].edition.content
    games = sum(t.count for t in tables)
    families = {
        "perks": ("perk", list(S.PERKS)),
        "cards": ("card", [c.id for c in school.actions]),
        "effects": ("effect", list(S.EFFECTS)),
        "quirks": ("quirk", list(S.QUIRKS)),
    }
    found: dict[str, Any] = {"tables": [str(t) for t in tables]}
    for family, (field, names) in families.items():
        counts = sum(t.played.totals[field][0] for t in tables)
        found[family] = {name: round(int(counts[i]) / games, 3) for i, name in enumerate(names)}
    return found


def measure(what: str, chosen: argparse.Namespace) -> list[dict[str, Any]]:
    if what == "solo":
        return [measure_solo(chosen)]
    if what == "interests":
        return [measure_interests(Weeks(chosen, 4, "flying-solo"))]
    if what == "exercise":
        modes = [mode.name for mode in registry.about("work_of_heart").modes]
        return [measure_exercise([Weeks(chosen, 4, mode, chosen.games // len(modes)) for mode in modes])]
    report = measure_seats if what == "seats" else measure_matters
    return [report(Weeks(chosen, seats, chosen.mode)) for seats in chosen.seats]


def main() -> None:
    parser = options(__doc__, 1000, [4])
    parser.add_argument("what", nargs="?", choices=[*REPORTS, "solo", "all"], default="all")
    parser.add_argument("--mode", default="harem")
    chosen = parser.parse_args()
    for what in REPORTS if chosen.what == "all" else [chosen.what]:
        for found in measure(what, chosen):
            for key, value in found.items():
                print(f"{key}: {json.dumps(value)}", flush=True)


if __name__ == "__main__":
    main()
