//! Later tricks: lower bound on the tricks of the side that is not on lead.

use super::TRUMP;
use super::start::{Start, run};

impl Start<'_> {
    /// Returns the tricks that a hand's trumps take regardless of the leader, and how many of its
    /// highest that needs.
    ///
    /// Each of its highest trumps goes to a separate trick, which only a higher trump of the other
    /// side wins.
    #[inline(always)]
    fn guarded(&self, hand: usize) -> (u32, u32) {
        let mut left = self.length(hand, TRUMP);
        let mut holders = (self.holders >> 48) as u16;
        let (mut own, mut higher, mut most, mut among) = (0, 0, 0, 0);
        let mut seen = 0;
        while left > 0 && seen < 8 {
            let holder = (holders >> 14) as usize;
            if holder == hand {
                own += 1;
                left -= 1;
                if own > higher + most {
                    most = own - higher;
                    among = own;
                }
            } else {
                higher += (holder ^ hand) as u32 & 1;
            }
            holders <<= 2;
            seen += 1;
        }
        (most, among)
    }

    /// Returns the relevant cards if the side not on lead takes `wanted` tricks in any case.
    #[inline(always)]
    pub(super) fn later<const TRUMPS: bool>(&self, wanted: u32) -> Option<u64> {
        let opponents = [(self.leader + 1) & 3, (self.leader + 3) & 3];
        if TRUMPS && self.holders_of_trumps_are_left() {
            let partner = (self.leader + 2) & 3;
            let unopposed = self.length(self.leader, TRUMP) + self.length(partner, TRUMP) == 0;
            let mut trumps = 0;
            let mut ranks = 0;
            let mut free = true;
            for hand in opponents {
                let length = self.length(hand, TRUMP);
                if unopposed && length > trumps {
                    trumps = length;
                } else if !unopposed {
                    let (most, among) = self.guarded(hand);
                    if most > trumps {
                        trumps = most;
                        ranks = self.rank(hand, TRUMP, if most == among { among.min(wanted) } else { among });
                        // A hand with only trumps may have to ruff with one that it needs.
                        free = most == among || length < self.left;
                    }
                }
            }
            if trumps >= wanted {
                return Some(ranks);
            }
            if !free || trumps + 1 < wanted || self.length(self.leader, TRUMP) > 0 {
                return None;
            }
            // One more trick if the leader can only lead suits in which this side has the highest
            // card.
            for suit in 0..TRUMP {
                if self.length(self.leader, suit) == 0 {
                    continue;
                }
                let holder = self.holder(suit);
                if (holder ^ self.leader) & 1 == 0
                    || self.length(partner, suit) == 0 && self.length(partner, TRUMP) > 0
                {
                    return None;
                }
                ranks |= self.rank(holder, suit, 1);
            }
            return Some(ranks);
        }
        if wanted == 1 {
            return self.stopped();
        }
        let mut ranks = 0;
        let mut entered = [false; 4];
        for suit in 0..4 {
            if self.length(self.leader, suit) == 0 {
                continue;
            }
            let holder = self.holder(suit);
            if (holder ^ self.leader) & 1 == 0 {
                return None;
            }
            entered[holder] = true;
            ranks |= self.rank(holder, suit, 1);
        }
        // The winner of the first trick continues from the top.
        for hand in opponents {
            if !entered[hand] {
                continue;
            }
            let mut total = 0;
            for suit in 0..4 {
                let high = run(self.holders, suit, hand).min(self.length(hand, suit));
                let needed = high.min(wanted - total);
                total += needed;
                let others = (1..4).map(|after| self.length((hand + after) & 3, suit)).max();
                let leaned = needed.min(others.unwrap_or_default());
                if leaned > 0 {
                    ranks |= self.rank(hand, suit, leaned);
                }
                if total == wanted {
                    break;
                }
            }
            if total < wanted {
                return None;
            }
        }
        Some(ranks)
    }

    #[inline(always)]
    fn holders_of_trumps_are_left(&self) -> bool {
        self.shape & 0xF000_F000_F000_F000 != 0
    }

    /// Returns the relevant cards if the side on lead, which wants every trick, must lead a suit
    /// whose highest card the other side holds.
    #[inline(always)]
    fn stopped(&self) -> Option<u64> {
        let partner = (self.leader + 2) & 3;
        let mut most = 0;
        let mut ranks = 0;
        for suit in 0..4 {
            let length = self.length(self.leader, suit).max(self.length(partner, suit));
            if length == 0 {
                continue;
            }
            let holder = self.holder(suit);
            if (holder ^ self.leader) & 1 == 0 {
                most += length;
            } else {
                ranks |= self.rank(holder, suit, 1);
            }
        }
        if most < self.left { Some(ranks) } else { None }
    }
}
