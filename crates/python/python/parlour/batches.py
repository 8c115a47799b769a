"""Arguments of `parlour.make_vec` other than the game and the number of matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

__all__ = ["Setup"]


class Setup(TypedDict, total=False):
    """Arguments of `parlour.make_vec` other than the game and the number of matches."""

    preset: str | None
    options: Mapping[str, bool | int | float | str] | None
    seats: int | None
    actions: str | None
    list_size: tuple[int, int]
    episode: str
    reward: str
    claims: bool
    threads: int
