"""Tests of the examples and of the RLlib environment on a Ray of this machine. None needs torch."""

from __future__ import annotations

import importlib.util
import os
import random
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour._parlour import batch_games

GAMES = batch_games()
EXAMPLES = Path(__file__).parents[3] / "examples/python"

pytestmark = pytest.mark.slow
ray = pytest.importorskip("ray")


@pytest.fixture(scope="module", autouse=True)
def started() -> Iterator[None]:
    """Starts Ray with two processes and little memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        # Without a token Ray writes one to the home folder.
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        ray.init(
            address="local", num_cpus=2, include_dashboard=False, object_store_memory=100 * 2**20, log_to_driver=False
        )
        yield
        ray.shutdown()


def example(name: str) -> Any:
    """Module of an example. Ray's processes get it by value, because it isn't installed."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        ray.cloudpickle.register_pickle_by_value(module)
    return module


def test_rollouts_are_the_same_for_any_number_of_workers() -> None:
    rollouts = example("ray_rollouts").rollouts
    one, more = (rollouts("gin-rummy", 10_000, 7, workers) for workers in (1, 4))
    assert one == more and one["deals"] >= 10_000 and one["wins of seat 0"] > 0 < one["wins of seat 1"]
    assert rollouts("gin-rummy", 10_000, 8, 4) != one


def test_a_report_has_the_same_bytes_however_it_was_spread() -> None:
    spread, chance = example("ray_tournament").spread, random.Random(1)
    tournament = parlour.Tournament("scopa", ["random", "heuristic", "ismcts:5"], deals=100, seed=9)
    whole = tournament.report([tournament.play()]).to_json().encode()
    for count in (1, 2, 5):
        assert spread(tournament, count).to_json().encode() == whole
        # Tasks begin and end in random order.
        ranges = tournament.split(count)
        chance.shuffle(ranges)
        waiting = [ray.remote(parlour.Tournament.play).remote(tournament, decks, threads=1) for decks in ranges]
        pieces: list[parlour.arena.Piece] = []
        while waiting:
            [done], waiting = ray.wait(waiting, num_returns=1)
            pieces.insert(chance.randrange(len(pieces) + 1), ray.get(done))
        assert tournament.report(pieces).to_json().encode() == whole


def test_a_piece_whose_process_died_is_repeated(tmp_path: Path) -> None:
    tournament = parlour.Tournament("scopa", ["random", "heuristic"], deals=40)
    died = tmp_path / "died"

    @ray.remote(max_retries=3)  # type: ignore[untyped-decorator]
    def play(decks: range) -> Any:
        if decks.start == 0 and not died.exists():
            died.touch()
            os._exit(1)
        return tournament.play(decks, threads=1)

    ranges = tournament.split(3)
    pieces = ray.get([play.remote(decks) for decks in ranges])
    assert died.exists()
    assert tournament.report(pieces) == tournament.report([tournament.play()])


def test_saved_pieces_are_not_played_again(tmp_path: Path) -> None:
    spread = example("ray_tournament").spread
    tournament = parlour.Tournament("scopa", ["random", "heuristic"], deals=40)
    whole = spread(tournament, 4, tmp_path)
    files = sorted(tmp_path.iterdir())
    times = [file.stat().st_mtime_ns for file in files]
    files[2].unlink()
    assert spread(tournament, 4, tmp_path) == whole and sorted(tmp_path.iterdir()) == files
    assert [file.stat().st_mtime_ns == time for file, time in zip(files, times, strict=True)] == [True, True, False, True]
    with pytest.raises(ValueError, match="another tournament"):
        spread(parlour.Tournament("scopa", ["random", "heuristic"], deals=40, seed=2), 4, tmp_path)


def environment(config: dict[str, Any]) -> Any:
    module = pytest.importorskip("parlour.rllib", exc_type=ImportError)
    return module.Environment(config)


def random_episode(config: dict[str, Any], seed: int) -> tuple[dict[str, float], int]:
    """Rewards and steps of an episode of random legal actions."""
    table, chance = environment(config), np.random.default_rng(seed)
    seen, _ = table.reset(seed=seed)
    paid, steps, ended = dict.fromkeys(table.possible_agents, 0.0), 0, {"__all__": False}
    while not ended["__all__"]:
        [(agent, shown)] = seen.items()
        assert table.get_observation_space(agent).contains(shown)
        action = int(chance.choice(np.flatnonzero(shown["action_mask"])))
        seen, rewards, ended, truncated, infos = table.step({agent: action})
        assert not any(truncated.values()) and infos == {}
        paid = {agent: paid[agent] + reward for agent, reward in rewards.items()}
        steps += 1
    assert set(seen) == set(table.possible_agents) and all(ended.values())
    with pytest.raises(parlour.NotReset):
        table.step({agent: action})
    return paid, steps


@pytest.mark.parametrize("illegal", ["terminate", "first"])
@pytest.mark.parametrize("game", GAMES)
def test_rllib_checks_the_environment(game: str, illegal: str) -> None:
    table = environment({"game": game, "illegal": illegal})
    checks = pytest.importorskip("ray.rllib.utils.pre_checks.env")
    for _ in range(3):
        checks.check_multiagent_environments(table)


@pytest.mark.parametrize("game", GAMES)
def test_random_episodes_run_in_a_worker(game: str) -> None:
    config = {"game": game}
    environment(config)
    here = [random_episode(config, seed) for seed in range(3)]
    # The worker can't import the tests.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    play = ray.remote(random_episode)
    assert ray.get([play.remote(config, seed) for seed in range(3)]) == here
    assert all(abs(sum(paid.values())) < 1e-3 and steps > 1 for paid, steps in here)


def test_an_episode_of_rllib_has_our_rewards() -> None:
    table, chance = environment({"game": "gin-rummy", "episode": "match"}), np.random.default_rng(1)
    episodes = pytest.importorskip("ray.rllib.env.multi_agent_episode")
    episode = episodes.MultiAgentEpisode(
        observation_space=table.observation_spaces,
        action_space=table.action_spaces,
        agent_to_module_mapping_fn=lambda *_: "all",
    )
    seen, infos = table.reset(seed=1)
    episode.add_env_reset(observations=seen, infos=infos)
    paid = dict.fromkeys(table.possible_agents, 0.0)
    while not episode.is_done:
        [(agent, shown)] = seen.items()
        action = {agent: int(chance.choice(np.flatnonzero(shown["action_mask"])))}
        seen, rewards, terminated, truncated, infos = table.step(action)
        paid = {agent: paid[agent] + reward for agent, reward in rewards.items()}
        episode.add_env_step(seen, action, rewards, infos, terminateds=terminated, truncateds=truncated)
    returns = {agent: one.get_return() for agent, one in episode.agent_episodes.items()}
    assert returns == pytest.approx(paid) and any(paid.values())


def test_an_environment_is_registered_and_refuses_what_it_cannot_do() -> None:
    first = environment({"game": "scopa"})
    from ray.tune.registry import ENV_CREATOR, _global_registry, register_env

    register_env("parlour", type(first))
    made = _global_registry.get(ENV_CREATOR, "parlour")({"game": "scopa", "seats": 4, "illegal": "raise"})
    assert made.possible_agents == [f"seat_{seat}" for seat in range(4)]
    with pytest.raises(parlour.NotReset):
        made.step({"seat_0": 0})
    (agent, shown), *_ = made.reset(seed=1)[0].items()
    wrong = int(np.flatnonzero(shown["action_mask"] == 0)[0])
    with pytest.raises(parlour.ParlourError):
        made.step({agent: wrong})
    for actions in ({}, {"seat_9": 0}, dict.fromkeys(made.possible_agents, 0)):
        with pytest.raises(ValueError, match=f"only {agent} is to act"):
            made.step(actions)
    (agent, shown), *_ = first.reset(seed=1)[0].items()
    wrong = int(np.flatnonzero(shown["action_mask"] == 0)[0])
    seen, rewards, ended, _, infos = first.step({agent: wrong})
    assert ended["__all__"] and rewards[agent] == -1 and "illegal" in infos[agent] and agent in seen
    for config in ({}, {"game": "scopa", "illegal": "maybe"}):
        with pytest.raises(ValueError, match=r"game: missing|illegal"):
            environment(config)
