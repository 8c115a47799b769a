"""Tests of the bridge player at the table of another program: OpenSpiel's manager for bridge programs.

OpenSpiel writes and expects some words as WBridge5 does. The exact words are in `as_wbridge5`.
"""

from __future__ import annotations

import os
import random
import re
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.bots.bluechip_bridge import BlueChipBridgeBot  # noqa: E402

PROGRAM = Path(os.environ.get("PARLOUR_BIN", "parlour"))
SEATS = ["North", "East", "South", "West"]
TIMEOUT = 60

# OpenSpiel's lowest number of a call. Lower numbers are cards, and 52 cards are dealt before the auction.
FIRST_CALL = 52
CARDS = 52

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PROGRAM.is_file(), reason="PARLOUR_BIN doesn't name the program"),
]


def as_wbridge5(line: str) -> str:
    """The line with the words that OpenSpiel expects: the protocol allows any capitals."""
    line = re.sub(r"(?<=\" as )\w+(?= using)", "ANYPL", line)
    line = re.sub(r"\b(North|East|South|West|passes|doubles|redoubles)\b", lambda word: word[0].upper(), line)
    line = re.sub(r"(?<= plays )..$", lambda card: card[0].lower(), line)
    return line.replace("dummy's card", "Dummy's card")


class Player:
    """A bridge player of Parlour, in the form that OpenSpiel wants."""

    def __init__(self, seat: str, seed: int) -> None:
        with socket.create_server(("127.0.0.1", 0)) as table:
            table.settimeout(TIMEOUT)
            port = table.getsockname()[1]
            arguments = ["bridge-player", "--port", str(port), "--seat", seat, "--bot", "heuristic", "--seed", str(seed)]
            self.process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.connection, _ = table.accept()
        self.connection.settimeout(TIMEOUT)
        self.lines = self.connection.makefile("r", encoding="utf-8", newline="\r\n")

    def read_line(self) -> str:
        line = self.lines.readline()
        assert line.endswith("\r\n"), f"{line!r}, and then: {self.process.communicate(timeout=TIMEOUT)}"
        return as_wbridge5(line.removesuffix("\r\n"))

    def send_line(self, line: str) -> None:
        self.connection.sendall(f"{line}\r\n".encode())

    def terminate(self) -> None:
        self.process.kill()
        self.process.communicate()
        self.lines.close()
        self.connection.close()

    def end(self) -> tuple[str, str]:
        """Ends the session. Returns the program's output."""
        self.send_line("End of session")
        return self.process.communicate(timeout=TIMEOUT)


@contextmanager
def seated(game: Any, seat: int, players: list[Player]) -> Iterator[Any]:
    """OpenSpiel's bot, which asks a player of Parlour."""

    def start() -> Player:
        players.append(Player(SEATS[seat], seat + 1))
        return players[-1]

    bot = BlueChipBridgeBot(game, seat, start)
    try:
        yield bot
    finally:
        for player in players:
            player.terminate()


def play(game: Any, bots: dict[int, Any], others: Callable[[Any], int], rng: random.Random) -> Any:
    """Final state of a deal, in which the other seats are played by a function."""
    state = game.new_initial_state()
    for bot in bots.values():
        bot.restart()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        bot = bots.get(state.current_player())
        action = bot.step(state) if bot else others(state)
        assert action in state.legal_actions(), state.action_to_string(state.current_player(), action)
        state.apply_action(action)
    for bot in bots.values():
        # The rest of the play, and the end of the board.
        bot.inform_state(state)
    return state


def at_random(rng: random.Random, state: Any) -> int:
    """A legal action. Calls are passes, or among the lowest, so that auctions end at all levels."""
    legal = state.legal_actions()
    if legal[0] < FIRST_CALL:
        return int(rng.choice(legal))
    return int(legal[0] if rng.random() < 0.5 else rng.choice(legal[:7]))


@pytest.fixture
def game() -> Any:
    return pyspiel.load_game("bridge(use_double_dummy_result=False)")


def test_four_players_play_whole_boards_at_the_table_of_openspiel(game: Any) -> None:
    rng = random.Random(1)
    players: list[list[Player]] = [[], [], [], []]
    with ExitStack() as stack:
        bots = {seat: stack.enter_context(seated(game, seat, players[seat])) for seat in range(4)}
        played = 0
        for _ in range(8):
            state = play(game, bots, lambda state: pytest.fail(f"no player has the turn:\n{state}"), rng)
            played += sum(action < FIRST_CALL for action in state.history()[CARDS:])
        # Players pass out few deals.
        assert played >= 4 * CARDS
        for [player] in players:
            assert player.end() == ("8 boards\n", "")


@pytest.mark.parametrize("seat", range(4))
def test_a_player_follows_calls_and_cards_at_random(game: Any, seat: int) -> None:
    rng = random.Random(seat)
    players: list[Player] = []
    played = set()
    with seated(game, seat, players) as bot:
        for _ in range(12):
            state = play(game, {seat: bot}, partial(at_random, rng), rng)
            played.add(sum(action < FIRST_CALL for action in state.history()[CARDS:]))
    assert CARDS in played and played <= {0, CARDS}
    # One program played all boards, so no line of the table was unexpected.
    assert len(players) == 1
