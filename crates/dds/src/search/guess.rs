//! First estimate of North-South's tricks, before the search.

use super::TRUMP;
use super::lanes::{lane, length};
use super::weights::{HIGH, LEADING, LONGER, RUFF, TRUMPS_EACH};

/// Estimates the tricks of North-South from the highest cards, the suit lengths, and the leader.
///
/// `holders` are the holders of the eight highest cards of each suit.
pub(super) fn guess(hands: &[u64; 4], shape: u64, holders: u64, trumps: bool, leader: usize) -> u8 {
    let tricks = hands[0].count_ones() as i32;
    let out = hands[0] | hands[1] | hands[2] | hands[3];
    let for_north = |hand: usize, worth: i32| if hand & 1 == 0 { worth } else { -worth };
    let length = |hand, suit| length(shape, hand, suit) as i32;
    let longer = |suit| length(0, suit).max(length(2, suit)) - length(1, suit).max(length(3, suit));
    // Estimate in hundredths of a trick.
    let mut worth = for_north(leader, if trumps { LEADING[1] } else { LEADING[0] });
    for suit in 0..4 {
        let high = if !trumps {
            &HIGH[0]
        } else if suit == TRUMP {
            &HIGH[1]
        } else {
            &HIGH[2]
        };
        let cards = lane(out, suit).count_ones() as usize;
        for (index, &high) in high.iter().enumerate().take(cards) {
            let holder = (holders >> (16 * suit + 14 - 2 * index) & 3) as usize;
            worth += for_north(holder, high);
        }
        worth += match (trumps, suit) {
            (false, _) => LONGER[0] * longer(suit),
            (true, TRUMP) => LONGER[1] * longer(suit),
            _ => 0,
        };
    }
    if trumps {
        for hand in 0..4 {
            let own = length(hand, TRUMP);
            let short: i32 = (0..TRUMP).map(|suit| (3 - length(hand, suit)).max(0)).sum();
            // With one trump a ruff costs as much as it gains; only the third trump makes ruffing
            // profitable.
            let ruffs = if own == 0 { 0 } else { short * (own.min(3) - 2) * RUFF };
            worth += for_north(hand, own * TRUMPS_EACH + ruffs);
        }
    }
    (tricks * 50 + worth + 56).div_euclid(100).clamp(0, tricks) as u8
}
