"""Inputs of the networks in this folder.

Training reads observations from a batch of `parlour.make_vec`. A bot program has only the snapshots of the bot protocol. This
module computes the same numbers from both, from columns that snapshots can fill. See docs/tensors.md for the columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:  # A bot program needs only NumPy.
    from parlour import Batch

Floats = NDArray[np.float32]

CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
GIN_PHASES = ["offer", "stockOnly", "draw", "discard", "lastDiscard", "goOut", "layOff"]

# Block, first column within it, number of columns. The second half of "taken" is the opponent's.
COLUMNS: dict[str, list[tuple[str, int, int]]] = {
    "gin-rummy": [
        ("hand", 0, 52),
        ("upcard", 0, 52),
        ("pile", 0, 52),
        ("taken", 52, 52),
        ("just taken", 0, 52),
        ("unmelded", 0, 52),
        ("phase", 0, 7),
        ("stock", 0, 1),
        ("limit", 0, 1),
        ("deadwood", 0, 1),
    ],
    "scopa": [
        ("hand", 0, 52),
        ("table", 0, 52),
        ("piles", 0, 104),
        ("sweeps", 0, 104),
        ("last capturer", 0, 2),
        ("held", 0, 2),
        ("stock", 0, 1),
        ("dealer", 0, 2),
    ],
}

# Values of the ranks in Scopa, from the ace up. Eights, nines and tens are not in the deck.
SCOPA_VALUES = [1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 8, 9, 10]


def policy_state(game: str, state: Floats) -> Floats:
    """Returns the state for a policy, of one or many rows.

    In Scopa it has 52 more columns: the cards in hand that can capture. A policy names the card first, so it can't see what
    the card would take. A network learns sums of cards only slowly.
    """
    if game != "scopa":
        return state
    hand, table = state[..., :52], state[..., 52:104] > 0
    sums = np.zeros((*state.shape[:-1], 11), dtype=np.bool_)
    sums[..., 0] = True
    for card in range(52):
        if value := SCOPA_VALUES[card // 4]:
            sums[..., value:] |= table[..., card, None] & sums[..., :-value]
    values = np.repeat(SCOPA_VALUES, 4)
    return np.concatenate([state, hand * sums[..., values]], axis=-1, dtype=np.float32)


class BatchReader:
    """Reads the inputs of a network from a batch."""

    def __init__(self, batch: Batch) -> None:
        blocks = {block["name"]: block for block in batch.layout}
        columns: list[int] = []
        greatest: list[int] = []
        for name, first, length in COLUMNS[batch.game]:
            start = blocks[name]["start"] + first
            columns += range(start, start + length)
            greatest += [blocks[name]["max"]] * length
        self._columns = np.array(columns)
        self._scale = np.float32(1) / np.array(greatest, dtype=np.float32)
        self._said = slice(blocks["said"]["start"], None) if "said" in blocks else None
        self.size = len(columns)
        self.vocabulary = len(batch.tokens)
        self._game = batch.game

    def state(self, batch: Batch) -> Floats:
        """Returns what the seat to act sees, one row per match, from 0 to 1."""
        return batch.observations[:, self._columns] * self._scale

    def state_and_words(self, batch: Batch) -> Floats:
        """Returns the inputs of a policy: the state and the words already said of an incomplete action."""
        said = np.zeros((batch.num_envs, self.vocabulary + 1), dtype=np.float32)
        np.put_along_axis(said, batch.observations[:, self._said].astype(np.intp), 1, axis=1)
        return np.concatenate([policy_state(self._game, self.state(batch)), said[:, : self.vocabulary]], axis=1)


def cards(shown: Iterable[str | None]) -> Floats:
    """Returns 52 columns with a 1 for each card."""
    columns = np.zeros(52, dtype=np.float32)
    columns[[CARDS.index(card) for card in shown if card is not None]] = 1
    return columns


def numbers(shown: Iterable[float]) -> Floats:
    """Returns a column for each number or flag."""
    return np.array(list(shown), dtype=np.float32)


class PileMemory:
    """Discard pile of Gin Rummy, and the opponent's cards from it.

    A snapshot shows only the upcard, so the memory compares each view with the one before.
    """

    def __init__(self) -> None:
        self._hand: set[str] = set()
        self.pile: list[str] = []
        self.taken: set[str] = set()

    def update(self, view: dict[str, Any], me: int) -> None:
        """Takes the next view of a seat that is to act."""
        hand, upcard = set(view["hands"][me]["open"]), view["upcard"]
        # At most one card leaves a hand between two turns, so otherwise this is another deal.
        if not self._hand or len(self._hand - hand) > 1:
            self.pile, self.taken = [view["firstUpcard"]], set()
        elif len(self._hand) == 11:
            self.pile += self._hand - hand  # Our discard.
        if view["discards"] < len(self.pile):
            card = self.pile.pop()  # We took it, or the opponent and knocked.
            self.taken |= {card} if view["phase"] == "layOff" else set()
        elif upcard is not None and self.pile[-1:] != [upcard]:
            if view["discards"] == len(self.pile):
                self.taken.add(self.pile.pop())
            self.pile.append(upcard)
            self.taken.discard(upcard)
        self._hand = hand


class SnapshotReader:
    """Reads the inputs of a network from the snapshots of one seat."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._memory = PileMemory()

    def state(self, snapshot: dict[str, Any], me: int) -> Floats:
        """Returns the same numbers as `BatchReader.state`."""
        view = snapshot["view"]
        return self._gin_rummy(view, me) if self._game == "gin-rummy" else _scopa(view, me)

    def _gin_rummy(self, view: dict[str, Any], me: int) -> Floats:
        memory = self._memory
        memory.update(view, me)
        arrangement = view["arrangement"] or {"unmelded": [], "deadwood": 0}
        blocks = [
            cards(view["hands"][me]["open"]),
            cards([view["upcard"]]),
            cards(memory.pile),
            cards(memory.taken),
            cards([view["justTaken"]]),
            cards(arrangement["unmelded"]),
            numbers(view["phase"] == phase for phase in GIN_PHASES),
            numbers([view["stock"] / 31, view["limit"] / 10, arrangement["deadwood"] / 110]),
        ]
        return np.concatenate(blocks)


def _scopa(view: dict[str, Any], me: int) -> Floats:
    seats = [me, 1 - me]
    held = [len(view["hands"][me]["open"]) / 10, view["hands"][1 - me]["closed"] / 10]
    blocks = [
        cards(view["hands"][me]["open"]),
        cards(view["table"]),
        *[cards(view["piles"][side]) for side in seats],
        *[cards(view["sweeps"][side]) for side in seats],
        numbers(view["lastCapturer"] == seat for seat in seats),
        numbers(held),
        numbers([view["stock"] / 40]),
        numbers(view["dealer"] == seat for seat in seats),
    ]
    return np.concatenate(blocks)


class Words:
    """Words of actions, numbered as in the tensors. One more number ends an action."""

    def __init__(self, tokens: Iterable[str]) -> None:
        self._numbers = {word: number for number, word in enumerate(tokens)}
        self._pattern = re.compile("|".join(map(re.escape, self._numbers)))
        self.end = len(self._numbers)

    def read(self, action: str) -> list[int]:
        """Returns the numbers of the words of an action."""
        return [self._numbers[word] for word in self._pattern.findall(action)]

    def columns(self, numbers: Iterable[int]) -> Floats:
        """Returns a column for each word, with a 1 for each of the numbers."""
        said = np.zeros(self.end, dtype=np.float32)
        said[list(numbers)] = 1
        return said
