"""Games for OpenSpiel: ``pip install parlour[openspiel]``.

Importing this registers ``parlour_gin_rummy`` and so on with `pyspiel`.

>>> import pyspiel, parlour.openspiel
>>> gin = pyspiel.load_game("parlour_gin_rummy")
>>> state = gin.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 52)

Chance deals the deck card by card, in the order in which the cards come into play. A state is one deal, or with
``episode="match"`` one match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ._parlour import Batch, batch_games, make_vec, max_entries
from .batches import Setup
from .catalog import games

__all__ = ["Game", "Observer", "State", "load_game", "register"]

_PARAMETERS: dict[str, Any] = {
    "preset": "",
    "options": "",
    "seats": 0,
    "dealer": -1,
    "actions": "",
    "episode": "deal",
    "reward": "returns",
    "claims": True,
    "deck": "",
    "opening": 0,
    "recall": 8,
}
"""Parameters of every game with their defaults."""
_MOST_NUMBERS = 24
"""Maximum count of numbers per action with tokens."""
_MOST_DEALS = 200
"""Maximum count of deals per match, for the limits of `pyspiel.Game`."""


class _Plan:
    """Data shared by all states of a game. It never changes, so copies of a state share it."""

    def __init__(self, game: str, given: Mapping[str, Any]) -> None:
        parameters = {**_PARAMETERS, **given}
        setup: Setup = {
            "preset": parameters["preset"] or None,
            "options": _read_options(parameters["options"]),
            "seats": parameters["seats"] or None,
            "actions": parameters["actions"] or None,
            "episode": parameters["episode"],
            "reward": parameters["reward"],
            "claims": parameters["claims"],
        }
        self.game, self.given = game, dict(given)
        self.batch = make_vec(game, 1, **setup)
        self.batch.reset(0)
        self.seats = self.batch.num_seats
        self.cards = self.batch.cards
        self.known = self._read_deck(parameters["deck"])
        self.dealer = self.seats - 1 if parameters["dealer"] < 0 else parameters["dealer"]
        if self.dealer >= self.seats:
            raise ValueError(f"no seat {self.dealer}; this game has {self.seats} seats")
        self.opening: int = parameters["opening"]
        self.recall: int = parameters["recall"]
        if self.opening < 0 or self.recall < 0:
            raise ValueError("opening and recall must be 0 or more")
        last = self.batch.layout[-1]
        self.said: int | None = last["start"] if last["name"] == "said" else None
        self.end = len(self.batch.tokens)
        self.episode: str = parameters["episode"]
        self.reward: str = parameters["reward"]

    def __deepcopy__(self, _: object) -> _Plan:
        return self

    def _read_deck(self, text: str) -> tuple[int, ...]:
        """Positions of the first cards."""
        known: list[int] = []
        for word in text.split():
            found = next((index for index, card in enumerate(self.cards) if card == word and index not in known), None)
            if found is None:
                raise ValueError(f"deck: “{word}” is unknown or occurs too often; the cards are {' '.join(self.cards)}")
            known.append(found)
        return tuple(known)

    def first(self) -> _Position:
        """Position before the deal."""
        position = _Position(self, self.known)
        return position.dealt() if len(self.known) == len(self.cards) else position


class _Position:
    """Position of a state. It never changes, so copies of a state share it."""

    __slots__ = ("batch", "ending", "frames", "numbers", "order", "plan", "returns", "rewards")

    def __init__(self, plan: _Plan, order: tuple[int, ...]) -> None:
        self.plan, self.order = plan, order
        self.batch: Batch | None = None
        self.ending: str | None = None
        """Last action, after the end. The batch then shows the position before it."""
        self.returns = self.rewards = (0.0,) * plan.seats
        self.frames: tuple[NDArray[np.uint8], ...] = ()
        """Earlier observations of all seats, oldest first."""
        self.numbers: tuple[int, ...] = ()
        """Numbers since the opening."""

    def __deepcopy__(self, _: object) -> _Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (self.plan.game, self.plan.given, self.order, self.numbers)

    def with_card(self, index: int) -> _Position:
        """Position after a card of the deck."""
        if index in self.order or not 0 <= index < len(self.plan.cards):
            raise ValueError(f"card {index} is not in the deck")
        position = _Position(self.plan, (*self.order, index))
        return position.dealt() if len(position.order) == len(self.plan.cards) else position

    def dealt(self) -> _Position:
        """Position after the deal and the opening."""
        position = _Position(self.plan, self.order)
        position.batch = self.plan.batch.fork()
        position.batch.deal(self.order, self.plan.dealer)
        for _ in range(self.plan.opening):
            if position.ending is not None:
                break
            position = position.after(int(np.flatnonzero(position.batch.action_mask[0])[0]))
            assert position.batch is not None
        position.numbers = ()
        return position

    def player(self) -> int:
        """Player to act."""
        if self.ending is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.batch is None else int(self.batch.current_player[0])

    def after(self, number: int) -> _Position:
        """Position after a number of the player to act."""
        assert self.batch is not None
        position = _Position(self.plan, self.order)
        position.numbers = (*self.numbers, number)
        batch = self.batch.fork()
        batch.step(np.array([number], dtype=np.int32))
        position.rewards = tuple(float(reward) for reward in batch.rewards[0])
        position.returns = tuple(map(sum, zip(self.returns, position.rewards, strict=True)))
        if batch.terminations[0]:
            # The stepped batch shows the next episode already.
            position.batch, position.frames = self.batch, self.frames
            position.ending = f"{self.player()}: {self.batch.text(number)}"
        else:
            position.batch = batch
            recall = self.plan.recall
            position.frames = (*self.frames, self.observations())[-recall:] if recall else ()
            said = self.plan.said
            if said is not None and batch.observations[0, said] != self.plan.end:
                position.frames = self.frames
        return position

    def observation(self, player: int) -> NDArray[np.uint8]:
        """Observation of a player."""
        if self.batch is None:
            return np.zeros(self.plan.batch.observation_size, dtype=np.uint8)
        return self.batch.observe(player)

    def observations(self) -> NDArray[np.uint8]:
        """Observations of all players."""
        return np.stack([self.observation(player) for player in range(self.plan.seats)])

    def information(self, player: int | None) -> str:
        """Events that a player saw, as JSON, with the last words of an incomplete action of the player's own."""
        if self.batch is None:
            return "[]"
        told, said = self.batch.events_json(player), self.plan.said
        if said is not None and player == self.player():
            words = [int(word) for word in self.batch.observations[0, said:] if word != self.plan.end]
            told += "".join(f" {self.plan.batch.tokens[word]}" for word in words)
        return told if self.ending is None else f"{told} {self.ending} {list(self.returns)}"


def _replayed(game: str, given: Mapping[str, Any], order: tuple[int, ...], numbers: tuple[int, ...]) -> _Position:
    """Position of a pickled state."""
    plan = _Plan(game, given)
    position = _Position(plan, order)
    if len(order) == len(plan.cards):
        position = position.dealt()
    for number in numbers:
        position = position.after(number)
    return position


def _read_options(text: str) -> dict[str, bool | int | float | str]:
    """Options such as ``target:21;primiera:true``."""
    options: dict[str, bool | int | float | str] = {}
    for part in filter(None, text.split(";")):
        key, colon, value = part.partition(":")
        if not colon:
            raise ValueError(f"options: “{part}” isn't an option; write key:value, with ; between options")
        options[key.strip()] = _read_value(value.strip())
    return options


def _read_value(text: str) -> bool | int | float | str:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


class Game(pyspiel.Game):  # type: ignore[misc]
    """Game of OpenSpiel. `pyspiel.load_game` and `load_game` create it."""

    game_id = ""
    """Id, such as ``"gin-rummy"``."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Creates the game with these parameters."""
        given = dict(params or {})
        plan = _Plan(self.game_id, given)
        length = max_entries(self.game_id) * (_MOST_NUMBERS if plan.said is not None else 1)
        is_deal, is_returns = plan.episode == "deal", plan.reward == "returns"
        greatest = (1.0 if is_deal else float(_MOST_DEALS)) if is_returns else 1e6
        info = pyspiel.GameInfo(
            num_distinct_actions=plan.batch.num_actions,
            max_chance_outcomes=len(plan.cards),
            num_players=plan.seats,
            min_utility=-greatest,
            max_utility=greatest,
            utility_sum=0.0 if is_returns else None,
            max_game_length=length if is_deal else length * _MOST_DEALS,
        )
        super().__init__(_type(self.game_id, is_deal=is_deal, is_returns=is_returns), info, given)
        self._plan = plan

    def new_initial_state(self) -> State:
        """State before the deal."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """Observer of this kind, by default of observations."""
        if params:
            raise ValueError(f"an observer has no parameters; given are {', '.join(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self._plan, kind)


class State(pyspiel.State):  # type: ignore[misc]
    """State of a deal or a match."""

    def __init__(self, game: Game) -> None:
        """Creates the state before the deal; `Game.new_initial_state` calls it."""
        super().__init__(game)
        self._position = game._plan.first()

    def current_player(self) -> int:
        """Player to act, chance before the deal, or the terminal player after the end."""
        return self._position.player()

    def is_terminal(self) -> bool:
        """Whether the deal or the match is over."""
        return self._position.ending is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Cards that are left in the deck, each with its probability. The outcome of equal cards is the first of them."""
        cards, used = self._position.plan.cards, set(self._position.order)
        left = [index for index in range(len(cards)) if index not in used]
        first: dict[str, int] = {}
        for index in left:
            first.setdefault(cards[index], index)
        copies = Counter(cards[index] for index in left)
        return [(index, copies[card] / len(left)) for card, index in first.items()]

    def _legal_actions(self, player: int) -> list[int]:
        batch = self._position.batch
        if batch is None or player != self.current_player():
            return []
        return [int(number) for number in np.flatnonzero(batch.action_mask[0])]

    def _apply_action(self, action: int) -> None:
        position = self._position
        self._position = position.with_card(action) if position.batch is None else position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"Deal {self._position.plan.cards[action]}"
        batch = self._position.batch
        text = None if batch is None else batch.text(action)
        return str(action) if text is None else text

    def returns(self) -> list[float]:
        """Return of each player so far."""
        return list(self._position.returns)

    def rewards(self) -> list[float]:
        """Reward of each player for the last number."""
        return list(self._position.rewards)

    def __str__(self) -> str:
        """All cards of the deck and all actions, for debugging."""
        position = self._position
        cards = " ".join(position.plan.cards[index] for index in position.order)
        return f"{cards}\n{position.information(None)}"


class Observer:
    """Observer of one player or of the public, in the protocol of ``open_spiel.python.observation``.

    With perfect recall, the string is the list of all events that the player saw. The tensor then has the player's last
    `recall` observations before the one of this moment. The public has no tensor. Private information includes what is
    public.
    """

    def __init__(self, plan: _Plan, kind: Any) -> None:
        """Creates an observer; `Game.make_py_observer` calls it."""
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no observer sees the private information of all players")
        columns = plan.batch.observation_size
        self._is_recalling = bool(kind.perfect_recall)
        self._is_public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.dict: dict[str, NDArray[np.float32]] = {}
        """Parts of the tensor by name."""
        self.tensor: NDArray[np.float32] | None = None
        """Numbers that a network sees."""
        if self._is_public:
            return
        frames = plan.recall + 1 if self._is_recalling else 1
        self.tensor = np.zeros(frames * columns, dtype=np.float32)
        self._frames = self.tensor.reshape(frames, columns)
        self.dict["observation"] = self._frames[0]
        if self._is_recalling and plan.recall:
            self.dict["earlier"] = self._frames[1:]

    def set_from(self, state: State, player: int) -> None:
        """Writes the tensor of a player."""
        if self.tensor is None:
            return
        position = state._position
        self.tensor.fill(0)
        self._frames[0] = position.observation(player)
        for frame, earlier in zip(self._frames[1:], reversed(position.frames), strict=False):
            frame[:] = earlier[player]

    def string_from(self, state: State, player: int) -> str:
        """Text of what a player knows."""
        position = state._position
        if self._is_public:
            return position.information(None)
        if self._is_recalling:
            return f"player {player}: {position.information(player)}"
        return f"player {player}: {_hexadecimal(position.observation(player))}"


def _hexadecimal(observation: Iterable[int]) -> str:
    return "".join(f"{column:x}." if column > 9 else str(column) for column in observation)


def _name(game: str) -> str:
    return "parlour_" + game.replace("-", "_")


def _type(game: str, *, is_deal: bool, is_returns: bool) -> Any:
    seats = games()[game].seats
    rewards = pyspiel.GameType.RewardModel
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=_name(game),
        long_name=f"Parlour: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if is_returns else utility.GENERAL_SUM,
        reward_model=rewards.TERMINAL if is_deal else rewards.REWARDS,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


def load_game(
    game: str,
    *,
    options: str | Mapping[str, bool | int | float | str] | None = None,
    deck: str | Iterable[str] = "",
    **parameters: str | int | bool,
) -> Game:
    """Loads a game by its id. `options` is a dict or a text, and `deck` has the first cards, which chance doesn't deal."""
    given: dict[str, str | int | bool] = dict(parameters)
    for name, value in parameters.items():
        if name not in _PARAMETERS:
            raise TypeError(f"unknown parameter “{name}”; known: {', '.join(_PARAMETERS)}")
        if type(value) is not type(_PARAMETERS[name]):
            raise TypeError(f"{name}: {type(_PARAMETERS[name]).__name__} is needed, not {type(value).__name__}")
        if type(value) is int and not -(2**31) <= value < 2**31:
            raise ValueError(f"{name}: the number is out of range")
    if isinstance(options, Mapping):
        given["options"] = ";".join(f"{key}:{_written(value)}" for key, value in options.items())
    elif isinstance(options, str):
        given["options"] = options
    elif options is not None:
        raise TypeError(f"options: a dict or a text is needed, not {type(options).__name__}")
    if deck:
        given["deck"] = deck if isinstance(deck, str) else " ".join(deck)
    if game not in batch_games():
        raise ValueError(f"unknown game “{game}”; known: {', '.join(batch_games())}")
    loaded: Game = pyspiel.load_game(_name(game), given)
    return loaded


def _written(value: bool | int | float | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def register() -> list[str]:
    """Registers every game with tensors with OpenSpiel. Returns the names."""
    names, known = [], set(pyspiel.registered_names())
    for game in batch_games():
        names.append(_name(game))
        if _name(game) not in known:
            kind = type("Game", (Game,), {"game_id": game, "__doc__": Game.__doc__, "__module__": __name__})
            pyspiel.register_game(_type(game, is_deal=True, is_returns=True), kind)
    return names


register()
