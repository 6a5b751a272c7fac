"""OpenSpiel: every game with explicit chance, once this is imported.

    game = pyspiel.load_game("python_parlour_heartcatchers")

An information state is the sequence of what a seat has seen of every move and known after it: a hidden record alone may
forget in which order things happened. Parameters are `mode`, `seats` and `edition`.
"""

import hashlib
from typing import Any

import numpy as np
import pyspiel

from parlour.engine import registry
from parlour.engine.chance import stream
from parlour.engine.record import CHANCE, OVER, WIN
from parlour.research.episode import Episode
from parlour.research.table import Table

# No game is as long; OpenSpiel wants a bound.
MAX_STEPS = 10_000
PARAMETERS: dict[str, Any] = {"mode": "", "seats": 0, "edition": "edition"}


def short_name(name: str) -> str:
    return f"python_parlour_{name}"


def type_of(name: str) -> pyspiel.GameType:
    """What OpenSpiel is told of a game."""
    about = registry.about(name)
    counts = [seats for mode in about.modes for seats in mode.seats]
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=f"Parlour {about.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(PARAMETERS),
    )


class ParlourGame(pyspiel.Game):
    """One of our games; its name is that of the class."""

    name = ""

    def __init__(self, params: Any = None) -> None:
        given = PARAMETERS | dict(params or {})
        edition, seats = str(given["edition"]), int(given["seats"]) or None
        self.table = Table(self.name, mode=str(given["mode"]) or None, seats=seats, edition=edition)
        actions = self.table.actions
        info = pyspiel.GameInfo(
            num_distinct_actions=actions.size,
            max_chance_outcomes=actions.chance_size,
            num_players=self.table.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=MAX_STEPS,
        )
        super().__init__(type_of(self.name), info, params or {})

    def new_initial_state(self) -> "ParlourState":
        return ParlourState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.table)


class ParlourState(pyspiel.State):
    """A State, and for each seat what it has been told so far."""

    def __init__(self, game: ParlourGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.episode = Episode(game.table, chance="stepped")
        self.told = ["" for _ in range(game.table.seats)]

    def current_player(self) -> int:
        seat = self.episode.actor
        return {int(CHANCE): pyspiel.PlayerId.CHANCE, int(OVER): pyspiel.PlayerId.TERMINAL}.get(seat, seat)

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        legal = self.episode.legal()
        return [(number, 1.0 / len(legal)) for number in legal]

    def _apply_action(self, action: int) -> None:
        table, before = self.table, self.episode.g.copy()
        by_chance = self.episode.actor == CHANCE
        if by_chance:
            self.episode.play_outcome(action)
        elif not self.episode.play(action):
            raise ValueError(f"{action} is not legal now")
        move = table.actions.outcome(action) if by_chance else table.actions.move(action)
        for seat, told in enumerate(self.told):
            seen = table.game.moves.text(table.game.see(table.edition, before, move, seat))
            known = self.episode.hidden(seat).tobytes()
            past = told.rpartition("#")[2].encode()
            digest = hashlib.blake2b(past + known, digest_size=8).hexdigest()
            self.told[seat] = f"{told.rpartition(' #')[0]}{seen}; #{digest}"

    def _action_to_string(self, player: int, action: int) -> str:
        actions = self.table.actions
        by_chance = player == pyspiel.PlayerId.CHANCE
        return self.table.game.moves.text(actions.outcome(action) if by_chance else actions.move(action))

    def is_terminal(self) -> bool:
        return self.episode.is_over

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.table.seats
        return [2.0 * int(r) / int(WIN) - 1.0 for r in self.episode.g["result"][0][: self.table.seats]]

    def information_state_string(self, player: int | None = None) -> str:
        """The moves as a seat has seen them, and a digest of what it knew after each."""
        seat = self.current_player() if player is None else player
        return f"p{seat} {self.told[seat]}"

    def __str__(self) -> str:
        return "; ".join(self.table.game.moves.text(m) for m in self.episode.moves)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "ParlourState":
        """A world that a seat cannot tell from the true one; what was told stays, the moves that led there do not."""
        rng = stream(int(probability_sampler() * 2**53))
        table = self.table
        twin = self.clone()
        twin.episode.g = table.game.imagine(table.edition, self.episode.hidden(player_id), player_id, rng)
        return twin


class Observer:
    """What a seat knows now, as OpenSpiel's observers give it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tensor = np.zeros(table.encoder.width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: ParlourState, player: int) -> None:
        self.tensor[:] = state.episode.observe(player)

    def string_from(self, state: ParlourState, player: int) -> str:
        return f"p{player} {state.episode.hidden(player).tobytes().hex()}"


def register() -> None:
    """Tell OpenSpiel of every game on the shelf."""
    for name in registry.names(shelf_only=True):
        if short_name(name) not in pyspiel.registered_names():
            made = type(f"Parlour_{name}", (ParlourGame,), {"name": name})
            pyspiel.register_game(type_of(name), made)


register()
