"""Ratings of bots by OpenSkill's Plackett-Luce model: one number a bot, whatever the number of seats."""

from collections.abc import Sequence
from typing import Any

import numpy as np

# Where a bot that has not played stands, and how much a class of strength is: as in chess, for the eye.
MIDDLE, SCALE = 1500.0, 40.0


# A rating follows the order of play; it is averaged over several orders, as long as that takes no time.
ORDERS, MAX_UPDATES = 25, 50_000


def ratings(names: Sequence[str], scores: Sequence[dict[str, float]]) -> dict[str, dict[str, float]]:
    """Rate bots from games, each of which gives every bot's share of a win.

    `sigma` is one standard deviation of the rating after all the games.
    """
    from openskill.models import PlackettLuce

    model, pick = PlackettLuce(), np.random.default_rng(0)
    games = [game for game in scores if len(game) > 1]
    orders = max(1, min(ORDERS, MAX_UPDATES // max(1, len(games))))
    rounds = [rate_once(model, names, games, pick.permutation(len(games))) for _ in range(orders)]
    start = model.rating().mu
    return {
        name: {
            "rating": MIDDLE + SCALE * (sum(r[name].mu for r in rounds) / orders - start),
            "sigma": SCALE * sum(r[name].sigma for r in rounds) / orders,
        }
        for name in names
    }


def rate_once(model: Any, names: Sequence[str], games: Sequence[dict[str, float]], order: Any) -> dict[str, Any]:
    """Play the games through the model in one order."""
    rated = {name: model.rating(name=name) for name in names}
    for i in order:
        teams = [[rated[name]] for name in games[i]]
        for name, [new] in zip(games[i], model.rate(teams, scores=list(games[i].values())), strict=True):
            rated[name] = new
    return rated


def shares(bots: Sequence[str], sat: np.ndarray, results: np.ndarray) -> list[dict[str, float]]:
    """Each game's result of each bot; one that held several seats counts once, by their mean."""
    found = []
    for seats, row in zip(sat, results, strict=True):
        got: dict[str, list[float]] = {}
        for bot, result in zip(seats, row, strict=True):
            got.setdefault(bots[bot], []).append(float(result))
        found.append({name: sum(r) / len(r) for name, r in got.items()})
    return found


def table(names: Sequence[str], scores: Sequence[dict[str, float]]) -> list[dict[str, Any]]:
    """Bots by rating, best first."""
    found = [{"bot": name, **numbers} for name, numbers in ratings(names, scores).items()]
    return sorted(found, key=lambda row: -float(str(row["rating"])))
