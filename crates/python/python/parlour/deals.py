"""Random deals of bridge under a condition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import _parlour
from ._parlour import Board

__all__ = ["Deals", "generate_deals"]


class Deals(Sequence[Board]):
    """Random boards, with the figures of the draw."""

    def __init__(self, boards: Sequence[Board], seed: int, share: float | None, tries: int) -> None:
        """Creates the sequence from boards and figures."""
        self.boards: list[Board] = list(boards)
        """Boards from number 1 on, with dealer and vulnerability by number."""
        self.seed: int = seed
        """Seed of the draw; the same condition and seed give the same deals."""
        self.share: float | None = share
        """Share of all deals that fit. None with fewer than ten boards, unless it is exact."""
        self.tries: int = tries
        """Number of deals drawn, also those that did not fit."""

    def __len__(self) -> int:
        return len(self.boards)

    def __getitem__(self, place: Any) -> Any:
        """One board, or a list of boards for a slice."""
        return self.boards[place]

    def __repr__(self) -> str:
        share = "" if self.share is None else f", {100 * self.share:.3g} % of all deals fit"
        return f"<Deals: {len(self)} boards, seed {self.seed}{share}>"


def generate_deals(
    condition: str = "",
    count: int = 1,
    *,
    seed: int | None = None,
    tries: int = 10_000_000,
    fits: Callable[[Board], object] | None = None,
    progress: Callable[[int], object] | None = None,
) -> Deals:
    """Draws random deals that fit a condition, such as ``"south.hcp in 15..17 and ns.spades >= 8"``.

    Every deal that fits has the same probability. `fits` is a function of a `Board` for whatever the text can't express;
    it is called for deals that fit the text, on another thread. The interpreter lock is released otherwise. `progress`
    receives the number of drawn deals at most ten times a second. Ctrl-C interrupts. Raises `ValueError` for a wrong
    condition, which it names with its column, and if none of `tries` deals fits.
    """
    boards, seed, share, tried = _parlour.generate_deals(
        condition, count, seed=seed, tries=tries, fits=fits, progress=progress
    )
    return Deals(boards, seed, share, tried)
