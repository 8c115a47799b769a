"""Deals under a condition, evaluation of hands and leads: Parlour and endplay, alternately, on one core.

Seconds are CPU time, so other load matters little. Checks that both agree where they answer the same question.

    python bridge_toolkit.py [DEALS] [LAYOUTS] [ROUNDS]
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from statistics import mean, median
from typing import Any

from endplay.dds import solve_all_boards
from endplay.dealer import generate_deals
from endplay.evaluate import cccc, controls, hcp, is_balanced, losers
from endplay.types import Deal, Denom, Player

import parlour

# Condition in Parlour's language, and in that of the program dealer, which endplay reads.
CONDITIONS = [
    (
        "a notrump opening with a fit in spades",
        "south.hcp in 15..17 and south.balanced and ns.spades >= 8",
        "hcp(south) >= 15 && hcp(south) <= 17 && shape(south, any 4333 + any 4432 + any 5332) "
        "&& spades(south) + spades(north) >= 8",
    ),
    ("a hand of 20 points or more", "n.hcp >= 20", "hcp(north) >= 20"),
    ("a rare shape", "n.shape(6=5=1=1)", "shape(north, 6511)"),
]
HAND = "AQJ8.96.J9764.A2"
AUCTION = "south.hcp in 15..17 and south.balanced and north.hcp in 10..14 and north.spades <= 3 and north.hearts <= 3"


def endplays_deals(condition: str, number: int) -> list[Deal]:
    return list(generate_deals(condition, produce=number, seed=1, max_attempts=-1))


def endplays_evaluation(hands: Sequence[Any]) -> list[tuple[float, ...]]:
    return [(hcp(hand), controls(hand), losers(hand), is_balanced(hand), round(cccc(hand), 2)) for hand in hands]


def our_evaluation(hands: Sequence[str]) -> list[tuple[float, ...]]:
    found = map(parlour.evaluate, hands)
    return [(one.hcp, one.controls, one.losers, one.balanced, one.kaplan_rubens) for one in found]


def endplays_leads(layouts: Sequence[str]) -> dict[str, list[int]]:
    deals = []
    for layout in layouts:
        deal = Deal(layout)
        deal.trump, deal.first = Denom.nt, Player.west
        deals.append(deal)
    tricks: dict[str, list[int]] = {}
    # It accepts at most two hundred deals per call.
    for begin in range(0, len(deals), 200):
        for solved in solve_all_boards(deals[begin : begin + 200]):
            for card, taken in solved:
                tricks.setdefault(f"{card.rank.abbr}{card.suit.name[0]}", []).append(taken)
    return tricks


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.process_time()
    answer = work()
    return time.process_time() - begun, answer


def alternately(what: str, rounds: int, unit: str, number: int, works: dict[str, Callable[[], Any]]) -> dict[str, Any]:
    """Runs each program in turn and prints its rate. Returns the last answers."""
    took: dict[str, list[float]] = {name: [] for name in works}
    answers: dict[str, Any] = {}
    for _ in range(rounds):
        for name, work in works.items():
            seconds, answers[name] = timed(work)
            took[name].append(max(seconds, 1e-6))
    rates = ", ".join(
        f"{name} {number / min(seconds):,.1f} (median {number / median(seconds):,.1f})" for name, seconds in took.items()
    )
    print(f"{what}: {unit} per second: {rates}", flush=True)
    return answers


def main() -> None:
    given = [int(argument) for argument in sys.argv[1:]]
    number, layouts, rounds = (given + [20, 20, 3][len(given) :])[:3]
    # DDS takes every core it may have, so both may have one.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for what, ours, theirs in CONDITIONS:
        answers = alternately(
            f"{what}, {number} deals",
            rounds,
            "deals",
            number,
            {
                "parlour": lambda ours=ours: parlour.generate_deals(ours, number, seed=1),
                "endplay": lambda theirs=theirs: endplays_deals(theirs, number),
            },
        )
        assert all(deal_fits(ours, str(deal)) for deal in answers["endplay"]), "the conditions differ"

    deals = [Deal(board.deal) for board in parlour.generate_deals("", 50 * number, seed=2)]
    hands = [hand for deal in deals for _, hand in deal]
    texts = [hand.to_pbn() for hand in hands]
    answers = alternately(
        "evaluation",
        rounds,
        "hands",
        len(hands),
        {"parlour": lambda: our_evaluation(texts), "endplay": lambda: endplays_evaluation(hands)},
    )
    differ = [
        (text, one, other)
        for text, one, other in zip(texts, answers["parlour"], answers["endplay"], strict=True)
        if one[:4] != other[:4] or abs(one[4] - other[4]) > 0.001
    ]
    print(f"  {len(differ)} of {len(hands)} hands differ, such as {differ[:2]}")

    sample = [board.deal for board in parlour.generate_deals(f"{AUCTION} and {has(HAND)}", layouts, seed=1)]
    answers = alternately(
        f"leads, {layouts} layouts",
        rounds,
        "layouts",
        layouts,
        {
            "parlour": lambda: parlour.simulate_leads(HAND, "3NT", AUCTION, count=layouts, seed=1, threads=1),
            "endplay": lambda: endplays_leads(sample),
        },
    )
    for lead in answers["parlour"]:
        theirs = answers["endplay"][lead.card]
        assert abs(lead.tricks.mean - mean(theirs)) < 1e-9, f"{lead.card} differs"
    best = answers["parlour"][0]
    print(f"  all leads agree; {best.card} takes {best.tricks} tricks and beats 3NT in {best.beats}")


def has(hand: str) -> str:
    suits = zip("shdc", hand.split("."), strict=True)
    return "west.has(" + " ".join(rank + suit for suit, ranks in suits for rank in ranks) + ")"


def deal_fits(condition: str, deal: str) -> bool:
    """Returns whether a deal fits: the only deal with all its cards given is drawn, or none."""
    names = {"N": "north", "E": "east", "S": "south", "W": "west"}
    board = parlour.boards(f'[Board "1"]\n[Deal "{deal}"]\n')[0]
    given = " and ".join(f"{names[seat]}.has({' '.join(cards)})" for seat, cards in board.hands.items())
    try:
        parlour.generate_deals(f"({condition}) and {given}", tries=1)
    except ValueError:
        return False
    return True


if __name__ == "__main__":
    main()
