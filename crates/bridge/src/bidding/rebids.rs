//! Opener's rebids, without intervention.

use super::meaning::{Forcing, Kind};
use super::rule::{Feature, bid, pass};
use super::situation::{Rules, SUITS, Situation, is_major, suit_of};
use cards::Suit::{self, Hearts, Spades};
use dds::Strain::Notrump;

/// Adds opener's rebids after an opening of one of `opened`. Returns whether they apply.
pub(super) fn after(at: &Situation, opened: Suit, rules: &mut Rules) -> bool {
    let Some(answer) = at.partners() else { return false };
    let Some(answered) = answer.bid() else { return false };
    let level = answered.level.odd_tricks();
    match (answer.meaning.kind, suit_of(answered.strain)) {
        (Kind::Jacoby, _) => after_jacoby(opened, rules),
        (Kind::InvertedRaise, _) => after_inverted_raise(opened, rules),
        (_, Some(suit)) if suit == opened => after_raise(at, opened, rules),
        (_, Some(suit)) if level == 1 => after_one_over_one(at, opened, suit, rules),
        (_, Some(suit)) if level == 2 => after_two_over_one(at, opened, suit, rules),
        (_, None) if level == 1 => after_one_no_trump(at, opened, rules),
        _ => return false,
    }
    true
}

fn after_one_over_one(at: &Situation, opened: Suit, answered: Suit, rules: &mut Rules) {
    // Support comes first. Three cards suffice if no other rebid fits.
    let raise = |level, min, max| bid(level, answered).support(answered, min, max);
    if is_major(answered) {
        rules.add(raise(4, 19, 40).at_min(answered, 4));
        rules.add(raise(3, 16, 18).at_min(answered, 4).forcing(Forcing::Invites));
        rules.add(raise(2, 11, 15).at_min(answered, 4));
    }
    rules.add(bid(2, Notrump).high_cards(18, 19).balanced().forcing(Forcing::Invites));
    for suit in [Hearts, Spades] {
        // Another suit at the one level, or a jump in it with game values.
        if at.can_bid(1, suit) && suit != opened {
            rules.add(bid(2, suit).points(19, 23).at_min(suit, 4).forcing(Forcing::Game));
            rules.add(bid(1, suit).points(11, 18).at_min(suit, 4));
        }
    }
    if !is_major(answered) {
        rules.add(raise(3, 16, 18).at_min(answered, 4).with(Feature::Unbalanced).forcing(Forcing::Invites));
        rules.add(raise(2, 11, 15).at_min(answered, 4).with(Feature::Unbalanced));
    }
    rules.add(bid(1, Notrump).high_cards(11, 14).balanced());
    own_suit(at, opened, 6, rules);
    new_suits(at, opened, answered, rules);
    if is_major(answered) {
        rules.add(raise(2, 11, 15).at_min(answered, 3));
        rules.add(raise(3, 16, 18).at_min(answered, 3).forcing(Forcing::Invites));
    }
    rules.add(bid(2, opened).points(0, 17).at_min(opened, 5));
    rules.add(bid(1, Notrump).points(0, 17).last_resort());
    rules.add(bid(2, Notrump).points(17, 23).last_resort());
    rules.add(bid(2, opened).last_resort());
}

/// Adds rebids of the opened suit: at the two level with a minimum, the three level with more, game
/// with a maximum.
fn own_suit(at: &Situation, opened: Suit, min: u8, rules: &mut Rules) {
    let cheapest = at.cheapest(opened);
    let again = |level, min_points, max| bid(level, opened).points(min_points, max).at_min(opened, min);
    if cheapest > 2 {
        rules.add(again(cheapest, 11, 40));
        return;
    }
    if is_major(opened) {
        rules.add(again(4, 20, 23).at_min(opened, 6));
    }
    rules.add(bid(3, opened).points(17, 19).at_min(opened, 6).forcing(Forcing::Invites));
    rules.add(again(2, 0, 16));
}

/// Adds other suits: below two of the opened suit up to 18 points, a reverse from 17, a jump from
/// 19.
fn new_suits(at: &Situation, opened: Suit, answered: Suit, rules: &mut Rules) {
    let mut suits = SUITS;
    suits.reverse();
    for suit in suits.into_iter().filter(|suit| *suit != opened && *suit != answered) {
        let lower = suit < opened;
        let new = |level, min, max| bid(level, suit).points(min, max).at_min(suit, 4);
        match at.cheapest(suit) {
            2 if lower => {
                rules.add(new(3, 19, 23).with(Feature::Longer(opened, suit, 0)).forcing(Forcing::Game));
                rules.add(new(2, 11, 18).with(Feature::Longer(opened, suit, -1)));
            }
            2 => rules.add(new(2, 17, 23).with(Feature::Longer(opened, suit, 0)).forcing(Forcing::Round)),
            3 => rules.add(new(3, 15, 23).with(Feature::Longer(opened, suit, 0)).forcing(Forcing::Game)),
            _ => {}
        }
    }
}

/// Adds the rebids after a new suit at the two level. Partner has ten points, so nothing is passed
/// at the two level.
fn after_two_over_one(at: &Situation, opened: Suit, answered: Suit, rules: &mut Rules) {
    let enough = if answered == Hearts { 3 } else { 4 };
    let level = at.cheapest(answered);
    if is_major(answered) {
        rules.add(bid(4, answered).support(answered, 15, 40).at_min(answered, enough));
    }
    rules.add(bid(3, Notrump).high_cards(18, 19).balanced());
    rules.add(bid(3, opened).points(16, 23).at_min(opened, 6).forcing(Forcing::Game));
    rules.add(bid(2, opened).points(0, 15).at_min(opened, 6).forcing(Forcing::Round));
    if answered == Hearts {
        rules
            .add(bid(level, answered).support(answered, 0, 14).at_min(answered, 3).forcing(Forcing::Invites));
    }
    rules.add(bid(2, Notrump).high_cards(11, 14).balanced().forcing(Forcing::Invites));
    let mut suits = SUITS;
    suits.reverse();
    for suit in suits.into_iter().filter(|suit| *suit != opened && *suit != answered) {
        let cheapest = at.cheapest(suit);
        if cheapest == 2 {
            let min = if suit > opened { 16 } else { 0 };
            rules.add(bid(2, suit).points(min, 23).at_min(suit, 4).forcing(Forcing::Round));
        } else if suit < opened {
            rules.add(bid(3, suit).points(16, 23).at_min(suit, 4).forcing(Forcing::Game));
        }
    }
    rules.add(bid(level, answered).support(answered, 0, 15).at_min(answered, enough).forcing(Forcing::Round));
    rules.add(bid(level, answered).support(answered, 16, 40).at_min(answered, enough).forcing(Forcing::Game));
    rules.add(bid(2, opened).points(0, 23).at_min(opened, 5).forcing(Forcing::Round));
    rules.add(bid(2, Notrump).points(0, 14));
    rules.add(bid(3, Notrump).points(15, 23));
    rules.add(bid(2, opened).last_resort());
}

/// Adds the rebids after one notrump: partner has six to ten points and no fit.
fn after_one_no_trump(at: &Situation, opened: Suit, rules: &mut Rules) {
    rules.add(bid(3, Notrump).high_cards(19, 23).balanced());
    rules.add(bid(2, Notrump).high_cards(17, 18).balanced().forcing(Forcing::Invites));
    own_suit(at, opened, 6, rules);
    let mut suits = SUITS;
    suits.reverse();
    for suit in suits.into_iter().filter(|suit| *suit != opened) {
        let new = |level, min, max| bid(level, suit).points(min, max).at_min(suit, 4);
        if suit < opened {
            rules.add(new(3, 19, 23).forcing(Forcing::Game));
            rules.add(new(2, 11, 18).with(Feature::Unbalanced));
        } else {
            rules.add(new(2, 17, 23).forcing(Forcing::Round));
        }
    }
    rules.add(bid(3, Notrump).points(19, 23));
    rules.add(bid(2, Notrump).points(17, 18).forcing(Forcing::Invites));
    rules.add(pass().points(0, 17));
    rules.add(pass().last_resort());
}

fn after_raise(at: &Situation, opened: Suit, rules: &mut Rules) {
    let need = at.beyond_partner(25);
    if is_major(opened) {
        super::slam::ask(at, opened, rules);
        rules.add(bid(4, opened).support(opened, need, 40));
        if at.can_bid(3, opened) {
            rules.add(
                bid(3, opened)
                    .support(opened, need.saturating_sub(2), need.saturating_sub(1))
                    .forcing(Forcing::Invites),
            );
        }
    } else {
        // After a weak raise, game requires strength.
        rules.add(bid(3, Notrump).high_cards(18, 23));
        rules.add(bid(5, opened).support(opened, 21, 40));
    }
    rules.add(pass().support(opened, 0, need.saturating_sub(1)));
    rules.add(pass().last_resort());
}

/// Adds the rebids after Jacoby: a short suit at the three level, otherwise the strength.
fn after_jacoby(major: Suit, rules: &mut Rules) {
    for suit in SUITS.into_iter().filter(|suit| *suit != major) {
        rules.add(bid(3, suit).at_max(suit, 1).kind(Kind::Shortness).forcing(Forcing::Game));
    }
    rules.add(bid(3, major).points(17, 23).at_min(major, 5).forcing(Forcing::Game));
    rules.add(bid(3, Notrump).points(14, 16).at_min(major, 5).forcing(Forcing::Game));
    rules.add(bid(4, major).at_min(major, 5));
    rules.add(bid(4, major).last_resort());
}

/// Adds the rebids after an inverted raise, with ten points and five cards opposite: notrump with
/// stoppers, otherwise the minor.
fn after_inverted_raise(minor: Suit, rules: &mut Rules) {
    let others = || SUITS.into_iter().filter(move |suit| *suit != minor);
    let majors = || others().filter(|suit| is_major(*suit));
    rules.add(bid(3, Notrump).high_cards(15, 23).stopping(majors()));
    rules.add(bid(2, Notrump).high_cards(11, 14).stopping(majors()).forcing(Forcing::Invites));
    rules.add(bid(5, minor).support(minor, 19, 40));
    rules.add(bid(3, minor).points(0, 15));
    for suit in others().filter(|suit| *suit > minor) {
        rules.add(bid(2, suit).points(15, 23).with(Feature::Stops(suit)).forcing(Forcing::Game));
    }
    rules.add(bid(3, minor).last_resort());
}
