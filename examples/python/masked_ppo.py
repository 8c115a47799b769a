"""Proximal policy optimization with action masks and self-play, for a game of two players. See docs/baselines.md.

    python masked_ppo.py gin-rummy --updates 600

One network plays both seats of every match. Actions are chosen word by word, and the mask forbids illegal words.
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
from observation import BatchReader
from trained_bot import pack

ROWS, STEPS = 512, 64  # matches side by side, and words in each between two updates
EPOCHS, MINIBATCH = 3, 4096
HIDDEN = 128
LEARNING_RATE = 1e-3
LAMBDA = 0.95  # weight of later estimates in the advantage; rewards are not discounted
CLIP, ENTROPY = 0.2, 0.01
# Returns are a share of the most points of a deal. This brings usual ones near 1, the scale of the value.
REWARD_SCALE = {"gin-rummy": 5.0, "scopa": 2.0}


def evaluate(params: Params, inputs: jax.Array, mask: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Returns log-probabilities of all words and the value for the player to act."""
    for weight, bias in params[:-1]:
        inputs = jax.nn.relu(inputs @ weight + bias)
    outputs = inputs @ params[-1][0] + params[-1][1]
    return jax.nn.log_softmax(jnp.where(mask, outputs[:, :-1], -1e9)), outputs[:, -1]


@jax.jit
def act(params: Params, inputs: jax.Array, mask: jax.Array, key: jax.Array) -> tuple[jax.Array, ...]:
    """Samples a word for each row."""
    logs, values = evaluate(params, inputs, mask)
    words = jax.random.categorical(key, logs)
    return words, jnp.take_along_axis(logs, words[:, None], 1)[:, 0], values


def loss(params: Params, entropy_weight: jax.Array, samples: dict[str, jax.Array]) -> jax.Array:
    """Clipped policy loss, squared error of the value, and a bonus for entropy."""
    logs, values = evaluate(params, samples["inputs"], samples["mask"])
    chosen = jnp.take_along_axis(logs, samples["words"][:, None], 1)[:, 0]
    ratio = jnp.exp(chosen - samples["logs"])
    advantages = samples["advantages"]
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
    policy = jnp.minimum(ratio * advantages, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantages).mean()
    entropy = -(jnp.exp(logs) * jnp.where(samples["mask"], logs, 0)).sum(axis=1).mean()
    return 0.5 * jnp.square(values - samples["targets"]).mean() - policy - entropy_weight * entropy


def advantages_of(values: Any, rewards: Any, done: Any, players: Any) -> Any:
    """Generalized advantage estimation in a zero-sum game.

    If the opponent acts next, the value of the next state is the opponent's, so it counts negatively. `values` and `players` have
    one step more than the others.
    """
    sign = np.where(done, 0.0, np.where(players[1:] == players[:-1], 1.0, -1.0)).astype(np.float32)
    advantages, later = np.zeros_like(rewards), np.zeros(rewards.shape[1], dtype=np.float32)
    for step in reversed(range(len(rewards))):
        surprise = rewards[step] + sign[step] * values[step + 1] - values[step]
        advantages[step] = later = surprise + LAMBDA * sign[step] * later
    return advantages


@partial(jax.jit, static_argnums=0)
def improve(optimizer: Any, state: Any, samples: Any, rate: jax.Array, key: jax.Array) -> Any:
    """Goes through the samples `EPOCHS` times in minibatches. `rate` falls from 1 to 0 during training."""
    count = ROWS * STEPS

    def minibatch(state: Any, indices: jax.Array) -> tuple[Any, None]:
        params, moments = state
        chosen = jax.tree.map(lambda array: array[indices], samples)
        gradients = jax.grad(loss)(params, ENTROPY * rate, chosen)
        changes, moments = optimizer.update(gradients, moments)
        changes = jax.tree.map(lambda change: -LEARNING_RATE * rate * change, changes)
        return (optax.apply_updates(params, changes), moments), None

    orders = [jax.random.permutation(one, count) for one in jax.random.split(key, EPOCHS)]
    return jax.lax.scan(minibatch, state, jnp.concatenate(orders).reshape(-1, MINIBATCH))[0]


def train(game: str, updates: int, seed: int = 1, reports: int = 20, deals: int = 200) -> Curve:
    """Trains a network and returns its curve, with the weights as last measured."""
    batch = parlour.make_vec(game, ROWS, actions="tokens", claims=False)
    batch.reset(seed)
    reader = BatchReader(batch)
    key, first = jax.random.split(jax.random.key(seed))
    inputs_size = reader.state_and_words(batch).shape[1]
    # The last output is the value. A small last layer makes all legal words almost equally likely.
    params = initial(first, [inputs_size, HIDDEN, HIDDEN, batch.num_actions + 1], last_scale=0.1)
    optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.scale_by_adam(eps=1e-5))
    state = (params, optimizer.init(params))
    curve = Curve(game, deals)

    inputs = np.zeros((STEPS, ROWS, inputs_size), dtype=np.float32)
    mask = np.zeros((STEPS, ROWS, batch.num_actions), dtype=np.bool_)
    words = np.zeros((STEPS, ROWS), dtype=np.int32)
    logs, rewards = np.zeros((STEPS, ROWS), dtype=np.float32), np.zeros((STEPS, ROWS), dtype=np.float32)
    done, players = np.zeros((STEPS, ROWS), dtype=np.bool_), np.zeros((STEPS + 1, ROWS), dtype=np.int32)
    values = np.zeros((STEPS + 1, ROWS), dtype=np.float32)
    for update in range(1, updates + 1):
        keys = jax.random.split(key, STEPS + 3)
        for step in range(STEPS):
            inputs[step], mask[step], players[step] = reader.state_and_words(batch), batch.action_mask, batch.current_player
            words[step], logs[step], values[step] = act(state[0], inputs[step], mask[step], keys[step])
            batch.step(words[step])
            rewards[step] = REWARD_SCALE[game] * batch.rewards[np.arange(ROWS), players[step]]
            done[step] = batch.terminations
        players[STEPS] = batch.current_player
        values[STEPS] = act(state[0], reader.state_and_words(batch), batch.action_mask.astype(np.bool_), keys[-3])[2]
        advantages = advantages_of(values, rewards, done, players)
        recorded = {"inputs": inputs, "mask": mask, "words": words, "logs": logs, "advantages": advantages}
        samples = {**recorded, "targets": advantages + values[:-1]}
        samples = {name: array.reshape(ROWS * STEPS, *array.shape[2:]) for name, array in samples.items()}
        # JAX may read the arrays in place, so they must not change before it has finished.
        state = jax.block_until_ready(
            improve(optimizer, state, samples, jnp.float32(1 - (update - 1) / updates), keys[-2])
        )
        key = keys[-1]
        if update % max(1, updates // reports) == 0 or update == updates:
            weight, bias = state[0][-1]
            layers = [*state[0][:-1], (weight[:, :-1], bias[:-1])]  # The bot needs no value.
            curve.measure(pack(game, "policy", batch.tokens, layers), update * STEPS * ROWS)
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=REWARD_SCALE)
    parser.add_argument("--updates", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    curve = train(arguments.game, arguments.updates, arguments.seed)
    curve.write(f"{arguments.game.replace('-', '_')}_ppo")
