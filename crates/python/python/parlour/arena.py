"""Contests between players over the same decks in changed seats."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from operator import index
from time import monotonic
from typing import Any, TypeAlias

from . import _parlour
from ._parlour import Match, Seat

__all__ = ["Player", "Report", "Score", "simulate"]

Player: TypeAlias = "str | Callable[[Seat], str]"
"""Name of a bot, or a function that receives a `Seat` and returns an action."""


@dataclass(frozen=True)
class Score:
    """Result of one player: means per deal or match, and half-widths of their 95 % intervals."""

    player: str
    """Name."""
    points: float
    """Points per deal or match."""
    points_half_width: float
    """Half-width of the points; NaN from a single deck."""
    wins: float
    """Share of deals won. A deal shared by n players counts 1/n for each."""
    wins_half_width: float
    """Half-width of the share; NaN from a single deck."""


@dataclass(frozen=True)
class Report:
    """Result of a contest."""

    game: str
    """Game id."""
    rounds: int
    """Number of deals or matches: a multiple of the seats, because every deck is played from every seat."""
    seconds: float
    """Duration in seconds."""
    scores: tuple[Score, ...]
    """Scores of the players, in the order given."""

    def rows(self) -> list[dict[str, Any]]:
        """Flat dicts, for data frames."""
        return [vars(score).copy() for score in self.scores]


def _told(estimate: Mapping[str, float | None]) -> tuple[float, float]:
    mean, half = estimate["mean"], estimate["half_width_95"]
    return (nan if mean is None else mean), (nan if half is None else half)


def _estimate(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, nan
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, 1.96 * sqrt(variance / len(values))


def simulate(
    game: str,
    players: Sequence[Player],
    *,
    deals: int = 1000,
    matches: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    preset: str | None = None,
    options: Mapping[str, bool | int | float | str] | None = None,
) -> Report:
    """Lets players play many deals or matches, every deck once from every seat.

    Built-in bots play in Rust on all cores, like ``parlour simulate``. If a player is a function, Python plays one match
    after the other.
    """
    rounds, seed = index(deals if matches is None else matches), index(seed)
    if rounds < 1:
        raise ValueError("deals and matches must be at least 1")
    names = [player for player in players if isinstance(player, str)]
    if len(names) == len(players):
        told = _parlour.simulate(
            game,
            names,
            rounds=rounds,
            matches=matches is not None,
            seed=seed,
            threads=threads or os.cpu_count() or 1,
            preset=preset,
            options=dict(options or {}),
        )
        scores = [Score(of["bot"], *_told(of["points"]), *_told(of["wins"])) for of in told["scores"]]
        return Report(game, told["rounds"], told["seconds"], tuple(scores))
    return _asked(game, players, rounds, matches is not None, seed, preset, options)


def _asked(
    game: str,
    players: Sequence[Player],
    rounds: int,
    whole: bool,
    seed: int,
    preset: str | None,
    options: Mapping[str, bool | int | float | str] | None,
) -> Report:
    """Runs a contest in which some players are functions."""
    seats, begun = len(players), monotonic()
    points: list[list[float]] = [[] for _ in players]
    wins: list[list[float]] = [[] for _ in players]
    decks = max(1, -(-rounds // seats))
    for deck in range(decks):
        sums, shares = [0.0] * seats, [0.0] * seats
        for turned in range(seats):
            at = [(seat + turned) % seats for seat in range(seats)]
            match = Match(
                game,
                preset=preset,
                options=dict(options or {}),
                seats=seats,
                seed=seed * 1_000_003 + deck,
                dealer=deck % seats,
            )
            match.finish([players[place] for place in at], deals=None if whole else 1)
            got = match.totals if whole else match.deal_scores[-1]["points"]
            best = match.winners if whole else [seat for seat in range(seats) if got[seat] == max(got)]
            for seat, place in enumerate(at):
                sums[place] += got[seat]
                shares[place] += 1 / len(best) if seat in best else 0
        for place in range(seats):
            points[place].append(sums[place] / seats)
            wins[place].append(shares[place] / seats)
    scores = []
    for player, of, won in zip(players, points, wins, strict=True):
        name = player if isinstance(player, str) else getattr(player, "__name__", repr(player))
        scores.append(Score(name, *_estimate(of), *_estimate(won)))
    return Report(game, decks * seats, monotonic() - begun, tuple(scores))
