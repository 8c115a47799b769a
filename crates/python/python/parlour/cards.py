"""Cards for printing and sorting. Matches take and return cards as texts."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["Card", "Hand", "SUIT_SIGNS"]

_RANKS = "A23456789TJQK"
_SUITS = "cdhs"
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
"""Symbol of each suit."""


class Card(str):
    """Playing card: ``Card("7d")``. It is a text in the notation of records.

    Cards sort in canonical order: clubs, diamonds, hearts, spades, and within a suit from the ace up.
    """

    def __new__(cls, text: str) -> Card:
        """Parses a rank and a suit, such as ``7d``, ``Th``, ``10♥``."""
        if not isinstance(text, str):
            raise TypeError(f"a card is a text such as 7d, not {type(text).__name__}")
        plain = text.strip().replace("10", "T")
        for letter, sign in SUIT_SIGNS.items():
            plain = plain.replace(sign, letter)
        if len(plain) != 2 or plain[0].upper() not in _RANKS or plain[1].lower() not in _SUITS:
            raise ValueError(f"“{text}” is no card: write a rank of {_RANKS} and a suit of {_SUITS}")
        return super().__new__(cls, plain[0].upper() + plain[1].lower())

    @property
    def rank(self) -> str:
        """Rank: one of A23456789TJQK."""
        return self[0]

    @property
    def suit(self) -> str:
        """Suit: one of cdhs."""
        return self[1]

    @property
    def index(self) -> int:  # type: ignore[override]
        """Index in canonical order, from 0 to 51; the column of a card in arrays."""
        return _RANKS.index(self[0]) * 4 + _SUITS.index(self[1])

    @classmethod
    def of(cls, index: int) -> Card:
        """Card at an index in canonical order."""
        if not 0 <= index < 52:
            raise ValueError(f"no card {index}; cards are 0 to 51")
        return cls(_RANKS[index // 4] + _SUITS[index % 4])

    @property
    def pretty(self) -> str:
        """Text with the symbol of the suit: ``10♥``."""
        return ("10" if self.rank == "T" else self.rank) + SUIT_SIGNS[self.suit]

    def __lt__(self, other: str) -> bool:
        """Compares by canonical order."""
        return self.index < Card(other).index

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


class Hand(tuple[Card, ...]):
    """Cards in canonical order: ``Hand("7d Kc")``, or from a list."""

    def __new__(cls, cards: str | Iterable[str]) -> Hand:
        """Parses cards separated by blanks, or a list of cards."""
        words = cards.split() if isinstance(cards, str) else cards
        return super().__new__(cls, sorted(Card(word) for word in words))

    def by_suit(self) -> dict[str, tuple[Card, ...]]:
        """Cards by suit, spades first, highest card first (aces high), as bridge players sort them."""

        def height(card: Card) -> int:
            return _RANKS.index(card.rank) or 13

        return {
            suit: tuple(sorted((card for card in self if card.suit == suit), key=height, reverse=True))
            for suit in reversed(_SUITS)
        }

    def __str__(self) -> str:
        return " ".join(self)

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

    def _repr_svg_(self) -> str:
        """Picture of the hand, for notebooks."""
        from .pictures import rows_svg

        return rows_svg([("", list(self))])
