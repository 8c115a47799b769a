//! Quick tricks: lower bound for the side on lead.

use super::TRUMP;
use super::start::{Start, run};

/// Lower bit of each holder: it distinguishes North-South from East-West.
const EACH: u64 = 0x5555_5555_5555_5555;

impl Start<'_> {
    /// Returns the relevant cards if the side on lead can cash `wanted` tricks from the top.
    #[inline(always)]
    pub(super) fn quick<const TRUMPS: bool>(&self, wanted: u32) -> Option<u64> {
        // Quick rejection for the common case. In a suit they cash at most the run of highest cards
        // in both hands together, or the whole longer hand if the opponents cannot follow beyond
        // the run.
        let mut most = u32::from(TRUMPS);
        let others = (self.holders ^ ((self.leader as u64 & 1) * EACH)) & EACH;
        let (left_hand, partner, right_hand) =
            ((self.leader + 1) & 3, (self.leader + 2) & 3, (self.leader + 3) & 3);
        for suit in 0..4 {
            let together = ((others >> (16 * suit)) as u16).leading_zeros() / 2;
            let ours = self.length(self.leader, suit).max(self.length(partner, suit));
            let theirs = self.length(left_hand, suit).max(self.length(right_hand, suit));
            most += if together >= theirs { ours } else { together.min(ours) };
        }
        if most < wanted {
            return None;
        }
        let direct = self.cashed::<TRUMPS>(self.leader, wanted);
        if direct.is_some() {
            return direct;
        }
        // Otherwise partner may win the first trick with the highest card of a suit and continue.
        for suit in (0..4).rev() {
            if self.length(self.leader, suit) == 0
                || self.length(partner, suit) == 0
                || self.holder(suit) != partner
            {
                continue;
            }
            if TRUMPS && suit != TRUMP {
                let ruffs = |hand| self.length(hand, suit) == 0 && self.length(hand, TRUMP) > 0;
                if ruffs((self.leader + 1) & 3) || ruffs((self.leader + 3) & 3) {
                    continue;
                }
            }
            let ranks = self.cashed::<TRUMPS>(partner, wanted)?;
            return Some(ranks | self.rank(partner, suit, 1));
        }
        None
    }

    /// Returns the same when `me` leads, first from its own hand and then, if it can reach it, from
    /// partner's.
    #[inline(always)]
    fn cashed<const TRUMPS: bool>(&self, me: usize, wanted: u32) -> Option<u64> {
        let (left_hand, partner, right_hand) = ((me + 1) & 3, (me + 2) & 3, (me + 3) & 3);
        let mut total = 0;
        let mut ranks = 0;
        let mut own = [0; 4];
        // Number of safe leads of each suit before an opponent ruffs.
        let mut safe = [13; 4];
        if TRUMPS {
            let (theirs_left, theirs_right) = (self.length(left_hand, TRUMP), self.length(right_hand, TRUMP));
            let mine = run(self.holders, TRUMP, me).min(self.length(me, TRUMP));
            // Enough high trumps draw all the opponents' trumps.
            if mine < theirs_left.max(theirs_right) {
                for (suit, safe) in safe.iter_mut().enumerate().take(TRUMP) {
                    if theirs_left > 0 {
                        *safe = self.length(left_hand, suit);
                    }
                    if theirs_right > 0 {
                        *safe = (*safe).min(self.length(right_hand, suit));
                    }
                }
            }
        }
        // A hand with only trumps left must ruff its own side's winner, which puts the lead in the
        // wrong hand.
        let mut plain_room = 13;
        if TRUMPS && self.length(me, TRUMP) == 0 {
            plain_room = self.left - self.length(partner, TRUMP);
        }
        for suit in (0..4).rev() {
            let mine = self.length(me, suit);
            if mine == 0 {
                continue;
            }
            let theirs = self.length(left_hand, suit).max(self.length(right_hand, suit));
            let partners = self.length(partner, suit);
            let high = run(self.holders, suit, me).min(mine);
            let mut tricks = high;
            if high >= theirs && high >= partners {
                tricks = mine;
            }
            tricks = tricks.min(safe[suit]);
            if TRUMPS {
                if suit == TRUMP {
                    if partners > tricks {
                        plain_room = self.left - partners;
                    }
                } else {
                    tricks = tricks.min(plain_room);
                    plain_room -= tricks;
                }
            }
            own[suit] = tricks;
            if tricks > 0 {
                total += tricks;
                // Ranks matter only as long as another hand follows.
                let spare = total.saturating_sub(wanted);
                let leaned = high.min(tricks - spare).min(theirs.max(partners));
                if leaned > 0 {
                    ranks |= self.rank(me, suit, leaned);
                }
                if total >= wanted {
                    return Some(ranks);
                }
            }
        }
        // Cross to partner, who cashes the rest from the top.
        let mut crossed = 0;
        let mut extra = [0; 4];
        for suit in 0..4 {
            let partners = self.length(partner, suit);
            if partners <= own[suit] {
                continue;
            }
            let mine = self.length(me, suit);
            let high = run(self.holders, suit, me).min(mine);
            if own[suit] < high {
                continue;
            }
            let after = (self.holders << (2 * high)) & (0xFFFF << (16 * suit))
                | self.holders & !(0xFFFF << (16 * suit));
            let next = run(after, suit, partner).min(partners);
            if next == 0 {
                continue;
            }
            let theirs = self.length(left_hand, suit).max(self.length(right_hand, suit));
            let mut tricks = next.min(partners - own[suit]);
            if high + next >= theirs && own[suit] + tricks >= mine {
                tricks = partners - own[suit];
            }
            tricks = tricks.min(safe[suit] - own[suit].min(safe[suit]));
            if tricks > 0 {
                extra[suit] = tricks;
                total += tricks;
                if mine > own[suit] {
                    crossed = 1;
                }
                let rounds = theirs.max(mine).saturating_sub(own[suit]);
                let leaned = next.min(tricks).min(rounds);
                if leaned > 0 {
                    ranks |= self.rank(partner, suit, leaned);
                }
                if crossed == 1 && total >= wanted {
                    break;
                }
            }
        }
        if TRUMPS && self.length(partner, TRUMP) > own[TRUMP] + extra[TRUMP] {
            // A card that partner ruffs is both a trick and an entry.
            for suit in 0..TRUMP {
                if self.length(partner, suit) == 0
                    && self.length(me, suit) > own[suit]
                    && safe[suit] > own[suit]
                {
                    total += 1;
                    crossed = 1;
                    break;
                }
            }
        }
        if TRUMPS {
            let trumps = self.length(me, TRUMP);
            let plain = total - own[TRUMP] - extra[TRUMP];
            if trumps > own[TRUMP] + extra[TRUMP] && plain > self.left - trumps {
                return None;
            }
        }
        if crossed == 1 && total.min(self.left) >= wanted { Some(ranks) } else { None }
    }
}
