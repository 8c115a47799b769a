//! Slam bidding: control bids, key cards, kings, and quantitative bids.

use super::meaning::{Forcing, Kind};
use super::rule::{Feature, Rule, bid, pass};
use super::situation::{Rules, SUITS, Situation, is_major};
use cards::Suit::{self, Clubs, Diamonds, Hearts, Spades};
use dds::Strain::{self, Notrump};
use engine::insertion_sort;

/// Combined points for a small slam in a suit, and for a grand slam.
pub(super) const SMALL: u8 = 33;
const GRAND: u8 = 37;
/// Points below the ask at which a hand makes a control bid instead.
const CONTROL_BID_MARGIN: u8 = 2;

/// Adds the ask for aces and control bids, with agreed trumps and points near slam.
pub(super) fn ask(at: &Situation, trumps: Suit, rules: &mut Rules) {
    ask_from(at, trumps, at.fit(trumps, 0), rules);
    control_bids(at, rules);
}

/// Adds the ask for aces, with at least `min` trumps in hand.
pub(super) fn ask_from(at: &Situation, trumps: Suit, min: u8, rules: &mut Rules) {
    let need = at.beyond_partner(SMALL);
    let asked = at.calls.iter().any(|made| at.is_ours(made) && made.meaning.kind == Kind::Blackwood);
    if !asked && at.can_bid(4, Notrump) {
        // The minimum of high cards avoids counting shape twice.
        let ask = bid(4, Notrump).support(trumps, need, 40).at_min(trumps, min).kind(Kind::Blackwood);
        rules
            .add(ask.with(Feature::HighCardsAtLeast(need.saturating_sub(4).min(14))).forcing(Forcing::Round));
    }
}

/// Adds the answers to slam asks, and the calls after them. Returns whether they apply.
pub(super) fn conventions(at: &Situation, rules: &mut Rules) -> bool {
    let Some(partners) = at.partners() else { return false };
    let disturbed = at.right().is_some_and(|right| !right.caller.is_side_of(at.me) && right.bid().is_some());
    match partners.meaning.kind {
        Kind::Blackwood | Kind::KingAsk if disturbed => {
            rules.add(pass());
        }
        Kind::Blackwood => match at.agreed() {
            Some(trumps) => answer_key_cards(trumps, rules),
            None => answer(5, Feature::Aces, Kind::Aces, rules),
        },
        Kind::KingAsk => answer(6, Feature::Kings, Kind::Kings, rules),
        Kind::Aces | Kind::KeyCards => after_aces(at, rules),
        Kind::Kings => after_kings(at, rules),
        Kind::Quantitative => after_quantitative(at, rules),
        _ => return false,
    }
    true
}

/// Adds the answers by number: clubs for none or four, diamonds for one, hearts for two, spades for
/// three.
fn answer(level: u8, feature: impl Fn(u8, u8) -> Feature, kind: Kind, rules: &mut Rules) {
    for (count, suit) in [(0, Clubs), (1, Diamonds), (2, Hearts), (3, Spades)] {
        let or = if count == 0 { 4 } else { count };
        rules.add(bid(level, suit).with(feature(count, or)).kind(kind));
    }
}

/// Adds the answers by key cards: clubs for none or three, diamonds for one or four, hearts for
/// two, spades for two and the queen of trumps.
fn answer_key_cards(trumps: Suit, rules: &mut Rules) {
    let answer = |suit, some, or| bid(5, suit).with(Feature::KeyCards(trumps, some, or)).kind(Kind::KeyCards);
    rules.add(answer(Clubs, 0, 3));
    rules.add(answer(Diamonds, 1, 4));
    rules.add(answer(Hearts, 2, 2).with(Feature::Queen(trumps, false)));
    rules.add(answer(Spades, 2, 5));
}

/// Adds control bids with a fit of eight cards and points near slam: the cheapest controlled suit,
/// below game in the trumps.
///
/// Partner adds the points shown by it.
pub(super) fn control_bids(at: &Situation, rules: &mut Rules) {
    let Some(trumps) = at.agreed().filter(|trumps| is_major(*trumps)) else { return };
    let did = at.actions_of(at.me).any(|made| made.meaning.kind == Kind::ControlBid);
    if did || !at.is_undisturbed() {
        return;
    }
    let reach = SMALL.saturating_sub(at.partner().points.max);
    let least =
        at.beyond_partner(SMALL).saturating_sub(CONTROL_BID_MARGIN).max(reach).max(at.mine().points.min);
    let mut suits: Vec<(u8, Suit)> =
        SUITS.into_iter().filter(|suit| *suit != trumps).map(|suit| (at.cheapest(suit), suit)).collect();
    insertion_sort(&mut suits, |a, b| a < b);
    for (level, suit) in suits {
        let below_game = level == 3 && at.cheapest(trumps) >= 3 || level == 4 && suit < trumps;
        // Below the four level a suit could still be natural, unless game is certain.
        if below_game && (level == 4 || at.game_forced) {
            let control = bid(level, suit).support(trumps, least, 40).with(Feature::Controls(suit));
            rules.add(control.kind(Kind::ControlBid).forcing(Forcing::Game));
        }
    }
}

/// Returns the suit implied by the ask for aces.
fn trumps(at: &Situation) -> Option<Suit> {
    at.agreed().or_else(|| {
        // Without an agreed suit it is the longest shown suit, majors before minors.
        SUITS.into_iter().filter(|suit| at.is_ours_suit(*suit)).max_by_key(|suit| {
            (at.mine().length(*suit).min + at.partner().length(*suit).min, is_major(*suit))
        })
    })
}

/// Returns the number that partner's answer shows, if this hand has `mine`.
fn shown(at: &Situation, answered: Strain, key_cards: bool, mine: u8) -> u8 {
    let points = at.partner().points.min;
    match (answered, key_cards) {
        (Strain::Clubs, true) if points >= 10 && mine <= 2 => 3,
        (Strain::Diamonds, true) if points >= 18 && mine <= 1 => 4,
        (Strain::Hearts | Strain::Spades, true) => 2,
        (Strain::Clubs, false) if points >= 18 => 4,
        (Strain::Hearts, false) => 2,
        (Strain::Spades, false) => 3,
        (Strain::Diamonds, _) => 1,
        _ => 0,
    }
}

fn after_aces(at: &Situation, rules: &mut Rules) {
    let Some(answered) = at.partners().and_then(super::situation::InterpretedCall::bid) else { return };
    let keyed = at.agreed();
    let all = if keyed.is_some() { 5 } else { 4 };
    let missing = |mine| {
        0.max(i16::from(all) - i16::from(mine) - i16::from(shown(at, answered.strain, keyed.is_some(), mine)))
    };
    let holds =
        |mine| keyed.map_or(Feature::Aces(mine, mine), |trumps| Feature::KeyCards(trumps, mine, mine));
    let lacks_queen = keyed.filter(|_| answered.strain == Strain::Hearts);
    let grand = at.beyond_partner(GRAND);
    for (suit, length) in possible_trumps(at) {
        let trumps = |rule: Rule| rule.at_min(suit, length);
        let six = || trumps(bid(6, suit).kind(Kind::SignOff));
        for mine in (0..=all).filter(|mine| missing(*mine) == 0) {
            let kings = bid(5, Notrump).support(suit, grand, 40).kind(Kind::KingAsk).forcing(Forcing::Round);
            rules.add(trumps(kings.with(holds(mine))));
            rules.add(six().with(holds(mine)));
        }
        for mine in (0..=all).filter(|mine| missing(*mine) == 1) {
            match lacks_queen {
                Some(keyed) if suit == keyed => {
                    rules.add(six().with(holds(mine)).with(Feature::Queen(keyed, true)));
                    rules.add(six().with(holds(mine)).at_min(suit, length + 2));
                }
                _ => rules.add(six().with(holds(mine))),
            }
        }
        // Too many are missing, so the contract stays as low as possible.
        if Strain::from(suit) == answered.strain {
            rules.add(trumps(pass()));
        }
        rules.add(trumps(bid(5, suit).kind(Kind::SignOff)));
    }
    let strain = trumps(at).map_or(Notrump, Strain::from);
    for mine in (0..=all).filter(|mine| missing(*mine) == 0) {
        rules.add(bid(6, strain).with(holds(mine)).kind(Kind::SignOff));
    }
    rules.add(bid(5, strain).kind(Kind::SignOff));
    rules.add(bid(6, strain).last_resort());
    rules.add(bid(6, Notrump).last_resort());
}

/// Returns the possible trump suits with the length needed in each. Partner's best suits are first.
fn possible_trumps(at: &Situation) -> impl Iterator<Item = (Suit, u8)> {
    let mut suits: Vec<(Suit, u8)> = SUITS
        .into_iter()
        .filter(|suit| !at.is_theirs(*suit))
        .map(|suit| (suit, super::contract_selection::trumps_needed(at, suit)))
        .collect();
    let rank = |(suit, needed): &(Suit, u8)| (*needed, !is_major(*suit));
    insertion_sort(&mut suits, |a, b| rank(a) < rank(b));
    suits.into_iter()
}

fn after_kings(at: &Situation, rules: &mut Rules) {
    let Some(answered) = at.partners().and_then(super::situation::InterpretedCall::bid) else { return };
    let shown: u8 = match answered.strain {
        Strain::Diamonds => 1,
        Strain::Hearts => 2,
        Strain::Spades => 3,
        _ => 0,
    };
    for (suit, length) in possible_trumps(at) {
        // All kings, or all but one.
        for mine in 3_u8.saturating_sub(shown)..=4 {
            rules.add(bid(7, suit).at_min(suit, length).with(Feature::Kings(mine, mine)).kind(Kind::SignOff));
        }
        if Strain::from(suit) == answered.strain {
            rules.add(pass().at_min(suit, length));
        }
        rules.add(bid(6, suit).at_min(suit, length).kind(Kind::SignOff));
    }
    rules.add(bid(6, Notrump).last_resort());
    rules.add(bid(7, Notrump).last_resort());
}

/// Adds the answers to an invitation to six notrump: accepted with 33 points opposite partner's
/// minimum.
fn after_quantitative(at: &Situation, rules: &mut Rules) {
    let need = SMALL.saturating_sub(at.partner().points.min);
    rules.add(bid(6, Notrump).high_cards(need, 40));
    rules.add(pass());
}
