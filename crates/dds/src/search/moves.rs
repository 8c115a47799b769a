//! Move generation and move ordering.

use super::TRUMP;
use super::lanes::{LANES, bottoms_of_runs, counts, in_suit, lane, length, suit_of, top_of_run};
use super::recursion::Seat;
use super::trick::Trick;
use super::weights::{FOLLOWS, LEAD_CARDS, LEAD_SUITS, LOST_RANK};

/// Cards to try, with their scores.
pub(super) struct Moves {
    /// Score in the high bits, the card's bit number in the lowest six. Thirteen entries suffice;
    /// sixteen avoid bounds checks.
    entries: [i32; 16],
    len: usize,
}

impl Moves {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { entries: [0; 16], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, card: u64, score: i32) {
        self.entries[self.len & 15] = score << 6 | card.trailing_zeros() as i32;
        self.len += 1;
    }

    /// Removes and returns the best remaining card.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<u64> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        let mut best = self.entries[self.len & 15];
        let mut index = 0;
        while index < self.len {
            let entry = self.entries[index & 15];
            if entry > best {
                self.entries[index & 15] = best;
                best = entry;
            }
            index += 1;
        }
        Some(1 << (best & 63))
    }
}

/// Data for the move order: the hands and their lengths.
pub(super) struct MoveOrdering<'a> {
    pub(super) hands: &'a [u64; 4],
    pub(super) shape: u64,
    pub(super) hand: usize,
}

const fn rank_of(card: u64) -> i32 {
    (card.trailing_zeros() % 16) as i32
}

impl MoveOrdering<'_> {
    #[inline(always)]
    fn length(&self, hand: usize, suit: usize) -> i32 {
        length(self.shape, hand, suit) as i32
    }

    /// Returns the number of distinct choices of a hand in each suit, one count per lane: its runs.
    #[inline(always)]
    fn choices(&self, hand: usize, out: u64) -> u64 {
        let own = self.hands[hand];
        counts(bottoms_of_runs(own, out & !own))
    }

    /// Generates the leads. `lost` means that the side on lead is not expected to reach its goal.
    ///
    /// A lead that leaves the opponents few choices is decided quickly. Therefore the score counts
    /// their runs, and for a hand that discards all its runs.
    #[inline(always)]
    pub(super) fn leads<const TRUMPS: bool>(&self, holders: u64, lost: bool, out: u64, skip: u64) -> Moves {
        let mut moves = Moves::new();
        let own = self.hands[self.hand];
        let others = out & !own;
        let mut bottoms = bottoms_of_runs(own, others);
        let (left_hand, partner, right_hand) =
            ((self.hand + 1) & 3, (self.hand + 2) & 3, (self.hand + 3) & 3);
        let own_choices = counts(bottoms);
        let (choices_left, choices_partner, choices_right) =
            (self.choices(left_hand, out), self.choices(partner, out), self.choices(right_hand, out));
        let in_lane = |counts: u64, suit: usize| (counts >> (16 * suit)) as i32 & 15;
        let in_all = |counts: u64| (counts.wrapping_mul(0x0001_0001_0001_0001) >> 48) as i32;
        let mut suit_scores = [0; 4];
        let kind_of = |suit: usize| match (TRUMPS, suit) {
            (false, _) => 0,
            (true, TRUMP) => 1,
            _ => 2,
        };
        for (suit, score) in suit_scores.iter_mut().enumerate() {
            let mine = self.length(self.hand, suit);
            if mine == 0 {
                continue;
            }
            let holders = (holders >> (16 * suit + 12)) as usize;
            let first = ((holders >> 2) + 4 - self.hand) & 3;
            let second = ((holders & 3) + 4 - self.hand) & 3;
            let (theirs_left, partners, theirs_right) =
                (self.length(left_hand, suit), self.length(partner, suit), self.length(right_hand, suit));
            let kind = kind_of(suit);
            let w = &LEAD_SUITS[kind];
            *score = w[first * 4 + second]
                + (w[16] * mine + w[17] * partners + w[18] * theirs_left + w[19] * theirs_right) / 4
                + w[30] * in_lane(own_choices, suit)
                + w[31] * in_lane(choices_partner, suit);
            if partners == 0 {
                *score += if kind == 2 && self.length(partner, TRUMP) > 0 { w[20] } else { w[21] };
            }
            if theirs_left == 0 {
                *score += if kind == 2 && self.length(left_hand, TRUMP) > 0 { w[22] } else { w[23] };
                *score += w[28] * in_all(choices_left);
            } else {
                *score += w[26] * in_lane(choices_left, suit);
            }
            if theirs_right == 0 {
                *score += if kind == 2 && self.length(right_hand, TRUMP) > 0 { w[24] } else { w[25] };
                *score += w[29] * in_all(choices_right);
            } else {
                *score += w[27] * in_lane(choices_right, suit);
            }
        }
        while bottoms != 0 {
            let bottom = bottoms & bottoms.wrapping_neg();
            bottoms ^= bottom;
            let suit = suit_of(bottom);
            let card = top_of_run(own, others, bottom);
            if card & skip != 0 {
                continue;
            }
            let w = &LEAD_CARDS[kind_of(suit)];
            let mut score = suit_scores[suit];
            let above = others & in_suit(suit) & !(card - 1);
            if above == 0 {
                score += w[0];
            } else if card != bottom {
                score += w[1] - rank_of(card) * w[7] / 4;
            } else {
                score -= rank_of(card) * w[2] / 4;
            }
            let of_suit = |hand: usize| self.hands[hand] & in_suit(suit);
            let (theirs_left, partners, theirs_right) =
                (of_suit(left_hand), of_suit(partner), of_suit(right_hand));
            if card > theirs_left {
                score += w[3];
            }
            if card > theirs_right {
                score += w[4];
            }
            if partners > theirs_left {
                if partners > theirs_right && partners > card {
                    score += w[5];
                }
                if card < theirs_left {
                    score += w[6];
                }
            }
            if lost {
                score += rank_of(card) * LOST_RANK / 4;
            }
            moves.push(card, score);
        }
        moves
    }

    /// Generates the plays of the hand in seat `S` (1 to 3) of a trick: one card of each run
    /// beginning with `bottoms`, except those in `skip`.
    #[inline(always)]
    pub(super) fn follows<const TRUMPS: bool, S: Seat>(
        &self,
        trick: &Trick,
        others: u64,
        mut bottoms: u64,
        skip: u64,
    ) -> Moves {
        let w = &FOLLOWS[S::NUMBER - 1];
        let mut moves = Moves::new();
        let hand = self.hands[self.hand];
        let following = hand & in_suit(trick.suit);
        let side_wins = (trick.winner ^ self.hand) & 1 == 0;
        // The highest card that an opponent still to play can contribute.
        let (need, partner_wins) = if following != 0 || TRUMPS && lane(hand, TRUMP) != 0 {
            self.to_beat::<TRUMPS, S>(trick, side_wins)
        } else {
            (0, false)
        };
        if following != 0 {
            while bottoms != 0 {
                let bottom = bottoms & bottoms.wrapping_neg();
                bottoms ^= bottom;
                let (card, mut score);
                if trick.is_beaten_by(bottom) {
                    card = top_of_run(following, others, bottom);
                    score = if partner_wins {
                        w[0]
                    } else if card > need {
                        w[1]
                    } else {
                        w[2]
                    };
                } else {
                    card = bottom;
                    score = 0;
                }
                if card & skip != 0 {
                    continue;
                }
                score -= rank_of(card) * 4;
                moves.push(card, score);
            }
            return moves;
        }
        while bottoms != 0 {
            let bottom = bottoms & bottoms.wrapping_neg();
            bottoms ^= bottom;
            let suit = suit_of(bottom);
            let beats = trick.is_beaten_by(bottom);
            if bottom & skip != 0 && !beats {
                continue;
            }
            let (card, mut score);
            if beats {
                card = top_of_run(hand, others, bottom);
                score = if partner_wins { w[3] } else { w[4] };
                score -= rank_of(card) * 4;
            } else {
                card = bottom;
                let mine = self.length(self.hand, suit);
                let higher = others & in_suit(suit) & !(bottom - 1);
                score = mine * w[5] - rank_of(bottom) * w[6];
                if higher == 0 {
                    score += w[7];
                }
                if TRUMPS && suit == TRUMP {
                    score += w[8];
                }
                let own = hand & in_suit(suit);
                if mine == 2 && own & (own - 1) & !(higher >> 1) != 0 {
                    score += w[9];
                }
                if self.length((self.hand + 2) & 3, suit) == 0 {
                    score += w[10];
                }
            }
            moves.push(card, score);
        }
        moves
    }

    /// Returns the card of the led suit that this hand must beat to win the trick, and whether its
    /// partner wins anyway. If no card can win, all bits are set.
    #[inline(always)]
    fn to_beat<const TRUMPS: bool, S: Seat>(&self, trick: &Trick, side_wins: bool) -> (u64, bool) {
        if S::NUMBER == 3 {
            return (trick.best, side_wins);
        }
        let next = (self.hand + 1) & 3;
        let theirs = self.strongest::<TRUMPS>(next, trick);
        let theirs = theirs.max(if side_wins { 0 } else { strength::<TRUMPS>(trick, trick.best) });
        if S::NUMBER == 2 {
            let ours = if side_wins { strength::<TRUMPS>(trick, trick.best) } else { 0 };
            return (theirs & (LANES | 1 << 63), ours > theirs);
        }
        let partner = (self.hand + 2) & 3;
        let ours = self.strongest::<TRUMPS>(partner, trick);
        (theirs, ours > theirs)
    }

    /// Returns the best card that a hand still to play can contribute to this trick.
    #[inline(always)]
    fn strongest<const TRUMPS: bool>(&self, hand: usize, trick: &Trick) -> u64 {
        let cards = self.hands[hand];
        let following = cards & in_suit(trick.suit);
        if following != 0 {
            if TRUMPS && trick.is_ruffed() {
                return 0;
            }
            return 1 << (63 - following.leading_zeros());
        }
        if TRUMPS && lane(cards, TRUMP) != 0 { 1 << 63 | cards & in_suit(TRUMP) } else { 0 }
    }
}

/// Returns the strength of a card in a trick: a ruff counts above all cards of the led suit.
#[inline(always)]
const fn strength<const TRUMPS: bool>(trick: &Trick, card: u64) -> u64 {
    if TRUMPS && trick.is_ruffed() { 1 << 63 | card } else { card }
}
