"""Environments for PettingZoo: ``pip install parlour[pettingzoo]``.

>>> from parlour.pettingzoo import env
>>> scopa = env("scopa")
>>> scopa.reset(seed=7)
"""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from pettingzoo import AECEnv

from ._parlour import make_vec
from .batches import Setup
from .errors import NotReset
from .spaces import action_number, action_space, observation_space, row

__all__ = ["Environment", "env"]


class Environment(AECEnv):  # type: ignore[misc]
    """Game as an `AECEnv` with agents ``seat_0``, ``seat_1``, … An episode is a deal, or with ``episode="match"`` a match.

    An observation is a dict with ``observation`` and ``action_mask``. Agents that are not to act keep the observation of
    their last turn, with a mask of zeros. In Speed, all players may act and are asked in turn.
    """

    def __init__(self, game: str, *, render_mode: str | None = None, **setup: Unpack[Setup]) -> None:
        """Creates the environment of a game; `setup` is that of `parlour.make_vec`."""
        super().__init__()
        self._batch = make_vec(game, 1, **setup)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: “{render_mode}” is unknown; use ansi")
        self.metadata = {
            "name": self._batch.name.rpartition("/")[2].replace("-v", "_v"),
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self._batch.num_seats)]
        seen, done = observation_space(self._batch), action_space(self._batch)
        self.observation_spaces = {agent: seen for agent in self.possible_agents}
        self.action_spaces = {agent: done for agent in self.possible_agents}
        self._chance = np.random.default_rng()
        self._is_reset = False

    def observation_space(self, agent: str) -> Any:
        """Observation space of this agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Action space of this agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals. The same seed and actions give the same bytes."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._batch.reset(int(self._chance.integers(2**63)))
        self._is_reset = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        unseen = {"observation": np.zeros(self._batch.observation_size, dtype=np.uint8), "action_mask": self._nothing()}
        self._seen = dict.fromkeys(self.agents, unseen)
        self._show()

    def _nothing(self) -> Any:
        return np.zeros(self._batch.num_actions, dtype=np.int8)

    def _show(self) -> None:
        """Selects the agent to act and updates its observation."""
        self.agent_selection = self.possible_agents[int(self._batch.current_player[0])]
        shown = row(self._batch)
        self._seen[self.agent_selection] = shown
        self.infos[self.agent_selection] = {"action_mask": shown["action_mask"]}

    def observe(self, agent: str) -> Any:
        """Observation of this agent. Raises `NotReset` before a reset."""
        self._check_reset()
        if agent not in self._seen:
            raise ValueError(f"no agent “{agent}”; the agents are {', '.join(self.possible_agents)}")
        return self._seen[agent]

    def _check_reset(self) -> None:
        if not self._is_reset:
            raise NotReset("the environment is not reset; call reset first", code="not-reset")

    def last(self, observe: bool = True) -> Any:
        """Observation, reward and end of the selected agent. Raises `NotReset` before a reset."""
        self._check_reset()
        return super().last(observe)

    def step(self, action: Any) -> None:
        """Lets the selected agent act. Raises `NotReset` before a reset, and after the end of the episode.

        An illegal number raises an exception and changes nothing.
        """
        self._check_reset()
        if not self.agents:
            raise NotReset("the episode is over; call reset first", code="not-reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._batch.step(np.array([action_number(action, self._batch)], dtype=np.int32))
        self._cumulative_rewards[agent] = 0.0
        self._seen[agent] = {**self._seen[agent], "action_mask": self._nothing()}
        self.infos[agent] = {"action_mask": self._nothing()}
        self.rewards = {
            agent: float(reward) for agent, reward in zip(self.possible_agents, self._batch.rewards[0], strict=True)
        }
        if self._batch.terminations[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._show()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """With ``render_mode="ansi"``, the public view as text."""
        if self.render_mode is None:
            return None
        return str(self._batch.open(0).view())

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


def env(game: str, **setup: Any) -> Environment:
    """Environment of a game; `setup` is that of `parlour.make_vec`, and ``render_mode``."""
    return Environment(game, **setup)
