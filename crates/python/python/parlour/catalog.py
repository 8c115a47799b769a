"""Games with presets, options, bots and rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from . import _parlour

__all__ = ["Game", "games"]


@dataclass(frozen=True)
class Game:
    """Game with its options."""

    id: str
    """Id, such as ``"gin-rummy"``."""
    seats: tuple[int, ...]
    """Possible numbers of players over all presets."""
    presets: tuple[str, ...]
    """Presets: rules from different sources. The first suits new players."""
    options: dict[str, Any]
    """Options by key, each with its rule and its allowed values."""
    bots: tuple[str, ...]
    """Bots offered to players, weakest first. Others are ``ismcts:1000`` (determinizations) or ``ismcts:20ms``."""
    turns: str
    """``"taken"``, ``"sealed"`` (some answers are given secretly) or ``"race"`` (all players act at once)."""
    info: dict[str, Any]
    """Everything, as in the protocol."""

    def rules(
        self,
        language: str = "en",
        *,
        preset: str | None = None,
        options: Mapping[str, bool | int | float | str] | None = None,
        seats: int | None = None,
        width: int = 78,
    ) -> str:
        """Rule book with these options, in English (en) or Italian (it)."""
        chosen = dict(options or {})
        return _parlour.rule_book(self.id, language, preset=preset, options=chosen, seats=seats, width=width)

    def defaults(self, preset: str | None = None, seats: int | None = None) -> dict[str, bool | int | float | str]:
        """Value of every option in a preset, for a number of seats."""
        found = next((each for each in self.info["presets"] if preset in (None, each["id"])), None)
        if found is None:
            raise ValueError(f"unknown preset “{preset}”; known: {', '.join(self.presets)}")
        table = next((each for each in found["tables"] if seats in (None, each["seats"])), None)
        if table is None:
            raise ValueError(f"the preset “{found['id']}” isn't for {seats} players")
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
    """All games by id, in the order in which they are offered."""
    return dict(_games())
