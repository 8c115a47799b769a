//! Piles: cards in order.

use crate::Card;
use std::fmt;

/// Cards in order, at most `N`, which is at most 255. Examples: a stock, a discard pile. The last
/// card is the top.
///
/// It is part of a deal's state, so it is `Copy` and never allocates.
///
/// ```
/// use cards::{Card, CardSet, Pile};
/// let deck: Vec<Card> = CardSet::FULL.iter().collect();
/// let mut stock: Pile<52> = Pile::stock(&deck);
/// let mut discards: Pile<52> = Pile::EMPTY;
/// if let Some(card) = stock.pop() {
///     discards.push(card);
/// }
/// assert_eq!((stock.len(), discards.top()), (51, Some(deck[0])));
/// ```
#[derive(Clone, Copy)]
pub struct Pile<const N: usize> {
    cards: [Card; N],
    len: u8,
}

impl<const N: usize> Pile<N> {
    /// A pile without cards.
    pub const EMPTY: Self = {
        assert!(N <= u8::MAX as usize, "a pile counts its cards in a byte");
        Self { cards: [Card::FILLER; N], len: 0 }
    };

    /// Creates a stock from which the first of `cards` is drawn first.
    ///
    /// # Panics
    ///
    /// Panics if there are more than `N` cards.
    #[must_use]
    pub fn stock(cards: &[Card]) -> Self {
        let mut pile = Self::EMPTY;
        let held = &mut pile.cards[..cards.len()];
        held.copy_from_slice(cards);
        held.reverse();
        pile.len = cards.len() as u8;
        pile
    }

    /// Returns the cards from bottom to top.
    ///
    /// ```
    /// use cards::{Card, Pile};
    /// let pile: Pile<3> = cards::parse_cards("3c Kd")?.into_iter().collect();
    /// assert_eq!(pile.as_slice().last().copied(), pile.top());
    /// # Ok::<(), cards::ParseCardError>(())
    /// ```
    #[must_use]
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// Returns the cards from bottom to top for reordering.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [Card] {
        &mut self.cards[..usize::from(self.len)]
    }

    /// Returns the number of cards.
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Returns whether the pile is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the top card.
    #[must_use]
    pub fn top(&self) -> Option<Card> {
        self.as_slice().last().copied()
    }

    /// Puts `card` on top.
    ///
    /// # Panics
    ///
    /// Panics if the pile has `N` cards already.
    pub fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Takes the top card.
    pub fn pop(&mut self) -> Option<Card> {
        let top = self.top()?;
        self.len -= 1;
        Some(top)
    }
}

impl<const N: usize> Default for Pile<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> PartialEq for Pile<N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<const N: usize> Eq for Pile<N> {}

impl<const N: usize> fmt::Debug for Pile<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<const N: usize> FromIterator<Card> for Pile<N> {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut pile = Self::EMPTY;
        cards.into_iter().for_each(|card| pile.push(card));
        pile
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_is_the_last_card() {
        let cards = crate::parse_cards("Kd 3c 7h").unwrap();
        let mut pile: Pile<3> = cards.iter().copied().collect();
        assert_eq!(pile.as_slice(), cards);
        assert_eq!(pile.pop(), Some(cards[2]));
        assert_eq!(pile.top(), Some(cards[1]));
        assert_eq!(pile, cards[..2].iter().copied().collect());
    }

    #[test]
    fn a_stock_is_drawn_in_the_order_of_the_deck() {
        let cards = crate::parse_cards("Kd 3c 7h").unwrap();
        let mut stock: Pile<4> = Pile::stock(&cards);
        assert_eq!(
            [stock.pop(), stock.pop(), stock.pop(), stock.pop()],
            [Some(cards[0]), Some(cards[1]), Some(cards[2]), None]
        );
    }
}
