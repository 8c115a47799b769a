"""Deep Monte Carlo with self-play for Scopa, as in DouZero. See docs/baselines.md.

    python deep_monte_carlo.py --updates 200

A network estimates the return of each legal action. It learns from the returns of deals in which it played both seats, and
chose the action with the highest estimate except for a few random ones.
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import parlour

from contest import Curve
from network import Params, initial
from observation import BatchReader, Floats
from trained_bot import pack

GAME = "scopa"
ROWS = 1024  # matches side by side
STEPS = 36  # cards played in a deal, so rows end their deals together
MINIBATCH = 2048
HIDDEN = 128
LEARNING_RATE = 1e-3
EXPLORATION = 0.05  # share of random actions


def estimates(params: Params, states: jax.Array, actions: jax.Array, rows: jax.Array) -> jax.Array:
    """Estimates the return of each action. `rows` has the row of the action's state.

    The first layer is applied to states and actions separately, because a state has several actions.
    """
    weight, bias = params[0]
    size = states.shape[1]
    hidden = (states @ weight[:size] + bias)[rows] + actions @ weight[size:]
    for weight, bias in params[1:]:
        hidden = jax.nn.relu(hidden) @ weight + bias
    return hidden[:, 0]


judge = jax.jit(estimates)


def loss(params: Params, states: jax.Array, actions: jax.Array, returns: jax.Array) -> jax.Array:
    """Mean squared error of the estimates."""
    return jnp.square(estimates(params, states, actions, jnp.arange(len(states))) - returns).mean()


@partial(jax.jit, static_argnums=0)
def improve(optimizer: Any, state: Any, samples: Any, rate: jax.Array) -> Any:
    """Goes through the samples once in minibatches. `rate` falls from 1 to 0 during training."""

    def minibatch(state: Any, chosen: Any) -> tuple[Any, None]:
        params, moments = state
        gradients = jax.grad(loss)(params, *chosen)
        changes, moments = optimizer.update(gradients, moments)
        changes = jax.tree.map(lambda change: -LEARNING_RATE * rate * change, changes)
        return (optax.apply_updates(params, changes), moments), None

    return jax.lax.scan(minibatch, state, samples)[0]


class Actions:
    """Legal actions of all rows: the card that is played and the cards that it takes."""

    def __init__(self, batch: parlour.Batch) -> None:
        end = len(batch.tokens)
        self.rows, self.entries = np.nonzero(batch.action_mask)
        words = batch.legal_tokens[self.rows, self.entries].astype(np.intp)
        first, others = np.zeros((2, len(words), end + 1), dtype=np.float32)
        first[np.arange(len(words)), words[:, 0]] = 1
        np.put_along_axis(others, words[:, 1:], 1, axis=1)
        self.columns: Floats = np.concatenate([first[:, :end], others[:, :end]], axis=1)

    def choose(self, scores: Any, generator: np.random.Generator) -> Any:
        """Returns for each row the place in this list of its best action, or sometimes of a random one."""
        counts = np.bincount(self.rows)
        begins = np.cumsum(counts) - counts
        table = np.full((len(counts), counts.max()), -np.inf)
        table[self.rows, np.arange(len(self.rows)) - begins[self.rows]] = scores
        explores = generator.random(len(counts)) < EXPLORATION
        return begins + np.where(explores, generator.integers(counts), table.argmax(axis=1))


def train(updates: int, seed: int = 1, reports: int = 20, deals: int = 200) -> Curve:
    """Trains a network and returns its curve, with the weights as last measured."""
    batch = parlour.make_vec(GAME, ROWS, actions="list", claims=False)
    batch.reset(seed)
    reader, generator = BatchReader(batch), np.random.default_rng(seed)
    size = reader.size + 2 * reader.vocabulary
    params = initial(jax.random.key(seed), [size, HIDDEN, HIDDEN, 1])
    optimizer = optax.scale_by_adam()
    state = (params, optimizer.init(params))
    curve = Curve(GAME, deals)
    for update in range(1, updates + 1):
        states, actions, players, paid, done = [], [], [], [], []
        for _ in range(STEPS):
            seen, legal = reader.state(batch), Actions(batch)
            # JAX compiles for each shape, so the number of actions is rounded up.
            padding = -len(legal.rows) % ROWS
            columns, rows = np.pad(legal.columns, ((0, padding), (0, 0))), np.pad(legal.rows, (0, padding))
            scores = np.asarray(judge(state[0], seen, columns, rows))[: len(legal.rows)]
            chosen = legal.choose(scores, generator)
            states.append(seen)
            actions.append(legal.columns[chosen])
            players.append(batch.current_player.astype(np.intp))
            batch.step(legal.entries[chosen])
            paid.append(batch.rewards.copy())
            done.append(batch.terminations.copy())
        # Each decision gets the return of its player at the end of its deal. Unfinished deals are left out.
        returns, finished = np.zeros((STEPS, ROWS), dtype=np.float32), np.zeros((STEPS, ROWS), dtype=np.bool_)
        ends, later = np.zeros(ROWS, dtype=np.bool_), np.zeros_like(batch.rewards)
        for step in reversed(range(STEPS)):
            ends, later = ends | done[step], np.where(done[step][:, None], paid[step], later)
            returns[step], finished[step] = later[np.arange(ROWS), players[step]], ends
        order = generator.permutation(np.flatnonzero(finished))
        order = order[: len(order) - len(order) % MINIBATCH].reshape(-1, MINIBATCH)
        samples = (np.concatenate(states)[order], np.concatenate(actions)[order], returns.reshape(-1)[order])
        state = improve(optimizer, state, samples, jnp.float32(1 - (update - 1) / updates))
        if update % max(1, updates // reports) == 0 or update == updates:
            curve.measure(pack(GAME, "value", batch.tokens, state[0]), update * STEPS * ROWS)
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    train(arguments.updates, arguments.seed).write("scopa_monte_carlo")
