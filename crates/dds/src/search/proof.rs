//! Proofs: the cards that an answer leans on, one bit each, with the answer above them.
//!
//! In each suit only the lowest such card counts. The proof holds for every position of the same lengths in which the
//! cards from it up lie in the same hands: this is partition search.

use super::lanes::{bottom_of_run, in_suit, top_of_run};

/// Set in a proof when North and South take what was asked.
pub(super) const MADE: u64 = 1 << 63;

/// What a finished trick leans on: the winning card, unless it is alone in its suit and needs no rank.
#[inline(always)]
pub(super) const fn by_rank(best: u64, played: u64) -> u64 {
    if played & in_suit(best.trailing_zeros() as usize / 16) == best { 0 } else { best }
}

/// The cards of `suit` that do as badly as `card` did: `card` itself was too low for its proof to lean on, and so are
/// those below the lowest card that the proof leans on. None, when the proof leans on `card` or on lower ones.
#[inline(always)]
pub(super) const fn alike(card: u64, suit: usize, proof: u64) -> u64 {
    let leaned = proof & in_suit(suit);
    let lowest = if leaned == 0 { 1 << (16 * suit + 13) } else { leaned & leaned.wrapping_neg() };
    if card < lowest { in_suit(suit) & (lowest - 1) } else { 0 }
}

/// The card that has to be named too when `card` stood for its whole run and the proof leans on part of it.
///
/// A card that was laid as the lowest of its run never wins: the proof leans on the highest of what stays, and
/// had a higher one gone in its place, on one card further down. A card laid as the highest may have won, and
/// any other of the run would have as well: all of them belong to the pattern.
#[inline(always)]
pub(super) const fn parted(own: u64, others: u64, card: u64, suit: usize, proof: u64) -> u64 {
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
