"""Spaces of a batch for PettingZoo and Gymnasium. Needs gymnasium."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Literal, get_args

import gymnasium
import numpy as np

from .errors import ParlourError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._parlour import Batch

__all__ = [
    "IllegalPolicy",
    "action_number",
    "action_space",
    "check_illegal_policy",
    "greatest",
    "observation_space",
    "refusal",
    "row",
]

IllegalPolicy = Literal["terminate", "first", "raise"]
"""Treatment of an illegal action.

With ``"terminate"`` the episode ends and pays `illegal_reward`. With ``"first"`` the first legal action is played instead.
With ``"raise"`` the action raises an exception and changes nothing.
"""


def check_illegal_policy(illegal: str) -> None:
    """Raises `ValueError` if this isn't an `IllegalPolicy`."""
    if illegal not in get_args(IllegalPolicy):
        raise ValueError(f"illegal: “{illegal}” is unknown; use terminate, first or raise")


def greatest(batch: Batch) -> NDArray[np.uint8]:
    """Greatest value of each column of the observation."""
    greatest = np.zeros(batch.observation_size, dtype=np.uint8)
    for block in batch.layout:
        greatest[block["start"] : block["start"] + block["len"]] = block["max"]
    return greatest


def observation_space(batch: Batch) -> gymnasium.spaces.Dict:
    """Observation with its mask."""
    high = greatest(batch)
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(np.zeros_like(high), high, dtype=np.uint8),
            "action_mask": gymnasium.spaces.Box(0, 1, (batch.num_actions,), dtype=np.int8),
        }
    )


def action_space(batch: Batch) -> gymnasium.spaces.Discrete[Any]:
    """Space of the action numbers."""
    return gymnasium.spaces.Discrete(batch.num_actions)


def action_number(action: Any, batch: Batch) -> int:
    """Number of an action. Raises `TypeError` or `ValueError` if it isn't an element of the action space."""
    number = index(action)
    if not 0 <= number < batch.num_actions:
        raise ValueError(f"no action {number}; the actions are 0 to {batch.num_actions - 1}")
    return number


def row(batch: Batch, number: int = 0) -> dict[str, NDArray[Any]]:
    """Row of a batch as an observation of this space."""
    return {
        "observation": batch.observations[number].copy(),
        "action_mask": batch.action_mask[number].astype(np.int8),
    }


def refusal(batch: Batch, number: int, illegal: IllegalPolicy) -> str | None:
    """Reason why a number is illegal in a batch of one match. Raises it with ``"raise"``."""
    if batch.action_mask[0, number]:
        return None
    try:
        batch.step(np.array([number], dtype=np.int32))
    except ParlourError as refused:
        if illegal == "raise":
            raise
        return str(refused)
    raise AssertionError("the batch played an action that its mask forbids")
