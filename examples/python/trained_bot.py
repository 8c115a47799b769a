"""Bot that plays by the weights of a network. See docs/baselines.md.

As a program of the bot protocol:  parlour arena gin-rummy --bots "heuristic,exec:python3 trained_bot.py gin_rummy_ppo.npz"
In Python:                         parlour.simulate("gin-rummy", [TrainedBot("gin_rummy_ppo.npz"), "heuristic"])

It needs only NumPy.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

# A program gets 2 GiB of memory, and BLAS reserves some for each thread.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from observation import Floats, SnapshotReader, Words, policy_state

if TYPE_CHECKING:
    from parlour import Seat

FOLDER = Path(__file__).resolve().parent


class TrainedBot:
    """Player of one game.

    A network is either a policy or a value. A policy sees the state and the words said so far, and rates each next word. A value
    sees the state and a whole action, and estimates the return.
    """

    def __init__(self, weights: str | Path | dict[str, Any], name: str = "trained") -> None:
        loaded = weights if isinstance(weights, dict) else dict(np.load(FOLDER / weights))
        self.__name__ = name
        self.game = str(loaded["game"])
        self._is_policy = str(loaded["kind"]) == "policy"
        self._words = Words(map(str, loaded["tokens"]))
        layers = sum(key.startswith("weight") for key in loaded)
        self._layers = [(_float32(loaded[f"weight{n}"]), _float32(loaded[f"bias{n}"])) for n in range(layers)]
        self._readers: dict[int, SnapshotReader] = {}

    def __call__(self, seat: Seat) -> str:
        return self.choose(seat.snapshot, seat.number)

    def forget(self) -> None:
        """Forgets all snapshots, before another match."""
        self._readers.clear()

    def choose(self, snapshot: dict[str, Any], me: int) -> str:
        """Returns the best legal action."""
        # Every snapshot is read, also with one legal action: the reader remembers what it saw.
        reader = self._readers.setdefault(me, SnapshotReader(self.game))
        state, legal = reader.state(snapshot, me), snapshot["legal"]
        if len(legal) == 1:
            return str(legal[0])
        spoken = [self._words.read(action) for action in legal]
        best = self._by_policy(state, spoken) if self._is_policy else self._by_value(state, spoken)
        return str(legal[best])

    def _by_policy(self, state: Floats, spoken: list[list[int]]) -> int:
        """Chooses word by word, as in training, until only one action is left."""
        left, said = list(range(len(spoken))), 0
        state = policy_state(self.game, state)
        while len(left) > 1:
            scores = self._run(np.concatenate([state, self._words.columns(spoken[left[0]][:said])]))
            nexts = [[*spoken[action], self._words.end][said] for action in left]
            word = max(set(nexts), key=lambda number: scores[number])
            left = [action for action, number in zip(left, nexts, strict=True) if number == word]
            said += 1
        return left[0]

    def _by_value(self, state: Floats, spoken: list[list[int]]) -> int:
        """Chooses the action with the highest estimated return."""
        first = [self._words.columns(words[:1]) for words in spoken]
        others = [self._words.columns(words[1:]) for words in spoken]
        states = np.repeat(state[None], len(spoken), axis=0)
        return int(self._run(np.concatenate([states, first, others], axis=1))[:, 0].argmax())

    def _run(self, inputs: Floats) -> Floats:
        for weight, bias in self._layers[:-1]:
            inputs = np.maximum(inputs @ weight + bias, 0)
        weight, bias = self._layers[-1]
        return inputs @ weight + bias


def _float32(array: Any) -> Floats:
    return np.asarray(array, dtype=np.float32)


def pack(game: str, kind: str, tokens: list[str], layers: list[tuple[Any, Any]]) -> dict[str, Any]:
    """Returns the content of a file of weights. Half precision halves the file and changes few moves."""
    packed: dict[str, Any] = {"game": np.array(game), "kind": np.array(kind), "tokens": np.array(tokens)}
    for number, (weight, bias) in enumerate(layers):
        packed[f"weight{number}"] = np.asarray(weight).astype(np.float16)
        packed[f"bias{number}"] = np.asarray(bias).astype(np.float16)
    return packed


def main() -> None:
    """Speaks the bot protocol; see docs/bot-protocol.md."""
    weights = sys.argv[1] if len(sys.argv) > 1 else "gin_rummy_ppo.npz"
    bot, you, action = TrainedBot(weights), 0, ""
    frame: dict[str, Any] = {}
    for line in sys.stdin:
        said = json.loads(line)
        match said["type"]:
            case "hello":
                answer = {"type": "hello", "protocol": 1, "name": Path(weights).stem, "games": [bot.game]}
            case "match":
                bot.forget()
                you, answer = said["you"], {"type": "ready"}
            case "go":
                frame = said["frame"]
                action = bot.choose(frame, you)
                answer = {"type": "bestaction", "id": said["id"], "action": action}
            case "refused":
                action = next((other for other in frame["legal"] if other != action), action)
                answer = {"type": "bestaction", "id": said["id"], "action": action}
            case "ping":
                answer = {"type": "pong"}
            case "quit":
                break
            case _:
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
