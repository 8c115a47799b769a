"""Score pads for real cards, with the dicts of ``docs/pads.md``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from . import _parlour
from .errors import exception

__all__ = ["Pad", "ask"]


def ask(request: Mapping[str, Any]) -> dict[str, Any]:
    """Sends a request of ``docs/pads.md``: ``ask({"ask": "games"})``. A refusal raises an error."""
    answer: dict[str, Any] = json.loads(_parlour.answer_pad(json.dumps(request)))
    refused = answer.get("refused")
    if refused is None:
        return answer
    names = ("code", "message", "reason", "rule", "params")
    raise exception(**{name: refused[name] for name in names if name in refused})


class Pad:
    """Score pad of an evening: an append-only log, so that copies can be merged."""

    def __init__(self, device: str = "python") -> None:
        """Creates an empty pad for a device with a unique name."""
        self._device = device
        self._answer = ask({"ask": "view"})

    @classmethod
    def read(cls, text: str, device: str = "python") -> Pad:
        """Reads a pad from the text of `write`."""
        pad = cls(device)
        pad._answer = ask({"ask": "view", "pad": json.loads(text)})
        return pad

    def write(self) -> str:
        """Pad as text."""
        return json.dumps(self._answer["pad"], ensure_ascii=False)

    @property
    def view(self) -> dict[str, Any]:
        """Pad for display: ``matches`` and ``evening``."""
        view: dict[str, Any] = self._answer["view"]
        return view

    def change(self, change: Mapping[str, Any], at: str | None = None) -> str:
        """Appends a change. Returns its id."""
        request = {"ask": "write", "pad": self._answer["pad"], "device": self._device, "at": at, "change": change}
        self._answer = ask(request)
        return str(self._answer["wrote"])

    def open(self, game: str, players: Sequence[str], dealer: int | None = 0, **opening: Any) -> str:
        """Starts a match; `opening` has the other fields of ``docs/pads.md``: preset, options, stake. Returns the id."""
        given = {"game": game, "players": list(players), "dealer": dealer, **opening}
        return self.change({"type": "open", "opening": given})

    def enter(self, match: str, entry: Mapping[str, Any]) -> str:
        """Appends a hand to a match."""
        return self.change({"type": "enter", "match": match, "line": self.sheet(match)["nextLine"], "entry": entry})

    def undo(self, of: str) -> str:
        """Marks an entry as invalid."""
        return self.change({"type": "undo", "of": of})

    def merge(self, other: Pad) -> None:
        """Merges the entries of another copy."""
        self._answer = ask({"ask": "merge", "pad": self._answer["pad"], "other": other._answer["pad"]})

    def sheet(self, match: str | None = None) -> dict[str, Any]:
        """Sheet of a match, by default of the last one."""
        sheets: list[dict[str, Any]] = self.view["matches"]
        found = [sheet for sheet in sheets if match in (None, sheet["id"])]
        if not found:
            raise ValueError("the pad has no match" if match is None else f"the pad has no match “{match}”")
        return found[-1]

    def debts(self) -> list[dict[str, Any]]:
        """Minimum payments that settle the evening."""
        debts: list[dict[str, Any]] = self.view["evening"].get("debts", [])
        return debts

    def __repr__(self) -> str:
        return f"<Pad of {len(self.view['matches'])} matches>"
