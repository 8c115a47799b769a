//! Interpretation of an auction: the applicable rules, the meaning of each call, and the knowledge
//! of each hand.

use super::hand::Hand;
use super::meaning::{Forcing, HandKnowledge, Kind, Meaning};
use super::rule::Rule;
use super::situation::{InterpretedCall, Rules, Situation, suit_of};
use super::{
    advances, contested, contract_selection, defence, no_trump, openings, rebids, responses, slam,
    strong_and_weak,
};
use crate::{Auction, Call};
use cards::Suit;
use dds::{Direction, Strain, Vulnerability};

/// Interpreted auction: the rules at each call, and its meaning.
///
/// ```
/// use cards::CardSet;
/// use dds::{Direction, Vulnerability};
/// use bridge::{Auction, bidding::{Hand, Reading}};
/// let cards: CardSet = cards::parse_cards("As Qs 5s Kh 8h 3h Ad Jd 7d 4d Qc 9c 6c")?.into_iter().collect();
/// let mut auction = Auction::new(Direction::North);
/// let call = Reading::new(&auction, Vulnerability::None).choose(&Hand::new(cards));
/// assert_eq!(call.to_string(), "1N");
/// // All players know what it means.
/// auction.make(call)?;
/// let heard = Reading::new(&auction, Vulnerability::None);
/// assert_eq!(heard.calls()[0].meaning.points.min, 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reading {
    auction: Auction,
    vulnerability: Vulnerability,
    calls: Vec<InterpretedCall>,
    /// Rules that applied at each call. Those of the next call are last.
    tables: Vec<Vec<Rule>>,
    known: [HandKnowledge; 4],
    /// Whether each side has agreed to reach game.
    game_forced: [bool; 2],
}

impl Reading {
    /// Interprets an auction by the system, for all players.
    #[must_use]
    pub fn new(auction: &Auction, vulnerability: Vulnerability) -> Self {
        let mut reading = Self {
            auction: Auction::new(auction.dealer()),
            vulnerability,
            calls: Vec::with_capacity(auction.len()),
            tables: Vec::with_capacity(auction.len() + 1),
            known: [HandKnowledge::NOTHING; 4],
            game_forced: [false; 2],
        };
        reading.push_rules();
        for (_, call) in auction.calls() {
            reading.read(call);
        }
        reading
    }

    /// Whether this is the interpretation of `auction` at this vulnerability.
    pub(super) fn is_of(&self, auction: &Auction, vulnerability: Vulnerability) -> bool {
        self.auction == *auction && self.vulnerability == vulnerability
    }

    /// Returns the calls with their meanings.
    #[must_use]
    pub fn calls(&self) -> &[InterpretedCall] {
        &self.calls
    }

    /// Returns the knowledge of a hand.
    #[must_use]
    pub const fn known(&self, direction: Direction) -> &HandKnowledge {
        &self.known[direction as usize]
    }

    /// Returns the call for a hand: that of the first rule that fits.
    #[must_use]
    pub fn choose(&self, hand: &Hand) -> Call {
        self.tables.last().and_then(|table| chosen(table, hand)).unwrap_or(Call::Pass)
    }

    /// Returns the next-best call for a hand: that of the next rule that fits and makes another call.
    #[must_use]
    pub fn alternative(&self, hand: &Hand, best: Call) -> Option<Call> {
        let fitting = self.tables.last()?.iter().filter(|rule| rule.fits(hand));
        fitting.filter_map(Rule::call).find(|call| *call != best)
    }

    /// Returns the meaning of `call` at this point.
    #[must_use]
    pub fn meaning(&self, call: Call) -> Meaning {
        let table = self.tables.last().map_or(&[][..], Vec::as_slice);
        let mut fitting = table.iter().filter(|rule| rule.call() == Some(call) && !rule.is_last_resort());
        match fitting.next() {
            Some(first) => fitting.fold(first.meaning(), |meaning, rule| meaning.or(rule.meaning())),
            None => self.default_meaning(call, table),
        }
    }

    /// Returns the meaning of a call without a rule, or with last-resort rules only: that of the
    /// last resort, or the natural meaning.
    fn default_meaning(&self, call: Call, table: &[Rule]) -> Meaning {
        let last_resort = table.iter().find(|rule| rule.call() == Some(call)).map(Rule::meaning);
        let mut meaning = last_resort.unwrap_or(Meaning::NOTHING);
        if let (Call::Bid(bid), None) = (call, last_resort) {
            meaning.kind = Kind::Natural;
            if let Some(suit) = suit_of(bid.strain) {
                meaning.lengths[suit as usize].min = 4;
            }
        }
        meaning
    }

    /// Returns how many of the player's calls the hand would not have made.
    #[must_use]
    pub fn unexpected_calls(&self, direction: Direction, hand: &Hand) -> u32 {
        let calls = self.calls.iter().zip(&self.tables).filter(|(made, _)| made.caller == direction);
        calls.map(|(made, table)| u32::from(chosen(table, hand) != Some(made.call))).sum()
    }

    /// Interprets the next call.
    pub fn read(&mut self, call: Call) {
        let Some(caller) = self.auction.caller() else { return };
        let meaning = self.meaning(call);
        if self.auction.make(call).is_err() {
            return;
        }
        self.calls.push(InterpretedCall { caller, call, meaning });
        self.known[caller as usize].learn(&meaning);
        if meaning.forcing == Forcing::Game {
            self.game_forced[caller as usize & 1] = true;
        }
        self.push_rules();
    }

    /// Computes the rules for the next call.
    fn push_rules(&mut self) {
        let Some(me) = self.auction.caller() else {
            self.tables.push(Vec::new());
            return;
        };
        let at = Situation::new(
            &self.auction,
            &self.calls,
            me,
            &self.known,
            self.game_forced[me as usize & 1],
            self.vulnerability.of(me),
        );
        let mut rules = Rules::new(&self.auction);
        select_rules(&at, &mut rules);
        let list = rules.into_list();
        self.tables.push(list);
    }
}

fn chosen(table: &[Rule], hand: &Hand) -> Option<Call> {
    table.iter().find(|rule| rule.fits(hand)).and_then(Rule::call)
}

/// Selects the module of the system card that applies.
fn select_rules(at: &Situation, rules: &mut Rules) {
    let Some(opening) = at.opening() else { return openings::opening(at, rules) };
    if slam::conventions(at, rules) {
        return;
    }
    let i_acted = at.actions_of(at.me).next().is_some();
    let partner_acted = at.actions_of(at.me.partner()).next().is_some();
    if at.is_ours(opening) {
        ours(at, opening, i_acted, rules);
    } else if !i_acted && !partner_acted {
        defence::first_action(at, rules);
    } else if !advances::run(at, rules)
        && (i_acted || !advances::advance(at, rules))
        && !over_partners_no_trump(at, rules)
    {
        contract_selection::select_contract(at, rules);
    }
}

/// Selects the module after an opening of the own side.
fn ours(at: &Situation, opening: &InterpretedCall, i_acted: bool, rules: &mut Rules) {
    let Some(opened) = opening.bid() else { return };
    let suit = suit_of(opened.strain);
    let level = opened.level.odd_tricks();
    let silent = at.is_quiet();
    let mine = at.actions_of(at.me).count();
    if opening.caller != at.me && !i_acted {
        match (suit, level) {
            (None, _) if at.is_undisturbed() && level <= 2 => no_trump::responses(at, level, rules),
            (None, 1)
                if first_turn(at, opening) && at.right().is_some_and(|right| right.call == Call::Double) =>
            {
                no_trump::responses(at, 1, rules);
            }
            (None, 1) if first_turn(at, opening) => match overcalled(at) {
                Some(theirs) => no_trump::over_an_overcall(at, theirs, rules),
                None => contract_selection::select_contract(at, rules),
            },
            (Some(Suit::Clubs), 2) if silent => strong_and_weak::to_two_clubs(rules),
            (Some(suit), 2..) if opening.meaning.kind == Kind::Preempt && silent => {
                strong_and_weak::to_a_preempt(at, suit, level, rules);
            }
            (Some(suit), 1) if at.is_undisturbed() && is_major(suit) => {
                responses::to_a_major(at, suit, rules);
            }
            (Some(suit), 1) if at.is_undisturbed() => responses::to_a_minor(at, suit, rules),
            (Some(suit), 1) if !silent && first_turn(at, opening) => contested::responses(at, suit, rules),
            _ => contract_selection::select_contract(at, rules),
        }
        return;
    }
    if over_partners_no_trump(at, rules) {
        return;
    }
    if opening.caller == at.me && mine == 1 {
        let partners_kind = at.partners().map(|partners| partners.meaning.kind);
        let partner_bid = at.last_bid().is_some_and(|(_, bidder)| bidder == at.me.partner());
        match (suit, level) {
            (Some(Suit::Clubs), 2) if silent && partners_kind == Some(Kind::Waiting) => {
                return strong_and_weak::after_two_clubs(at, rules);
            }
            (Some(suit), 1) if partners_kind == Some(Kind::Negative) => {
                return contested::after_negative_double(at, suit, rules);
            }
            (Some(suit), 1)
                if silent
                    && partner_bid
                    && (at.is_undisturbed() || partners_kind == Some(Kind::Natural))
                    && rebids::after(at, suit, rules) =>
            {
                return;
            }
            _ => {}
        }
    }
    contract_selection::select_contract(at, rules);
}

const fn is_major(suit: Suit) -> bool {
    super::situation::is_major(suit)
}

/// Returns the suit that the right-hand opponent bid at the two level.
fn overcalled(at: &Situation) -> Option<Suit> {
    let bid = at.right()?.bid()?;
    suit_of(bid.strain).filter(|_| bid.level.odd_tricks() == 2)
}

/// Whether this is the caller's first turn since partner's opening.
fn first_turn(at: &Situation, opening: &InterpretedCall) -> bool {
    at.calls.iter().skip_while(|made| *made != opening).count() == 2
}

/// Adds the notrump conventions after an opening or a strong two clubs. Returns whether they apply.
fn over_partners_no_trump(at: &Situation, rules: &mut Rules) -> bool {
    if at.is_overcalled() && no_trump::answers_over_an_overcall(at, rules) {
        return true;
    }
    if !at.is_quiet() {
        return false;
    }
    if no_trump::answers(at, rules) || no_trump::continuations(at, rules) {
        return true;
    }
    // Two clubs, two diamonds, two notrump continues like a notrump opening.
    let after_waiting = at.last_of(at.me).is_some_and(|mine| mine.meaning.kind == Kind::Waiting);
    if after_waiting
        && at.is_undisturbed()
        && at.partners().is_some_and(|partners| partners.is(2, Strain::Notrump))
    {
        no_trump::responses(at, 2, rules);
        return true;
    }
    false
}
