"""Tests of the trained bots in `examples/python`, and of the scripts and the notebook that train them."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "python"
WEIGHTS = sorted(path.name for path in EXAMPLES.glob("*.npz"))
sys.path.insert(0, str(EXAMPLES))

observation: Any = importlib.import_module("observation")
trained_bot: Any = importlib.import_module("trained_bot")


@pytest.mark.parametrize("game", observation.COLUMNS)
@pytest.mark.parametrize("bot", ["random", "heuristic"])
def test_a_snapshot_gives_a_bot_the_inputs_of_training(game: str, bot: str) -> None:
    batch = parlour.make_vec(game, 1, actions="list", claims=False)
    batch.reset(3)
    from_batch = observation.BatchReader(batch)
    readers = [observation.SnapshotReader(game) for _ in range(2)]
    for _ in range(300):
        player, match = int(batch.current_player[0]), batch.open(0)
        state = readers[player].state(match.snapshot(player), player)
        assert np.allclose(state, from_batch.state(batch)[0]), match.snapshot(player)
        batch.step([batch.number(0, match.bot(bot).choose())])


@pytest.mark.parametrize("game", observation.COLUMNS)
def test_words_of_actions_have_the_numbers_of_the_tensors(game: str) -> None:
    batch = parlour.make_vec(game, 1, actions="list")
    batch.reset(4)
    words = observation.Words(batch.tokens)
    for _ in range(100):
        for entry in np.flatnonzero(batch.action_mask[0]):
            numbers = batch.legal_tokens[0, entry]
            action = batch.text(int(entry))
            assert action is not None and words.read(action) == [number for number in numbers if number != words.end]
        batch.step(batch.sample_actions())


@pytest.mark.parametrize("name", WEIGHTS)
def test_the_weights_are_small(name: str) -> None:
    assert (EXAMPLES / name).stat().st_size < 200_000


@pytest.mark.slow
@pytest.mark.parametrize("name", WEIGHTS)
def test_the_weights_beat_random_play(name: str) -> None:
    bot = trained_bot.TrainedBot(name)
    trained, _ = parlour.simulate(bot.game, [bot, "random"], deals=100).scores
    assert trained.wins - trained.wins_half_width > 0.5


@pytest.mark.parametrize("name", WEIGHTS)
def test_the_program_answers_as_the_bot_in_python(name: str) -> None:
    bot = trained_bot.TrainedBot(name)
    match = parlour.Match(bot.game, seed=2)
    match.deal()
    said: list[dict[str, Any]] = [{"type": "hello", "protocol": 1, "server": "test"}]
    said += [{"type": "match", "game": bot.game, "you": 0}, {"type": "ping"}, {"type": "unknown"}]
    expected: list[str] = []
    while match.phase == "playing":
        if match.actors == (0,):
            said.append({"type": "go", "id": len(said), "frame": match.snapshot(0), "rngSeed": 1})
            expected.append(bot.choose(match.snapshot(0), 0))
            match.play(expected[-1])
        else:
            match.play(match.bot("heuristic").choose())
    lines = "".join(json.dumps(message) + "\n" for message in [*said, {"type": "quit"}])
    program = [sys.executable, str(EXAMPLES / "trained_bot.py"), name]
    told = subprocess.run(program, input=lines, capture_output=True, text=True, check=True, timeout=60).stdout
    hello, ready, pong, *answers = map(json.loads, told.splitlines())
    assert hello["games"] == [bot.game] and ready == {"type": "ready"} and pong == {"type": "pong"}
    assert expected and [answer["action"] for answer in answers] == expected
    assert [answer["id"] for answer in answers] == [message["id"] for message in said if message["type"] == "go"]


def test_scripts_of_training_are_short() -> None:
    for script in ("masked_ppo.py", "deep_monte_carlo.py"):
        assert len((EXAMPLES / script).read_text(encoding="utf-8").splitlines()) < 150


@pytest.mark.parametrize("name", [name.removesuffix(".npz") for name in WEIGHTS])
def test_pictures_show_the_curves(name: str) -> None:
    plot: Any = importlib.import_module("plot_curve")
    shown = (EXAMPLES.parents[1] / "docs" / "baselines" / f"{name}.svg").read_text(encoding="utf-8")
    title = shown.split('class="title">')[1].split("<")[0]
    assert shown == plot.picture(plot.read(EXAMPLES / f"{name}.csv"), title)


def trained(module: str, *arguments: Any) -> Any:
    pytest.importorskip("optax")
    return importlib.import_module(module).train(*arguments, reports=1, deals=4)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "arguments"),
    [("masked_ppo", ("gin-rummy", 2)), ("masked_ppo", ("scopa", 2)), ("deep_monte_carlo", (2,))],
)
def test_training_writes_weights_that_play(module: str, arguments: tuple[Any, ...], tmp_path: Path) -> None:
    curve = trained(module, *arguments)
    curve.write("new", folder=tmp_path)
    bot = trained_bot.TrainedBot(tmp_path / "new.npz")
    assert parlour.simulate(bot.game, [bot, "random"], deals=4).rounds == 4
    assert [row["decisions"] for row in importlib.import_module("plot_curve").read(tmp_path / "new.csv")] == [
        row["decisions"] for row in curve.rows
    ]
    again = trained(module, *arguments)
    assert all((curve.weights[name] == again.weights[name]).all() for name in curve.weights), "a seed repeats a run"


@pytest.mark.slow
def test_the_advantage_of_a_player_is_the_loss_of_the_opponent() -> None:
    pytest.importorskip("optax")
    ppo: Any = importlib.import_module("masked_ppo")
    # Three decisions of one deal, by players 0, 1 and 1. The last one pays player 1 a point; then another deal begins.
    values = np.array([[0.5], [0.25], [0.75], [0.125]], dtype=np.float32)
    rewards, done = np.array([[0], [0], [1]], dtype=np.float32), np.array([[False], [False], [True]])
    players = np.array([[0], [1], [1], [0]])
    surprises = [-0.25 - 0.5, 0.75 - 0.25, 1 - 0.75]
    last, second = surprises[2], surprises[1] + ppo.LAMBDA * surprises[2]
    expected = [surprises[0] - ppo.LAMBDA * second, second, last]
    assert np.allclose(ppo.advantages_of(values, rewards, done, players)[:, 0], expected)


@pytest.mark.slow
def test_the_notebook_runs_top_to_bottom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("optax")
    monkeypatch.setenv("UPDATES", "2")
    monkeypatch.setenv("DEALS", "4")
    monkeypatch.setenv("FOLDER", str(tmp_path))
    notebook = json.loads((EXAMPLES / "gin_in_ten_minutes.ipynb").read_text(encoding="utf-8"))
    namespace: dict[str, Any] = {"__name__": "notebook"}
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "the notebook is stored without outputs"
            exec(compile("".join(cell["source"]), f"cell {number}", "exec"), namespace)
    bot = trained_bot.TrainedBot(tmp_path / "my_gin_bot.npz")
    assert parlour.simulate("gin-rummy", [bot, "random"], deals=4).rounds == 4
