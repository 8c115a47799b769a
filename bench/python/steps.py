"""Steps per second from Python on one core: random legal actions, with observation and mask at every step.

    python steps.py [SECONDS] [ROUNDS]

Measures Parlour's batches of 1,024 for every game, single matches, its games in OpenSpiel, and the installed ones of
open_spiel, rlcard and pgx, alternately. Prints the best and the median round. Seconds are CPU time, so other load matters little.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from statistics import median

import numpy as np

import parlour

Steps = Iterator[int]
"""Number of steps since the last yield. The iterator never ends."""


def batch(game: str, num_envs: int, **setup: object) -> Callable[[], Steps]:
    def steps() -> Steps:
        vec = parlour.make_vec(game, num_envs, **setup)
        vec.reset(1)
        actions = np.zeros(num_envs, dtype=np.int32)
        while True:
            for _ in range(max(1, 1024 // num_envs)):
                vec.sample_actions(actions)
                vec.step(actions)
            yield max(1024, num_envs)

    return steps


def drawn_in_numpy(game: str, num_envs: int) -> Callable[[], Steps]:
    """Steps with actions drawn from the mask in numpy instead of the built-in sampler."""

    def steps() -> Steps:
        vec = parlour.make_vec(game, num_envs)
        vec.reset(1)
        chance = np.random.default_rng(1)
        while True:
            scores = chance.random(vec.action_mask.shape, dtype=np.float32) * vec.action_mask
            vec.step(scores.argmax(axis=1).astype(np.int32))
            yield num_envs

    return steps


def one_match(game: str) -> Callable[[], Steps]:
    """Steps of single matches, with actions as texts."""

    def steps() -> Steps:
        number = 0
        while True:
            match = parlour.Match(game, seed=number)
            match.deal()
            made, number = 0, number + 1
            while match.phase == "playing":
                seat = match.actors[0]
                match.play(random.choice(match.legal(seat)), seat)
                made += 1
            yield made

    return steps


def open_spiel(name: str, tensor: bool) -> Callable[[], Steps]:
    def steps() -> Steps:
        import pyspiel

        if name.startswith("parlour_"):
            import parlour.openspiel  # registers the games

        # Without claims, a deal of bridge is played to the end.
        game = pyspiel.load_game(name, {"use_double_dummy_result": False} if name == "bridge" else {})
        while True:
            state, made = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, weights)[0])
                    continue
                if tensor:
                    state.observation_tensor()
                state.apply_action(random.choice(state.legal_actions()))
                made += 1
            yield made

    return steps


def rlcard(name: str) -> Callable[[], Steps]:
    def steps() -> Steps:
        import rlcard as cards

        env = cards.make(name)
        while True:
            state, _ = env.reset()
            made = 0
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                made += 1
            yield made

    return steps


def pgx_bidding(num_envs: int) -> Callable[[], Steps]:
    """Bidding alone, as in Pgx, with its sample of deals and tricks: only the time matters."""

    def steps() -> Steps:
        import jax
        import jax.numpy as jnp
        from pgx import bridge_bidding
        from pgx.experimental.wrappers import auto_reset

        with tempfile.NamedTemporaryFile(suffix=".npy") as table:
            jnp.save(table.name, jnp.stack(bridge_bidding._load_sample_hash()))
            env = bridge_bidding.BridgeBidding(table.name)

        def advance(state, key):
            keys = jax.random.split(key, num_envs + 1)
            actions = jax.random.categorical(keys[0], jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=1)
            return jax.vmap(auto_reset(env.step, env.init))(state, actions, keys[1:])

        advance = jax.jit(advance)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), num_envs))
        key = jax.random.PRNGKey(2)
        while True:
            key, now = jax.random.split(key)
            state = jax.block_until_ready(advance(state, now))
            yield num_envs

    return steps


def rate(steps: Steps, seconds: float) -> float:
    next(steps)
    made, begun = 0, time.process_time()
    while (took := time.process_time() - begun) < seconds:
        made += next(steps)
    return made / took


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    contenders: dict[str, Callable[[], Steps]] = {}
    for game in parlour.games():
        contenders[f"{game}, parlour, 1,024 in a batch"] = batch(game, 1024)
    for game in ("scopa", "wall-street"):
        contenders[f"{game}, parlour, 1,024, whole actions"] = batch(game, 1024, actions="list", list_size=(64, 16))
    contenders["gin-rummy, parlour, 1,024, drawn by numpy"] = drawn_in_numpy("gin-rummy", 1024)
    contenders["gin-rummy, parlour, a batch of one"] = batch("gin-rummy", 1)
    contenders["gin-rummy, parlour, texts"] = one_match("gin-rummy")
    contenders["gin-rummy, open_spiel, with tensor"] = open_spiel("gin_rummy", True)
    contenders["gin-rummy, open_spiel, without"] = open_spiel("gin_rummy", False)
    contenders["gin-rummy, parlour.openspiel, with tensor"] = open_spiel("parlour_gin_rummy", True)
    contenders["gin-rummy, parlour.openspiel, without"] = open_spiel("parlour_gin_rummy", False)
    contenders["gin-rummy, rlcard"] = rlcard("gin-rummy")
    contenders["bridge, open_spiel, with tensor"] = open_spiel("bridge", True)
    contenders["bridge, open_spiel, without"] = open_spiel("bridge", False)
    contenders["bridge, parlour.openspiel, with tensor"] = open_spiel("parlour_bridge", True)
    contenders["bridge, parlour.openspiel, without"] = open_spiel("parlour_bridge", False)
    contenders["bridge, rlcard"] = rlcard("bridge")
    contenders["bridge, bidding alone, pgx, 1,024"] = pgx_bidding(1024)
    running: dict[str, Steps] = {}
    for name, begin in contenders.items():
        try:
            running[name] = begin()
            next(running[name])
        except ImportError as missing:
            print(f"{name}: {missing}")
            del running[name]
    rates: dict[str, list[float]] = {name: [] for name in running}
    for _ in range(rounds):
        for name, steps in running.items():
            rates[name].append(rate(steps, seconds))
    print(f"{rounds} rounds of {seconds:g} s of one core in turns; steps a second, the best and the median")
    for name, measured in rates.items():
        print(f"{name:45} {max(measured):>12,.0f} {median(measured):>12,.0f}")


if __name__ == "__main__":
    main()
