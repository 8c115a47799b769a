"""Contests and tournaments between players over the same decks in changed seats."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isnan, nan, sqrt
from operator import index
from time import monotonic
from typing import Any, TypeAlias

from . import _parlour
from ._parlour import Match, Seat

__all__ = ["Entrant", "Pairing", "Piece", "Player", "Report", "Score", "Tournament", "TournamentReport", "simulate"]

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


@dataclass(frozen=True)
class Entrant:
    """Result of a bot in a tournament. Half-widths are of 95 % intervals, and NaN from a single deck."""

    bot: str
    """Name."""
    rounds: int
    """Number of deals or matches."""
    elo: float
    """Elo rating over the first bot."""
    elo_half_width: float
    """Half-width of the rating."""
    points: float
    """Points per deal or match."""
    points_half_width: float
    """Half-width of the points."""
    wins: float
    """Share of deals or matches won."""
    wins_half_width: float
    """Half-width of the share."""
    moves: int
    """Number of actions that the bot chose."""


@dataclass(frozen=True)
class Pairing:
    """Result of two bots against each other."""

    bot: str
    """Bot later in the list."""
    against: str
    """Bot earlier in the list."""
    rounds: int
    """Number of deals or matches."""
    wins: float
    """Share of deals or matches that `bot` won."""
    wins_half_width: float
    """Half-width of the share."""
    lead: float
    """Points of `bot` per deal or match, minus those of `against`."""
    lead_half_width: float
    """Half-width of the lead."""


@dataclass(frozen=True)
class TournamentReport:
    """Result of a tournament. It has no times, so it depends only on the tournament."""

    tournament: Tournament
    """Tournament."""
    version: str
    """Version of Parlour."""
    entrants: tuple[Entrant, ...]
    """Results of the bots, in the order given."""
    pairings: tuple[Pairing, ...]
    """Results of the pairs, in the order of the bots."""

    def to_json(self) -> str:
        """JSON document. Tournaments with equal results have equal texts; NaN is null."""
        return json.dumps(_without_nan(asdict(self)), indent=1, ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class Piece:
    """Results of a range of decks of a tournament. It can be pickled, and sent to another machine."""

    tournament: Tournament
    """Tournament."""
    decks: range
    """Numbers of the decks."""
    version: str
    """Version of Parlour that played them."""
    sums: str = field(repr=False)
    """Exact sums of the results, as JSON."""


@dataclass(frozen=True)
class Tournament:
    """Tournament of built-in bots in pairs, like ``parlour arena``. It can be played in pieces, on several machines.

    >>> tournament = Tournament("scopa", ["random", "heuristic"], deals=200)
    >>> pieces = [tournament.play(decks) for decks in tournament.split(4)]
    >>> report = tournament.report(pieces)

    Every deck is played once with each of the two bots in each place, and all pairs play the same decks. The cards and
    the random numbers of a deck follow from `seed` and the number of the deck. So the report is the same for every
    division into pieces, except with bots that have a time limit.
    """

    game: str
    """Game id."""
    bots: Sequence[str]
    """Names of at least two bots. Ratings count from the first."""
    deals: int = 1000
    """Number of deals of each pair."""
    matches: int | None = None
    """Number of whole matches of each pair, instead of single deals."""
    ladder: bool = False
    """Whether each bot plays only against the next. By default every pair plays."""
    seed: int = 1
    """Seed of the decks and of the bots' random numbers."""
    seats: int | None = None
    """Number of seats, even. The two bots sit alternately."""
    preset: str | None = None
    """Preset of the game."""
    options: Mapping[str, bool | int | float | str] = field(default_factory=dict)
    """Options that differ from the preset."""

    def __post_init__(self) -> None:
        """Checks the tournament."""
        object.__setattr__(self, "bots", tuple(self.bots))
        object.__setattr__(self, "options", dict(self.options))
        object.__setattr__(self, "seed", index(self.seed))
        if self.rounds < 1:
            raise ValueError("deals and matches must be at least 1")
        self._rate([])

    @property
    def rounds(self) -> int:
        """Number of deals or matches of each pair, as given. An odd number is rounded up, because a deck is played twice."""
        return index(self.deals if self.matches is None else self.matches)

    @property
    def decks(self) -> int:
        """Number of decks. With `matches`, number of series of decks."""
        return -(-self.rounds // 2)

    def split(self, count: int) -> list[range]:
        """Divides the numbers of the decks into at most `count` ranges of almost equal lengths."""
        count = min(index(count), self.decks)
        if count < 1:
            raise ValueError("count must be at least 1")
        ends = [self.decks * piece // count for piece in range(count + 1)]
        return [range(first, end) for first, end in zip(ends, ends[1:], strict=False)]

    def play(self, decks: range | None = None, *, threads: int | None = None) -> Piece:
        """Plays these decks in every pair, by default all decks on all cores."""
        decks = range(self.decks) if decks is None else decks
        if not isinstance(decks, range) or decks.step != 1 or not 0 <= decks.start < decks.stop <= self.decks:
            raise ValueError(f"decks: expected a range within range(0, {self.decks}), not {decks}")
        sums = _parlour.play_piece(
            self.game,
            list(self.bots),
            (decks.start, decks.stop),
            ladder=self.ladder,
            matches=self.matches is not None,
            seed=self.seed,
            threads=threads or os.cpu_count() or 1,
            seats=self.seats,
            preset=self.preset,
            options=dict(self.options),
        )
        return Piece(self, decks, _parlour.__version__, sums)

    def report(self, pieces: Iterable[Piece]) -> TournamentReport:
        """Merges pieces in any order into a report.

        Raises `ValueError` if a piece is missing or given twice, or is of another tournament or version, and `TypeError` if
        something else is among the pieces.
        """
        given = list(pieces)
        for other in given:
            if not isinstance(other, Piece):
                raise TypeError(f"pieces: expected pieces of Tournament.play, not {type(other).__name__}")
        sorted_pieces, end = sorted(given, key=lambda piece: piece.decks.start), 0
        for piece in sorted_pieces:
            if piece.tournament != self:
                raise ValueError(f"a piece is of another tournament: {piece.tournament}")
            if piece.version != _parlour.__version__:
                raise ValueError(f"a piece is of Parlour {piece.version}; this is {_parlour.__version__}")
            if piece.decks.start > end:
                raise ValueError(f"decks missing: {range(end, piece.decks.start)}")
            if piece.decks.start < end:
                raise ValueError(f"decks given twice: {range(piece.decks.start, end)}")
            end = piece.decks.stop
        if end != self.decks:
            raise ValueError(f"decks missing: {range(end, self.decks)}")
        told = self._rate([piece.sums for piece in sorted_pieces])
        entrants = [
            Entrant(
                of["bot"],
                of["rounds"],
                *((nan, nan) if of["elo"] is None else _told(of["elo"])),
                *_told(of["points"]),
                *_told(of["wins"]),
                of["moves"],
            )
            for of in told["entrants"]
        ]
        pairings = [
            Pairing(of["bot"], of["against"], of["rounds"], *_told(of["wins"]), *_told(of["lead"]))
            for of in told["pairings"]
        ]
        return TournamentReport(self, _parlour.__version__, tuple(entrants), tuple(pairings))

    def _rate(self, sums: list[str]) -> dict[str, Any]:
        """Results of these sums. Without sums, checks the tournament."""
        return _parlour.rate_pieces(
            self.game,
            list(self.bots),
            sums,
            decks=self.decks,
            ladder=self.ladder,
            matches=self.matches is not None,
            seed=self.seed,
            seats=self.seats,
            preset=self.preset,
            options=dict(self.options),
        )


def _without_nan(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_nan(of) for key, of in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(of) for of in value]
    return None if isinstance(value, float) and isnan(value) else value
