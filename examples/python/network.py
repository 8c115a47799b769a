"""Layers of the networks in this folder."""

from __future__ import annotations

from itertools import pairwise

import jax
import jax.numpy as jnp

Params = list[tuple[jax.Array, jax.Array]]
"""Weight and bias of each layer."""


def initial(key: jax.Array, sizes: list[int], last_scale: float = 1.0) -> Params:
    """Returns random layers between these sizes: He initialization, with the last layer scaled."""
    scales = [1.0] * (len(sizes) - 2) + [last_scale]
    keys = jax.random.split(key, len(scales))
    return [
        (scale * (2 / inputs) ** 0.5 * jax.random.normal(key, (inputs, outputs)), jnp.zeros(outputs))
        for key, scale, (inputs, outputs) in zip(keys, scales, pairwise(sizes), strict=True)
    ]
