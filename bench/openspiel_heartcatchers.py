"""Search against OpenSpiel's own ISMCTS on Heartcatchers, at equal CPU time a move on one core, in one run.

    python bench/openspiel_heartcatchers.py --ms 100 --games 100

OpenSpiel gets Heartcatchers through a thin adapter: a `pyspiel.State` whose rules are Parlour's compiled
kernels, and random rollouts in one compiled call. Its tree, selection and sampling are its own.
OpenSpiel is not among Parlour's own packages: install it first with `.venv/bin/pip install open_spiel`.
"""

import argparse
import json
import sys
import time
from typing import Any

import numpy as np

from parlour import bots
from parlour.engine import registry
from parlour.engine.chance import stream
from parlour.engine.record import CHANCE, OVER, WIN
from parlour.lab.stats import wilson

try:
    import pyspiel
    from open_spiel.python.algorithms import ismcts
except ModuleNotFoundError:
    print("OpenSpiel is not installed, so nothing to play against: .venv/bin/pip install open_spiel")
    sys.exit()

GAME = registry.load("heartcatchers")
EDITION = GAME.base
PLAYERS = 2
MAX_PLIES = 10_000
UCT_C = 1.4
MANY = 10_000_000

TYPE = pyspiel.GameType(
    short_name="parlour_heartcatchers",
    long_name="Parlour Heartcatchers",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS,
    min_num_players=PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=max(GAME.moves.every()) + 1,
    max_chance_outcomes=GAME.most,
    num_players=PLAYERS,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=MAX_PLIES,
)


class Heartcatchers(pyspiel.Game):
    """Heartcatchers as OpenSpiel sees it."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self) -> "State":
        return State(self)


class State(pyspiel.State):
    """One record; every question goes to a compiled kernel."""

    def __init__(self, game: Heartcatchers, g: np.ndarray | None = None) -> None:
        super().__init__(game)
        self.owner = game
        self.g = new_game() if g is None else g

    def current_player(self) -> int:
        seat = int(self.g["seat"][0])
        return {int(CHANCE): pyspiel.PlayerId.CHANCE, int(OVER): pyspiel.PlayerId.TERMINAL}.get(seat, seat)

    def is_terminal(self) -> bool:
        return bool(self.g["seat"][0] == OVER)

    def is_chance_node(self) -> bool:
        return bool(self.g["seat"][0] == CHANCE)

    def legal_actions(self, player: int | None = None) -> list[int]:
        return GAME.legal(EDITION, self.g)

    def _legal_actions(self, player: int) -> list[int]:
        return GAME.legal(EDITION, self.g)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        moves = GAME.legal(EDITION, self.g)
        return [(m, 1 / len(moves)) for m in moves]

    def apply_action(self, action: int) -> None:
        GAME.kernels.play_move(EDITION.record, self.g, action)

    def returns(self) -> list[float]:
        return [2 * float(r) / float(WIN) - 1 for r in self.g["result"][0][:PLAYERS]]

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return GAME.hide(EDITION, self.g, seat).tobytes().hex()

    def clone(self) -> "State":
        return State(self.owner, self.g.copy())

    def get_game(self) -> Heartcatchers:
        return self.owner


def new_game() -> np.ndarray:
    return GAME.new(EDITION, PLAYERS, 0, GAME.about.ruling_bits({}))


class Rollouts:
    """Random play to the end in one compiled call; counts the simulations."""

    def __init__(self) -> None:
        self.rng, self.count = stream(1), 0

    def evaluate(self, state: State) -> list[float]:
        self.count += 1
        end = state.clone()
        GAME.kernels.random_walk(EDITION.record, end.g, self.rng, MAX_PLIES)
        return end.returns()

    def prior(self, state: State) -> list[tuple[int, float]]:
        moves = state.legal_actions()
        return [(m, 1 / len(moves)) for m in moves]


class Timed(ismcts.ISMCTSBot):
    """OpenSpiel's bot with a budget of CPU time instead of a number of simulations."""

    def __init__(self, game: Heartcatchers, rollouts: Rollouts, seconds: float) -> None:
        super().__init__(game, rollouts, UCT_C, MANY, random_state=np.random.RandomState(1))
        self.seconds, self.end, self.rng = seconds, 0.0, stream(2)
        self.set_resampler(self.resample)

    def resample(self, state: State, player: int) -> State:
        hidden = GAME.hide(EDITION, state.g, player)
        return State(state.owner, GAME.imagine(EDITION, hidden, player, self.rng))

    def run_search(self, state: State) -> Any:
        """As theirs, but it stops when the time is up."""
        self.reset()
        self._root_node = self.create_new_node(state)
        end = time.thread_time() + self.seconds
        while time.thread_time() < end or self._root_node.total_visits < 1:
            self.run_simulation(self.sample_root_state(state))
        return self.get_final_policy(state, self._root_node)


def play(index: int, ours: Any, theirs: Timed, spent: dict[str, float]) -> float:
    """One game; our share of the win. Seats change from game to game."""
    state, rng, mine = State(theirs._game), stream(7, index), index % 2
    while not state.is_terminal():
        seat = int(state.g["seat"][0])
        moves = state.legal_actions()
        if seat == CHANCE:
            GAME.kernels.random_walk(EDITION.record, state.g, rng, 1)
            continue
        if len(moves) == 1:
            m = moves[0]
        elif seat == mine:
            start = time.thread_time()
            found = ours.search(EDITION, GAME.hide(EDITION, state.g, seat), seat)
            m = found.move
            spent["ours"] += time.thread_time() - start
            spent["our simulations"] += found.iterations
        else:
            start = time.thread_time()
            m = int(theirs.step(state))
            spent["theirs"] += time.thread_time() - start
        state.apply_action(m)
    return float(state.g["result"][0][mine]) / float(WIN)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ms", type=int, default=100)
    parser.add_argument("--games", type=int, default=100)
    options = parser.parse_args()
    bots.compile_bots(GAME)
    ours, rollouts = bots.make(f"search:{options.ms}ms", GAME, 1), Rollouts()
    theirs = Timed(Heartcatchers(), rollouts, options.ms / 1000)
    spent = {"ours": 0.0, "theirs": 0.0, "our simulations": 0.0}
    share = sum(play(i, ours, theirs, spent) for i in range(options.games))
    our_rate, their_rate = spent["our simulations"] / spent["ours"], rollouts.count / spent["theirs"]
    found = {
        "games": options.games,
        "milliseconds a move": options.ms,
        "score": share / options.games,
        "interval": wilson(share, options.games),
        "our simulations a second": our_rate,
        "their simulations a second": their_rate,
        "ratio": our_rate / their_rate,
    }
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
