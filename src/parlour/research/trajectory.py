"""Trajectory hashes: what the environments of one version of the rules do, as one number to compare.

Whoever publishes a result can say with which games it was got: the same hash means the same observations, masks,
rewards and ends for the same seed and actions. It changes with the version of a game's rules and with its columns.
"""

import hashlib

from parlour.engine import registry
from parlour.research.batch import vector

GAMES, STEPS, SEED = 8, 100, 1


def trajectory_hash(game: str, mode: str, seats: int) -> str:
    """Eight games of seed 1, a hundred random steps each."""
    games = vector(game, GAMES, mode=mode, seats=seats, seed=SEED)
    found = hashlib.sha256()
    for step in range(STEPS):
        for array in (games.actor, games.mask(), games.observe()):
            found.update(array.tobytes())
        rewards, ended = games.step(games.sample(step))
        found.update(rewards.tobytes() + ended.tobytes())
    return found.hexdigest()[:16]


def rows() -> list[str]:
    """A line of the published table for every game, mode and number of seats."""
    found = []
    for name in registry.names(shelf_only=True):
        about = registry.about(name)
        for mode in about.modes:
            for seats in mode.seats:
                games = vector(name, 1, mode=mode.name, seats=seats)
                columns, actions = len(games.features()), games.table.actions
                digest = trajectory_hash(name, mode.name, seats)
                found.append(
                    f"| {name} | {about.version} | {mode.name} | {seats} | {columns} | {actions.size} | "
                    f"{actions.chance_size} | `{digest}` |"
                )
    return found
