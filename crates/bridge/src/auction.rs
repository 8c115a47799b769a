//! The auction: legal calls, its end, and the contract.

use super::call::{Bid, Call};
use super::illegal::Illegal;
use super::side::Side;
use cards::Rng;
use dds::Direction;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Length of the longest auction: three passes, then every bid doubled and redoubled with two
/// passes before each. (BR-S6)
pub const LONGEST: usize = 319;

/// Doubling of a contract.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Doubling {
    /// The contract is neither doubled nor redoubled.
    #[default]
    Undoubled,
    /// The opponents doubled the contract.
    Doubled,
    /// The side that bid the contract redoubled it.
    Redoubled,
}

impl Doubling {
    /// Returns the multiplier of the trick score. (BR-R7)
    ///
    /// ```
    /// use bridge::Doubling;
    /// assert_eq!(Doubling::Redoubled.factor(), 4);
    /// assert_eq!(Doubling::default().factor(), 1);
    /// ```
    #[must_use]
    pub const fn factor(self) -> i32 {
        match self {
            Self::Undoubled => 1,
            Self::Doubled => 2,
            Self::Redoubled => 4,
        }
    }
}

/// Contract, without the declarer.
///
/// ```
/// use bridge::{Bid, Contract, Doubling};
/// use dds::Strain;
/// let contract = Bid::new(4, Strain::Spades).map(|bid| Contract { bid, doubling: Doubling::Doubled });
/// assert_eq!(contract.map(|contract| contract.to_string()).as_deref(), Some("4SX"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Contract {
    /// Bid that became the contract.
    pub bid: Bid,
    /// Doubling of the contract.
    pub doubling: Doubling,
}

/// Writes the contract as in records: `4SX`.
impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doubling = match self.doubling {
            Doubling::Undoubled => "",
            Doubling::Doubled => "X",
            Doubling::Redoubled => "XX",
        };
        write!(f, "{}{doubling}", self.bid)
    }
}

#[cfg(feature = "wire")]
cards::typescript_as!(Contract, String);

impl Serialize for Contract {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Reads a bid, followed by up to two `X`.
impl<'de> Deserialize<'de> for Contract {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bid = text.trim_end_matches('X');
        let doubling = match text.len() - bid.len() {
            0 => Some(Doubling::Undoubled),
            1 => Some(Doubling::Doubled),
            2 => Some(Doubling::Redoubled),
            _ => None,
        };
        match (bid.parse(), doubling) {
            (Ok(Call::Bid(bid)), Some(doubling)) => Ok(Self { bid, doubling }),
            _ => Err(serde::de::Error::custom("unknown contract")),
        }
    }
}

engine::string_enum! {
    /// Rule that determines the declarer. (BR-O1)
    pub enum DeclarerRule {
        /// The first player of the side to name the strain becomes declarer.
        FirstToName = "firstToName",
        /// The player who made the last bid becomes declarer.
        LastBidder = "lastBidder",
    }
}

/// Calls of an auction.
///
/// ```
/// use bridge::{Auction, Call, DeclarerRule};
/// use dds::Direction;
/// let mut auction = Auction::new(Direction::North);
/// for call in ["1S", "P", "4S", "P", "P", "P"] {
///     auction.make(call.parse()?)?;
/// }
/// assert_eq!(auction.contract().unwrap().to_string(), "4S");
/// assert_eq!(auction.declarer(DeclarerRule::FirstToName), Some(Direction::North));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Auction {
    dealer: Direction,
    codes: [u8; LONGEST],
    len: u16,
    /// The last bid and its maker.
    last: Option<(Bid, Direction)>,
    doubling: Doubling,
    /// Number of passes since the last other call.
    passes: u8,
    /// First player to name each strain, for each side. That player becomes declarer.
    first_to_name: [[Option<Direction>; 5]; 2],
}

const fn side(direction: Direction) -> usize {
    Side::of(direction) as usize
}

impl Auction {
    /// Returns an auction without calls.
    #[must_use]
    pub const fn new(dealer: Direction) -> Self {
        Self {
            dealer,
            codes: [0; LONGEST],
            len: 0,
            last: None,
            doubling: Doubling::Undoubled,
            passes: 0,
            first_to_name: [[None; 5]; 2],
        }
    }

    /// The dealer, who calls first.
    #[must_use]
    pub const fn dealer(&self) -> Direction {
        self.dealer
    }

    /// Returns the number of calls.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are no calls.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Iterates over the calls and their makers.
    pub fn calls(&self) -> impl DoubleEndedIterator<Item = (Direction, Call)> + '_ {
        let codes = self.codes[..self.len()].iter().enumerate();
        codes.map(|(index, code)| (self.dealer.after(index), Call::from_code(*code)))
    }

    /// Whether the auction ended: with three passes after a bid, or with four passes. (BR-R4,
    /// BR-S1)
    #[must_use]
    pub const fn is_over(&self) -> bool {
        match self.last {
            Some(_) => self.passes == 3,
            None => self.passes == 4,
        }
    }

    /// Whether all four players passed without a bid. (BR-S1)
    #[must_use]
    pub const fn is_passed_out(&self) -> bool {
        self.last.is_none() && self.passes == 4
    }

    /// Returns the player to call, or `None` at the end.
    #[must_use]
    pub const fn caller(&self) -> Option<Direction> {
        if self.is_over() { None } else { Some(self.dealer.after(self.len as usize)) }
    }

    /// Returns the last bid and its maker.
    #[must_use]
    pub const fn last_bid(&self) -> Option<(Bid, Direction)> {
        self.last
    }

    /// Returns the doubling of the last bid.
    #[must_use]
    pub const fn doubling(&self) -> Doubling {
        self.doubling
    }

    /// Returns the contract if all players pass from now on.
    #[must_use]
    pub fn contract(&self) -> Option<Contract> {
        self.last.map(|(bid, _)| Contract { bid, doubling: self.doubling })
    }

    /// Returns the declarer of that contract.
    #[must_use]
    pub fn declarer(&self, rule: DeclarerRule) -> Option<Direction> {
        let (bid, bidder) = self.last?;
        match rule {
            DeclarerRule::FirstToName => self.first_to_name[side(bidder)][bid.strain as usize],
            DeclarerRule::LastBidder => Some(bidder),
        }
    }

    /// Checks whether the player to call may make `call`.
    ///
    /// # Errors
    ///
    /// Returns [`Illegal`] if the call is illegal.
    ///
    /// ```
    /// use bridge::{Auction, Illegal};
    /// use dds::Direction;
    /// let mut auction = Auction::new(Direction::North);
    /// auction.make("2H".parse()?)?;
    /// let error = auction.check("1S".parse()?).unwrap_err();
    /// assert_eq!(error.to_string(), "1S is not enough: the last bid is 2H");
    /// assert_eq!(auction.check("XX".parse()?), Err(Illegal::NothingToRedouble));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, call: Call) -> Result<(), Illegal> {
        let caller = self.caller().ok_or(Illegal::AuctionOver)?;
        let is_theirs = self.last.is_some_and(|(_, bidder)| side(bidder) != side(caller));
        match call {
            Call::Pass => Ok(()),
            Call::Bid(bid) => match self.last {
                Some((last, _)) if bid <= last => Err(Illegal::Insufficient { bid, last }), // BR-R2
                _ => Ok(()),
            },
            // BR-R3, BR-S5
            Call::Double if is_theirs && self.doubling == Doubling::Undoubled => Ok(()),
            Call::Double => Err(Illegal::NothingToDouble),
            Call::Redouble if !is_theirs && self.doubling == Doubling::Doubled => Ok(()),
            Call::Redouble => Err(Illegal::NothingToRedouble),
        }
    }

    /// Passes every legal call to `add`: pass, then doubles, then bids from the lowest.
    ///
    /// ```
    /// use bridge::Auction;
    /// use dds::Direction;
    /// let mut auction = Auction::new(Direction::North);
    /// auction.make("7C".parse()?)?;
    /// let mut calls = Vec::new();
    /// auction.legal_calls(|call| calls.push(call.to_string()));
    /// assert_eq!(calls, ["P", "X", "7D", "7H", "7S", "7N"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_calls(&self, mut add: impl FnMut(Call)) {
        if self.is_over() {
            return;
        }
        add(Call::Pass);
        self.legal_double().into_iter().for_each(&mut add);
        self.legal_bids().map(Call::Bid).for_each(add);
    }

    /// Returns the legal double or redouble. At most one of them is legal.
    fn legal_double(&self) -> Option<Call> {
        [Call::Double, Call::Redouble].into_iter().find(|call| self.check(*call).is_ok())
    }

    fn legal_bids(&self) -> impl ExactSizeIterator<Item = Bid> + use<> {
        Bid::above(self.last.map(|(bid, _)| bid))
    }

    /// Returns a uniformly random legal call. The auction must not be over.
    #[inline]
    pub(super) fn random_call(&self, rng: &mut Rng) -> Call {
        let double = self.legal_double();
        let mut bids = self.legal_bids();
        let others = 1 + usize::from(double.is_some());
        match (rng.below(others + bids.len()), double) {
            (0, _) => Call::Pass,
            (1, Some(double)) => double,
            (index, _) => bids.nth(index - others).map_or(Call::Pass, Call::Bid),
        }
    }

    /// Makes a call of the player whose turn it is.
    ///
    /// # Errors
    ///
    /// Returns [`Illegal`] as [`check`](Self::check) does, and leaves the auction unchanged.
    pub fn make(&mut self, call: Call) -> Result<(), Illegal> {
        self.check(call)?;
        let caller = self.dealer.after(self.len());
        self.codes[self.len()] = call.code();
        self.len += 1;
        self.passes = if call == Call::Pass { self.passes + 1 } else { 0 };
        match call {
            Call::Pass => {}
            Call::Double => self.doubling = Doubling::Doubled,
            Call::Redouble => self.doubling = Doubling::Redoubled,
            Call::Bid(bid) => {
                self.last = Some((bid, caller));
                self.doubling = Doubling::Undoubled; // BR-S5: a further bid ends a double
                self.first_to_name[side(caller)][bid.strain as usize].get_or_insert(caller);
            }
        }
        Ok(())
    }
}

/// Compares the dealer and the calls.
impl PartialEq for Auction {
    fn eq(&self, other: &Self) -> bool {
        self.dealer == other.dealer && self.codes[..self.len()] == other.codes[..other.len()]
    }
}

impl Eq for Auction {}

impl fmt::Debug for Auction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.dealer.letter())?;
        self.calls().try_for_each(|(_, call)| write!(f, " {call}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dds::Strain;
    use std::collections::BTreeSet;

    fn auction(calls: &str) -> Auction {
        let mut auction = Auction::new(Direction::North);
        calls.split_whitespace().for_each(|call| auction.make(call.parse().unwrap()).unwrap());
        auction
    }

    #[test]
    fn three_passes_end_it_and_four_pass_it_out() {
        assert!(!auction("P P P").is_over());
        assert!(!auction("P P P 1C P P").is_over());
        assert!(auction("P P P 1C P P P").is_over());
        assert!(auction("P P P P").is_passed_out());
        assert_eq!(auction("P P P P").contract(), None);
    }

    #[test]
    fn a_bid_must_outbid_the_last() {
        let mut open = auction("1S");
        let bid = |odd, strain| Bid::new(odd, strain).unwrap();
        let (low, last) = (bid(1, Strain::Hearts), bid(1, Strain::Spades));
        assert_eq!(open.make(low.into()), Err(Illegal::Insufficient { bid: low, last }));
        assert_eq!(open.make(last.into()), Err(Illegal::Insufficient { bid: last, last }));
        assert_eq!(open.make(bid(1, Strain::Notrump).into()), Ok(()));
        assert_eq!(open.make(bid(2, Strain::Clubs).into()), Ok(()));
    }

    #[test]
    fn doubles_are_of_the_opponents_and_lapse_with_the_next_bid() {
        assert_eq!(auction("").check(Call::Double), Err(Illegal::NothingToDouble));
        assert_eq!(auction("1H P").check(Call::Double), Err(Illegal::NothingToDouble), "partner's bid");
        assert_eq!(auction("1H X").check(Call::Double), Err(Illegal::NothingToDouble));
        assert_eq!(auction("1H X").check(Call::Redouble), Ok(()));
        assert_eq!(auction("1H X P").check(Call::Redouble), Err(Illegal::NothingToRedouble));
        assert_eq!(auction("1H X P P").check(Call::Redouble), Ok(()), "opener redoubles");
        assert_eq!(auction("1H X XX").check(Call::Redouble), Err(Illegal::NothingToRedouble));
        assert_eq!(auction("1H X 1S").check(Call::Redouble), Err(Illegal::NothingToRedouble));
        assert_eq!(auction("1H P P").check(Call::Double), Ok(()));
        assert_eq!(auction("1H X XX P P P").contract().unwrap().to_string(), "1HXX");
        assert_eq!(auction("1H X 1S P P P").contract().unwrap().to_string(), "1S");
    }

    #[test]
    fn the_first_of_the_side_to_name_the_strain_declares() {
        let raised = auction("1S P 4S P P P");
        assert_eq!(raised.declarer(DeclarerRule::FirstToName), Some(Direction::North));
        assert_eq!(raised.declarer(DeclarerRule::LastBidder), Some(Direction::South));
        let stolen = auction("1H 2H 2S P P P");
        assert_eq!(stolen.declarer(DeclarerRule::FirstToName), Some(Direction::South));
        let theirs = auction("1H 1S P 2S P P P");
        assert_eq!(theirs.declarer(DeclarerRule::FirstToName), Some(Direction::East));
    }

    #[test]
    fn the_longest_auction_is_as_long_as_it_can_be() {
        let mut longest = auction("P P P");
        for bid in Bid::all() {
            for call in
                [Call::Bid(bid), Call::Pass, Call::Pass, Call::Double, Call::Pass, Call::Pass, Call::Redouble]
            {
                longest.make(call).unwrap();
            }
            if bid.index() + 1 < Bid::COUNT {
                longest.make(Call::Pass).unwrap();
                longest.make(Call::Pass).unwrap();
            }
        }
        (0..3).for_each(|_| longest.make(Call::Pass).unwrap());
        assert!(longest.is_over());
        assert_eq!(longest.len(), LONGEST);
        assert_eq!(longest.make(Call::Pass), Err(Illegal::AuctionOver));
    }

    #[test]
    fn listed_calls_are_exactly_the_legal_ones() {
        for calls in ["", "P", "1C", "1C X", "1C X P P", "7N", "7N X", "7N X XX", "P P P P", "3D P P"] {
            let auction = auction(calls);
            let mut listed = Vec::new();
            auction.legal_calls(|call| listed.push(call));
            let possible =
                [Call::Pass, Call::Double, Call::Redouble].into_iter().chain(Bid::all().map(Call::Bid));
            let allowed: Vec<Call> = possible.filter(|call| auction.check(*call).is_ok()).collect();
            assert_eq!(listed, allowed, "after {calls:?}");
            if !auction.is_over() {
                let mut rng = Rng::from_number(1);
                let drawn: BTreeSet<Call> = (0..2_000).map(|_| auction.random_call(&mut rng)).collect();
                assert_eq!(drawn, listed.into_iter().collect(), "after {calls:?}");
            }
        }
    }
}
