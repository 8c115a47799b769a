"""Matchpoints and IMPs of boards that were played at several tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from . import _parlour
from ._parlour import Board

__all__ = ["Comparison", "PairTotal", "TableScore", "compare"]


@dataclass(frozen=True)
class TableScore:
    """Result of a board at one table, compared with the others. All figures are those of North and South."""

    board: int
    """Number of the board."""
    north_south: str
    """Names of North and South, or the number of the pair."""
    east_west: str
    """Names of East and West, or the number of the pair."""
    contract: str | None
    """Contract, such as 4SX, or Pass; None if the file only has the score."""
    declarer: str | None
    """Declarer: N, E, S or W."""
    tricks: int | None
    """Tricks of the declarer's side."""
    score: int
    """Duplicate score."""
    matchpoints: int
    """Matchpoints: 2 for each lower score, 1 for each equal one."""
    top: int
    """Matchpoints of a top. East and West get the rest of it."""
    cross_imps: float
    """Mean of the IMPs against each other table."""
    datum: int
    """Datum of Butler scoring: the mean score without one highest and one lowest."""
    butler: int
    """IMPs against the datum."""


@dataclass(frozen=True)
class PairTotal:
    """Total of a pair."""

    pair: str
    """Names of the players, or the number of the pair."""
    boards: int
    """Number of boards."""
    percent: float
    """Share of the possible matchpoints, in percent."""
    cross_imps: float
    """Sum of the cross-IMPs."""
    butler: int
    """Sum of the Butler IMPs."""


@dataclass(frozen=True)
class Comparison:
    """Results of boards at several tables."""

    tables: list[TableScore]
    """Results by board, in the order of the file."""
    totals: list[PairTotal]
    """Totals of all pairs. The highest percentage comes first."""
    left_out: list[tuple[int, str]]
    """Boards that are not compared: index and reason."""

    def to_dict(self) -> dict[str, list[Any]]:
        """Columns of the tables for data frames."""
        rows = [asdict(table) for table in self.tables]
        return {name: [row[name] for row in rows] for name in TableScore.__dataclass_fields__}


def compare(boards: Sequence[Board]) -> Comparison:
    """Compares the results of boards: matchpoints, cross-IMPs and Butler IMPs.

    Boards with the same number are one board at several tables. A result is a board with contract, declarer and tricks, or a
    row of a score table of a board.
    """
    found = _parlour.compare_boards(list(boards))
    return Comparison(
        [TableScore(**table) for table in found["tables"]],
        [PairTotal(**total) for total in found["totals"]],
        [(index, why) for index, why in found["left_out"]],
    )
