"""Score pads for people who hold real cards: the dicts of ``docs/pads.md``, given through unchanged."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from . import _parlour
from .errors import exception

__all__ = ["Pad", "ask"]


def ask(request: Mapping[str, Any]) -> dict[str, Any]:
    """Asks what ``docs/pads.md`` lists: ``ask({"ask": "games"})``. A refusal is raised."""
    answer: dict[str, Any] = json.loads(_parlour.answer_pad(json.dumps(request)))
    refused = answer.get("refused")
    if refused is None:
        return answer
    names = ("code", "message", "reason", "rule", "params")
    raise exception(**{name: refused[name] for name in names if name in refused})


class Pad:
    """The score of an evening: a log that only grows, so that two copies can be merged."""

    def __init__(self, device: str = "python") -> None:
        """An empty pad, written on by a device of this name, which must be its own."""
        self._device = device
        self._answer = ask({"ask": "view"})

    @classmethod
    def read(cls, text: str, device: str = "python") -> Pad:
        """A pad as `write` wrote it."""
        pad = cls(device)
        pad._answer = ask({"ask": "view", "pad": json.loads(text)})
        return pad

    def write(self) -> str:
        """The pad as text."""
        return json.dumps(self._answer["pad"], ensure_ascii=False)

    @property
    def view(self) -> dict[str, Any]:
        """The pad as it is drawn: ``matches`` and ``evening``."""
        view: dict[str, Any] = self._answer["view"]
        return view

    def change(self, change: Mapping[str, Any], at: str | None = None) -> str:
        """Writes a change on it; the id of what was written."""
        request = {"ask": "write", "pad": self._answer["pad"], "device": self._device, "at": at, "change": change}
        self._answer = ask(request)
        return str(self._answer["wrote"])

    def open(self, game: str, players: Sequence[str], dealer: int | None = 0, **opening: Any) -> str:
        """Begins a match; `opening` is what else ``docs/pads.md`` lists: preset, options, stake. Its id."""
        given = {"game": game, "players": list(players), "dealer": dealer, **opening}
        return self.change({"type": "open", "opening": given})

    def enter(self, match: str, entry: Mapping[str, Any]) -> str:
        """Writes a hand on the next line of a match."""
        return self.change({"type": "enter", "match": match, "line": self.sheet(match)["nextLine"], "entry": entry})

    def undo(self, of: str) -> str:
        """Says that something does not hold."""
        return self.change({"type": "undo", "of": of})

    def merge(self, other: Pad) -> None:
        """Takes over whatever another copy has."""
        self._answer = ask({"ask": "merge", "pad": self._answer["pad"], "other": other._answer["pad"]})

    def sheet(self, match: str | None = None) -> dict[str, Any]:
        """The sheet of a match, or of the last one."""
        sheets: list[dict[str, Any]] = self.view["matches"]
        return next(sheet for sheet in reversed(sheets) if match in (None, sheet["id"]))

    def debts(self) -> list[dict[str, Any]]:
        """The fewest payments that settle the evening."""
        debts: list[dict[str, Any]] = self.view["evening"].get("debts", [])
        return debts

    def __repr__(self) -> str:
        return f"<Pad of {len(self.view['matches'])} matches>"
