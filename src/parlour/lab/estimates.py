"""Every number of a report that gets a verdict: seats, things, bans, ladders; and what an edited edition changed."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from parlour.engine.record import WIN
from parlour.lab import measures
from parlour.lab.kernels.book import (
    CHOSEN,
    COUNTED,
    COUNTS,
    LEAVERS,
    LEAVERS_WON,
    OFFERED,
    TAKERS,
    TAKERS_WON,
)
from parlour.lab.measures import Played
from parlour.lab.verdicts import Estimate, number

# Things that were offered less often are in the table only; and chosen between these it is neither dead nor a must.
SELDOM = 100
DEAD, MUST = 1.0, 95.0
# What more than so many of 100 seats end with tells nothing of who wins.
EVERYBODY = 95.0
PLACES = ("starts", "goes second", "goes third", "goes last")


def mean_of(numbers: np.ndarray) -> tuple[float, float]:
    """A mean and its standard error, never quite zero: all that were seen alike may be luck."""
    n = len(numbers)
    spread = float(numbers.std(ddof=1)) if n > 1 else 0.0
    return float(numbers.mean()), max(spread / n**0.5, 1 / max(n, 1) ** 1.5)


def place_names(played: Played) -> list[str]:
    seats = played.arm.seats
    if played.place_at is None:
        return [f"sits at seat {s + 1}" for s in range(seats)]
    return [*PLACES[: seats - 1], PLACES[-1]]


def seats(played: Played, margins: dict[str, float]) -> Iterator[Estimate]:
    """Who wins by who moves first; with two seats one says it all."""
    if played.is_shared or played.arm.seats < 2:
        return
    shares, fair = 100 * played.by_place(), 100 / played.arm.seats
    count = 1 if played.arm.seats == 2 else played.arm.seats
    for k, name in enumerate(place_names(played)[:count]):
        value, error = mean_of(shares[:, k])
        yield Estimate(
            "seats",
            f"Whoever {name}",
            value,
            error,
            (fair - margins["share"], fair + margins["share"]),
            fair,
            "of 100",
            played.games,
            {
                "fine": f"Whoever {name} wins as often as the others",
                "high": f"Whoever {name} wins more often: {number(value)} of 100 games, not {number(fair)}",
                "low": f"Whoever {name} wins less often: {number(value)} of 100 games, not {number(fair)}",
                "open": f"Does whoever {name} win more or less often?",
            },
            share=True,
        )


def others_seats(played: Played, margins: dict[str, float]) -> Iterator[Estimate]:
    """The same for other bots."""
    (bot,) = played.arm.bots
    for e in seats(played, margins):
        yield replace(
            led(e, f"between {bot} bots", f"Between {bot} bots no seat is better"),
            section="others",
            name=f"{e.name}, {bot}",
        )


def moments(sums: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sums of the six counts, and of their products, as a symmetric matrix."""
    first = sums[COUNTS : COUNTS + COUNTED].astype(float)
    second = np.zeros((COUNTED, COUNTED))
    second[np.triu_indices(COUNTED)] = sums[COUNTS + COUNTED :]
    return first, second + np.triu(second, 1).T


def taken_rate(sums: np.ndarray) -> tuple[float, float, int]:
    """How often of 100 a thing is chosen when it is on offer, its error over games, and how often it was."""
    first, second = moments(sums)
    offered = first[OFFERED]
    rate = first[CHOSEN] / max(offered, 1)
    weights = np.zeros(COUNTED)
    weights[CHOSEN], weights[OFFERED] = 1.0, -rate
    error = float(weights @ second @ weights) ** 0.5 / max(offered, 1)
    return 100 * rate, max(100 * error, 50 / max(offered, 1)), int(offered)


def win_gap(sums: np.ndarray) -> tuple[float, float] | None:
    """How much more of 100 whoever took it won than whoever left it; an association, no effect."""
    first, second = moments(sums)
    if min(first[TAKERS], first[LEAVERS]) < SELDOM:
        return None
    took = first[TAKERS_WON] / first[TAKERS]
    left = first[LEAVERS_WON] / first[LEAVERS]
    weights = np.zeros(COUNTED)
    weights[TAKERS_WON], weights[TAKERS] = 1 / first[TAKERS], -took / first[TAKERS]
    weights[LEAVERS_WON], weights[LEAVERS] = -1 / first[LEAVERS], left / first[LEAVERS]
    error = float(max(0.0, weights @ second @ weights)) ** 0.5
    scale = 100 / int(WIN)
    return float(scale * (took - left)), max(scale * error, 1e-6)


def thing_rows(played: Played, things: Any) -> list[dict[str, Any]]:
    """Everything that was on offer, over all bots that may choose it."""
    if not played.arm.counting or not things.labels:
        return []
    fold, total = things.fold, played.piece.sums.sum(axis=0)
    rows = []
    for t, (family, name) in enumerate(things.labels[: things.ways]):
        if not name or fold[t] != t or not total[t, COUNTS + OFFERED]:
            continue
        rate, error, offered = taken_rate(total[t])
        row = {"family": family, "thing": name.replace("-", " "), "offered": offered, "sums": total[t]}
        rows.append(row | {"taken": rate, "taken_error": error, "gap": win_gap(total[t])})
    return rows


def way_rows(played: Played, things: Any) -> list[dict[str, Any]]:
    """Everything that seats have ended with, how many, and how often of 100 they have won."""
    if not played.arm.counting:
        return []
    fold, total = things.fold, played.piece.sums.sum(axis=0)
    rows = []
    for t, (family, name) in enumerate(things.labels):
        if t < things.ways or not name or fold[t] != t or not total[t, COUNTS + TAKERS]:
            continue
        won, error, seats = win_rate(total[t])
        row = {"family": family, "way": name.replace("-", " "), "seats": seats, "won": won, "error": error}
        rows.append(row | {"share": 100 * seats / (played.games * played.arm.seats)})
    return rows


def win_rate(sums: np.ndarray) -> tuple[float, float, int]:
    """How many of 100 the takers won, its error over games, and how many they were."""
    first, second = moments(sums)
    seats = first[TAKERS]
    rate = first[TAKERS_WON] / seats
    weights = np.zeros(COUNTED)
    weights[TAKERS_WON], weights[TAKERS] = 1.0, -rate
    error = float(max(0.0, weights @ second @ weights)) ** 0.5 / seats
    scale = 100 / int(WIN)
    return float(scale * rate), max(scale * error, 50 / seats), int(seats)


def ways(played: Played, rows: list[dict[str, Any]], margins: dict[str, float]) -> Iterator[Estimate]:
    """Who wins by what they ended with; an association, no effect."""
    usual = 100 * float(played.shares.mean())
    for row in rows:
        if row["seats"] < SELDOM or row["share"] > EVERYBODY:
            continue
        won, name = number(row["won"]), row["way"]
        yield Estimate(
            "ways",
            f"{name} ({row['family']})",
            row["won"],
            row["error"],
            (usual - margins["edge"], usual + margins["edge"]),
            usual,
            "of 100",
            played.games,
            {
                "fine": f"Seats with {name} win as often as all",
                "high": f"Seats with {name} win {won} of 100, where all win {number(usual)}",
                "low": f"Seats with {name} win only {won} of 100, where all win {number(usual)}",
                "open": f"Do seats with {name} win more or less often?",
            },
            "With nothing else that they end with seats win more or less often than all",
            association=True,
            share=True,
        )


# Families with fewer members are not compared with their own average.
COMPARABLE = 4


def usual_gaps(rows: list[dict[str, Any]]) -> dict[str, float]:
    """By family how much more takers of anything win than leavers: who takes more is ahead, whatever it is."""
    gaps: dict[str, list[float]] = {}
    for row in rows:
        if row["gap"] and row["offered"] >= SELDOM:
            gaps.setdefault(row["family"], []).append(row["gap"][0])
    return {family: float(np.mean(found)) if len(found) >= COMPARABLE else 0.0 for family, found in gaps.items()}


def things(played: Played, rows: list[dict[str, Any]], margins: dict[str, float]) -> Iterator[Estimate]:
    """What is never or always taken, and what goes with winning."""
    usual = usual_gaps(rows)
    for row in rows:
        if row["offered"] < SELDOM:
            continue
        name, taken = f"{row['thing']} ({row['family']})", row["taken"]
        yield Estimate(
            "things",
            name,
            taken,
            row["taken_error"],
            (DEAD, MUST),
            None,
            "of 100",
            played.games,
            {
                "fine": f"{name} is neither dead nor a must",
                "high": f"{name} is a must: taken {number(taken)} of 100 times",
                "low": f"{name} is dead: taken {number(taken)} of 100 times",
                "open": f"Is {name} dead or a must?",
            },
            "Nothing else is dead, and nothing must be taken",
            share=True,
        )
        if row["gap"] is None or played.is_shared:
            continue
        gap, error = row["gap"][0] - usual[row["family"]], row["gap"][1]
        yield Estimate(
            "edges",
            name,
            gap,
            error,
            (-margins["edge"], margins["edge"]),
            0.0,
            "points",
            played.games,
            {
                "fine": f"{name} goes with winning as much as its like",
                "high": f"{name} goes with winning, {number(gap)} of 100 more than its like",
                "low": f"{name} goes with losing, {number(-gap)} of 100 more than its like",
                "open": f"Does {name} go with winning?",
            },
            "No other thing goes with winning or losing more than its like",
            association=True,
        )


def bans(arms: dict[str, Played], margins: dict[str, float]) -> Iterator[Estimate]:
    """What it costs never to choose a thing: the same deals with and without the right to choose it."""
    free = arms.get("free")
    for played in arms.values():
        if not played.arm.banned or free is None:
            continue
        text = played.arm.banned[0]
        banned = played.by_bot(0)
        count = min(len(banned), free.games)
        value, error = mean_of(100 * (banned[:count] - free.shares[:count].mean(axis=1)))
        forced = int(played.piece.rows["forced"].sum())
        note = f"; chosen all the same {forced:,} times, when nothing else was legal" if forced else ""
        yield Estimate(
            "bans",
            f"Without {text}",
            value,
            error,
            (-margins["effect"], margins["effect"]),
            0.0,
            "points",
            played.games,
            {
                "fine": f"Who never chooses {text} wins as often{note}",
                "high": f"Who never chooses {text} wins more often{note}",
                "low": f"Who never chooses {text} wins less often{note}",
                "open": f"Does it cost anything never to choose {text}?{note}",
            },
        )


def ladder(arms: dict[str, Played], margins: dict[str, float]) -> Iterator[Estimate]:
    """What every step up wins: one stronger bot among weaker ones, every deal in every seat."""
    for played in arms.values():
        if not played.arm.name.startswith("ladder ") or played.is_shared:
            continue
        higher, lower = played.arm.bots[0], played.arm.bots[1]
        fair = 100 / played.arm.seats
        value, error = mean_of(100 * played.by_bot(0))
        yield Estimate(
            "ladder",
            f"{higher} among {lower}",
            value,
            error,
            (fair - margins["share"], fair + margins["share"]),
            fair,
            "of 100",
            played.games,
            {
                "fine": f"{higher} wins no more than {lower}: more thinking does not pay here",
                "high": f"{higher} beats {lower}: {number(value)} of 100, where an even share is {number(fair)}",
                "low": f"{higher} loses to {lower}: {number(value)} of 100, where an even share is {number(fair)}",
                "open": f"Does {higher} beat {lower}?",
            },
            welcome=True,
            share=True,
        )


# What is compared between editions: how it is called, and which margin it has.
COMPARED = {
    "plies": ("Moves in a game", "plies", ""),
    "choices": ("Decisions with a choice", "choices", ""),
    "fan": ("Moves to choose from", "fan", ""),
    "leads": ("Times the lead changes", "leads", ""),
    "ties": ("Games shared", "ties", "of 100"),
    "score": ("Winning score", "score", ""),
    "lead": ("Lead over the second", "lead", ""),
    "drama": ("How far winners were behind", "drama", "points"),
    "settled": ("When it is settled", "settled", "% of the game"),
    "surprise": ("Surprise", "surprise", ""),
}


def numbers_of(played: Played) -> dict[str, np.ndarray]:
    """Every measure of an arm, by game."""
    return {**measures.by_game(played), **measures.scores(played), **measures.by_chances(played)}


def changes(
    base: Played, mine: Played, margins: dict[str, float], section: str = "changes", lead: str = "", group: str = ""
) -> Iterator[Estimate]:
    """What an edited edition, or another ruling, changed in the game around: the same deals, one less the other.

    Where there are several, `lead` says which; of a `group` what does not change is told in one sentence.
    """
    then, now = numbers_of(base), numbers_of(mine)
    pairs = {key: (COMPARED[key], then[key], now[key]) for key in COMPARED if key in then and key in now}
    if not base.is_shared:
        for k, name in enumerate(place_names(base)[: 1 if base.arm.seats == 2 else base.arm.seats]):
            found = (100 * base.by_place()[:, k], 100 * mine.by_place()[:, k])
            pairs[f"place {k}"] = ((f"Whoever {name} wins", "share", "of 100"), *found)
    else:
        together = (100 * base.shares.mean(axis=1), 100 * mine.shares.mean(axis=1))
        pairs["won"] = (("Won together", "share", "of 100"), *together)
    for (name, margin, unit), before, after in pairs.values():
        value, error = difference(before, after)
        yield led(
            change(section, name, value, error, margins[margin], unit, mine.games, float(before.mean())), lead, group
        )


def led(e: Estimate, lead: str, group: str = "") -> Estimate:
    """The same, said of one edition or ruling of several."""
    if not lead:
        return e
    start = lead[0].upper() + lead[1:]
    says = {key: f"{start}: {said[0].lower()}{said[1:]}" for key, said in e.says.items()}
    return replace(e, says=says, group=group or (f"{start}: {e.group[0].lower()}{e.group[1:]}" if e.group else ""))


def difference(before: np.ndarray, after: np.ndarray) -> tuple[float, float]:
    """Of means, game by game where the same games were looked at."""
    if len(before) == len(after):
        return mean_of(after - before)
    (a, a_error), (b, b_error) = mean_of(before), mean_of(after)
    return b - a, (a_error**2 + b_error**2) ** 0.5


def change(
    section: str, name: str, value: float, error: float, margin: float, unit: str, games: int, before: float
) -> Estimate:
    now = f"{number(before + value)}, was {number(before)}"
    says = {
        "fine": f"{name}: the same",
        "high": f"{name}: higher, {now}",
        "low": f"{name}: lower, {now}",
        "open": f"{name}: {now}, which may be chance",
    }
    group = "The other things are taken as often as before" if section.startswith("taken") else ""
    return Estimate(section, name, value, error, (-margin, margin), 0.0, unit, games, says, group)


def taken_changes(
    before: list[dict[str, Any]],
    after: list[dict[str, Any]],
    margins: dict[str, float],
    games: int,
    section: str = "taken",
    lead: str = "",
) -> Iterator[Estimate]:
    """What is taken more or less often in the edited edition."""
    then = {(row["family"], row["thing"]): row for row in before}
    for row in after:
        old = then.get((row["family"], row["thing"]))
        if old is None or min(row["offered"], old["offered"]) < SELDOM:
            continue
        error = (row["taken_error"] ** 2 + old["taken_error"] ** 2) ** 0.5
        name = f"{row['thing']} ({row['family']}) is taken"
        less = row["taken"] - old["taken"]
        yield led(change(section, name, less, error, margins["taken"], "of 100", games, old["taken"]), lead)
