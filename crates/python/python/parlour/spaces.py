"""Spaces of a batch for PettingZoo and Gymnasium. Needs gymnasium."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._parlour import Batch

__all__ = ["action_number", "action_space", "observation_space", "row"]


def observation_space(batch: Batch) -> gymnasium.spaces.Dict:
    """Observation with its mask."""
    greatest = np.zeros(batch.observation_size, dtype=np.uint8)
    for block in batch.layout:
        greatest[block["start"] : block["start"] + block["len"]] = block["max"]
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(np.zeros_like(greatest), greatest, dtype=np.uint8),
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
