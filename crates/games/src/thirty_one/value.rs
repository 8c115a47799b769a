//! Values of hands.

use super::{HandValue, Options, ThreeOfKind};
use cards::{Card, CardSet, Rank};

/// Points of the ranks, from the ace. (TH-R1)
const POINTS: [u8; 13] = [11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10];

/// Value of the hand that is shown at once. (TH-R5)
pub(super) const BLITZ: u8 = 31;

const ACES: CardSet = CardSet::of_rank(Rank::Ace);

/// Returns the points of a card.
#[inline]
pub(super) const fn points(card: Card) -> u8 {
    POINTS[card.rank() as usize]
}

/// Returns the points of each suit, one byte per suit. A suit has at most 95 points, so no byte
/// overflows.
#[inline]
fn by_suit(cards: CardSet) -> u32 {
    cards.iter().fold(0, |sums, card| sums + (u32::from(points(card)) << (card.suit() as u32 * 8)))
}

/// Returns the number of cards of each suit, one byte per suit.
#[inline]
fn count_by_suit(cards: CardSet) -> u32 {
    cards.iter().fold(0, |counts, card| counts + (1 << (card.suit() as u32 * 8)))
}

#[inline]
fn max(bytes: u32) -> u8 {
    bytes.to_le_bytes().into_iter().fold(0, u8::max)
}

/// Returns the points of the best suit. (TH-O1)
#[inline]
pub(super) fn in_best_suit(cards: CardSet) -> u8 {
    max(by_suit(cards))
}

/// Whether three cards are 31: an ace and two ten-point cards of one suit. (TH-R5)
#[inline]
pub(super) fn is_blitz(hand: CardSet) -> bool {
    !(hand & ACES).is_empty() && max(by_suit(hand)) == BLITZ
}

/// Returns the value of three cards in half points. Only three of a kind can have an odd value.
/// (TH-R7)
#[inline]
pub(super) fn halves(options: &Options, hand: CardSet) -> u8 {
    let sums = by_suit(hand);
    let in_suit = match options.hand_value {
        HandValue::BestSuit => max(sums),
        HandValue::LiteralPair => {
            // TH-O1: as soon as two cards are of one suit, only that suit counts.
            let counts = count_by_suit(hand).to_le_bytes();
            let paired = (0..4).find(|suit| counts[*suit] >= 2);
            paired.map_or(max(sums), |suit| sums.to_le_bytes()[suit])
        }
    };
    if options.three_of_kind != ThreeOfKind::None && is_three_of_kind(hand) {
        return if options.three_of_kind == ThreeOfKind::Thirty { 60 } else { 61 }; // TH-O2
    }
    2 * in_suit
}

fn is_three_of_kind(hand: CardSet) -> bool {
    hand.first().is_some_and(|card| CardSet::of_rank_of(card).contains_all(hand))
}

/// Returns the highest value of `hand` after a discard from `thrown`. A hand that has not drawn
/// keeps its value.
pub(super) fn best(options: &Options, hand: CardSet, thrown: CardSet) -> u8 {
    if hand.len() < 4 {
        return halves(options, hand);
    }
    thrown.iter().map(|card| halves(options, hand - CardSet::only(card))).max().unwrap_or_default()
}
