"""Tests of the adapters, with the checkers of their interfaces where those are installed."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import parlour
from parlour._parlour import batch_games

GAMES = batch_games()


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


@pytest.mark.parametrize("illegal", ["terminate", "first"])
@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_checks_the_registered_environment(game: str, illegal: str) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from parlour.gymnasium import Environment

    made = gymnasium.make(f"parlour/{game}-v1", illegal=illegal).unwrapped
    assert type(made) is Environment
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made)


def test_an_illegal_action_is_treated_as_chosen() -> None:
    pytest.importorskip("gymnasium")
    from parlour.gymnasium import Environment

    for illegal in ("terminate", "first", "raise"):
        table = Environment("gin-rummy", illegal=illegal, illegal_reward=-3.0)
        with pytest.raises(parlour.NotReset):
            table.step(0)
        table.reset(seed=1)
        twin = Environment("gin-rummy", illegal="raise")
        seen, _ = twin.reset(seed=1)
        legal = np.flatnonzero(table.action_masks())
        assert table.action_masks().dtype == np.bool_ and (legal == np.flatnonzero(seen["action_mask"])).all()
        wrong = int(np.flatnonzero(~table.action_masks())[0])
        if illegal == "raise":
            with pytest.raises(parlour.ParlourError):
                table.step(wrong)
            assert (np.flatnonzero(table.action_masks()) == legal).all(), "nothing has changed"
            continue
        shown, paid, over, truncated, info = table.step(wrong)
        assert info["illegal"] and not truncated
        if illegal == "terminate":
            assert over and paid == -3.0 and not shown["observation"].any() and not table.action_masks().any()
            with pytest.raises(parlour.NotReset):
                table.step(int(legal[0]))
        else:
            expected, *_ = twin.step(int(legal[0]))
            assert not over and (shown["observation"] == expected["observation"]).all()
        for outside, error in ((-1, ValueError), (10**9, ValueError), (10**30, ValueError), ("a", TypeError), (0.5, TypeError)):
            table.reset(seed=1)
            with pytest.raises(error):
                table.step(outside)


def test_bad_arguments_of_an_environment_are_refused_at_once() -> None:
    pytest.importorskip("gymnasium")
    from parlour.gymnasium import Environment

    with pytest.raises(parlour.UnknownBot, match="gredy"):
        Environment("scopa", opponents="gredy")
    for arguments in ({"illegal": "ignore"}, {"render_mode": "human"}, {"opponents": ["random"] * 5}):
        with pytest.raises(ValueError):
            Environment("scopa", **arguments)


def test_pettingzoo_needs_a_reset() -> None:
    pytest.importorskip("pettingzoo")
    from parlour.pettingzoo import env

    table = env("scopa")
    for call in (lambda: table.step(0), table.last, lambda: table.observe("seat_0")):
        with pytest.raises(parlour.NotReset, match="call reset first"):
            call()
    table.reset(seed=1)
    for agent in table.agent_iter():
        table.step(None if table.terminations[agent] else int(np.flatnonzero(table.last()[0]["action_mask"])[0]))
    with pytest.raises(parlour.NotReset, match="call reset first"):
        table.step(0)


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
    made = gymnasium.make(f"parlour/{game}-v1")
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


def test_gymnasium_registers_only_games_with_tensors(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("gymnasium")
    from parlour import gymnasium

    monkeypatch.setattr(gymnasium, "batch_games", lambda: ["scopa"])
    assert gymnasium.register() == ["parlour/scopa-v1"]
