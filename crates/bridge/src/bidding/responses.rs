//! Responses to an opening of one of a suit, without intervention.

use super::meaning::{Forcing, Kind};
use super::rule::{Feature, bid, pass};
use super::situation::{Rules, Situation};
use cards::Suit::{self, Clubs, Diamonds, Hearts, Spades};
use dds::Strain::Notrump;

/// Adds the responses to one heart and one spade.
pub(super) fn to_a_major(at: &Situation, major: Suit, rules: &mut Rules) {
    // A passed hand is limited: it has no strong raise, and its strongest hands are good elevens.
    let passed = at.i_passed_first();
    if !passed {
        rules.add(
            bid(2, Notrump).support(major, 13, 40).at_min(major, 4).kind(Kind::Jacoby).forcing(Forcing::Game),
        );
    }
    rules.add(
        bid(4, major)
            .support(major, 6, 12)
            .at_min(major, 5)
            .with(Feature::HighCardsAtMost(9))
            .kind(Kind::PreemptiveRaise),
    );
    let limit = || bid(3, major).kind(Kind::LimitRaise).forcing(Forcing::Invites);
    rules.add(limit().support(major, 10, 12).at_min(major, 4));
    rules.add(bid(2, major).support(major, 6, 9).at_min(major, 3));
    if passed {
        rules.add(limit().support(major, 10, 13).at_min(major, 3));
    }
    if major == Hearts {
        rules.add(bid(1, Spades).points(6, 40).at_min(Spades, 4).forcing(Forcing::Round));
    }
    two_over_one(at, major, rules);
    // Three-card support without another suit to bid.
    rules.add(limit().support(major, 10, 12).length(major, 3, 3));
    rules.add(bid(3, Notrump).high_cards(13, 16).at_max(major, 3));
    rules.add(bid(1, Notrump).high_cards(6, 11).at_max(major, 3));
    rules.add(bid(1, Notrump).points(6, 11).at_max(major, 3));
    rules.add(bid(3, Notrump).high_cards(12, 40).last_resort());
    rules.add(pass().points(0, 6));
    rules.add(pass().last_resort());
}

/// Adds new suits at the two level: at least ten points, the longest suit first, of two four-card
/// suits the cheaper.
fn two_over_one(at: &Situation, opened: Suit, rules: &mut Rules) {
    let min = if at.i_passed_first() { 10 } else { 11 };
    if opened == Spades {
        rules.add(
            bid(2, Hearts)
                .points(min, 40)
                .at_min(Hearts, 5)
                .with(Feature::Longer(Hearts, Diamonds, 0))
                .with(Feature::Longer(Hearts, Clubs, 0))
                .forcing(Forcing::Round),
        );
    }
    rules.add(
        bid(2, Diamonds)
            .points(min, 40)
            .at_min(Diamonds, 5)
            .with(Feature::Longer(Diamonds, Clubs, 0))
            .forcing(Forcing::Round),
    );
    let new = |suit| bid(2, suit).points(min, 40).at_min(suit, 4).forcing(Forcing::Round);
    if opened != Clubs {
        rules.add(new(Clubs).with(Feature::Longer(Clubs, Diamonds, 0)));
        rules.add(new(Diamonds).with(Feature::Longer(Diamonds, Clubs, 1)));
        rules.add(bid(2, Clubs).points(min + 1, 40).at_min(Clubs, 3).forcing(Forcing::Round));
    }
}

/// Adds the responses to one club and one diamond.
pub(super) fn to_a_minor(at: &Situation, minor: Suit, rules: &mut Rules) {
    let one = |suit: Suit| bid(1, suit).points(6, 40).forcing(Forcing::Round);
    // A long minor with game values precedes a four-card major.
    if minor == Clubs {
        rules.add(
            bid(1, Diamonds)
                .points(12, 40)
                .at_min(Diamonds, 5)
                .with(Feature::Longer(Diamonds, Hearts, 1))
                .with(Feature::Longer(Diamonds, Spades, 1))
                .forcing(Forcing::Round),
        );
    } else {
        rules.add(
            bid(2, Clubs)
                .points(12, 40)
                .at_min(Clubs, 5)
                .with(Feature::Longer(Clubs, Hearts, 1))
                .with(Feature::Longer(Clubs, Spades, 1))
                .forcing(Forcing::Round),
        );
    }
    rules.add(one(Spades).at_min(Spades, 5).with(Feature::Longer(Spades, Hearts, 0)));
    rules.add(one(Hearts).at_min(Hearts, 4).with(Feature::Longer(Hearts, Spades, 0)));
    rules.add(one(Spades).at_min(Spades, 4));
    rules.add(one(Hearts).at_min(Hearts, 4));
    inverted_raises(at, minor, rules);
    rules.add(bid(3, Notrump).high_cards(13, 15).balanced());
    rules.add(bid(2, Notrump).high_cards(11, 12).balanced().forcing(Forcing::Invites));
    if minor == Clubs {
        rules.add(one(Diamonds).at_min(Diamonds, 4));
    } else {
        rules.add(bid(2, Clubs).points(11, 40).at_min(Clubs, 4).forcing(Forcing::Round));
    }
    rules.add(
        bid(4, Notrump).high_cards(18, 19).balanced().kind(Kind::Quantitative).forcing(Forcing::Invites),
    );
    rules.add(bid(6, Notrump).high_cards(20, 40).balanced());
    rules.add(bid(3, Notrump).high_cards(13, 17));
    rules.add(bid(1, Notrump).points(6, 10));
    rules.add(bid(2, Notrump).high_cards(11, 12).forcing(Forcing::Invites));
    rules.add(bid(1, Notrump).points(6, 12));
    rules.add(bid(3, Notrump).high_cards(11, 40).last_resort());
    rules.add(pass().points(0, 5));
    rules.add(pass().last_resort());
}

/// Adds inverted raises: a single raise of a minor is strong, a double raise weak. Both deny a
/// four-card major.
fn inverted_raises(at: &Situation, minor: Suit, rules: &mut Rules) {
    let enough = if minor == Clubs { 5 } else { 4 };
    let no_major = |rule: super::rule::Rule| rule.at_max(Spades, 3).at_max(Hearts, 3);
    if at.i_passed_first() {
        rules.add(no_major(bid(3, minor).points(9, 12).at_min(minor, 5)).forcing(Forcing::Invites));
    } else {
        let strong = || no_major(bid(2, minor)).kind(Kind::InvertedRaise).forcing(Forcing::Round);
        rules.add(strong().points(13, 40).at_min(minor, 5));
        rules.add(strong().points(10, 12).at_min(minor, 5));
        rules.add(strong().points(10, 40).at_min(minor, enough).with(Feature::Unbalanced));
        rules.add(strong().points(16, 40).at_min(minor, enough));
    }
    rules.add(no_major(bid(3, minor)).points(3, 9).at_min(minor, 6).kind(Kind::PreemptiveRaise));
    rules.add(
        no_major(bid(3, minor))
            .points(3, 9)
            .at_min(minor, 5)
            .with(Feature::Unbalanced)
            .kind(Kind::PreemptiveRaise),
    );
}
