//! Advances: calls after partner's overcall or double of the opponents' opening.

use super::meaning::{Forcing, Kind};
use super::rule::{Feature, Rule, bid, double, pass};
use super::situation::{MAJORS, Rules, Situation, game_level, is_major, suit_of};
use crate::{Call, Doubling};
use cards::Suit::{self, Clubs, Diamonds, Hearts, Spades};
use dds::Strain::Notrump;
use engine::insertion_sort;

/// Adds the rules for the first call after partner's overcall, takeout double or two-suited bid.
/// Returns whether they apply.
pub(super) fn advance(at: &Situation, rules: &mut Rules) -> bool {
    let Some(partners) = at.partners() else { return false };
    match (partners.meaning.kind, partners.bid()) {
        (Kind::Takeout, _) => of_a_double(at, rules),
        (Kind::Michaels | Kind::Unusual, Some(_)) => of_two_suits(at, rules),
        (Kind::Natural | Kind::Preempt, Some(partners)) => match suit_of(partners.strain) {
            Some(suit) => of_an_overcall(at, suit, rules),
            None => return false,
        },
        _ => return false,
    }
    true
}

/// Returns the opponents' suit for a cue-bid.
fn theirs(at: &Situation) -> Option<Suit> {
    at.opening().filter(|opening| !at.is_ours(opening)).and_then(|opening| suit_of(opening.strain()?))
}

/// Adds the advances of a takeout double. A suit must be bid regardless of the points.
fn of_a_double(at: &Situation, rules: &mut Rules) {
    let right = |call| at.right().is_some_and(|right| right.call == call);
    let (forced, redoubled) = (right(Call::Pass), right(Call::Redouble));
    let doubled = at.last_bid().map_or(1, |(bid, _)| bid.level.odd_tricks());
    let stopped = |rule: Rule| rule.stopping(at.their_suits());
    let game = at.beyond_partner(25);
    if forced {
        for suit in at.their_suits() {
            // Their trumps are held by this hand.
            let stack = pass().kind(Kind::Penalty).points(5, 40);
            rules.add(stack.at_min(suit, 5).with(Feature::Honors(suit, 3)));
        }
    }
    let majors = || MAJORS.into_iter().filter(|major| !at.is_theirs(*major));
    for major in majors() {
        rules.add(bid(4, major).support(major, game, 40).at_min(major, 5));
    }
    for major in majors() {
        rules.add(bid(4, major).support(major, game + 1, 40).at_min(major, 4));
    }
    rules.add(stopped(bid(3, Notrump).high_cards(game, 40)));
    if let Some(suit) = theirs(at) {
        let cue = bid(at.cheapest(suit), suit).points(game, 40).kind(Kind::CueBid);
        if at.cheapest(suit) <= 4 {
            rules.add(cue.forcing(Forcing::Round));
        }
    }
    // A jump shows values, and length of four in a major or five in a minor.
    for suit in [Spades, Hearts, Diamonds, Clubs].into_iter().filter(|suit| !at.is_theirs(*suit)) {
        let jump = at.cheapest(suit) + u8::from(forced);
        let enough = if is_major(suit) { 4 } else { 5 };
        if jump < game_level(suit.into()) && jump <= 3 {
            let good = bid(jump, suit).points(9, 11).at_min(suit, enough).forcing(Forcing::Invites);
            rules.add(longest(at, good, suit));
        }
    }
    let level = at.cheapest(Notrump);
    match level {
        1 => {
            rules.add(stopped(bid(2, Notrump).high_cards(11, 12)).forcing(Forcing::Invites));
            let balance =
                majors().fold(bid(1, Notrump).high_cards(7, 10), |rule, major| rule.at_max(major, 4));
            rules.add(stopped(balance));
        }
        2 => rules.add(stopped(bid(2, Notrump).high_cards(8, 11))),
        _ => {}
    }
    if doubled >= 4 && forced {
        rules.add(pass().kind(Kind::Penalty));
    }
    for min in [5, 4] {
        for suit in [Spades, Hearts, Diamonds, Clubs].into_iter().filter(|suit| !at.is_theirs(*suit)) {
            // After a redouble the hand runs, regardless of the points.
            let runs = forced || redoubled;
            let floor = if runs { 0 } else { 3 + 3 * at.cheapest(suit).saturating_sub(1) };
            let natural = bid(at.cheapest(suit), suit).points(floor, 11).at_min(suit, min);
            if at.cheapest(suit) <= if forced { 4 } else { 3 } {
                rules.add(longest(at, natural, suit));
            }
        }
    }
    if forced {
        // Otherwise the cheapest suit of three cards.
        for suit in [Hearts, Spades, Diamonds, Clubs].into_iter().filter(|suit| !at.is_theirs(*suit)) {
            rules.add(longest(at, bid(at.cheapest(suit), suit).at_min(suit, 3), suit));
        }
        for suit in [Clubs, Diamonds, Hearts, Spades].into_iter().filter(|suit| !at.is_theirs(*suit)) {
            rules.add(bid(at.cheapest(suit), suit).last_resort());
        }
    } else {
        if !redoubled && at.right().is_some_and(|right| right.bid().is_some()) && doubled <= 3 {
            // The opponents have raised: the double shows values without a suit to bid.
            let responsive = double().kind(Kind::Takeout).forcing(Forcing::Round);
            rules.add(
                at.their_suits().fold(responsive.points(8 + doubled, 40), |rule, suit| rule.at_max(suit, 3)),
            );
        }
        rules.add(pass().points(0, 11));
    }
    rules.add(pass().last_resort());
}

/// Adds the runs of the doubler after a redouble that partner passed: the cheapest suits first.
/// Returns whether they apply.
pub(super) fn run(at: &Situation, rules: &mut Rules) -> bool {
    let doubled = at.actions_of(at.me).last().is_some_and(|mine| mine.meaning.kind == Kind::Takeout);
    let redoubled = at.auction.doubling() == Doubling::Redoubled && !at.we_bid_last();
    if !doubled || !redoubled {
        return false;
    }
    let mut suits = [Clubs, Diamonds, Hearts, Spades];
    insertion_sort(&mut suits, |a, b| at.cheapest(*a) < at.cheapest(*b));
    for min in (3..=5).rev() {
        for suit in suits.into_iter().filter(|suit| !at.is_theirs(*suit)) {
            rules.add(bid(at.cheapest(suit), suit).at_min(suit, min));
        }
    }
    rules.add(pass().last_resort());
    true
}

/// Restricts a rule to hands in which no suit of the same preference is longer.
fn longest(at: &Situation, rule: Rule, suit: Suit) -> Rule {
    let others = at.other_suits().filter(|other| *other != suit && is_major(*other) >= is_major(suit));
    others.fold(rule, |rule, other| rule.with(Feature::Longer(suit, other, i8::from(other > suit))))
}

fn of_an_overcall(at: &Situation, suit: Suit, rules: &mut Rules) {
    let fit = at.fit(suit, 2).min(3);
    let game = at.beyond_partner(25);
    let is_preempt = at.partners().is_some_and(|partners| partners.meaning.kind == Kind::Preempt);
    let trumps = |rule: Rule, min| rule.at_min(suit, min);
    super::slam::ask_from(at, suit, fit, rules);
    if is_major(suit) {
        rules.add(trumps(bid(4, suit).support(suit, game, 40), fit));
        if !at.we_are_vulnerable || is_preempt {
            let shape = trumps(bid(4, suit).support(suit, 6, 12), if is_preempt { 4 } else { 5 });
            rules.add(shape.kind(Kind::PreemptiveRaise));
        }
    }
    let stopped = |rule: Rule| rule.stopping(at.their_suits());
    rules.add(stopped(bid(3, Notrump).high_cards(game.max(13), 40)));
    if let Some(theirs) = theirs(at)
        && !is_preempt
        && at.cheapest(theirs) <= 3
    {
        let cue = bid(at.cheapest(theirs), theirs).support(suit, 11, 40).kind(Kind::CueBid);
        rules.add(trumps(cue, 3).forcing(Forcing::Round));
    }
    let level = at.cheapest(suit);
    if level <= 3 {
        let more = trumps(bid(3, suit).support(suit, 4, 10), 4).with(Feature::HighCardsAtMost(8));
        rules.add(more.kind(Kind::PreemptiveRaise));
    }
    if level == 2 {
        rules.add(trumps(bid(2, suit).support(suit, 6, 11), 3));
        rules.add(bid(2, suit).high_cards(8, 11).length(suit, 2, 2).with(Feature::Honors(suit, 1)));
    }
    if level == 3 {
        rules.add(trumps(bid(3, suit).support(suit, 8, 11), 3));
    }
    for own in [Spades, Hearts, Diamonds, Clubs].into_iter().filter(|own| *own != suit && !at.is_theirs(*own))
    {
        let cheapest = at.cheapest(own);
        if cheapest <= 3 && !is_preempt {
            let min = [8, 10, 13][usize::from(cheapest.clamp(1, 3)) - 1];
            let cards = if cheapest == 3 { 6 } else { 5 };
            rules.add(bid(cheapest, own).points(min, 15).at_min(own, cards).at_max(suit, 2));
        }
    }
    if !is_preempt {
        match at.cheapest(Notrump) {
            1 => {
                rules.add(stopped(bid(2, Notrump).high_cards(12, 14)).forcing(Forcing::Invites));
                rules.add(stopped(bid(1, Notrump).high_cards(8, 11)));
            }
            2 => rules.add(stopped(bid(2, Notrump).high_cards(11, 14)).forcing(Forcing::Invites)),
            _ => {}
        }
    }
    if let Some(theirs) = theirs(at)
        && at.cheapest(theirs) <= 3
    {
        // Too strong to pass, without another suitable call.
        let cue = bid(at.cheapest(theirs), theirs).points(16, 40).kind(Kind::CueBid);
        rules.add(cue.forcing(Forcing::Round).last_resort());
    }
    rules.add(pass().points(0, 15));
    rules.add(pass().last_resort());
}

/// Adds the advances of both majors over the opponents' notrump: the longer major, higher with more
/// points.
fn of_both_majors(at: &Situation, rules: &mut Rules) {
    let better = |rule: Rule, major| match major {
        Spades => rule.with(Feature::Longer(Spades, Hearts, 1)),
        _ => rule.with(Feature::Longer(Hearts, Spades, 0)),
    };
    for major in MAJORS {
        rules.add(better(bid(4, major).support(major, 14, 40).at_min(major, 4), major));
        rules.add(
            better(bid(3, major).support(major, 11, 13).at_min(major, 4), major).forcing(Forcing::Invites),
        );
    }
    let forced = at.right().is_some_and(|right| right.call == Call::Pass);
    for major in MAJORS {
        let cards = if forced { 0 } else { 3 };
        rules.add(better(bid(at.cheapest(major), major).at_min(major, cards), major));
    }
    rules.add(pass().last_resort());
}

/// Adds the advances of a two-suiter: the better suit, higher with more points.
fn of_two_suits(at: &Situation, rules: &mut Rules) {
    let Some(opened) = theirs(at) else { return of_both_majors(at, rules) };
    let Some(partners) = at.partners() else { return };
    let suits: Vec<Suit> = match partners.meaning.kind {
        Kind::Unusual => super::defence::lowest_two(opened).into(),
        _ if is_major(opened) => vec![if opened == Spades { Hearts } else { Spades }],
        _ => MAJORS.into(),
    };
    for suit in suits.iter().copied() {
        let others = suits.iter().copied().filter(|other| *other != suit);
        let better = |rule: Rule| {
            others
                .clone()
                .fold(rule, |rule, other| rule.with(Feature::Longer(suit, other, i8::from(other > suit))))
        };
        let game = game_level(suit.into());
        let need = if is_major(suit) { 13 } else { 16 };
        rules.add(better(bid(game, suit).support(suit, need, 40).at_min(suit, 3)));
        if is_major(suit) {
            rules.add(better(bid(4, suit).support(suit, 7, 40).at_min(suit, 5)));
        }
    }
    for suit in suits.iter().copied() {
        let others = suits.iter().copied().filter(|other| *other != suit);
        let rule = bid(at.cheapest(suit), suit).at_min(suit, if suits.len() == 1 { 3 } else { 0 });
        rules.add(others.fold(rule, |rule, other| rule.with(Feature::Longer(suit, other, 0))));
    }
    if is_major(opened) {
        // The minor is unknown.
        rules.add(bid(3, Clubs).with(Feature::Longer(Clubs, Diamonds, -1)));
        rules.add(bid(3, Diamonds));
    }
    for suit in suits {
        rules.add(bid(at.cheapest(suit), suit).last_resort());
    }
    if !at.must_call() {
        rules.add(pass().last_resort());
    }
}
