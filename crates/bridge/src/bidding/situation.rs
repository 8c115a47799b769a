//! Point in an auction, from the view of the next caller.

use super::meaning::{Forcing, HandKnowledge, Meaning};
use super::rule::Rule;
use crate::{Auction, Bid, Call};
use cards::Suit;
use dds::{Direction, Strain};

/// Call with its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InterpretedCall {
    /// Player who made the call.
    pub caller: Direction,
    /// Call that was made.
    pub call: Call,
    /// Meaning of the call.
    pub meaning: Meaning,
}

impl InterpretedCall {
    pub(super) const fn bid(&self) -> Option<Bid> {
        match self.call {
            Call::Bid(bid) => Some(bid),
            _ => None,
        }
    }

    /// Returns whether the call is this bid.
    pub(super) fn is(&self, level: u8, strain: impl Into<Strain>) -> bool {
        Bid::new(level, strain.into()).map(Call::Bid) == Some(self.call)
    }

    /// Returns the strain of a bid.
    pub(super) fn strain(&self) -> Option<Strain> {
        self.bid().map(|bid| bid.strain)
    }
}

/// Point in an auction, from the view of the next caller.
pub(super) struct Situation<'a> {
    pub(super) auction: &'a Auction,
    pub(super) calls: &'a [InterpretedCall],
    pub(super) me: Direction,
    known: &'a [HandKnowledge; 4],
    /// Whether the own side has agreed to reach game.
    pub(super) game_forced: bool,
    pub(super) we_are_vulnerable: bool,
}

/// All suits, clubs first.
pub(super) const SUITS: [Suit; 4] = Suit::ALL;
/// The majors, spades first.
pub(super) const MAJORS: [Suit; 2] = [Suit::Spades, Suit::Hearts];
/// The minors, diamonds first.
pub(super) const MINORS: [Suit; 2] = [Suit::Diamonds, Suit::Clubs];

/// Whether a suit is a major.
pub(super) const fn is_major(suit: Suit) -> bool {
    matches!(suit, Suit::Hearts | Suit::Spades)
}

/// Returns the suit of a strain, or `None` for notrump.
pub(super) fn suit_of(strain: Strain) -> Option<Suit> {
    strain.trumps()
}

impl<'a> Situation<'a> {
    pub(super) const fn new(
        auction: &'a Auction,
        calls: &'a [InterpretedCall],
        me: Direction,
        known: &'a [HandKnowledge; 4],
        game_forced: bool,
        we_are_vulnerable: bool,
    ) -> Self {
        Self { auction, calls, me, known, game_forced, we_are_vulnerable }
    }

    /// Returns the knowledge of the own hand, as shown.
    pub(super) const fn mine(&self) -> &HandKnowledge {
        &self.known[self.me as usize]
    }

    /// Returns the knowledge of partner's hand.
    pub(super) const fn partner(&self) -> &HandKnowledge {
        &self.known[self.me.partner() as usize]
    }

    /// Returns the knowledge of a hand.
    pub(super) const fn of(&self, direction: Direction) -> &HandKnowledge {
        &self.known[direction as usize]
    }

    /// Whether the own side made a call.
    pub(super) fn is_ours(&self, made: &InterpretedCall) -> bool {
        made.caller.is_side_of(self.me)
    }

    /// Returns the first bid of the auction.
    pub(super) fn opening(&self) -> Option<&'a InterpretedCall> {
        self.calls.iter().find(|made| made.bid().is_some())
    }

    /// Iterates over the calls of a player other than passes.
    pub(super) fn actions_of(&self, caller: Direction) -> impl Iterator<Item = &'a InterpretedCall> {
        self.calls.iter().filter(move |made| made.caller == caller && made.call != Call::Pass)
    }

    /// Returns the last call of a player.
    pub(super) fn last_of(&self, caller: Direction) -> Option<&'a InterpretedCall> {
        self.calls.iter().rev().find(|made| made.caller == caller)
    }

    /// Returns partner's last call.
    pub(super) fn partners(&self) -> Option<&'a InterpretedCall> {
        self.last_of(self.me.partner())
    }

    /// Returns the last call, made by the right-hand opponent.
    pub(super) fn right(&self) -> Option<&'a InterpretedCall> {
        self.calls.last()
    }

    /// Whether the right-hand opponent passed, or doubled an artificial call.
    pub(super) fn is_quiet(&self) -> bool {
        self.right().is_some_and(|right| match right.call {
            Call::Pass => true,
            Call::Double => self.partners().is_some_and(|partners| partners.meaning.kind.is_artificial()),
            _ => false,
        })
    }

    /// Whether the right-hand opponent bid.
    pub(super) fn is_overcalled(&self) -> bool {
        self.right().is_some_and(|right| right.bid().is_some())
    }

    /// Whether the opponents have only passed.
    pub(super) fn is_undisturbed(&self) -> bool {
        self.calls.iter().all(|made| self.is_ours(made) || made.call == Call::Pass)
    }

    /// Whether the caller passed before the opening.
    pub(super) fn i_passed_first(&self) -> bool {
        let mut before = self.calls.iter().take_while(|made| made.bid().is_none());
        before.any(|made| made.caller == self.me)
    }

    /// Returns the number of passes before the opening.
    pub(super) fn passes_before_opening(&self) -> usize {
        self.calls.iter().take_while(|made| made.bid().is_none()).count()
    }

    /// Returns the last bid and its maker.
    pub(super) const fn last_bid(&self) -> Option<(Bid, Direction)> {
        self.auction.last_bid()
    }

    /// Whether the own side made the last bid.
    pub(super) fn we_bid_last(&self) -> bool {
        self.last_bid().is_some_and(|(_, bidder)| bidder.is_side_of(self.me))
    }

    /// Returns the lowest level at which a strain can be bid; 8 if there is none.
    pub(super) fn cheapest(&self, strain: impl Into<Strain>) -> u8 {
        let strain = strain.into();
        match self.last_bid() {
            None => 1,
            Some((last, _)) => last.level.odd_tricks() + u8::from(strain <= last.strain),
        }
    }

    /// Whether a bid would be sufficient.
    pub(super) fn can_bid(&self, level: u8, strain: impl Into<Strain>) -> bool {
        level <= 7 && level >= self.cheapest(strain)
    }

    /// Whether the opponents have shown length in a suit.
    pub(super) fn is_theirs(&self, suit: Suit) -> bool {
        let left = self.of(self.me.next()).length(suit).min;
        let right = self.of(self.me.after(3)).length(suit).min;
        left.max(right) >= 4 || self.bid_naturally(suit, false)
    }

    fn bid_naturally(&self, suit: Suit, ours: bool) -> bool {
        self.calls.iter().any(|made| {
            self.is_ours(made) == ours
                && made.strain() == Some(suit.into())
                && made.meaning.lengths[suit as usize].min >= 3
        })
    }

    /// Whether the own side has shown length in a suit.
    pub(super) fn is_ours_suit(&self, suit: Suit) -> bool {
        self.mine().length(suit).min >= 4
            || self.partner().length(suit).min >= 4
            || self.bid_naturally(suit, true)
    }

    /// Iterates over the suits that the opponents have shown.
    pub(super) fn their_suits(&self) -> impl Iterator<Item = Suit> + '_ {
        SUITS.into_iter().filter(|suit| self.is_theirs(*suit))
    }

    /// Iterates over the suits that the opponents have not shown.
    pub(super) fn other_suits(&self) -> impl Iterator<Item = Suit> + '_ {
        SUITS.into_iter().filter(|suit| !self.is_theirs(*suit))
    }

    /// Returns the number of cards that make eight with partner's, at least `floor`.
    pub(super) fn fit(&self, suit: Suit, floor: u8) -> u8 {
        8_u8.saturating_sub(self.partner().length(suit).min).max(floor)
    }

    /// Returns the suit in which the side is known to have eight cards, majors first.
    pub(super) fn agreed(&self) -> Option<Suit> {
        [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs]
            .into_iter()
            .filter(|suit| self.mine().length(*suit).min + self.partner().length(*suit).min >= 8)
            .max_by_key(|suit| {
                let both = self.mine().length(*suit).min + self.partner().length(*suit).min;
                (is_major(*suit), both)
            })
    }

    /// Whether the caller may not pass.
    pub(super) fn must_call(&self) -> bool {
        let untouched = self.right().is_some_and(|right| right.call == Call::Pass);
        let asked = self.partners().map_or(Forcing::No, |partners| partners.meaning.forcing);
        untouched && (asked >= Forcing::Round || self.game_forced && self.is_below_game())
    }

    /// Whether the auction is below game for the own side.
    pub(super) fn is_below_game(&self) -> bool {
        match self.last_bid() {
            None => true,
            Some((bid, _)) if !self.we_bid_last() => bid.level.odd_tricks() <= 4,
            Some((bid, _)) => bid.level.odd_tricks() < game_level(bid.strain),
        }
    }

    /// Returns `points` minus partner's estimated points.
    pub(super) fn beyond_partner(&self, points: u8) -> u8 {
        points.saturating_sub(self.partner().likely())
    }
}

/// Returns the level of game in a strain.
pub(super) const fn game_level(strain: Strain) -> u8 {
    match strain {
        Strain::Notrump => 3,
        Strain::Spades | Strain::Hearts => 4,
        Strain::Diamonds | Strain::Clubs => 5,
    }
}

/// Rules at one point of an auction, in order of precedence.
pub(super) struct Rules<'a> {
    auction: &'a Auction,
    list: Vec<Rule>,
}

impl<'a> Rules<'a> {
    pub(super) const fn new(auction: &'a Auction) -> Self {
        Self { auction, list: Vec::new() }
    }

    /// Adds a rule if its call is legal and some hand may fit.
    pub(super) fn add(&mut self, rule: Rule) {
        if rule.is_possible() && rule.call().is_some_and(|call| self.auction.check(call).is_ok()) {
            self.list.push(rule);
        }
    }

    /// Returns the rules.
    pub(super) fn into_list(self) -> Vec<Rule> {
        self.list
    }
}
