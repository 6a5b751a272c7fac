"""PettingZoo: every seat is an agent, `player_0` and so on, one after the other (AEC).

    from parlour.research.pettingzoo import env
    game = env("perfect_match", seats=3)

An observation is a dict with `observation` and `action_mask`, as in PettingZoo's own card games. There is no parallel
environment: in no game do all seats decide at every step, and what several answer together is asked one by one.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from parlour.engine.record import PUBLIC
from parlour.research.episode import Episode
from parlour.research.picture import as_frame, as_text, public
from parlour.research.table import Table

SPEED = 2
MODES = ["human", "ansi", "rgb_array"]
SEEDS = 2**62


def env(game: str, **options: Any) -> Any:
    """A game with the wrappers that tell what is used wrongly. The options are those of `ParlourAEC`."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(ParlourAEC(game, **options)))


def raw_env(game: str, **options: Any) -> "ParlourAEC":
    """The same without wrappers."""
    return ParlourAEC(game, **options)


class ParlourAEC(AECEnv[str, dict[str, np.ndarray], int]):
    """A game whose seats are agents. An illegal action ends it: -1 for whoever chose it, 0 for the others."""

    def __init__(self, game: str, *, render_mode: str | None = None, language: str = "en", **options: Any) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {render_mode!r}")
        self.table = Table(game, **options)
        version = self.table.game.about.version
        self.metadata = {
            "render_modes": MODES,
            "name": f"parlour_{game}_v{version}",
            "render_fps": SPEED,
            "is_parallelizable": False,
        }
        self.render_mode, self.language = render_mode, language
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        size = self.table.actions.size
        known = Box(0, 255, (self.table.encoder.width,), np.uint8)
        seen = {"observation": known, "action_mask": Box(0, 1, (size,), np.int8)}
        self.observation_spaces = {agent: Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(size) for agent in self.possible_agents}
        self.deals = np.random.default_rng()
        self.episode: Episode | None = None

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.deals = np.random.default_rng(seed)
        self.episode = Episode(self.table, int(self.deals.integers(SEEDS)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.episode.actor]

    def step(self, action: Any) -> None:
        assert self.episode is not None
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if not self.episode.play(int(action)):
            self.infos[agent] = {"illegal": True}
        if self.episode.is_over:
            self.rewards = dict(zip(self.agents, self.episode.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.episode.actor]
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent knows now, and what it may do: nothing unless it is asked."""
        assert self.episode is not None
        seat = self.possible_agents.index(agent)
        asked = self.episode.actor == seat
        mask = self.episode.mask() if asked else np.zeros(self.table.actions.size, np.int8)
        return {"observation": self.episode.observe(seat), "action_mask": mask}

    def render(self) -> Any:
        """What anybody who watches sees: as text, or as a frame with a square for each column."""
        if self.render_mode is None or self.episode is None:
            return None
        hidden = public(self.table, self.episode.g)
        if self.render_mode == "rgb_array":
            return as_frame(self.table, hidden, 0)
        text = as_text(self.table, hidden, int(PUBLIC), self.language)
        if self.render_mode == "ansi":
            return text
        return print(text)

    def close(self) -> None:
        """There is nothing to close."""
