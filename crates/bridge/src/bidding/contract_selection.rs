//! Contract selection in later rounds: part-score, game or slam by the shown values of both hands.

use super::meaning::{Forcing, Kind};
use super::rule::{Feature, Rule, bid, double, pass};
use super::situation::{MAJORS, Rules, SUITS, Situation, game_level, is_major, suit_of};
use crate::Call;
use cards::Suit;
use dds::Strain::{self, Notrump};
use engine::insertion_sort;

/// Combined points for game in a major or notrump, for game in a minor, and for a small slam in
/// notrump.
const GAME: u8 = 25;
const MINOR_GAME: u8 = 28;
const SLAM: u8 = 33;

/// Adds the rules for every point of an auction without a more specific module. One of them always
/// fits.
pub(super) fn select_contract(at: &Situation, rules: &mut Rules) {
    let forced = at.must_call();
    if !forced && !at.we_bid_last() && is_penalty_double_passed(at) {
        after_penalty_double(at, rules);
    } else if at.we_bid_last() && is_settled(at) && !forced {
        over_a_game(at, rules);
    } else {
        slams(at, rules);
        games(at, rules);
        if forced || at.game_forced && at.is_below_game() {
            explore(at, rules);
        }
        if at.we_bid_last() || at.right().is_some_and(|right| right.call == Call::Pass) {
            invite(at, rules);
        }
        if at.we_bid_last() {
            improve(at, rules);
        } else {
            compete(at, rules);
        }
    }
    if forced {
        last_resorts(at, rules);
    } else {
        let invited = at.partners().is_some_and(|partners| partners.meaning.forcing == Forcing::Invites);
        if invited && at.we_bid_last() {
            rules.add(pass().points(0, at.beyond_partner(GAME) + 2));
        }
        rules.add(pass().last_resort());
    }
}

/// Whether partner's penalty double was passed.
fn is_penalty_double_passed(at: &Situation) -> bool {
    let silent = at.right().is_some_and(|right| right.call == Call::Pass);
    silent && at.partners().is_some_and(|partners| partners.meaning.kind == Kind::Penalty)
}

/// Adds the calls after partner's penalty double. Only weak hands with a long suit run, and only
/// from the one level.
fn after_penalty_double(at: &Situation, rules: &mut Rules) {
    if at.last_bid().is_some_and(|(last, _)| last.level.odd_tricks() == 1) {
        for suit in SUITS {
            rules.add(bid(2, suit).high_cards(0, 4).at_min(suit, 5));
        }
    }
}

/// Whether partner has chosen the contract.
fn is_settled(at: &Situation) -> bool {
    let Some(partners) = at.partners() else { return false };
    let Some((last, bidder)) = at.last_bid() else { return false };
    if partners.meaning.kind == Kind::SignOff {
        return true;
    }
    bidder == at.me.partner() && last.level.odd_tricks() >= game_level(last.strain)
        || bidder == at.me && last.level.odd_tricks() >= game_level(last.strain)
}

/// Adds the calls over partner's game: a major that partner did not know of, and slam.
fn over_a_game(at: &Situation, rules: &mut Rules) {
    let Some((last, bidder)) = at.last_bid() else { return };
    if last.level.odd_tricks() > 5 || bidder == at.me {
        return;
    }
    if last.strain == Notrump {
        for major in MAJORS {
            if at.partner().length(major).min == 5 && at.mine().length(major).min < 4 {
                rules.add(bid(4, major).at_min(major, 3).with(Feature::Unbalanced));
                rules.add(bid(4, major).at_min(major, 3).at_max(major, 5).with(Feature::RuleOf(22)));
                rules.add(bid(4, major).at_min(major, 4));
            }
        }
        let need = SLAM.saturating_sub(at.partner().points.min + 1);
        if last.level.odd_tricks() == 3 && need >= 15 {
            rules.add(bid(6, Notrump).high_cards(need, 40));
        }
    }
    if let Some(trumps) = suit_of(last.strain) {
        super::slam::ask_from(at, trumps, at.mine().length(trumps).min, rules);
    }
}

/// Returns the number of cards needed to make a suit trumps; too many if partner's length is
/// unknown.
pub(super) fn trumps_needed(at: &Situation, suit: Suit) -> u8 {
    match at.partner().length(suit).min {
        // Partner raised this suit, which shows mostly four cards.
        3 if at.mine().length(suit).min >= 4 => 4,
        0 | 1 => 7,
        2 => 6,
        shown => 8_u8.saturating_sub(shown),
    }
}

fn slams(at: &Situation, rules: &mut Rules) {
    for suit in MAJORS.into_iter().chain([Suit::Diamonds, Suit::Clubs]) {
        if !at.is_theirs(suit) {
            super::slam::ask_from(at, suit, trumps_needed(at, suit), rules);
        }
    }
    super::slam::control_bids(at, rules);
    let need = SLAM.saturating_sub(at.partner().points.min);
    if need <= 25 {
        rules.add(bid(6, Notrump).high_cards(need, 40).balanced());
    }
    if at.is_undisturbed() && at.partner().points.max >= at.partner().points.min + 2 {
        let near = at.beyond_partner(SLAM);
        let ask = bid(4, Notrump).high_cards(near.saturating_sub(1).max(15), 40).balanced();
        rules.add(ask.kind(Kind::Quantitative).forcing(Forcing::Invites));
    }
}

/// Returns the suits in which notrump needs a stopper.
fn unguarded<'a>(at: &'a Situation) -> impl Iterator<Item = Suit> + 'a {
    // A player who bids notrump has the other suits stopped.
    let partner_bid_it = at
        .actions_of(at.me.partner())
        .any(|made| made.strain() == Some(Notrump) && made.meaning.kind == Kind::Natural);
    let balanced = partner_bid_it || SUITS.into_iter().all(|suit| at.partner().length(suit).min >= 2);
    let theirs: Vec<Suit> = at.their_suits().collect();
    let silent = theirs.is_empty();
    SUITS.into_iter().filter(move |suit| {
        if silent {
            !balanced && at.partner().length(*suit).min < 3
        } else {
            !partner_bid_it && theirs.contains(suit)
        }
    })
}

fn games(at: &Situation, rules: &mut Rules) {
    let need = at.beyond_partner(GAME);
    let slam = at.beyond_partner(SLAM);
    for major in MAJORS.into_iter().filter(|major| !at.is_theirs(*major)) {
        let trumps = trumps_needed(at, major);
        let game = bid(4, major).support(major, need, slam.max(need)).at_min(major, trumps);
        rules.add(game);
        rules.add(bid(4, major).support(major, need, 40).at_min(major, trumps));
    }
    let stopped = |rule: Rule| rule.stopping(unguarded(at).take(3));
    rules.add(stopped(bid(3, Notrump).high_cards(need, 40)));
    rules.add(stopped(bid(3, Notrump).points(need + 1, 40)));
    new_suit(at, rules);
    for major in MAJORS.into_iter().filter(|major| at.mine().length(*major).min >= 4) {
        rules.add(bid(4, major).points(need, slam).at_min(major, 6));
    }
    for minor in [Suit::Diamonds, Suit::Clubs].into_iter().filter(|minor| !at.is_theirs(*minor)) {
        let trumps = trumps_needed(at, minor).min(9 - at.partner().length(minor).min.min(3));
        rules.add(bid(5, minor).support(minor, at.beyond_partner(MINOR_GAME), 40).at_min(minor, trumps));
    }
    if at.is_undisturbed() {
        // Enough for game with a suit unstopped; pass would be worse.
        rules.add(bid(3, Notrump).high_cards(need + 1, 40));
    }
}

/// Adds responder's second suit with game values, which opener may not pass.
fn new_suit(at: &Situation, rules: &mut Rules) {
    let responder = at.opening().is_some_and(|opening| opening.caller == at.me.partner());
    if !responder || !at.is_undisturbed() || at.partner().points.max > 24 {
        return;
    }
    fourth_suit(at, rules);
    let need = at.beyond_partner(GAME);
    for suit in SUITS.into_iter().filter(|suit| !at.is_ours_suit(*suit) && at.cheapest(*suit) <= 3) {
        let new = bid(at.cheapest(suit), suit).points(need, 40).at_min(suit, 4);
        rules.add(new.forcing(Forcing::Game));
    }
}

/// Adds further descriptions of the hand below game, in a forcing auction.
fn explore(at: &Situation, rules: &mut Rules) {
    let below_game = |level: u8, strain: Strain| level < game_level(strain) && level <= 4;
    for suit in MAJORS.into_iter().chain([Suit::Diamonds, Suit::Clubs]) {
        let level = at.cheapest(suit);
        if at.partner().length(suit).min >= 4
            && below_game(level, suit.into())
            && (is_major(suit) || level <= 4)
        {
            rules.add(bid(level, suit).at_min(suit, trumps_needed(at, suit)).forcing(round(at)));
        }
    }
    for suit in MAJORS.into_iter().chain([Suit::Diamonds, Suit::Clubs]) {
        let level = at.cheapest(suit);
        let shown = at.mine().length(suit).min;
        if shown >= 4 && level <= 3 {
            rules.add(bid(level, suit).at_min(suit, (shown + 1).max(6)).forcing(round(at)));
        }
    }
    for suit in SUITS {
        let level = at.cheapest(suit);
        if level <= 3 && level == at.cheapest(Notrump) && !at.is_ours_suit(suit) && !at.is_theirs(suit) {
            rules.add(bid(level, suit).at_min(suit, 4).forcing(Forcing::Round));
        }
    }
    let need = at.beyond_partner(GAME);
    let level = at.cheapest(Notrump);
    if level <= 3 {
        let max = if level == 3 { 40 } else { need.saturating_sub(1) };
        rules.add(bid(level, Notrump).points(0, max).stopping(unguarded(at).take(3)));
    }
    fourth_suit(at, rules);
    // Game values with a suit unstopped.
    rules.add(bid(3, Notrump).high_cards(need, 40));
    for suit in MAJORS.into_iter().chain([Suit::Diamonds, Suit::Clubs]) {
        let level = at.cheapest(suit);
        if at.partner().length(suit).min >= 5 && level <= 4 {
            rules.add(bid(level, suit).at_min(suit, 2));
        }
    }
}

fn round(at: &Situation) -> Forcing {
    if at.game_forced { Forcing::Game } else { Forcing::No }
}

/// Adds the fourth suit with game values, if no other call fits.
fn fourth_suit(at: &Situation, rules: &mut Rules) {
    let asked = at.calls.iter().any(|made| made.meaning.kind == Kind::FourthSuit);
    let responder = at.opening().is_some_and(|opening| opening.caller == at.me.partner());
    if asked || !responder || !at.is_undisturbed() {
        return;
    }
    let mut unbid = SUITS.into_iter().filter(|suit| !at.is_ours_suit(*suit));
    if let (Some(fourth), None) = (unbid.next(), unbid.next())
        && at.cheapest(fourth) <= 3
    {
        let need = at.beyond_partner(GAME);
        let ask = bid(at.cheapest(fourth), fourth).points(need, 40).kind(Kind::FourthSuit);
        rules.add(ask.forcing(Forcing::Game));
    }
}

/// Adds the invitations to game.
fn invite(at: &Situation, rules: &mut Rules) {
    let need = at.beyond_partner(GAME);
    let partner = at.partner().points;
    let invited = at.partners().is_some_and(|partners| partners.meaning.forcing == Forcing::Invites);
    if invited || partner.max < partner.min + 3 || need < 2 {
        return;
    }
    if at.is_undisturbed() {
        fourth_suit(at, rules);
    }
    for major in MAJORS.into_iter().filter(|major| !at.is_theirs(*major)) {
        if at.can_bid(3, major) {
            let trumps = trumps_needed(at, major);
            let rule = bid(3, major)
                .support(major, need.saturating_sub(2), need.saturating_sub(1))
                .at_min(major, trumps);
            rules.add(rule.forcing(Forcing::Invites));
        }
    }
    for suit in MAJORS.into_iter().chain([Suit::Diamonds, Suit::Clubs]) {
        if at.can_bid(3, suit) && at.cheapest(suit) < 3 && at.mine().length(suit).min >= 4 {
            let jump = bid(3, suit).points(need.saturating_sub(2), need.saturating_sub(1)).at_min(suit, 6);
            rules.add(jump.forcing(Forcing::Invites));
        }
    }
    if at.can_bid(2, Notrump) {
        let theirs: Vec<Suit> = at.their_suits().collect();
        let rule = bid(2, Notrump).high_cards(need.saturating_sub(2), need).stopping(theirs);
        rules.add(rule.forcing(Forcing::Invites));
    }
    for minor in [Suit::Diamonds, Suit::Clubs].into_iter().filter(|minor| !at.is_theirs(*minor)) {
        if at.can_bid(3, minor) && at.partner().length(minor).min >= 3 {
            let trumps = trumps_needed(at, minor);
            let rule = bid(3, minor).support(minor, need.saturating_sub(2), need).at_min(minor, trumps);
            rules.add(rule.forcing(Forcing::Invites));
        }
    }
}

/// Adds the corrections of partner's last bid to a better contract, as low as possible.
fn improve(at: &Situation, rules: &mut Rules) {
    let Some((last, bidder)) = at.last_bid() else { return };
    if bidder == at.me {
        return;
    }
    let partner = at.partner();
    let doubled = at.last_of(at.me).is_some_and(|mine| mine.meaning.kind == Kind::Takeout);
    for suit in SUITS.into_iter().filter(|suit| doubled && !at.is_theirs(*suit)) {
        // A double followed by a suit is too strong for an overcall.
        let level = at.cheapest(suit);
        if level <= 3 && partner.length(suit).min < 3 {
            rules.add(bid(level, suit).points(17, 40).at_min(suit, 5).forcing(Forcing::Invites));
        }
    }
    if let Some(strain) = suit_of(last.strain) {
        // Preference for the first suit, with as many cards in it or more.
        for suit in SUITS.into_iter().filter(|suit| *suit != strain) {
            let level = at.cheapest(suit);
            let shown = partner.length(suit).min;
            if shown >= 4 && level <= last.level.odd_tricks().max(2) {
                let more = partner.length(strain).min as i8 - shown as i8 + i8::from(shown < 5);
                rules.add(bid(level, suit).with(Feature::Longer(suit, strain, more)));
            }
        }
        let enough = partner.length(strain).min + 2 >= 8;
        for suit in MAJORS.into_iter().chain([Suit::Diamonds, Suit::Clubs]).filter(|suit| *suit != strain) {
            let level = at.cheapest(suit);
            if level <= 2 && !at.is_theirs(suit) {
                let rule = bid(level, suit).at_min(suit, 6).at_max(strain, if enough { 1 } else { 3 });
                rules.add(rule);
            }
        }
        let level = at.cheapest(Notrump);
        if level == 1 {
            rules.add(bid(1, Notrump).high_cards(6, 11).at_max(strain, 3).stopping(at.their_suits()));
        }
    } else {
        for suit in MAJORS.into_iter().chain([Suit::Diamonds, Suit::Clubs]) {
            let level = at.cheapest(suit);
            let shown = partner.length(suit).min;
            if level <= 2 && !at.is_theirs(suit) {
                rules.add(bid(level, suit).at_min(suit, 6));
                if shown >= 5 && is_major(suit) {
                    rules.add(bid(level, suit).at_min(suit, 3).with(Feature::Unbalanced));
                }
            }
        }
    }
}

/// Adds the calls over the opponents' last bid: competition by the law of total tricks, and penalty
/// doubles.
fn compete(at: &Situation, rules: &mut Rules) {
    let Some((last, _)) = at.last_bid() else { return };
    let level = last.level.odd_tricks();
    let likely = at.partner().likely();
    let all = |points: u8| points.saturating_sub(likely);
    let for_takeout = doubles_are_for_takeout(at, level);
    let punish = |points: u8| double().kind(Kind::Penalty).high_cards(all(points), 40);
    match suit_of(last.strain) {
        Some(_) if for_takeout => {}
        Some(trumps) => {
            let stack = punish(24).at_min(trumps, 4).with(Feature::Honors(trumps, 2));
            rules.add(stack.with(Feature::HighCardsAtLeast(7)));
            if level >= 4 {
                rules.add(punish(23).at_min(trumps, 2));
            }
        }
        None => rules.add(punish(if level >= 2 { 23 } else { 22 })),
    }
    for suit in MAJORS.into_iter().chain([Suit::Diamonds, Suit::Clubs]) {
        let cheapest = at.cheapest(suit);
        let shown = at.partner().length(suit).min;
        if at.is_theirs(suit) || shown < 3 && at.mine().length(suit).min < 5 {
            continue;
        }
        // As many tricks as trumps, with about half of the points.
        let trumps = (cheapest + 6).saturating_sub(shown);
        let floor = [0, 16, 18, 20, 23, 30, 40][usize::from(cheapest.clamp(1, 7)) - 1];
        if is_major(suit) && shown >= 3 && cheapest == 3 {
            // With ten trumps game is bid at once, before the opponents find their fit.
            rules.add(bid(4, suit).support(suit, all(19), 40).at_min(suit, 10_u8.saturating_sub(shown)));
        }
        if shown >= 3 && cheapest == 3 {
            rules.add(bid(3, suit).support(suit, all(22), 40).at_min(suit, trumps.saturating_sub(1)));
        }
        if shown >= 3 && cheapest <= 4 {
            rules.add(bid(cheapest, suit).support(suit, all(floor), 40).at_min(suit, trumps));
        }
        if shown >= 5 && cheapest == 5 && level == 4 && !at.we_are_vulnerable {
            rules.add(bid(cheapest, suit).support(suit, all(18), 40).at_min(suit, trumps));
        }
        if at.mine().length(suit).min >= 4 && cheapest <= 3 {
            let own = bid(cheapest, suit).points(all(16 + 2 * cheapest), 40);
            rules.add(own.at_min(suit, 4 + cheapest));
        }
    }
    // A long suit not shown yet, with more strength than shown.
    for suit in MAJORS.into_iter().chain([Suit::Diamonds, Suit::Clubs]) {
        let cheapest = at.cheapest(suit);
        if !at.is_theirs(suit) && at.mine().length(suit).min < 5 && cheapest <= 4 {
            rules.add(
                bid(cheapest, suit).points(all(18 + 2 * cheapest), 40).at_min(suit, 5.max(3 + cheapest)),
            );
        }
    }
    let theirs = at.their_suits().next();
    if let Some(theirs) = theirs.filter(|_| for_takeout) {
        let takeout = || double().kind(Kind::Takeout).forcing(Forcing::Round);
        rules.add(takeout().points(all(20 + 2 * level), 40).at_max(theirs, 2));
        let reopens =
            at.actions_of(at.me).count() == 1 && at.partners().is_some_and(|last| last.call == Call::Pass);
        if reopens && level <= 2 && at.right().is_some_and(|right| right.call == Call::Pass) {
            // Opener reopens, because partner may be waiting with length in the opponents' suit.
            rules.add(takeout().points(13, 40).at_max(theirs, 2));
        }
        if reopens && level == 3 && at.right().is_some_and(|right| right.call == Call::Pass) {
            rules.add(takeout().high_cards(16, 40).at_max(theirs, 2));
        }
    }
}

/// Whether a double is for takeout: below game, without a known balanced hand on the own side.
fn doubles_are_for_takeout(at: &Situation, level: u8) -> bool {
    let balanced = [at.me, at.me.partner()].into_iter().any(|ours| {
        at.actions_of(ours).any(|made| made.strain() == Some(Notrump) && made.meaning.kind == Kind::Natural)
    });
    level <= 3 && !balanced
}

/// Adds calls for every hand, because partner's call is forcing.
fn last_resorts(at: &Situation, rules: &mut Rules) {
    let mut ours: Vec<(u8, Suit)> = SUITS
        .into_iter()
        .filter(|suit| !at.is_theirs(*suit))
        .map(|suit| (at.partner().length(suit).min, suit))
        .collect();
    let rank = |(shown, suit): &(u8, Suit)| (*shown, is_major(*suit));
    insertion_sort(&mut ours, |a, b| rank(a) > rank(b));
    let level = at.cheapest(Notrump);
    for (shown, suit) in &ours {
        if *shown >= 3 && at.cheapest(*suit) <= 4 {
            rules.add(bid(at.cheapest(*suit), *suit).at_min(*suit, 3).last_resort());
        }
    }
    for suit in SUITS {
        if at.mine().length(suit).min >= 5 && at.cheapest(suit) <= 3 {
            rules.add(bid(at.cheapest(suit), suit).at_min(suit, 5).last_resort());
        }
    }
    if level <= 3 {
        rules.add(bid(level, Notrump).last_resort());
    }
    for (_, suit) in ours {
        rules.add(bid(at.cheapest(suit), suit).last_resort());
    }
    rules.add(bid(level, Notrump).last_resort());
    rules.add(pass().last_resort());
}
