"""Boards of bridge, and double-dummy analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from . import _parlour
from ._parlour import Board
from .errors import BadFile, LeftOut

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "DECLARERS",
    "STRAINS",
    "BoardFile",
    "LeftOut",
    "Par",
    "Tables",
    "boards",
    "play_costs",
    "read_boards",
    "solve",
    "solve_leads",
    "write",
]

STRAINS = ("C", "D", "H", "S", "NT")
"""Strains in the order of an array of tables."""
DECLARERS = ("N", "E", "S", "W")
"""Declarers in the order of an array of tables."""

Deals: TypeAlias = "str | Board | Sequence[str | Board] | NDArray[np.uint8]"


@dataclass(frozen=True)
class BoardFile:
    """Boards of a file, and the parts left out because of a fault."""

    boards: list[Board]
    """All boards, each with its parts without faults."""
    left_out: list[LeftOut]
    """Faults in the order of the file; empty if the file is sound."""
    notation: str
    """``"pbn"``, ``"lin"`` or ``"record"``."""
    encoding: str
    """Encoding, such as ``"UTF-8"`` or ``"Windows-1252"``."""

    @property
    def sound(self) -> list[Board]:
        """The boards without a fault."""
        faulty = {left_out.index for left_out in self.left_out}
        return [board for index, board in enumerate(self.boards) if index not in faulty]


def read_boards(source: str | bytes | Path) -> BoardFile:
    """Reads a PBN, LIN or record file board by board, and lists each part that has a fault.

    `source` is a path or the content; a text with a line break or a bracket counts as content. Raises `BadFile` if
    there is no board.
    """
    if isinstance(source, str):
        source = source.encode() if any(sign in source for sign in "\n[|{") else Path(source)
    content = source.read_bytes() if isinstance(source, Path) else source
    boards, left_out, notation, encoding = _parlour.read_boards(content)
    return BoardFile(boards, [LeftOut(**fault) for fault in left_out], notation, encoding)


def boards(source: str | bytes | Path) -> list[Board]:
    """Reads the boards of a PBN, LIN or record file, given as a path or as its content.

    Raises `BadFile`, which names every fault, if the file has one. `read_boards` reads such a file.
    """
    file = read_boards(source)
    if file.left_out:
        raise BadFile.of(file.left_out)
    return file.boards


def write(boards: Sequence[Board], to: str = "pbn") -> bytes:
    """Writes boards as a file: ``"pbn"``, ``"lin"`` or ``"record"``. Bytes, since PBN is ISO 8859-1 where possible."""
    return _parlour.write_boards(list(boards), to)


@dataclass(frozen=True)
class Par:
    """Score of best play and bidding by both sides with open cards."""

    score: int
    """Score of North-South."""
    contracts: tuple[str, ...]
    """Par contracts, such as ``4♠ N +1``; empty if the deal is passed out."""


class Tables(Sequence["Tables"]):
    """Double-dummy tables of one or more deals: tricks of each declarer in each strain."""

    def __init__(self, tricks: NDArray[np.uint8]) -> None:
        """Creates tables from an array of (deals, 5 strains from clubs, 4 declarers from North)."""
        self.tricks: NDArray[np.uint8] = tricks
        """Array: (deals, strains, declarers), uint8."""

    def __len__(self) -> int:
        return len(self.tricks)

    def __getitem__(self, place: Any) -> Tables:
        """One table, or a slice of them."""
        if isinstance(place, int):
            place = range(len(self))[place]
            place = slice(place, place + 1)
        return Tables(self.tricks[place])

    def __iter__(self) -> Iterator[Tables]:
        return (self[place] for place in range(len(self)))

    def par(self, dealer: str = "N", vulnerable: str = "none") -> list[Par]:
        """Par of each deal, for one dealer and one vulnerability: none, ns, ew or both."""
        pars = _parlour.par(np.ascontiguousarray(self.tricks), dealer, vulnerable)
        return [Par(score, tuple(contracts)) for score, contracts in pars]

    def to_dict(self) -> dict[str, NDArray[np.uint8]]:
        """Columns per declarer and strain, such as ``"N_NT"``, for data frames."""
        return {
            f"{declarer}_{strain}": self.tricks[:, row, column]
            for column, declarer in enumerate(DECLARERS)
            for row, strain in enumerate(STRAINS)
        }

    def __repr__(self) -> str:
        return f"<Tables of {len(self)} deals>"

    def __str__(self) -> str:
        return "\n\n".join("\n".join(" ".join(f"{cell:>2}" for cell in row) for row in self._rows(n)) for n in range(len(self)))

    def _rows(self, number: int) -> list[list[str]]:
        strains = list(reversed(range(5)))
        rows = [["", *(STRAINS[strain] for strain in strains)]]
        for declarer in (0, 2, 1, 3):
            cells = (str(self.tricks[number, strain, declarer]) for strain in strains)
            rows.append([DECLARERS[declarer], *cells])
        return rows

    def _repr_html_(self) -> str:
        """First tables, for notebooks."""
        shown = range(min(len(self), 8))
        body = "".join(
            "<table>" + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in self._rows(n)) + "</table>"
            for n in shown
        )
        return body + (f"<p>and {len(self) - len(shown)} more</p>" if len(self) > len(shown) else "")


def solve(
    deals: Deals,
    *,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Tables:
    """Solves deals double dummy for every strain and declarer.

    `deals` is a deal in PBN, a `Board`, a list of these, or a uint8 array of shape (n, 52) with the holder of each card in
    the order of `Card.index`, from 0 for North to 3 for West. The interpreter lock is released meanwhile. `progress`
    receives the number of solved deals at most ten times a second. Ctrl-C interrupts.
    """
    given: Any = deals
    if isinstance(deals, str | Board):
        given = [deals]
    elif isinstance(deals, np.ndarray):
        given = np.ascontiguousarray(np.atleast_2d(deals), dtype=np.uint8)
    return Tables(_parlour.solve_deals(given, threads=threads, progress=progress))


def solve_leads(deal: str | Board, strain: str, leader: str, play: Sequence[str] = ()) -> dict[str, int]:
    """Legal cards after `play`, each with the tricks its side still takes, best first."""
    return dict(_parlour.lead_tricks(deal, strain, leader, list(play)))


def play_costs(
    board: str | Board,
    strain: str | None = None,
    leader: str | None = None,
    play: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    """Cost of each card of a play in tricks: a flat dict per card. A `Board` brings its own play.

    Raises `ValueError` if the board has none.
    """
    if isinstance(board, Board):
        strain, leader = strain or board.strain, leader or board.leader
        play = board.play if play is None else play
        if play is None:
            raise ValueError("the board has no play")
    if strain is None or leader is None:
        raise ValueError("without a contract, strain and leader are required")
    played = _parlour.play_tricks(board, strain, leader, list(play or ()))
    return [
        {"player": player, "card": card, "before": before, "after": after, "cost": before - after}
        for player, card, before, after in played
    ]
