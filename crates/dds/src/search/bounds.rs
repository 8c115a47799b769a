//! Tricks that need no search: what the side on lead can cash at once, and what the other side cannot lose.

use super::TRUMP;
use super::lanes::{lane, nth_from_top};

/// The start of a trick, as the bounds see it.
pub(crate) struct Start<'a> {
    pub(crate) hands: &'a [u64; 4],
    /// The lengths: four bits for each suit of each hand.
    pub(crate) shape: u64,
    pub(crate) holders: u64,
    pub(crate) leader: usize,
    pub(crate) left: u32,
}

/// The length of a suit in a hand.
#[inline(always)]
pub(crate) const fn length(shape: u64, hand: usize, suit: usize) -> u32 {
    (shape >> (16 * hand + 4 * suit) & 15) as u32
}

/// How many of the highest cards of a suit one hand holds, before another's comes.
#[inline(always)]
pub(crate) const fn run(holders: u64, suit: usize, hand: usize) -> u32 {
    let other = (holders >> (16 * suit)) as u16 ^ (hand as u16 * 0x5555);
    ((other as u32) << 16 | 0x8000).leading_zeros() / 2
}

impl Start<'_> {
    #[inline(always)]
    fn length(&self, hand: usize, suit: usize) -> u32 {
        length(self.shape, hand, suit)
    }

    /// The `nth` highest card of a hand in a suit: all that a run of so many leans on.
    #[inline(always)]
    fn rank(&self, hand: usize, suit: usize, nth: u32) -> u64 {
        nth_from_top(lane(self.hands[hand], suit), nth as usize) << (16 * suit)
    }

    /// Tricks that the trumps of a hand take whoever leads, and how many of its highest that needs.
    ///
    /// Each of its highest goes to a trick of its own, which only a higher trump of the other side wins.
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

    /// Whether the side on lead can cash `wanted` tricks from the top, and the cards that this leans on.
    #[inline(always)]
    pub(crate) fn quick<const TRUMPS: bool>(&self, wanted: u32) -> Option<u64> {
        // Most often there is not enough: no suit gives more tricks than its longer hand has cards.
        let mut most = u32::from(TRUMPS);
        for suit in 0..4 {
            let holder = (self.holders >> (16 * suit + 14)) as usize;
            if (holder ^ self.leader) & 1 == 0 {
                most += self.length(self.leader, suit).max(self.length((self.leader + 2) & 3, suit));
            }
        }
        if most < wanted {
            return None;
        }
        let direct = self.cashed::<TRUMPS>(self.leader, wanted);
        if direct.is_some() {
            return direct;
        }
        // Or partner takes the first trick with the highest card of a suit, and does the same.
        let partner = (self.leader + 2) & 3;
        for suit in (0..4).rev() {
            if self.length(self.leader, suit) == 0
                || self.length(partner, suit) == 0
                || (self.holders >> (16 * suit + 14) & 3) as usize != partner
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

    /// The same when `me` leads, first from its own hand and then, if it can reach it, from partner's.
    #[inline(always)]
    fn cashed<const TRUMPS: bool>(&self, me: usize, wanted: u32) -> Option<u64> {
        let (left_hand, partner, right_hand) = ((me + 1) & 3, (me + 2) & 3, (me + 3) & 3);
        let mut total = 0;
        let mut ranks = 0;
        let mut own = [0; 4];
        // How often each suit can be led before an opponent ruffs.
        let mut safe = [13; 4];
        if TRUMPS {
            let (theirs_left, theirs_right) = (self.length(left_hand, TRUMP), self.length(right_hand, TRUMP));
            let mine = run(self.holders, TRUMP, me).min(self.length(me, TRUMP));
            // Enough high trumps draw all of theirs.
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
        // A hand that has nothing but trumps left ruffs its own side's winner, and the lead is in the wrong hand.
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
                // By rank only as long as somebody else follows.
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
        // Across to partner, who cashes what is left from the top.
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
            // A card that partner ruffs is a trick and a way across.
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

    /// Whether the side not on lead takes `wanted` tricks whatever happens, and the cards that this leans on.
    #[inline(always)]
    pub(crate) fn sure<const TRUMPS: bool>(&self, wanted: u32) -> Option<u64> {
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
                        // A hand of nothing but trumps may have to ruff with one that it needs.
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
            // One more, when the leader can lead nothing but suits of which they have the highest card.
            for suit in 0..TRUMP {
                if self.length(self.leader, suit) == 0 {
                    continue;
                }
                let holder = (self.holders >> (16 * suit + 14) & 3) as usize;
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
            let holder = (self.holders >> (16 * suit + 14) & 3) as usize;
            if (holder ^ self.leader) & 1 == 0 {
                return None;
            }
            entered[holder] = true;
            ranks |= self.rank(holder, suit, 1);
        }
        // Whoever wins the first trick goes on from the top.
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

    /// Whether the side on lead, which wants every trick, must lead a suit that the other side has the highest of.
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
            let holder = (self.holders >> (16 * suit + 14) & 3) as usize;
            if (holder ^ self.leader) & 1 == 0 {
                most += length;
            } else {
                ranks |= self.rank(holder, suit, 1);
            }
        }
        if most < self.left { Some(ranks) } else { None }
    }
}
