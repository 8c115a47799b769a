"""Environment for RLlib. Needs ``ray[rllib]``.

>>> from parlour.rllib import Environment
>>> scopa = Environment({"game": "scopa"})
>>> observations, infos = scopa.reset(seed=7)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from ._parlour import make_vec
from .errors import NotReset
from .spaces import action_number, action_space, check_illegal_policy, greatest, refusal

__all__ = ["Environment"]

_Step: TypeAlias = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]


class Environment(MultiAgentEnv):  # type: ignore[misc]
    """Game as a `MultiAgentEnv` with agents ``seat_0``, ``seat_1``, … An episode is a deal, or with ``episode="match"`` a match.

    An observation is a dict with ``observations`` and ``action_mask``, the keys and the float32 numbers that RLlib's modules
    with action masks read. A step returns the observation of the agent that is to act, and the rewards of all agents.
    At the end all agents get an observation of zeros.

    An illegal action follows ``illegal`` of the configuration: an `IllegalPolicy` of `parlour.spaces`. The default is
    ``"terminate"``, because RLlib's check of an environment samples actions without the mask.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Creates the environment from RLlib's ``env_config``.

        The keys are ``game``, ``illegal``, ``illegal_reward`` (-1 by default) and the arguments of `parlour.make_vec`.
        """
        super().__init__()
        setup = dict(config)
        if "game" not in setup:
            raise ValueError('game: missing; use env_config={"game": "scopa"}')
        self._illegal = setup.pop("illegal", "terminate")
        self._illegal_reward = float(setup.pop("illegal_reward", -1.0))
        check_illegal_policy(self._illegal)
        self._batch = make_vec(setup.pop("game"), 1, **setup)
        self.possible_agents = [f"seat_{seat}" for seat in range(self._batch.num_seats)]
        self.agents = self.possible_agents[:]
        high = greatest(self._batch).astype(np.float32)
        seen = gymnasium.spaces.Dict(
            {
                "observations": gymnasium.spaces.Box(np.zeros_like(high), high, dtype=np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (self._batch.num_actions,), dtype=np.float32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, action_space(self._batch))
        self._running = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals. The same seed and actions give the same bytes."""
        super().reset(seed=seed, options=options)
        self._batch.reset(int(self.np_random.integers(2**63)))
        self._running = True
        return self._shown(), {}

    def _actor(self) -> str:
        agent: str = self.possible_agents[int(self._batch.current_player[0])]
        return agent

    def _shown(self) -> dict[str, Any]:
        batch = self._batch
        return {self._actor(): {"observations": _floats(batch.observations), "action_mask": _floats(batch.action_mask)}}

    def step(self, action_dict: Mapping[str, Any]) -> _Step:
        """Lets the agent act that is to act. Raises `NotReset` before a reset, and after the end of an episode."""
        if not self._running:
            raise NotReset("no episode is running; call reset first", code="not-reset")
        agent = self._actor()
        if list(action_dict) != [agent]:
            raise ValueError(f"actions of {', '.join(action_dict) or 'no agent'}; only {agent} is to act")
        number = action_number(action_dict[agent], self._batch)
        reason = refusal(self._batch, number, self._illegal)
        infos = {} if reason is None else {agent: {"illegal": reason}}
        if reason is not None and self._illegal == "terminate":
            rewards = dict.fromkeys(self.possible_agents, 0.0) | {agent: self._illegal_reward}
            return self._ended(rewards, infos)
        if reason is not None:
            number = int(np.flatnonzero(self._batch.action_mask[0])[0])
        self._batch.step(np.array([number], dtype=np.int32))
        paid = self._batch.rewards[0].tolist()
        rewards = dict(zip(self.possible_agents, paid, strict=True))
        if self._batch.terminations[0]:
            return self._ended(rewards, infos)
        shown = self._shown()
        # RLlib accepts infos only of agents that are observed.
        infos = {agent: info for agent, info in infos.items() if agent in shown}
        return shown, rewards, {"__all__": False}, {"__all__": False}, infos

    def _ended(self, rewards: dict[str, float], infos: dict[str, Any]) -> _Step:
        """End of an episode. The observations are zero, because the row may already show the next deal."""
        self._running = False
        zeros = {"observations": _floats(self._batch.observations) * 0, "action_mask": _floats(self._batch.action_mask) * 0}
        ended = dict.fromkeys(self.possible_agents, True) | {"__all__": True}
        return dict.fromkeys(self.possible_agents, zeros), rewards, ended, dict.fromkeys(ended, False), infos


def _floats(rows: Any) -> Any:
    return rows[0].astype(np.float32)
