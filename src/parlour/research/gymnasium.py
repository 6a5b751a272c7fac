"""Gymnasium: one seat of a game against bots, and many games as a vector environment.

    import gymnasium
    import parlour.research.gymnasium
    env = gymnasium.make("Parlour/Heartcatchers-v2", opponents="greedy")

The number is the version of the game's rules; `-v0` is the newest. The mask of legal actions is in
`info["action_mask"]` and in `env.unwrapped.action_masks()`. An illegal action ends the episode at -1.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector.utils import batch_space

from parlour import bots
from parlour.bots import Policy
from parlour.engine import registry
from parlour.research.batch import vector
from parlour.research.episode import Episode
from parlour.research.picture import as_frame, as_text
from parlour.research.table import Table
from parlour.research.words import MAX_TEXT, WordGame

SPEED = 2
MODES = ["ansi", "rgb_array"]
# As many seeds as NumPy draws at once.
SEEDS = 2**62
Opponents = str | Policy | Sequence[str | Policy]


class ParlourEnv(gymnasium.Env[np.ndarray, int]):
    """One seat of a game; the others are bots, or policies of your own.

    `seat` is where you sit, or None to move on by one from episode to episode. Further options are those of
    `parlour.research.Table`: mode, seats, edition, rulings, rewards.
    """

    metadata = {"render_modes": MODES, "render_fps": SPEED}  # noqa: RUF012  (as the base class has it)

    def __init__(
        self,
        game: str,
        *,
        opponents: Opponents = "greedy",
        seat: int | None = None,
        render_mode: str | None = None,
        language: str = "en",
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {render_mode!r}")
        self.table = Table(game, **options)
        others = self.table.seats - 1
        one = isinstance(opponents, str) or callable(opponents)
        self.opponents: list[Any] = [opponents] * others if one else list(opponents)  # type: ignore[arg-type]
        if len(self.opponents) != others:
            raise ValueError(f"{others} opponents sit at this table, not {len(self.opponents)}")
        if seat is not None and not 0 <= seat < self.table.seats:
            raise ValueError(f"the seat is 0 to {self.table.seats - 1}, not {seat}")
        for player in self.opponents:
            bots.make(player, self.table.game)
        self.chosen_seat, self.render_mode, self.language = seat, render_mode, language
        self.observation_space = Box(0, 255, (self.table.encoder.width,), np.uint8)
        self.action_space = Discrete(self.table.actions.size)  # type: ignore[assignment]
        self.seat, self.episodes = seat or 0, 0
        self.episode: Episode | None = None
        self.bots: dict[int, Any] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, Any]:
        """A new game. `options={"seat": 1}` says where you sit this time."""
        super().reset(seed=seed)
        if seed is not None:
            self.episodes = 0
        wanted = (options or {}).get("seat", self.chosen_seat)
        self.seat = self.episodes % self.table.seats if wanted is None else int(wanted)
        self.episodes += 1
        deal, keys = int(self.np_random.integers(SEEDS)), self.np_random.integers(SEEDS, size=self.table.seats)
        others = [s for s in range(self.table.seats) if s != self.seat]
        pairs = zip(others, self.opponents, strict=True)
        self.bots = {s: bots.make(player, self.table.game, int(keys[s])) for s, player in pairs}
        self.episode = Episode(self.table, deal)
        self.let_others_play()
        # A game may end before anybody at this seat was asked: then there is another one.
        return self.reset() if self.episode.is_over else (self.observation(), self.info())

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        episode = self.going()
        if episode.is_over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset() first")
        illegal = not episode.play(int(action))
        if not illegal:
            self.let_others_play()
        over = episode.is_over
        reward = episode.rewards()[self.seat] if over else 0.0
        return self.observation(), reward, over, False, self.info() | ({"illegal": True} if illegal else {})

    def let_others_play(self) -> None:
        """Until this seat is asked, or the game is over."""
        episode, table = self.going(), self.table
        while not episode.is_over and episode.actor != self.seat:
            seat = episode.actor
            hidden = episode.hidden(seat)
            move = self.bots[seat].choose(table.edition, hidden, table.game.legal(table.edition, hidden), seat)
            episode.play(table.actions.number(move))

    def going(self) -> Episode:
        if self.episode is None:
            raise gymnasium.error.ResetNeeded("there is no game yet: call reset() first")
        return self.episode

    def observation(self) -> np.ndarray:
        return self.going().observe(self.seat)

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> np.ndarray:
        """1 for every action that is legal now, as sb3-contrib's MaskablePPO asks for it."""
        episode = self.going()
        mine = episode.actor == self.seat
        return episode.mask() if mine else np.zeros(self.table.actions.size, np.int8)

    def render(self) -> Any:
        """What this seat sees: as text, or as a frame with a square for each column."""
        if self.render_mode is None:
            return None
        hidden = self.going().hidden(self.seat)
        if self.render_mode == "ansi":
            return as_text(self.table, hidden, self.seat, self.language)
        return as_frame(self.table, hidden, self.seat)

    def __deepcopy__(self, memo: Any) -> "ParlourEnv":
        """A copy in mid-game: it goes on by itself."""
        import copy

        twin: ParlourEnv = object.__new__(type(self))
        shared = {"table", "opponents", "bots", "spec"}
        twin.__dict__ = {k: v if k in shared else copy.deepcopy(v, memo) for k, v in self.__dict__.items()}
        return twin


class ParlourVectorEnv(gymnasium.vector.VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Many games in compiled code. Every seat is played by the caller: `info["actor"]` says who is asked.

    A reward is that of the seat that has just acted; `info["rewards"]` has those of every seat. A game that ends begins
    again in the same step, and what is observed is the new one.
    """

    def __init__(self, game: str, num_envs: int = 1, **options: Any) -> None:
        self.options = {"game": game, "n": num_envs, **options}
        self.games = vector(**self.options)
        table = self.games.table
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
        self.single_observation_space = Box(0, 255, (table.encoder.width,), np.uint8)
        self.single_action_space = Discrete(table.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """New games: those of a seed from their first on, else the next ones."""
        if seed is not None:
            self.games.close()
            self.games = vector(**(self.options | {"seed": int(np.ravel(seed)[0])}))
        else:
            self.games.reset()
        return self.games.observe().copy(), self.info()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        acted = np.maximum(self.games.actor, 0)
        rewards, ended = self.games.step(np.asarray(actions))
        mine = rewards[np.arange(self.num_envs), acted].astype(np.float64)
        more = {"rewards": rewards.copy(), "illegal": self.games.illegal}
        return self.games.observe().copy(), mine, ended, np.zeros(self.num_envs, np.bool_), self.info() | more

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.games.mask().copy(), "actor": self.games.actor.copy()}

    def action_masks(self) -> np.ndarray:
        """1 for every action that is legal now, a row a game."""
        return self.games.mask().copy()

    def close_extras(self, **_: Any) -> None:
        self.games.close()


class AnyText(gymnasium.spaces.Text):
    """Text in any alphabet; a sample is in the letters that moves are written in."""

    def contains(self, x: Any) -> bool:
        return isinstance(x, str)


class ParlourWordsEnv(gymnasium.Env[str, str]):
    """A game in words (`parlour.research.words`): sentences are observed, and an action is what the seat writes."""

    metadata = {"render_modes": ["ansi"], "render_fps": SPEED}  # noqa: RUF012  (as the base class has it)

    def __init__(self, game: str, *, render_mode: str | None = None, **options: Any) -> None:
        self.game, self.render_mode = WordGame(game, **options), render_mode
        self.observation_space, self.action_space = AnyText(100_000), AnyText(MAX_TEXT)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        super().reset(seed=seed)
        return self.game.reset(int(self.np_random.integers(SEEDS))), self.info()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        text = self.game.step(action)
        return text, self.game.reward, self.game.over, False, self.info()

    def info(self) -> dict[str, Any]:
        """How often an answer was malformed, illegal or out of turn, and how often the moves were asked for."""
        return {"counts": dict(self.game.counts)}

    def render(self) -> str | None:  # type: ignore[override]
        return self.game.transcript[-1][1] if self.render_mode else None


def id_of(name: str, version: int) -> str:
    """What a game is called here: `Parlour/Heartcatchers-v2`."""
    return f"Parlour/{''.join(part.capitalize() for part in name.split('_'))}-v{version}"


def register() -> None:
    """Tell Gymnasium of every game on the shelf, by the version of its rules and by 0."""
    for name in registry.names(shelf_only=True):
        for version in {0, registry.about(name).version}:
            if id_of(name, version) not in gymnasium.registry:
                gymnasium.register(
                    id_of(name, version),
                    entry_point="parlour.research.gymnasium:ParlourEnv",
                    vector_entry_point="parlour.research.gymnasium:ParlourVectorEnv",
                    kwargs={"game": name},
                )
                gymnasium.register(
                    id_of(f"{name}_words", version),
                    entry_point="parlour.research.gymnasium:ParlourWordsEnv",
                    kwargs={"game": name},
                )


register()
