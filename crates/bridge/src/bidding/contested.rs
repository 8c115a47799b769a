//! Contested auctions: partner opened and the next player intervened.

use super::meaning::{Forcing, Kind};
use super::rule::{Feature, Rule, bid, double, pass, redouble};
use super::situation::{MAJORS, Rules, SUITS, Situation, is_major, suit_of};
use crate::Call;
use cards::Suit::{self, Hearts, Spades};
use dds::Strain::Notrump;

/// Adds the responses over a double or an overcall of partner's opening of one of a suit.
pub(super) fn responses(at: &Situation, opened: Suit, rules: &mut Rules) {
    match at.right().map(|right| right.call) {
        Some(Call::Double) => over_a_double(at, opened, rules),
        Some(Call::Bid(bid)) if bid.strain == Notrump => over_no_trump(at, opened, rules),
        _ => over_a_suit(at, opened, rules),
    }
    rules.add(pass().points(0, 12));
    rules.add(pass().last_resort());
}

fn over_a_double(at: &Situation, opened: Suit, rules: &mut Rules) {
    let trumps = |rule: Rule, min| rule.at_min(opened, min);
    let enough = if is_major(opened) { 4 } else { 5 };
    // Two notrump is the strong raise here, so a jump raise can be weak.
    let strong = bid(2, Notrump).support(opened, 10, 40).kind(Kind::Jacoby);
    if is_major(opened) {
        rules.add(trumps(strong, enough).forcing(Forcing::Round));
        let max = trumps(bid(4, opened).support(opened, 5, 11), 5).with(Feature::HighCardsAtMost(9));
        rules.add(max.kind(Kind::PreemptiveRaise));
    }
    for suit in [Hearts, Spades].into_iter().filter(|suit| at.can_bid(1, *suit)) {
        rules.add(bid(1, suit).points(6, 40).at_min(suit, 5).forcing(Forcing::Round));
    }
    rules.add(redouble().high_cards(10, 40));
    let weak = bid(3, opened).support(opened, 3, 9).with(Feature::HighCardsAtMost(8));
    rules.add(trumps(weak, enough).kind(Kind::PreemptiveRaise));
    if is_major(opened) {
        rules.add(trumps(bid(2, opened).support(opened, 5, 9), 3));
    }
    for suit in [Hearts, Spades].into_iter().filter(|suit| at.can_bid(1, *suit)) {
        rules.add(bid(1, suit).points(6, 10).at_min(suit, 4).forcing(Forcing::Round));
    }
    rules.add(bid(1, Notrump).high_cards(7, 9));
    for suit in SUITS.into_iter().filter(|suit| *suit < opened) {
        rules.add(bid(2, suit).points(6, 10).at_min(suit, 6));
    }
    if !is_major(opened) {
        rules.add(trumps(bid(2, opened).support(opened, 5, 9), 4));
    }
}

fn over_no_trump(at: &Situation, opened: Suit, rules: &mut Rules) {
    rules.add(double().high_cards(9, 40).kind(Kind::Penalty));
    if is_major(opened) {
        rules.add(bid(2, opened).support(opened, 4, 9).at_min(opened, 3));
    }
    for suit in SUITS.into_iter().filter(|suit| *suit != opened && at.cheapest(*suit) == 2) {
        rules.add(bid(2, suit).points(4, 9).at_min(suit, 6));
    }
}

fn over_a_suit(at: &Situation, opened: Suit, rules: &mut Rules) {
    let Some(theirs) = at.right().and_then(|right| suit_of(right.strain()?)) else { return };
    let level = at.last_bid().map_or(1, |(bid, _)| bid.level.odd_tricks());
    let trumps = |rule: Rule, min| rule.at_min(opened, min);
    let need = at.beyond_partner(25);
    raises(at, opened, theirs, rules);
    // A suit of five, with more points above the one level.
    for suit in [Spades, Hearts, Suit::Diamonds, Suit::Clubs] {
        if suit == opened || suit == theirs {
            continue;
        }
        let min = if is_major(suit) || at.cheapest(suit) > 1 { 5 } else { 4 };
        let new = |points| {
            let rule = bid(at.cheapest(suit), suit).points(points, 40).at_min(suit, min);
            MAJORS
                .into_iter()
                .filter(|major| *major != suit && *major != opened && *major != theirs)
                .fold(rule.forcing(Forcing::Round), |rule, major| {
                    rule.with(Feature::Longer(suit, major, i8::from(major > suit)))
                })
        };
        match at.cheapest(suit) {
            1 => rules.add(new(6)),
            2 => rules.add(new(11)),
            3 => rules.add(new(13)),
            _ => {}
        }
    }
    let mut negative = double().kind(Kind::Negative).forcing(Forcing::Round);
    let majors = || MAJORS.into_iter().filter(move |suit| *suit != opened && *suit != theirs);
    let min = [6, 8, 10, 12][usize::from(level.clamp(1, 4)) - 1];
    negative = negative.points(min, 40);
    if level <= 4 {
        if majors().count() == 2 {
            rules.add(majors().fold(negative, |rule, major| rule.at_min(major, 4)));
        }
        for major in majors() {
            rules.add(negative.at_min(major, 4));
        }
    }
    let stopped = |rule: Rule| rule.with(Feature::Stops(theirs));
    rules.add(stopped(bid(3, Notrump).high_cards(need, need + 4)));
    match at.cheapest(Notrump) {
        1 => {
            rules.add(stopped(bid(2, Notrump).high_cards(11, 12)).forcing(Forcing::Invites));
            rules.add(stopped(bid(1, Notrump).high_cards(7, 10)));
        }
        2 => rules.add(stopped(bid(2, Notrump).high_cards(10, 12)).forcing(Forcing::Invites)),
        _ => {}
    }
    if !is_major(opened) {
        rules.add(trumps(bid(2, opened).support(opened, 6, 10), 4));
        rules.add(trumps(bid(3, opened).support(opened, 7, 10), 5));
    }
    if level <= 3 {
        // Values without a better call.
        rules.add(negative.points(min + 3, 40).at_max(theirs, 3));
        rules.add(bid(at.cheapest(theirs), theirs).points(13, 40).kind(Kind::CueBid).forcing(Forcing::Game));
    }
}

/// Adds the raises: the opponents' suit is the strong raise, a jump the weak one.
fn raises(at: &Situation, opened: Suit, theirs: Suit, rules: &mut Rules) {
    let enough = if is_major(opened) { 3 } else { 5 };
    let trumps = |rule: Rule, min| rule.at_min(opened, min);
    let cue_level = at.cheapest(theirs);
    let cue = bid(cue_level, theirs).support(opened, 10, 40).kind(Kind::CueBid);
    let cue_stays_low = cue_level <= 2 || cue_level == 3 && theirs < opened;
    if is_major(opened) {
        rules.add(
            trumps(bid(4, opened).support(opened, 5, 11), 5)
                .with(Feature::HighCardsAtMost(9))
                .kind(Kind::PreemptiveRaise),
        );
        if cue_stays_low {
            rules.add(trumps(cue, 3).forcing(Forcing::Round));
        } else {
            rules.add(trumps(bid(4, opened).support(opened, 12, 40), 3));
            rules.add(trumps(bid(3, opened).support(opened, 8, 11), 3));
        }
        if at.cheapest(opened) == 2 {
            let weak = bid(3, opened).support(opened, 4, 9).with(Feature::HighCardsAtMost(8));
            rules.add(trumps(weak, 4).kind(Kind::PreemptiveRaise));
            rules.add(trumps(bid(2, opened).support(opened, 6, 9), 3));
        }
    } else {
        let mut strong = trumps(cue, enough);
        for major in MAJORS.into_iter().filter(|major| *major != theirs) {
            strong = strong.at_max(major, 3);
        }
        if cue_stays_low {
            rules.add(strong.forcing(Forcing::Round));
        }
        let weak = bid(3, opened).support(opened, 4, 9).with(Feature::HighCardsAtMost(8));
        if at.cheapest(opened) <= 2 {
            rules.add(trumps(weak, 5).at_max(Spades, 3).at_max(Hearts, 3).kind(Kind::PreemptiveRaise));
        }
    }
}

/// Adds opener's calls after partner's negative double, as if partner had bid the other suits.
pub(super) fn after_negative_double(at: &Situation, opened: Suit, rules: &mut Rules) {
    for major in MAJORS.into_iter().filter(|major| *major != opened && !at.is_theirs(*major)) {
        let level = at.cheapest(major);
        let raise = |level, min, max| bid(level, major).support(major, min, max).at_min(major, 4);
        if level <= 4 {
            rules.add(raise(4, 18, 40));
            if level < 3 {
                rules.add(raise(level + 1, 15, 17).forcing(Forcing::Invites));
            }
            rules.add(raise(level, 0, if level < 3 { 14 } else { 17 }));
        }
    }
    let stopped = |rule: Rule| rule.stopping(at.their_suits());
    let level = at.cheapest(Notrump);
    rules.add(stopped(bid(3, Notrump).high_cards(18, 23)));
    if level == 1 {
        rules.add(stopped(bid(2, Notrump).high_cards(17, 18)).forcing(Forcing::Invites));
    }
    if at.right().is_some_and(|right| right.call == Call::Pass) {
        for suit in at.their_suits() {
            rules.add(pass().kind(Kind::Penalty).at_min(suit, 5).with(Feature::Honors(suit, 3)));
        }
    }
    rules.add(stopped(bid(level, Notrump).high_cards(11, 16).balanced()));
    let again = at.cheapest(opened);
    rules.add(bid(again + 1, opened).points(17, 23).at_min(opened, 6).forcing(Forcing::Invites));
    rules.add(bid(again, opened).points(0, 16).at_min(opened, 6));
    for suit in SUITS.into_iter().rev().filter(|suit| *suit != opened && !at.is_theirs(*suit)) {
        let level = at.cheapest(suit);
        let min = if level >= 2 && suit > opened { 17 } else { 0 };
        if level <= 3 {
            rules.add(bid(level, suit).points(min, 23).at_min(suit, 4));
        }
    }
    rules.add(bid(again, opened).at_min(opened, 5));
    rules.add(stopped(bid(level, Notrump)));
    for suit in SUITS.into_iter().filter(|suit| *suit != opened && !at.is_theirs(*suit)) {
        rules.add(bid(at.cheapest(suit), suit).at_min(suit, 3));
    }
    rules.add(bid(again, opened).last_resort());
    if !at.must_call() {
        rules.add(pass().last_resort());
    }
}
