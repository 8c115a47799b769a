"""Games with the methods of OpenSpiel's games and states. OpenSpiel itself isn't needed.

>>> from parlour.openspiel import load_game
>>> state = load_game("gin-rummy").new_initial_state()
>>> state.apply_action(state.chance_outcomes()[0][0])
>>> state.current_player(), len(state.legal_actions()) > 0
(1, True)

Chance is a single node at the start, whose outcomes are equally likely seeds. A state is one deal, or with
``episode="match"`` one match, and is cloned by replaying it.
"""

from __future__ import annotations

import random
from typing import Any, Unpack

import numpy as np

from ._parlour import Batch, make_vec
from .batches import Setup

__all__ = ["CHANCE", "TERMINAL", "Game", "State", "load_game"]

CHANCE = -1
"""`State.current_player` before the deal."""
TERMINAL = -4
"""`State.current_player` after the end."""
SEEDS = 2**20
"""Number of outcomes of the chance node."""


class Game:
    """Game: number of players and actions, and its initial state."""

    def __init__(self, game: str, **setup: Unpack[Setup]) -> None:
        """Creates the game; `setup` is that of `parlour.make_vec`."""
        self._id, self._setup = game, setup
        batch = self._make()
        self._name: str = batch.name
        self._seats: int = batch.num_seats
        self._actions: int = batch.num_actions
        self._columns: int = batch.observation_size

    def _make(self) -> Batch:
        return make_vec(self._id, 1, **self._setup)

    def new_initial_state(self) -> State:
        """State before the deal."""
        return State(self)

    def num_players(self) -> int:
        """Number of players."""
        return self._seats

    def num_distinct_actions(self) -> int:
        """Number of action numbers."""
        return self._actions

    def max_chance_outcomes(self) -> int:
        """Number of outcomes of the chance node."""
        return SEEDS

    def observation_tensor_shape(self) -> list[int]:
        """Shape of `State.observation_tensor`."""
        return [self._columns]

    def observation_tensor_size(self) -> int:
        """Length of `State.observation_tensor`."""
        return self._columns

    def min_utility(self) -> float:
        """Minimum of `State.returns`, with returns as rewards."""
        return -1.0

    def max_utility(self) -> float:
        """Maximum of `State.returns`, with returns as rewards."""
        return 1.0

    def utility_sum(self) -> float:
        """Sum of the returns of all players."""
        return 0.0

    def get_parameters(self) -> dict[str, Any]:
        """Setup of the game."""
        return dict(self._setup)

    def __str__(self) -> str:
        return f"{self._name}()"


class State:
    """State of a deal or a match."""

    def __init__(self, game: Game) -> None:
        """Creates the state before the deal."""
        self._game, self._history = game, list[tuple[int, int]]()
        self._batch: Batch | None = None
        self._over = False
        self._returns = [0.0] * game.num_players()
        self._rewards = [0.0] * game.num_players()

    def get_game(self) -> Game:
        """Game of this state."""
        return self._game

    def current_player(self) -> int:
        """Player to act; `CHANCE` before the deal, `TERMINAL` after the end."""
        if self._batch is None:
            return CHANCE
        return TERMINAL if self._over else int(self._batch.current_player[0])

    def is_chance_node(self) -> bool:
        """Whether the deal is still to come."""
        return self._batch is None

    def is_terminal(self) -> bool:
        """Whether the state is final."""
        return self._over

    def is_simultaneous_node(self) -> bool:
        """Always false: players who may act at once are asked in turn."""
        return False

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """One random outcome: a seed. All are equally likely, and too many to list."""
        return [(random.randrange(SEEDS), 1.0)] if self.is_chance_node() else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Legal numbers of the player to act, or of `player`."""
        if self._batch is None or self._over or player not in (None, self.current_player()):
            return []
        return [int(number) for number in np.flatnonzero(self._batch.action_mask[0])]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Mask with 1 for every legal number."""
        mask = [0] * self._game.num_distinct_actions()
        for number in self.legal_actions(player):
            mask[number] = 1
        return mask

    def apply_action(self, action: int) -> None:
        """Deals, or applies a number. An illegal number raises an error and changes nothing."""
        player = self.current_player()
        if self._over:
            raise ValueError("it is over")
        if self._batch is None:
            self._batch = self._game._make()
            self._batch.reset(action)
        else:
            self._batch.step(np.array([action], dtype=np.int32))
            self._rewards = [float(reward) for reward in self._batch.rewards[0]]
            self._returns = [sum(pair) for pair in zip(self._returns, self._rewards, strict=True)]
            self._over = bool(self._batch.terminations[0])
        self._history.append((player, action))

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """Text of a player's number. With OpenSpiel's other order of arguments, `action_to_string(action)`."""
        if action is None:
            player, action = self.current_player(), player
        return f"deal {action}" if player == CHANCE else f"{player}: {action}"

    def history(self) -> list[int]:
        """Numbers that led here, chance first."""
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        """Numbers that led here, with their players."""
        return list(self._history)

    def move_number(self) -> int:
        """Count of the numbers that led here."""
        return len(self._history)

    def returns(self) -> list[float]:
        """Return of each player so far."""
        return list(self._returns)

    def player_return(self, player: int) -> float:
        """Return of a player so far."""
        return self._returns[player]

    def rewards(self) -> list[float]:
        """Reward of each player for the last number."""
        return list(self._rewards)

    def num_players(self) -> int:
        """Number of players."""
        return self._game.num_players()

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Observation of the player to act. Other players' observations aren't available."""
        self._only_whose_turn_it_is(player)
        assert self._batch is not None
        return [float(column) for column in self._batch.observations[0]]

    def observation_string(self, player: int | None = None) -> str:
        """Information of a player, as in the protocol."""
        if self._batch is None or self._over:
            return ""
        return str(self._batch.open(0).view(self.current_player() if player is None else player))

    def _only_whose_turn_it_is(self, player: int | None) -> None:
        if self._batch is None or self._over or player not in (None, self.current_player()):
            raise ValueError("only the player to act has an observation tensor")

    def clone(self) -> State:
        """Independent copy."""
        return self._replayed(self.history())

    def child(self, action: int) -> State:
        """Copy after this number."""
        return self._replayed([*self.history(), action])

    def _replayed(self, history: list[int]) -> State:
        state = self._game.new_initial_state()
        for number in history:
            state.apply_action(number)
        return state

    def __str__(self) -> str:
        if self._batch is None:
            return "before the deal"
        return "over" if self._over else str(self._batch.open(0).view())


def load_game(game: str, **setup: Any) -> Game:
    """Loads a game by its id; `setup` is that of `parlour.make_vec`."""
    return Game(game, **setup)
