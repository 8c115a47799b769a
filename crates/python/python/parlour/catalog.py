"""The games there are: presets, options, bots, rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from . import _parlour

__all__ = ["Game", "games"]


@dataclass(frozen=True)
class Game:
    """A game, and what can be chosen in it."""

    id: str
    """Its id: ``"gin-rummy"``."""
    seats: tuple[int, ...]
    """How many can play, by one preset or another."""
    presets: tuple[str, ...]
    """The rules as sources give them; the first is for a new player."""
    options: dict[str, Any]
    """The options by key, each with its rule and the values it can have."""
    bots: tuple[str, ...]
    """The bots people are offered, weakest first. Others are named as ``ismcts:1000`` (worlds) or ``ismcts:20ms``."""
    turns: str
    """``"taken"``, ``"sealed"`` (some answers are given unseen) or ``"race"`` (everybody acts when they can)."""
    info: dict[str, Any]
    """All of it, as the protocol lists it."""

    def rules(
        self,
        language: str = "en",
        *,
        preset: str | None = None,
        options: Mapping[str, bool | int | float | str] | None = None,
        seats: int | None = None,
        width: int = 78,
    ) -> str:
        """The rule book as the game is played with these options, in English (en) or Italian (it)."""
        chosen = dict(options or {})
        return _parlour.rule_book(self.id, language, preset=preset, options=chosen, seats=seats, width=width)

    def defaults(self, preset: str | None = None, seats: int | None = None) -> dict[str, bool | int | float | str]:
        """Every option with its value by a preset, for so many seats."""
        found = next(each for each in self.info["presets"] if preset in (None, each["id"]))
        table = next(each for each in found["tables"] if seats in (None, each["seats"]))
        return dict(table["options"])


@cache
def _games() -> dict[str, Game]:
    return {
        info["id"]: Game(
            id=info["id"],
            seats=tuple(info["seats"]),
            presets=tuple(preset["id"] for preset in info["presets"]),
            options={option["key"]: option for option in info["options"]},
            bots=tuple(info["bots"]),
            turns=info["turns"],
            info=info,
        )
        for info in _parlour.game_infos()
    }


def games() -> dict[str, Game]:
    """Every game by its id, in the order in which they are offered."""
    return dict(_games())
