"""How the matches of a batch are named: the arguments of `parlour.make_vec` beside the game and how many there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

__all__ = ["Setup"]


class Setup(TypedDict, total=False):
    """What `parlour.make_vec` takes beside the game and the number of matches."""

    preset: str | None
    options: Mapping[str, bool | int | float | str] | None
    seats: int | None
    actions: str | None
    list_size: tuple[int, int]
    episode: str
    reward: str
    claims: bool
    threads: int
