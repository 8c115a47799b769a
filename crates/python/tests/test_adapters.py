"""Tests of the adapters, with the checkers of their interfaces where those are installed."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.openspiel import CHANCE, TERMINAL, load_game

GAMES = list(parlour.games())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo(game: str) -> None:
    test = pytest.importorskip("pettingzoo.test")
    from parlour.pettingzoo import env

    with warnings.catch_warnings():
        # The checker expects images of one shape; these are rows of cards.
        warnings.simplefilter("ignore")
        test.api_test(env(game), num_cycles=300, verbose_progress=False)
        test.seed_test(lambda: env(game), num_cycles=100)


@pytest.mark.parametrize("game", ["thirty-one", "scopa"])
def test_pettingzoo_pays_everybody_what_the_batch_does(game: str) -> None:
    pytest.importorskip("pettingzoo")
    from parlour.pettingzoo import env

    table = env(game, episode="match", render_mode="ansi")
    table.reset(seed=1)
    assert table.render()
    paid = dict.fromkeys(table.possible_agents, 0.0)
    chance = np.random.default_rng(1)
    for agent in table.agent_iter():
        seen, reward, over, _, info = table.last()
        paid[agent] += reward
        action = None
        if not over:
            assert (info["action_mask"] == seen["action_mask"]).all()
            action = int(chance.choice(np.flatnonzero(seen["action_mask"])))
            with pytest.raises(parlour.ParlourError):
                table.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
        table.step(action)
    assert any(paid.values()) and abs(sum(paid.values())) < 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_gymnasium(game: str) -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from parlour.gymnasium import Environment

    class Masked(Environment):
        """Makes the checker act legally, although it ignores masks."""

        def step(self, action: Any) -> Any:
            mask = self._batch.action_mask[0]
            return super().step(action if mask[action] else int(np.flatnonzero(mask)[0]))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Masked(game), skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_one_seat_plays_against_bots(game: str) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from parlour.gymnasium import Environment, register

    assert f"parlour/{game}-v1" in register()
    bot = parlour.games()[game].bots[0]
    table = Environment(game, seat=1, opponents=bot)
    for seed in range(3):
        seen, info = table.reset(seed=seed)
        over, paid, steps = False, 0.0, 0
        while not over:
            action = int(np.flatnonzero(seen["action_mask"])[-1])
            seen, reward, over, _, info = table.step(action)
            paid, steps = paid + reward, steps + 1
        assert -1 <= paid <= 1 and steps and not seen["action_mask"].any()
    made = gymnasium.make(f"parlour/{game}-v1", disable_env_checker=True)
    made.reset(seed=1)
    with pytest.raises(ValueError):
        Environment(game, seat=9)


def test_many_rows_are_a_vector_environment() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import parlour.gymnasium

    table = gymnasium.make_vec("parlour/gin-rummy-v1", num_envs=16, vectorization_mode="vector_entry_point")
    assert table.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    seen, info = table.reset(seed=5)
    assert seen in table.observation_space
    ended = 0
    for _ in range(400):
        actions = table.unwrapped.sample_actions()
        seen, paid, terminated, truncated, info = table.step(actions)
        assert paid.shape == (16,) and not truncated.any() and (info["action_mask"] == seen["action_mask"]).all()
        ended += int(terminated.sum())
        assert (paid[~terminated] == 0).all()
    assert ended and isinstance(table.unwrapped, parlour.gymnasium.VectorEnvironment)


@pytest.mark.parametrize("game", GAMES)
def test_openspiel(game: str) -> None:
    spiel = load_game(game)
    state = spiel.new_initial_state()
    assert state.current_player() == CHANCE and state.is_chance_node() and not state.legal_actions()
    (seed, weight), = state.chance_outcomes()
    assert weight == 1.0
    state.apply_action(seed)
    chance = np.random.default_rng(1)
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal and sum(state.legal_actions_mask()) == len(legal) and state.observation_string()
        assert len(state.observation_tensor()) == spiel.observation_tensor_size()
        if state.move_number() in (3, 11):
            twin = state.clone()
            assert twin.history() == state.history() and twin.legal_actions() == legal
            assert twin.observation_tensor() == state.observation_tensor()
            twin.apply_action(legal[0])
            assert len(state.history()) == len(twin.history()) - 1
        with pytest.raises(parlour.ParlourError):
            state.apply_action(-1)
        state.apply_action(int(chance.choice(legal)))
    assert state.current_player() == TERMINAL and not state.legal_actions()
    assert abs(sum(state.returns()) - spiel.utility_sum()) < 1e-4 and max(state.returns()) <= spiel.max_utility()
    with pytest.raises(ValueError):
        state.observation_tensor()
