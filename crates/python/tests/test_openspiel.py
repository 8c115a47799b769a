"""Tests of the games for OpenSpiel, with OpenSpiel's own tests and algorithms."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest

import parlour
from parlour._parlour import batch_games

pyspiel = pytest.importorskip("pyspiel")

from parlour.openspiel import load_game, register  # noqa: E402

GAMES = batch_games()


def dealt(game: Any, order: list[int] | None = None) -> Any:
    """State after the deal, by default with the canonical deck."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes = [card for card, _ in state.chance_outcomes()]
        state.apply_action(outcomes[0] if order is None else order[len(state.history())])
    return state


@pytest.mark.parametrize("game", GAMES)
def test_openspiel_simulates_every_game(game: str) -> None:
    name = f"parlour_{game.replace('-', '_')}"
    assert name in register() and name in pyspiel.registered_names()
    loaded = pyspiel.load_game(name)
    assert loaded.get_type().short_name == name and isinstance(loaded, pyspiel.Game)
    assert isinstance(loaded.new_initial_state(), pyspiel.State)
    pyspiel.random_sim_test(loaded, num_sims=3, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_openspiel_plays_every_game_through(game: str) -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    assert "IsTerminal() = True" in playthrough(f"parlour_{game.replace('-', '_')}", None)


@pytest.mark.parametrize("reward", ["returns", "points"])
@pytest.mark.parametrize("game", ["scopa", "thirty-one"])
def test_matches_and_points(game: str, reward: str) -> None:
    loaded = load_game(game, episode="match", reward=reward)
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)
    is_zero_sum = loaded.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert is_zero_sum == (reward == "returns") and loaded.get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS


def test_parameters_reach_the_game() -> None:
    game = load_game("thirty-one", seats=3, options={"lives": 1}, dealer=0, recall=2)
    again = pyspiel.load_game(str(game))
    for one in (game, again):
        assert one.num_players() == 3 and one.get_parameters()["options"] == "lives:1"
        assert one.information_state_tensor_size() == 3 * one.observation_tensor_size()
        assert dealt(one).current_player() == 1, "the seat after the dealer begins"
    for wrong in ({"options": {"lives": -1}}, {"deck": "Zz"}, {"seats": 99}, {"dealer": 9}, {"opening": -1}, {"options": "lives"}):
        with pytest.raises((ValueError, parlour.ParlourError, AttributeError)):
            load_game("thirty-one", **wrong)
    with pytest.raises(ValueError, match="unknown game"):
        load_game("snap")


@pytest.mark.parametrize("game", GAMES)
def test_a_clone_is_independent_and_a_pickle_is_equal(game: str) -> None:
    state = dealt(load_game(game))
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    before, twin = str(state), state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before and len(twin.history()) == len(state.history()) + 1
    again = pickle.loads(pickle.dumps(state))
    assert again.history() == state.history() and again.legal_actions() == state.legal_actions()
    for player in range(state.num_players()):
        assert again.information_state_string(player) == state.information_state_string(player)
        assert again.information_state_tensor(player) == state.information_state_tensor(player)


@pytest.mark.parametrize("game", ["gin-rummy", "thirty-one", "scopa", "bridge"])
def test_an_information_state_has_what_its_player_knows_and_no_more(game: str) -> None:
    loaded = load_game(game)
    order = [int(index) for index in np.random.default_rng(1).permutation(loaded.max_chance_outcomes())]
    # In these games, the first card goes to a hand and the last one is hidden longest.
    swapped = [order[-1], *order[1:-1], order[0]]
    state, other = dealt(loaded, order), dealt(loaded, swapped)
    kinds = ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor")
    players = range(loaded.num_players())
    for kind in kinds:
        seen = [getattr(state, kind)(player) == getattr(other, kind)(player) for player in players]
        assert not all(seen) and any(seen), f"{kind}: one player sees the swap, another doesn't"
    assert len({state.information_state_string(player) for player in players}) == len(players)


def test_the_string_remembers_what_the_observation_forgets() -> None:
    state = dealt(load_game("gin-rummy"))
    known: list[Any] = []
    for _ in range(20):
        state.apply_action(state.legal_actions()[0])
        events = json.loads(state.information_state_string(0).partition(": ")[2])
        assert events[: len(known)] == known and len(events) > len(known)
        known = events


def test_search_runs() -> None:
    from open_spiel.python.algorithms import evaluate_bots, mcts

    game = load_game("thirty-one")
    random = np.random.RandomState(1)
    bots = [mcts.MCTSBot(game, 2, 10, mcts.RandomRolloutEvaluator(1, random), random_state=random) for _ in range(2)]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, random)
    assert sum(returns) == pytest.approx(0) and any(returns)


@pytest.mark.parametrize("game", GAMES)
def test_a_learner_runs(game: str) -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import random_agent, tabular_qlearner

    table = rl_environment.Environment(load_game(game), observation_type=rl_environment.ObservationType.OBSERVATION)
    actions = table.action_spec()["num_actions"]
    learner = tabular_qlearner.QLearner(0, actions)
    agents = [learner, *(random_agent.RandomAgent(player, actions) for player in range(1, table.num_players))]
    steps = 0
    while steps < 300:
        step = table.reset()
        while not step.last():
            chosen = agents[step.observations["current_player"]].step(step).action
            step = table.step([chosen])
            steps += 1
        for agent in agents:
            agent.step(step)
    assert any(learner._q_values[state] for state in learner._q_values)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["gin-rummy", "scopa"])
def test_a_deep_q_network_learns_for_some_hundred_steps(game: str) -> None:
    for module in ("jax", "optax", "chex", "flax", "orbax.checkpoint"):
        pytest.importorskip(module)
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import random_agent
    from open_spiel.python.jax import dqn

    table = rl_environment.Environment(load_game(game), observation_type=rl_environment.ObservationType.OBSERVATION)
    actions = table.action_spec()["num_actions"]
    learner = dqn.DQN(
        0,
        state_representation_size=table.observation_spec()["info_state"][0],
        num_actions=actions,
        hidden_layers_sizes=[32],
        min_buffer_size_to_learn=64,
        batch_size=16,
    )
    other = random_agent.RandomAgent(1, actions)
    steps = 0
    while steps < 400:
        step = table.reset()
        while not step.last():
            player = step.observations["current_player"]
            chosen = (learner, other)[player].step(step).action
            assert chosen in step.observations["legal_actions"][player]
            step = table.step([chosen])
            steps += 1
        learner.step(step)
        other.step(step)
    assert learner.loss is not None and np.isfinite(float(learner.loss)), "it has learned from its memory"


def test_outcome_sampling_runs_on_a_whole_game() -> None:
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    game = load_game("gin-rummy")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    state = dealt(game)
    assert sum(solver.average_policy().action_probabilities(state).values()) == pytest.approx(1)


def test_cfr_solves_the_last_hand_of_scopa() -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    match = parlour.Match("scopa", seed=3)
    match.deal()
    deck = match.record().deals[0]["deck"].split()
    game = load_game("scopa", deck=deck[:-3], opening=34)
    solver = cfr.CFRSolver(game)
    conv = []
    for _ in range(4):
        solver.evaluate_and_update_policy()
        conv.append(exploitability.nash_conv(game, solver.average_policy()))
    assert conv[-1] < conv[0] / 2 and len(solver.average_policy().states) > 50
