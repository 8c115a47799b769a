"""Batches of every game."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import parlour
from parlour import Batch
from parlour._parlour import batch_games

GAMES = batch_games()
ARRAYS = ("observations", "action_mask", "current_player", "rewards", "terminations")


def shown(batch: Batch) -> bytes:
    return b"".join(getattr(batch, name).tobytes() for name in ARRAYS)


def played(game: str, steps: int, num_envs: int = 5, seed: int = 3, **setup: Any) -> list[bytes]:
    batch = parlour.make_vec(game, num_envs, **setup)
    batch.reset(seed)
    seen = [shown(batch)]
    for _ in range(steps):
        batch.step(batch.sample_actions())
        seen.append(shown(batch))
    return seen


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_actions_give_the_same_bytes_on_any_number_of_threads(game: str) -> None:
    once = played(game, 60)
    assert once == played(game, 60) == played(game, 60, threads=3)
    assert once != played(game, 60, seed=4)


@pytest.mark.parametrize("game", GAMES)
def test_somebody_may_always_act_and_every_deal_is_paid(game: str) -> None:
    batch = parlour.make_vec(game, 16)
    batch.reset(1)
    greatest = np.zeros(batch.observation_size, dtype=np.uint8)
    for block in batch.layout:
        greatest[block["start"] : block["start"] + block["len"]] = block["max"]
    ended = 0
    for _ in range(2000):
        assert batch.action_mask.any(axis=1).all() and (batch.observations <= greatest).all()
        assert (batch.current_player < batch.num_seats).all()
        assert abs(batch.rewards.sum(axis=1)).max() < 1e-4, "the sum of returns is zero"
        assert not batch.rewards[~batch.terminations].any()
        ended += int(batch.terminations.sum())
        if ended > 16:
            break
        batch.step(batch.sample_actions())
    assert ended > 16


@pytest.mark.parametrize("game", GAMES)
def test_a_row_is_a_match_with_words(game: str) -> None:
    batch = parlour.make_vec(game, 3)
    batch.reset(2)
    for _ in range(10):
        batch.step(batch.sample_actions())
    match = batch.open(1)
    player = int(batch.current_player[1])
    assert match.view(player) is not None and match.legal(player)
    assert match.record().replay().record() == match.record()
    with pytest.raises(parlour.ParlourError):
        batch.open(3)
    # After the deal, no token of an action has been given yet.
    batch.reset(2)
    batch.step([batch.number(row, batch.open(row).legal(int(batch.current_player[row]))[0]) for row in range(3)])


@pytest.mark.parametrize("actions", ["flat", "tokens", "list"])
def test_an_action_is_found_by_its_words(actions: str) -> None:
    batch = parlour.make_vec("gin-rummy", 1, actions=actions)
    batch.reset(5)
    for _ in range(40):
        match = batch.open(0)
        action = match.legal_actions[-1]
        while batch.open(0).version == match.version:
            batch.step([batch.number(0, action)])
            if batch.terminations[0]:
                return
        assert batch.open(0).record().deals[0]["actions"][-1].endswith(action)


def test_what_is_not_legal_is_refused_and_nothing_has_moved() -> None:
    batch = parlour.make_vec("gin-rummy", 4)
    with pytest.raises(parlour.ParlourError, match="reset"):
        batch.step(np.zeros(4, dtype=np.int32))
    batch.reset(1)
    before = shown(batch)
    actions = batch.sample_actions()
    actions[2] = np.flatnonzero(batch.action_mask[2] == 0)[0]
    with pytest.raises(parlour.ParlourError, match="row 2"):
        batch.step(actions)
    actions[2] = 1 << 20
    with pytest.raises(parlour.ParlourError, match="row 2"):
        batch.step(actions)
    assert shown(batch) == before
    with pytest.raises(parlour.ParlourError, match="actions"):
        batch.step([0, 0])


def test_it_writes_into_the_arrays_of_whoever_brings_some() -> None:
    batch, twin = (parlour.make_vec("thirty-one", 8) for _ in range(2))
    mine = {name: np.empty_like(getattr(batch, name)) for name in ARRAYS}
    batch.bind(**mine)
    for one in (batch, twin):
        one.reset(9)
        for _ in range(20):
            one.step(one.sample_actions())
    for name in ARRAYS:
        assert getattr(batch, name) is mine[name]
        assert (mine[name] == getattr(twin, name)).all()
    out = np.zeros(8, dtype=np.int32)
    assert batch.sample_actions(out) is out


def test_arrays_that_do_not_fit_are_refused_at_once() -> None:
    batch = parlour.make_vec("gin-rummy", 8)
    columns = batch.observation_size
    wrong: list[tuple[dict[str, Any], type[Exception]]] = [
        ({"observations": np.zeros((8, columns + 1), dtype=np.uint8)}, ValueError),
        ({"observations": np.zeros((8, columns), dtype=np.float32)}, TypeError),
        ({"observations": np.zeros((columns, 8), dtype=np.uint8).T}, ValueError),
        ({"observations": np.zeros((8, 2 * columns), dtype=np.uint8)[:, ::2]}, ValueError),
        ({"rewards": np.zeros((8, 2), dtype=np.float64)}, TypeError),
        ({"terminations": np.zeros(8, dtype=np.uint8)}, TypeError),
        ({"current_player": "nothing"}, TypeError),
    ]
    read_only = np.zeros((8, columns), dtype=np.uint8)
    read_only.setflags(write=False)
    wrong.append(({"observations": read_only}, ValueError))
    memory = np.zeros(8 * columns + 8, dtype=np.uint8)
    overlapping = {"observations": memory[: 8 * columns].reshape(8, columns), "current_player": memory[4:12]}
    wrong.append((overlapping, ValueError))
    for arrays, error in wrong:
        with pytest.raises(error):
            batch.bind(**arrays)
    batch.reset(1)
    with pytest.raises((ValueError, TypeError)):
        batch.step(np.array(["a"] * 8))


def test_arguments_that_mean_nothing_are_refused() -> None:
    for arguments in ({"actions": "loud"}, {"episode": "evening"}, {"reward": "glory"}):
        with pytest.raises(ValueError):
            parlour.make_vec("gin-rummy", 1, **arguments)  # type: ignore[arg-type]
    with pytest.raises(parlour.ParlourError):
        parlour.make_vec("scopa", 1, actions="flat")
    with pytest.raises(parlour.ParlourError):
        parlour.make_vec("scopa", 0)
    with pytest.raises(parlour.BadSetup):
        parlour.make_vec("snap")


def test_matches_and_points() -> None:
    batch = parlour.make_vec("scopa", 2, episode="match", reward="points", options={"target": 2})
    batch.reset(1)
    paid, ended = 0.0, 0
    for _ in range(3000):
        batch.step(batch.sample_actions())
        paid += float(batch.rewards.sum())
        ended += int(batch.terminations.sum())
    assert ended > 2 and paid > 0
    assert repr(batch).startswith('<Batch "scopa" num_envs=2') and len(batch) == 2
    assert batch.name == "parlour/scopa-v1" and len(batch.table_hash) == 16 and "Kc" in batch.tokens
    batch = parlour.make_vec("scopa", 2, actions="list")
    batch.reset(1)
    assert batch.legal_tokens.shape == (2, 64, 16) and batch.legal_tokens.any()


@pytest.mark.slow
def test_resets_do_not_grow_memory() -> None:
    resource = pytest.importorskip("resource")
    batch = parlour.make_vec("bridge", 64)

    def most() -> int:
        return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    for number in range(200):
        batch.reset(number)
    before = most()
    for number in range(5000):
        batch.reset(number)
    assert most() - before < 20_000


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_of_ones_own_gives_the_same_episode_in_every_copy(game: str) -> None:
    batch = parlour.make_vec(game, 2)
    order = [int(index) for index in np.random.default_rng(1).permutation(len(batch.cards))]
    with pytest.raises(parlour.NotReset):
        batch.deal(order)
    batch.reset(1)
    other = batch.observations[1].copy()
    batch.deal(order, 1)
    assert (batch.observations[1] == other).all()
    deck = batch.open(0).record().deals[0]["deck"]
    assert batch.open(0).first_dealer == 1
    words = deck if isinstance(deck, str) else " ".join(deck.values())
    assert sorted(words.split()) == sorted(card.split("/")[-1] for card in batch.cards)
    twin = batch.fork()
    for step in range(12):
        player = int(batch.current_player[0])
        assert (batch.observe(player) == batch.observations[0]).all()
        number = int(np.flatnonzero(batch.action_mask[0])[0])
        assert batch.text(number) and batch.text(-1) is None
        for one in (batch, twin):
            one.step([number, int(np.flatnonzero(one.action_mask[1])[0])])
        assert shown(batch) == shown(twin)
        if batch.terminations[0]:
            break
        told = json.loads(batch.events_json(player))
        assert told and json.loads(batch.events_json())
    before = shown(twin)
    batch.reset(5)
    assert shown(twin) == before
    for wrong in (order[:-1], [*order[:-1], order[0]], [*order[:-1], 10**6]):
        with pytest.raises(parlour.ParlourError, match="deck"):
            batch.deal(wrong)
    with pytest.raises(ValueError, match="order"):
        batch.deal([-1, *order[1:]])
    with pytest.raises(parlour.ParlourError, match="seat"):
        batch.observe(99)
    with pytest.raises(parlour.ParlourError):
        batch.deal(order, 99)


def test_numbers_out_of_range_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="num_envs: 1000000000000 matches are too many"):
        parlour.make_vec("scopa", 10**12)
    with pytest.raises(MemoryError):
        parlour.make_vec("scopa", 2**20, actions="list", list_size=(65_535, 255))
    for call, name in (
        (lambda: parlour.make_vec("scopa", 1, threads=-1), "threads"),
        (lambda: parlour.make_vec("scopa", 1).reset(-1), "seed"),
        (lambda: parlour.Match("scopa", seed=-1), "seed"),
        (lambda: parlour.Match("scopa", seats=256), "seats"),
        (lambda: parlour.Match("scopa").view(-1), "seat"),
    ):
        with pytest.raises(ValueError, match=f"^{name}: -?[0-9]+ is out of range; use 0 to "):
            call()
    batch = parlour.make_vec("scopa", 1)
    batch.reset(1)
    illegal: list[Any] = [[2**32], np.array([2**32]), np.array([-1], dtype=np.int8)]
    for actions in illegal:
        with pytest.raises(parlour.ParlourError, match="row 0"):
            batch.step(actions)
    senseless: list[Any] = [[0.5], ["a"], [None]]
    for actions in senseless:
        with pytest.raises(TypeError, match="whole numbers"):
            batch.step(actions)
    assert parlour.__version__.count(".") == 2


def test_a_game_without_tensors_is_a_bad_setup() -> None:
    assert isinstance(parlour.errors.exception("no-tensors", "there are no tensors for “whist”"), parlour.BadSetup)
