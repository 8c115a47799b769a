"""Environments for Gymnasium: ``pip install parlour[gymnasium]``.

Importing this registers ``parlour/gin-rummy-v1`` and so on.

>>> import gymnasium, parlour.gymnasium
>>> gin = gymnasium.make("parlour/gin-rummy-v1", seat=0)
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._parlour import batch_games, check_bot, make_vec
from .batches import Setup
from .errors import NotReset
from .spaces import (
    IllegalPolicy,
    action_number,
    action_space,
    check_illegal_policy,
    observation_space,
    refusal,
    row,
)

__all__ = ["Environment", "IllegalPolicy", "VectorEnvironment", "register"]


class Environment(gymnasium.Env[Any, Any]):
    """One seat of a game against bots. An episode is a deal, or with ``episode="match"`` a match.

    `opponents` are names of bots, one for all or one for each seat after ours. ``"random"`` is fast; a bot that thinks for
    20 ms makes each step at least as slow.

    `illegal` is the treatment of an illegal action. With ``"terminate"``, the default, the episode ends and pays
    `illegal_reward`. With ``"first"``, the first legal action is played instead. In both cases ``info["illegal"]`` has the
    reason. With ``"raise"``, the action raises an exception and changes nothing.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        illegal: IllegalPolicy = "terminate",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **setup: Unpack[Setup],
    ) -> None:
        """Creates the environment of a seat; `setup` is that of `parlour.make_vec`."""
        self._batch = make_vec(game, 1, **setup)
        check_illegal_policy(illegal)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: “{render_mode}” is unknown; use ansi")
        seats, seat = self._batch.num_seats, index(seat)
        if not 0 <= seat < seats:
            raise ValueError(f"no seat {seat}; this game has {seats} seats")
        named = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(named) != seats - 1:
            raise ValueError(f"{len(named)} opponents for {seats - 1} seats")
        for name in named:
            check_bot(game, name)
        self._seat = seat
        self._illegal, self._illegal_reward = illegal, float(illegal_reward)
        self._opponents = {(seat + 1 + place) % seats: name for place, name in enumerate(named)}
        self.render_mode = render_mode
        self.observation_space = observation_space(self._batch)
        self.action_space = action_space(self._batch)
        self._action = np.zeros(1, dtype=np.int32)
        self._chosen = (-1, "")
        self._running = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals, and lets the others act until our seat's turn."""
        super().reset(seed=seed)
        self._running = True
        while True:
            self._batch.reset(int(self.np_random.integers(2**63)))
            self._chosen = (-1, "")
            over, _ = self._let_others_act()
            if not over:
                return self._shown()

    def _shown(self) -> tuple[dict[str, Any], dict[str, Any]]:
        shown = row(self._batch)
        return shown, {"action_mask": shown["action_mask"]}

    def _let_others_act(self) -> tuple[bool, float]:
        """Whether the episode ends before our next turn, and our reward until then."""
        paid = 0.0
        while (player := int(self._batch.current_player[0])) != self._seat:
            name = self._opponents[player]
            if name == "random":
                self._batch.sample_actions(self._action)
            else:
                self._action[0] = self._number_of(name)
            self._batch.step(self._action)
            paid += float(self._batch.rewards[0, self._seat])
            if self._batch.terminations[0]:
                return True, paid
        return False, paid

    def _number_of(self, bot: str) -> int:
        """Next number of a bot. With tokens, it chooses once and then sends its action word by word."""
        match = self._batch.open(0)
        if self._chosen[0] != match.version:
            player, luck = int(self._batch.current_player[0]), int(self.np_random.integers(2**63))
            chosen = match.bot(bot, player, rng_seed=luck).choose()
            # In a race, a bot appends its target to the listed action.
            listed = [action for action in match.legal(player) if chosen.startswith(action)]
            self._chosen = match.version, max(listed, key=len, default=chosen)
        return self._batch.number(0, self._chosen[1])

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions of our seat, for MaskablePPO of sb3-contrib. All false after the end of an episode."""
        mask = self._batch.action_mask[0].astype(np.bool_)
        return mask if self._running else np.zeros_like(mask)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Acts, and lets the others act. Raises `NotReset` before a reset, and after the end of an episode."""
        if not self._running:
            raise NotReset("no episode is running; call reset first", code="not-reset")
        number = action_number(action, self._batch)
        reason = refusal(self._batch, number, self._illegal)
        if reason is not None:
            if self._illegal == "terminate":
                shown, paid, over, truncated, info = self._ended(self._illegal_reward)
                return shown, paid, over, truncated, {**info, "illegal": reason}
            number = int(np.flatnonzero(self._batch.action_mask[0])[0])
        self._batch.step(np.array([number], dtype=np.int32))
        paid, over = float(self._batch.rewards[0, self._seat]), bool(self._batch.terminations[0])
        if not over:
            over, more = self._let_others_act()
            paid += more
        if over:
            shown, paid, over, truncated, info = self._ended(paid)
        else:
            (shown, info), truncated = self._shown(), False
        return shown, paid, over, truncated, info if reason is None else {**info, "illegal": reason}

    def _ended(self, paid: float) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """End of an episode. The observation is zero, because the row may already show the next deal."""
        self._running = False
        shown = {name: np.zeros_like(array) for name, array in row(self._batch).items()}
        return shown, paid, True, False, {"action_mask": shown["action_mask"]}

    def render(self) -> Any:
        """With ``render_mode="ansi"``, the view of our seat as text."""
        return None if self.render_mode is None else str(self._batch.open(0).view(self._seat))


class VectorEnvironment(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Batch of matches in which one network plays every seat. A row shows the seat that is to act.

    The reward of a row belongs to the seat that has just acted. ``info["rewards"]`` has the rewards of all seats, and
    ``info["current_player"]`` the seat to act. Observations and masks are reused arrays: copy them to keep them.

    A finished episode restarts in the same step. There is no ``final_obs``: episodes end by the rules and are never
    truncated, so the reward says everything about the end.
    """

    def __init__(self, game: str, num_envs: int = 1, **setup: Unpack[Setup]) -> None:
        """Creates a number of matches of a game; `setup` is that of `parlour.make_vec`."""
        self._batch = make_vec(game, num_envs, **setup)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = observation_space(self._batch)
        self.single_action_space = action_space(self._batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        self._never = np.zeros(num_envs, dtype=np.bool_)

    def _shown(self) -> tuple[dict[str, Any], dict[str, Any]]:
        batch = self._batch
        mask = batch.action_mask.view(np.int8)
        info = {"action_mask": mask, "current_player": batch.current_player, "rewards": batch.rewards}
        return {"observation": batch.observations, "action_mask": mask}, info

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals in every row. One seed is enough: each row has its own decks."""
        if isinstance(seed, list):
            seed = seed[0] if seed else None
        if seed is not None:
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(seed)
        self._batch.reset(int(self.np_random.integers(2**63)))
        return self._shown()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Acts in every row."""
        acted = self._batch.current_player.copy()
        self._batch.step(actions)
        shown, info = self._shown()
        paid = self._batch.rewards[self._rows, acted].astype(np.float64)
        return shown, paid, self._batch.terminations.copy(), self._never, info

    def sample_actions(self) -> Any:
        """Random legal action for each row."""
        return self._batch.sample_actions()


def register() -> list[str]:
    """Registers every game with tensors with Gymnasium. Returns the names."""
    names = []
    for game in batch_games():
        name = make_vec(game, 1).name
        names.append(name)
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="parlour.gymnasium:Environment",
                vector_entry_point="parlour.gymnasium:VectorEnvironment",
                kwargs={"game": game},
            )
    return names


register()
