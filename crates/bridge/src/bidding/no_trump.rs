//! Calls after partner's notrump: Stayman, transfers, quantitative raises, and their treatment
//! after intervention.

use super::meaning::{Forcing, Kind};
use super::rule::{Feature, Rule, bid, double, pass, redouble};
use super::situation::{MAJORS, MINORS, Rules, Situation, is_major};
use cards::Suit::{self, Clubs, Diamonds, Hearts, Spades};
use dds::Strain::{self, Notrump};

/// Returns the suit in which a transfer to a major is bid.
const fn below(major: Suit) -> Suit {
    match major {
        Suit::Spades => Hearts,
        _ => Diamonds,
    }
}

/// Points needed opposite partner's notrump.
struct Needs {
    /// Minimum points of partner's hand.
    base: u8,
    invite: u8,
    game: u8,
    slam: u8,
}

impl Needs {
    fn opposite_partner(at: &Situation) -> Self {
        let base = at.partner().points.min;
        let game = 25_u8.saturating_sub(base).max(1);
        let slam = 33_u8.saturating_sub(base.saturating_add(1));
        Self { base, invite: game.saturating_sub(2), game, slam }
    }

    /// Adds quantitative raises, those below slam restricted to a shape. Two notrump is an
    /// invitation only over one notrump.
    fn raises(&self, level: u8, shape: impl Fn(Rule) -> Rule, rules: &mut Rules) {
        rules.add(bid(6, Notrump).high_cards(self.slam, 36_u8.saturating_sub(self.base)));
        rules.add(bid(7, Notrump).high_cards(37_u8.saturating_sub(self.base), 40));
        let ask = bid(4, Notrump).kind(Kind::Quantitative).forcing(Forcing::Invites);
        rules.add(ask.high_cards(self.slam.saturating_sub(2), self.slam.saturating_sub(1)));
        rules.add(shape(bid(3, Notrump).points(self.game, 40)));
        if level == 1 {
            let invites = shape(bid(2, Notrump).points(self.invite, self.game.saturating_sub(1)));
            rules.add(invites.forcing(Forcing::Invites));
        }
        rules.add(pass().points(0, self.game.saturating_sub(1)));
        rules.add(pass().last_resort());
    }
}

/// Adds the responses to a balanced hand of `level` notrump.
pub(super) fn responses(at: &Situation, level: u8, rules: &mut Rules) {
    let needs = Needs::opposite_partner(at);
    let Needs { invite, game, slam, .. } = needs;
    let up = level + 1;
    for major in MAJORS {
        let transfer = || bid(up, below(major)).at_min(major, 5).kind(Kind::Transfer).forcing(Forcing::Round);
        rules.add(transfer().with(Feature::Longer(major, other(major), 0)));
    }
    // A redouble shows that the side has most of the points.
    rules.add(redouble().high_cards(8, 40));
    let stayman = || bid(up, Clubs).kind(Kind::Stayman).forcing(Forcing::Round);
    let min = if level == 1 { invite } else { game };
    for major in MAJORS {
        rules.add(stayman().points(min, 40).length(major, 4, 4));
    }
    if level == 1 {
        // A weak hand short in clubs passes any answer.
        rules.add(stayman().high_cards(0, 7).at_max(Clubs, 1).length(Hearts, 4, 4).length(Spades, 4, 4));
        for minor in [Diamonds, Clubs] {
            let long = || bid(2, Spades).kind(Kind::MinorSignOff).forcing(Forcing::Round);
            rules.add(long().points(0, invite + 1).at_min(minor, 6));
            rules.add(
                bid(3, minor).points(slam.saturating_sub(2), 40).at_min(minor, 6).forcing(Forcing::Game),
            );
        }
    }
    needs.raises(level, |rule| rule, rules);
}

/// Adds the responses to one notrump after an overcall.
///
/// Weak hands bid at the two level, or by way of two notrump. Three of a suit is strong, and a
/// double asks for the other suits.
pub(super) fn over_an_overcall(at: &Situation, theirs: Suit, rules: &mut Rules) {
    let Needs { invite, game, slam, .. } = Needs::opposite_partner(at);
    let suits = || [Spades, Hearts, Diamonds, Clubs].into_iter().filter(move |suit| *suit != theirs);
    let negative = || double().kind(Kind::Negative).forcing(Forcing::Round);
    rules.add(bid(6, Notrump).high_cards(slam, 40).balanced());
    for suit in suits() {
        let cards = if is_major(suit) { 5 } else { 6 };
        rules.add(bid(3, suit).points(game, 40).at_min(suit, cards).forcing(Forcing::Game));
    }
    for major in MAJORS.into_iter().filter(|major| *major != theirs) {
        rules.add(negative().points(8, 40).length(major, 4, 4).at_max(theirs, 3));
    }
    rules.add(bid(3, Notrump).high_cards(game.saturating_sub(1), 40).with(Feature::Stops(theirs)));
    for suit in suits() {
        if at.cheapest(suit) == 2 {
            rules.add(bid(2, suit).points(3, game.saturating_sub(1)).at_min(suit, 5).kind(Kind::SignOff));
        }
    }
    rules.add(negative().points(8, 40).at_max(theirs, 3));
    rules.add(bid(3, Notrump).high_cards(game, 40));
    let relay = || bid(2, Notrump).kind(Kind::Lebensohl).forcing(Forcing::Round);
    for suit in suits().filter(|suit| *suit == Clubs || at.cheapest(*suit) == 3) {
        rules.add(relay().points(4, game).at_min(suit, 6));
    }
    rules.add(pass().points(0, invite + 1));
    rules.add(pass().last_resort());
}

/// Adds opener's calls after partner's double of the overcall.
fn after_a_double(at: &Situation, rules: &mut Rules) {
    let Some(theirs) = at.their_suits().next() else { return };
    let level = at.cheapest(Notrump);
    rules.add(pass().kind(Kind::Penalty).at_min(theirs, 4).with(Feature::Honors(theirs, 2)));
    for major in MAJORS.into_iter().filter(|major| *major != theirs) {
        rules.add(bid(at.cheapest(major), major).at_min(major, 4));
    }
    rules.add(bid(level, Notrump).with(Feature::Stops(theirs)));
    for suit in MINORS {
        rules.add(bid(at.cheapest(suit), suit).at_min(suit, 4));
    }
    rules.add(bid(level, Notrump).last_resort());
}

const fn other(major: Suit) -> Suit {
    match major {
        Suit::Spades => Hearts,
        _ => Spades,
    }
}

/// Adds the notrump opener's answers to Stayman, transfers and the double. Returns whether there
/// was one to answer.
pub(super) fn answers(at: &Situation, rules: &mut Rules) -> bool {
    let Some(asked) = at.partners() else { return false };
    let opened_no_trump = at.last_of(at.me).is_some_and(|mine| mine.is(1, Notrump));
    if asked.meaning.kind == Kind::Negative && opened_no_trump {
        after_a_double(at, rules);
        return true;
    }
    let Some(asked_bid) = asked.bid() else { return false };
    let level = asked_bid.level.odd_tricks();
    match asked.meaning.kind {
        Kind::Stayman => {
            rules.add(bid(level, Hearts).at_min(Hearts, 4).kind(Kind::StaymanAnswer));
            rules.add(bid(level, Spades).at_min(Spades, 4).at_max(Hearts, 3).kind(Kind::StaymanAnswer));
            rules.add(bid(level, Diamonds).at_max(Hearts, 3).at_max(Spades, 3).kind(Kind::StaymanAnswer));
            rules.add(bid(level, Diamonds).last_resort().kind(Kind::StaymanAnswer));
        }
        Kind::Transfer => {
            let major = if asked_bid.strain == Strain::Hearts { Spades } else { Hearts };
            let accepted = |level| bid(level, major).kind(Kind::TransferAccepted);
            if level == 2 {
                rules.add(accepted(3).high_cards(17, 17).at_min(major, 4));
            }
            rules.add(accepted(level));
        }
        Kind::MinorSignOff | Kind::Lebensohl => rules.add(bid(3, Clubs).kind(Kind::TransferAccepted)),
        _ => return false,
    }
    true
}

/// Adds those answers after the next player bid. A direct bid shows four cards, or three for a
/// transfer; a pass denies them. Returns whether there was a question.
pub(super) fn answers_over_an_overcall(at: &Situation, rules: &mut Rules) -> bool {
    let Some(asked) = at.partners() else { return false };
    let Some(asked_bid) = asked.bid() else { return false };
    let highest = asked_bid.level.odd_tricks() + 1;
    let majors: &[(Suit, u8)] = match (asked.meaning.kind, asked_bid.strain) {
        (Kind::Stayman, _) => &[(Hearts, 4), (Spades, 4)],
        (Kind::Transfer, Strain::Hearts) => &[(Spades, 3)],
        (Kind::Transfer, _) => &[(Hearts, 3)],
        _ => return false,
    };
    for (major, cards) in majors.iter().copied().filter(|(major, _)| !at.is_theirs(*major)) {
        if at.cheapest(major) <= highest {
            rules.add(bid(at.cheapest(major), major).at_min(major, cards));
        }
    }
    rules.add(pass());
    true
}

/// Adds the continuations of the asker. Returns whether there was an answer.
pub(super) fn continuations(at: &Situation, rules: &mut Rules) -> bool {
    let (Some(answer), Some(mine)) = (at.partners(), at.last_of(at.me)) else { return false };
    let Some(answered) = answer.bid() else { return false };
    let level = answered.level.odd_tricks();
    let needs = Needs::opposite_partner(at);
    let Needs { base, invite, game, .. } = needs;
    match (answer.meaning.kind, mine.meaning.kind) {
        (Kind::TransferAccepted, Kind::MinorSignOff) => {
            rules.add(bid(3, Diamonds).with(Feature::Longer(Diamonds, Clubs, 1)).kind(Kind::SignOff));
            rules.add(pass());
        }
        (Kind::TransferAccepted, Kind::Lebensohl) => {
            for suit in [Spades, Hearts, Diamonds].into_iter().filter(|suit| !at.is_theirs(*suit)) {
                rules.add(bid(3, suit).at_min(suit, 6).kind(Kind::SignOff));
            }
            rules.add(pass());
        }
        (Kind::TransferAccepted, Kind::Transfer) => {
            let Some(major) = answered.strain.trumps() else { return false };
            if level == 3 && (15..=17).contains(&base) && at.partner().length(major).min >= 4 {
                // Partner jumped, with four trumps and a maximum.
                super::slam::ask(at, major, rules);
                rules.add(bid(4, major).support(major, 6, 40));
                rules.add(pass().support(major, 0, 5));
                return true;
            }
            let six = |rule: Rule| rule.at_min(major, 6);
            super::slam::ask_from(at, major, 6, rules);
            rules.add(six(bid(4, major).support(major, game, 40)));
            if level == 2 {
                rules.add(
                    six(bid(3, major).support(major, invite, game.saturating_sub(1)))
                        .forcing(Forcing::Invites),
                );
                if major == Hearts {
                    rules.add(bid(2, Spades).points(game, 40).at_min(Spades, 5).forcing(Forcing::Game));
                }
                for minor in [Diamonds, Clubs] {
                    let second = bid(3, minor).points(game, 40).at_min(minor, 4).forcing(Forcing::Game);
                    rules.add(second.with(Feature::Unbalanced));
                }
            }
            needs.raises(level.saturating_sub(1), |rule| rule.length(major, 5, 5), rules);
        }
        (Kind::StaymanAnswer, Kind::Stayman) => {
            if let Some(major) = answered.strain.trumps().filter(|suit| *suit != Diamonds) {
                let fit = |rule: Rule| rule.at_min(major, 4);
                super::slam::ask_from(at, major, 4, rules);
                rules.add(fit(bid(4, major).support(major, game, 40)));
                if level == 2 {
                    rules.add(
                        fit(bid(3, major).support(major, invite, game.saturating_sub(1)))
                            .forcing(Forcing::Invites),
                    );
                }
            } else if level == 2 {
                // Five and four in the majors: three of the longer.
                for major in MAJORS {
                    let long = bid(3, major).points(game, 40).at_min(major, 5);
                    rules.add(long.forcing(Forcing::Game));
                }
            }
            needs.raises(level.saturating_sub(1), |rule| rule, rules);
        }
        _ => return false,
    }
    true
}
