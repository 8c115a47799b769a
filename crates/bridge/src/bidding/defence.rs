//! Defence against an opening: doubles, overcalls and notrump as the first action of the side.

use super::meaning::{Forcing, Kind};
use super::rule::{Feature, Rule, bid, double, pass};
use super::situation::{Rules, Situation, is_major, suit_of};
use cards::Suit::{self, Hearts, Spades};
use dds::Strain::Notrump;

pub(super) fn first_action(at: &Situation, rules: &mut Rules) {
    let Some((last, _)) = at.last_bid() else { return };
    let level = last.level.odd_tricks();
    let no_trump = at
        .calls
        .iter()
        .any(|made| !at.is_ours(made) && made.strain() == Some(Notrump) && made.meaning.points.min >= 12);
    let strong = at.calls.iter().any(|made| made.meaning.kind == Kind::StrongTwoClubs);
    // A pass would end the auction. Partner has some points, and has shown a limit by passing.
    let reopening = at.calls.len() >= 3
        && at.right().is_some_and(|right| right.call == super::Call::Pass)
        && at.partners().is_some_and(|partners| partners.call == super::Call::Pass);
    if strong || no_trump || suit_of(last.strain).is_none() && level >= 2 {
        over_strength(at, no_trump && level == 1, rules);
    } else if at.their_suits().count() <= 1 {
        over_one_suit(at, level, if reopening { 3 } else { 0 }, rules);
    } else {
        over_two_suits(at, level, rules);
    }
    rules.add(pass().points(0, 17));
    rules.add(pass().last_resort());
}

/// Requires `min` cards in each suit that the opponents have not shown.
fn with_others(at: &Situation, mut rule: Rule, min: u8) -> Rule {
    for suit in at.other_suits() {
        rule = rule.at_min(suit, min);
    }
    rule
}

fn over_one_suit(at: &Situation, level: u8, less: u8, rules: &mut Rules) {
    let Some(theirs) =
        at.their_suits().next().or_else(|| at.last_bid().and_then(|(bid, _)| suit_of(bid.strain)))
    else {
        return;
    };
    let takeout = || double().kind(Kind::Takeout).forcing(Forcing::Round);
    if level <= 3 {
        rules.add(takeout().high_cards(18, 40));
        rules.add(takeout().points(20, 40));
    }
    no_trump(theirs, level, less, rules);
    if level == 1 && less == 0 {
        two_suiters(theirs, rules);
    }
    overcalls(at, level, less, true, rules);
    let min = [12, 13, 14, 16, 18, 20, 20][usize::from(level.clamp(1, 7)) - 1] - less.min(2);
    rules.add(with_others(at, takeout().points(min, 17).at_max(theirs, 2), 3));
    // Four cards in each unbid major suffice, with two in the minors.
    let mut majors = takeout().points(min, 17).at_max(theirs, 2);
    for suit in at.other_suits() {
        majors = majors.at_min(suit, if is_major(suit) { 4 } else { 2 });
    }
    rules.add(majors);
    rules.add(with_others(at, takeout().high_cards(min + 1, 17).at_max(theirs, 3), 3));
    overcalls(at, level, less, false, rules);
    if level <= 3 {
        rules.add(takeout().points(min + 4, 40).at_max(theirs, 3));
    }
}

/// Adds the notrump overcalls: a balanced hand with a stopper.
fn no_trump(theirs: Suit, level: u8, less: u8, rules: &mut Rules) {
    let held = |rule: Rule| rule.balanced().with(Feature::Stops(theirs));
    match level {
        1 if less == 0 => rules.add(held(bid(1, Notrump).high_cards(15, 18))),
        1 => rules.add(held(bid(1, Notrump).high_cards(11, 15))),
        2 => rules.add(held(bid(2, Notrump).high_cards(15, 18))),
        3 => rules.add(bid(3, Notrump).high_cards(16, 19).with(Feature::Stops(theirs)).at_max(theirs, 5)),
        _ => {}
    }
}

/// Adds the two-suited overcalls with five cards each: the cue-bid for the majors, or the other
/// major and a minor; two notrump for the lowest two suits.
fn two_suiters(theirs: Suit, rules: &mut Rules) {
    let [low, high] = lowest_two(theirs);
    let cue = || bid(2, theirs).points(9, 40).kind(Kind::Michaels).forcing(Forcing::Round);
    if is_major(theirs) {
        let other = if theirs == Spades { Hearts } else { Spades };
        for minor in [Suit::Diamonds, Suit::Clubs] {
            rules.add(cue().at_min(other, 5).at_min(minor, 5));
        }
    } else {
        rules.add(cue().at_min(Spades, 5).at_min(Hearts, 5));
    }
    let unusual = bid(2, Notrump).points(9, 40).kind(Kind::Unusual).forcing(Forcing::Round);
    rules.add(unusual.at_min(low, 5).at_min(high, 5));
}

/// Returns the two lowest suits other than this one.
pub(super) fn lowest_two(theirs: Suit) -> [Suit; 2] {
    match theirs {
        Suit::Clubs => [Suit::Diamonds, Hearts],
        Suit::Diamonds => [Suit::Clubs, Hearts],
        _ => [Suit::Clubs, Suit::Diamonds],
    }
}

/// Adds the overcalls in a suit. A jump shows a long suit and few points.
fn overcalls(at: &Situation, level: u8, less: u8, majors: bool, rules: &mut Rules) {
    for suit in [Spades, Hearts, Suit::Diamonds, Suit::Clubs] {
        if is_major(suit) != majors || at.is_theirs(suit) {
            continue;
        }
        let cheapest = at.cheapest(suit);
        let longest = |mut rule: Rule| {
            for other in at.other_suits().filter(|other| *other != suit) {
                rule = rule.with(Feature::Longer(
                    suit,
                    other,
                    i8::from(other > suit && is_major(other) == majors),
                ));
            }
            rule
        };
        let own = |min: u8, cards| {
            longest(bid(cheapest, suit).points(min.saturating_sub(less), 19)).at_min(suit, cards)
        };
        let jump = cheapest + 1;
        if less == 0 && level == 1 && (jump == 2 || jump == 3) {
            let cards = if jump == 2 { 6 } else { 7 };
            let weak = longest(bid(jump, suit).high_cards(4, 9)).at_min(suit, cards);
            rules.add(weak.with(Feature::Honors(suit, 1)).kind(Kind::Preempt));
        }
        match cheapest {
            1 => {
                rules.add(own(9, 5).with(Feature::Honors(suit, 2)));
                rules.add(own(11, 5));
            }
            2 => {
                rules.add(own(11, 6));
                rules.add(own(12, 5).with(Feature::Honors(suit, 3)));
                rules.add(own(13, 5).with(Feature::Honors(suit, 2)));
            }
            3 => {
                rules.add(own(13, 6));
                rules.add(own(14, 5).with(Feature::Honors(suit, 3)));
            }
            4 => {
                rules.add(own(14, 6).with(Feature::Honors(suit, 3)));
                rules.add(own(14, 7));
            }
            _ => {}
        }
    }
}

/// Adds the calls over two suits of the opponents: a double for the others, or a good suit.
fn over_two_suits(at: &Situation, level: u8, rules: &mut Rules) {
    overcalls(at, level, 0, true, rules);
    if level <= 3 {
        let takeout = double().kind(Kind::Takeout).forcing(Forcing::Round);
        rules.add(with_others(at, takeout.points(11 + level, 40), 4));
    }
    overcalls(at, level, 0, false, rules);
}

/// Adds the calls over one notrump or a strong opening: a long suit, or a penalty double of equal
/// strength.
fn over_strength(at: &Situation, over_one_no_trump: bool, rules: &mut Rules) {
    if over_one_no_trump {
        rules.add(double().high_cards(16, 40).kind(Kind::Penalty));
        for (five, four) in [(Spades, Hearts), (Hearts, Spades)] {
            let both = bid(2, Suit::Clubs).points(10, 40).at_min(five, 5).at_min(four, 4);
            rules.add(both.kind(Kind::Michaels).forcing(Forcing::Round));
        }
    }
    for suit in [Spades, Hearts, Suit::Diamonds, Suit::Clubs] {
        let cheapest = at.cheapest(suit);
        if at.is_theirs(suit) || cheapest > 3 || over_one_no_trump && suit == Suit::Clubs {
            continue;
        }
        let min = if cheapest == 2 { 9 } else { 12 };
        rules.add(bid(cheapest, suit).points(min, 17).at_min(suit, 6).with(Feature::Honors(suit, 2)));
        if cheapest == 2 && is_major(suit) {
            rules.add(bid(2, suit).points(11, 17).at_min(suit, 5).with(Feature::Honors(suit, 3)));
        }
    }
}
