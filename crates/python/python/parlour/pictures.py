"""Views as dicts that notebooks draw as SVG, without style sheets or scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from .cards import SUIT_SIGNS, Hand

if TYPE_CHECKING:
    from ._parlour import Board

__all__ = ["View", "board_svg", "rows_svg", "view_svg"]

_WIDTH, _HEIGHT, _STEP, _ROW, _NAME = 44, 60, 48, 74, 130
_COLOURS = {"c": "#1b1b1b", "s": "#1b1b1b", "d": "#b3261e", "h": "#b3261e"}
_CARD = re.compile(r"[A2-9TJQK][cdhs]")


class View(dict[str, Any]):
    """View of a deal from a seat or in public, as in the protocol; notebooks draw it."""

    game: str
    """Game id."""
    seat: int | None
    """Seat of the view; None for the public."""

    def __init__(self, view: Mapping[str, Any], game: str, seat: int | None = None) -> None:
        """Creates the view from a dict of this game and seat."""
        super().__init__(view)
        self.game, self.seat = game, seat

    def _repr_svg_(self) -> str:
        """Picture of the view, for notebooks."""
        return rows_svg(list(_rows("", self)))


def _rows(name: str, value: Any) -> Iterator[tuple[str, list[str]]]:
    """Cards and lists of cards in a view, with their paths."""
    if isinstance(value, str) and _CARD.fullmatch(value):
        yield name, [value]
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _rows(f"{name} {key}".strip(), inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        if value and all(isinstance(card, str) and _CARD.fullmatch(card) for card in value):
            yield name, list(value)
        else:
            for number, inner in enumerate(value):
                yield from _rows(f"{name} {number}".strip(), inner)


def _card(card: str, x: float, y: float) -> str:
    colour, rank = _COLOURS[card[1]], "10" if card[0] == "T" else card[0]
    return (
        f'<g transform="translate({x:g} {y:g})">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="5" fill="#fff" stroke="#777"/>'
        f'<text x="6" y="20" font-size="17" font-weight="600" fill="{colour}">{rank}</text>'
        f'<text x="{_WIDTH / 2:g}" y="50" font-size="26" text-anchor="middle" fill="{colour}">'
        f"{SUIT_SIGNS[card[1]]}</text></g>"
    )


def _svg(width: float, height: float, parts: Sequence[str], title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="sans-serif" role="img"><title>{escape(title)}</title>'
        + "".join(parts)
        + "</svg>"
    )


def rows_svg(rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Draws rows of cards, each with its label."""
    named = _NAME if any(name for name, _ in rows) else 4
    parts = []
    for number, (name, cards) in enumerate(rows):
        y = 4 + number * _ROW
        if name:
            parts.append(f'<text x="4" y="{y + 34}" font-size="13" fill="#555">{escape(name)}</text>')
        parts.extend(_card(card, named + place * _STEP, y) for place, card in enumerate(cards))
    longest = max((len(cards) for _, cards in rows), default=0)
    told = "; ".join(f"{name} {' '.join(cards)}".strip() for name, cards in rows)
    return _svg(named + max(longest, 1) * _STEP + 4, max(len(rows), 1) * _ROW + 4, parts, told)


def view_svg(view: Mapping[str, Any] | None) -> str | None:
    """Draws all cards of a view, in rows by path; None before the deal."""
    return None if view is None else rows_svg(list(_rows("", view)))


def board_svg(board: Board) -> str:
    """Draws the four hands of a board, North at the top."""
    places = {"N": (170, 20), "W": (10, 130), "E": (330, 130), "S": (170, 240)}
    parts = []
    for direction, cards in board.hands.items():
        x, y = places[direction]
        parts.append(f'<text x="{x}" y="{y}" font-size="13" fill="#555">{direction}</text>')
        for line, (suit, held) in enumerate(Hand(cards).by_suit().items()):
            ranks = " ".join("10" if card.rank == "T" else card.rank for card in held) or "–"
            parts.append(
                f'<text x="{x}" y="{y + 20 + 20 * line}" font-size="16" fill="{_COLOURS[suit]}">'
                f"{SUIT_SIGNS[suit]} {ranks}</text>"
            )
    told = [f"Board {board.number}" if board.number else "Board", f"dealer {board.dealer}", str(board.vulnerable)]
    parts.append(
        "".join(
            f'<text x="10" y="{20 + 18 * line}" font-size="13" fill="#333">{escape(text)}</text>'
            for line, text in enumerate(told)
        )
    )
    return _svg(490, 330, parts, repr(board))
