"""Random play beside OpenSpiel in one run: CPU time, best of five, and the ratio.

OpenSpiel is not among Parlour's own packages: install it first with `.venv/bin/pip install open_spiel`.
"""

import random
import sys
import time
from collections.abc import Callable

PEERS = ("leduc_poker", "connect_four", "crazy_eights", "go_fish", "gin_rummy")
SECONDS = 1.0
REPEATS = 5


def rate(play: Callable[[], int]) -> float:
    """Steps a second of CPU time, the best of five measurements."""
    play()
    best = 0.0
    for _ in range(REPEATS):
        start, steps = time.process_time(), 0
        while time.process_time() - start < SECONDS / REPEATS:
            steps += play()
        best = max(best, steps / (time.process_time() - start))
    return best


def peer(name: str) -> Callable[[], int]:
    """One random game of OpenSpiel, its loop in Python as its users write it; steps with chance."""
    import pyspiel

    game, pick = pyspiel.load_game(name), random.Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(pick.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def ours(name: str) -> Callable[[], int]:
    """A batch of random games in the compiled kernel."""
    from parlour.engine import registry

    game = registry.load(name)
    _, seats = next(game.variants())
    return lambda: game.random_games(game.base, 2000, seats=seats)["steps"]


def main() -> int:
    from parlour.engine import registry

    rates = {name: rate(ours(name)) for name in registry.names(shelf_only=True)}
    try:
        theirs = {name: rate(peer(name)) for name in PEERS}
    except ModuleNotFoundError:
        theirs = {}
        print("OpenSpiel is not installed, so nothing to compare with: .venv/bin/pip install open_spiel")
    for name, value in (rates | theirs).items():
        ratio = f"  Heartcatchers is {rates['heartcatchers'] / value:6.1f} times as fast" if name in theirs else ""
        print(f"{name:16} {value / 1e6:8.3f} million steps a second{ratio}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
