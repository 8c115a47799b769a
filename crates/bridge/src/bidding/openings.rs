//! Opening bids of the system.

use super::meaning::{Forcing, Kind};
use super::rule::{Feature, bid, pass};
use super::situation::{MAJORS, MINORS, Rules, SUITS, Situation, is_major};
use cards::Suit::{Clubs, Diamonds, Hearts, Spades};
use dds::Strain::Notrump;

pub(super) fn opening(at: &Situation, rules: &mut Rules) {
    let passes = at.passes_before_opening();
    rules.add(bid(2, Notrump).high_cards(20, 21).balanced());
    strong_two_clubs(rules);
    rules.add(bid(1, Notrump).high_cards(15, 17).balanced());
    for minor in MINORS {
        let others = SUITS.into_iter().filter(|suit| *suit != minor);
        let long = bid(1, Notrump).high_cards(15, 17).length(minor, 5, 5);
        rules.add(others.fold(long, |rule, suit| rule.length(suit, 2, 4)));
    }
    match passes {
        3 => one_of_a_suit(rules, 11, Feature::WithLength(Spades, 15)),
        _ => one_of_a_suit(rules, 11, Feature::RuleOf(20)),
    }
    one_of_a_suit(rules, 13, Feature::RuleOf(19));
    if passes == 2 {
        // In third seat a good major is worth opening for the lead and as an obstruction.
        for major in MAJORS {
            rules.add(bid(1, major).high_cards(10, 11).at_min(major, 5).with(Feature::Tops(major, 2)));
        }
    }
    if passes < 3 {
        preempts(at, rules);
    }
    rules.add(pass().points(0, 13).with(Feature::HighCardsAtMost(12)));
    rules.add(pass().last_resort());
}

fn strong_two_clubs(rules: &mut Rules) {
    let strong = || bid(2, Clubs).kind(Kind::StrongTwoClubs).forcing(Forcing::Round);
    rules.add(strong().points(22, 40).with(Feature::HighCardsAtLeast(22)));
    for suit in SUITS {
        // Nine tricks in hand: a solid suit and side aces.
        let running = strong().points(22, 40).at_min(suit, 7).with(Feature::Tops(suit, 3));
        rules.add(running.with(Feature::HighCardsAtLeast(19)));
    }
}

/// Adds the openings of one of a suit: five cards for a major, otherwise the longer minor. With
/// equal minors it is diamonds from four cards on.
fn one_of_a_suit(rules: &mut Rules, min: u8, also: Feature) {
    let one = |suit| bid(1, suit).points(min, 23).with(also);
    rules.add(
        one(Spades)
            .at_min(Spades, 5)
            .with(Feature::Longer(Spades, Hearts, 0))
            .with(Feature::Longer(Spades, Diamonds, 0))
            .with(Feature::Longer(Spades, Clubs, 0)),
    );
    rules.add(
        one(Hearts)
            .at_min(Hearts, 5)
            .with(Feature::Longer(Hearts, Spades, 1))
            .with(Feature::Longer(Hearts, Diamonds, 0))
            .with(Feature::Longer(Hearts, Clubs, 0)),
    );
    rules.add(one(Diamonds).at_min(Diamonds, 4).with(Feature::Longer(Diamonds, Clubs, 0)));
    rules.add(one(Clubs).at_min(Clubs, 4).with(Feature::Longer(Clubs, Diamonds, 1)));
    rules.add(one(Clubs).at_min(Clubs, 3));
    rules.add(one(Diamonds).at_min(Diamonds, 3));
}

fn preempts(at: &Situation, rules: &mut Rules) {
    let min = if at.we_are_vulnerable { 5 } else { 4 };
    for suit in [Spades, Hearts, Diamonds, Clubs] {
        let preempt = |level| bid(level, suit).kind(Kind::Preempt);
        let top = if is_major(suit) { 4 } else { 5 };
        rules.add(preempt(top).high_cards(min, 10).at_min(suit, 8).with(Feature::Honors(suit, 2)));
        rules.add(preempt(3).high_cards(min, 10).length(suit, 7, 7));
    }
    for suit in [Spades, Hearts, Diamonds] {
        let mut weak = bid(2, suit).kind(Kind::Preempt).high_cards(min, 10).length(suit, 6, 6);
        for major in MAJORS.into_iter().filter(|major| *major != suit) {
            weak = weak.at_max(major, 4);
        }
        rules.add(weak);
    }
}
