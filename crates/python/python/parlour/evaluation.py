"""Evaluation of hands of bridge."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from . import _parlour
from .cards import Hand

__all__ = ["HandEvaluation", "TrickEstimate", "estimate_tricks", "evaluate", "hand_text"]


def hand_text(hand: str | Iterable[str]) -> str:
    """Hand in PBN notation, such as ``"AKQ52.K9.Q84.K76"``: from that, a `Hand`, a list of cards, or ``"As Ks Qs …"``."""
    if isinstance(hand, str) and " " not in hand.strip():
        return hand
    by_suit = Hand(hand).by_suit()
    return ".".join("".join(card.rank for card in by_suit[suit]) for suit in "shdc")


@dataclass(frozen=True)
class HandEvaluation:
    """Hand by the methods that players use. Tuples begin with spades."""

    lengths: tuple[int, int, int, int]
    """Lengths of spades, hearts, diamonds and clubs."""
    balanced: bool
    """Whether the shape is 4-3-3-3, 4-4-3-2 or 5-3-3-2."""
    hcp: int
    """High-card points: ace 4, king 3, queen 2, jack 1."""
    controls: int
    """Controls: ace 2, king 1."""
    aces: int
    """Number of aces."""
    quick_tricks: float
    """Quick tricks by suit: AK 2, AQ 1.5, A 1, KQ 1, Kx 0.5."""
    losers: int
    """Losers of the Losing-Trick Count."""
    new_losers: float
    """Losers of the New Losing-Trick Count: 1.5 for a missing ace, 1 for a king, 0.5 for a queen."""
    kaplan_rubens: float
    """Four C's by Kaplan and Rubens."""
    zar_points: int
    """Zar points."""
    rule_of_20: int
    """High-card points and the lengths of the two longest suits."""
    suit_quality: tuple[int, int, int, int]
    """Cards and honors of each suit; jack and ten count only beside an ace, king or queen."""


@dataclass(frozen=True)
class TrickEstimate:
    """Tricks that two hands can expect with a suit of theirs as trumps. The formulas assume a fit of eight cards."""

    lengths: tuple[int, int, int, int]
    """Lengths of spades, hearts, diamonds and clubs in both hands together."""
    by_losers: int
    """24 less the losers of both hands, at most 13."""
    by_new_losers: float
    """25 less the losers of the New Losing-Trick Count of both hands, from 0 to 13."""


def evaluate(hand: str | Iterable[str]) -> HandEvaluation:
    """Evaluates a hand of thirteen cards, such as ``"AKQ52.K9.Q84.K76"``, a `Hand`, or a list of cards."""
    fields = _parlour.evaluate_hand(hand_text(hand))
    for name in ("lengths", "suit_quality"):
        fields[name] = tuple(fields[name])
    return HandEvaluation(**fields)


def estimate_tricks(hand: str | Iterable[str], partner: str | Iterable[str]) -> TrickEstimate:
    """Estimates the tricks of two hands by their losers."""
    lengths, by_losers, by_new_losers = _parlour.estimate_tricks(hand_text(hand), hand_text(partner))
    spades, hearts, diamonds, clubs = lengths
    return TrickEstimate((spades, hearts, diamonds, clubs), by_losers, by_new_losers)
