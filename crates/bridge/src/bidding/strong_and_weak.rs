//! Calls after the strong two clubs, weak twos and higher preempts.

use super::meaning::{Forcing, Kind};
use super::rule::{Feature, bid, pass};
use super::situation::{MAJORS, MINORS, Rules, SUITS, Situation, game_level, is_major};
use cards::Suit::{self, Diamonds};
use dds::Strain::Notrump;

/// Adds the responses to two clubs: a good suit, or waiting.
pub(super) fn to_two_clubs(rules: &mut Rules) {
    for (suits, level) in [(MAJORS, 2), (MINORS, 3)] {
        for suit in suits {
            let positive = bid(level, suit).points(8, 40).at_min(suit, 5).with(Feature::Tops(suit, 2));
            rules.add(positive.forcing(Forcing::Game));
        }
    }
    rules.add(bid(2, Diamonds).kind(Kind::Waiting).forcing(Forcing::Round));
}

/// Adds the rebids of the strong hand.
pub(super) fn after_two_clubs(at: &Situation, rules: &mut Rules) {
    let level = at.cheapest(Notrump);
    if level == 2 {
        rules.add(bid(2, Notrump).high_cards(22, 24).balanced());
        rules.add(bid(3, Notrump).high_cards(25, 27).balanced());
        rules.add(
            bid(4, Notrump).high_cards(28, 40).balanced().kind(Kind::Quantitative).forcing(Forcing::Invites),
        );
    }
    let longest = |suit: Suit, min| {
        let mut rule = bid(at.cheapest(suit), suit).points(22, 40).at_min(suit, min).forcing(Forcing::Game);
        for other in SUITS.into_iter().filter(|other| *other != suit) {
            rule = rule.with(Feature::Longer(suit, other, i8::from(other > suit)));
        }
        rule
    };
    for min in [5, 4] {
        for suit in MAJORS.into_iter().chain(MINORS) {
            rules.add(longest(suit, min));
        }
    }
    rules.add(bid(level, Notrump).last_resort());
}

/// Adds the responses to a preempt in a suit: raises, game, or pass.
pub(super) fn to_a_preempt(at: &Situation, suit: Suit, level: u8, rules: &mut Rules) {
    // Points for game: sixteen opposite a weak two, fewer opposite seven cards.
    let strong = if level == 2 { 16 } else { 14 };
    super::slam::ask_from(at, suit, 2, rules);
    let game = game_level(suit.into());
    if is_major(suit) {
        rules.add(bid(4, suit).support(suit, strong, 40).at_min(suit, 2));
        rules.add(bid(3, Notrump).high_cards(17, 40).at_max(suit, 1).stopping(others(suit)));
        rules.add(bid(4, suit).high_cards(18, 40).at_min(suit, 1));
    } else {
        rules.add(bid(3, Notrump).high_cards(16, 40).at_min(suit, 2).stopping(MAJORS));
        rules.add(bid(game, suit).support(suit, 17, 40).at_min(suit, 3));
    }
    for own in SUITS.into_iter().filter(|own| *own != suit) {
        if level <= 3 && at.cheapest(own) <= 3 {
            rules.add(bid(at.cheapest(own), own).points(strong, 40).at_min(own, 5).forcing(Forcing::Round));
        }
    }
    // Ten combined trumps belong at the four level, nine at the three level.
    if is_major(suit) {
        let more = bid(4, suit).points(0, strong + 1).kind(Kind::PreemptiveRaise);
        rules.add(more.at_min(suit, if level == 2 { 4 } else { 3 }));
    }
    if level == 2 {
        rules.add(bid(3, suit).points(4, strong - 1).at_min(suit, 3).kind(Kind::PreemptiveRaise));
    }
    rules.add(pass().points(0, 17));
    rules.add(pass().last_resort());
}

fn others(suit: Suit) -> impl Iterator<Item = Suit> {
    SUITS.into_iter().filter(move |other| *other != suit)
}
