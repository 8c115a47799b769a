//! Proofs: the cards that a result depends on, one bit each, with the result in the top bit.
//!
//! In each suit only the lowest such card matters. The proof holds for every position with the same
//! suit lengths in which the cards from it upwards are in the same hands. This is partition search.

use super::lanes::{bottom_of_run, in_suit, top_of_run};

/// Set in a proof if North-South take the tricks asked for.
pub(super) const MADE: u64 = 1 << 63;

/// Returns the card that a finished trick depends on: the winner, unless it is the only card of its
/// suit.
#[inline(always)]
pub(super) const fn by_rank(best: u64, played: u64) -> u64 {
    if played & in_suit(best.trailing_zeros() as usize / 16) == best { 0 } else { best }
}

/// Returns the cards of `suit` that fail like `card`. The proof does not depend on cards below its
/// lowest relevant card, so all of those fail too. Returns 0 if the proof depends on `card` or
/// lower cards.
#[inline(always)]
pub(super) const fn equally_bad(card: u64, suit: usize, proof: u64) -> u64 {
    let leaned = proof & in_suit(suit);
    let lowest = if leaned == 0 { 1 << (16 * suit + 13) } else { leaned & leaned.wrapping_neg() };
    if card < lowest { in_suit(suit) & (lowest - 1) } else { 0 }
}

/// Returns the further card that a proof depends on if `card` represented its whole run and the
/// proof uses part of it.
///
/// A card played as the lowest of its run never wins. The proof depends on the highest remaining
/// ones; had a higher one been played, it would depend on one card further down. A card played as
/// the highest may have won, and any other of the run would have won too, so all of them belong to
/// the pattern.
#[inline(always)]
pub(super) const fn run_completion(own: u64, others: u64, card: u64, suit: usize, proof: u64) -> u64 {
    let leaned = proof & in_suit(suit);
    if leaned == 0 {
        return 0;
    }
    let lowest = leaned & leaned.wrapping_neg();
    if card >= lowest {
        return bottom_of_run(own, others, card);
    }
    if top_of_run(own, others, card) < lowest {
        return 0;
    }
    let below = own & in_suit(suit) & (lowest - 1);
    1 << (63 - below.leading_zeros())
}
