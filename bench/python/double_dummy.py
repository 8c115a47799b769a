"""Double-dummy tables per second from Python: Parlour and endplay on the same random deals, alternately, on one core.

Seconds are CPU time, so other load matters little.

    python double_dummy.py [DEALS] [ROUNDS]
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from statistics import median

import numpy as np

import parlour


def random_deals(number: int, seed: int) -> np.ndarray:
    holders = np.repeat(np.arange(4, dtype=np.uint8), 13)
    return np.random.default_rng(seed).permuted(np.tile(holders, (number, 1)), axis=1)


def as_pbn(holders: np.ndarray) -> str:
    hands = []
    for player in range(4):
        cards = [parlour.Card.of(int(index)) for index in np.flatnonzero(holders == player)]
        by_suit = parlour.Hand(cards).by_suit()
        hands.append(".".join("".join(card.rank for card in by_suit[suit]) for suit in "shdc"))
    return "N:" + " ".join(hands)


def ours(deals: list[str]) -> np.ndarray:
    return parlour.solve(deals, threads=1).tricks


def endplays(deals: list[str]) -> np.ndarray:
    from endplay.dds import calc_all_tables
    from endplay.types import Deal, Denom, Player

    # It accepts at most forty deals per call.
    chunks = [deals[first : first + 40] for first in range(0, len(deals), 40)]
    tables = [table for chunk in chunks for table in calc_all_tables([Deal(deal) for deal in chunk])]
    strains = [Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt]
    players = [Player.north, Player.east, Player.south, Player.west]
    return np.array([[[table[strain, player] for player in players] for strain in strains] for table in tables])


def timed(solve: Callable[[list[str]], np.ndarray], deals: list[str]) -> tuple[float, np.ndarray]:
    begun = time.process_time()
    tables = solve(deals)
    return time.process_time() - begun, tables


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    # endplay takes every core it may have: so both may have one.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    deals = [as_pbn(row) for row in random_deals(number, 1)]
    solvers = {"parlour": ours, "endplay": endplays}
    took: dict[str, list[float]] = {name: [] for name in solvers}
    answers: dict[str, np.ndarray] = {}
    for _ in range(rounds):
        for name, solve in solvers.items():
            seconds, answers[name] = timed(solve, deals)
            took[name].append(seconds)
    assert (answers["parlour"] == answers["endplay"]).all(), "they differ"
    print(f"{number} deals, {rounds} rounds in turns, one core; all tables agree")
    for name, seconds in took.items():
        print(f"{name:10} {number / min(seconds):7.1f} tables a second at best, {number / median(seconds):7.1f} in the median")


if __name__ == "__main__":
    main()
