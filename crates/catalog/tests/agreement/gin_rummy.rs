//! Gin Rummy.

use super::naive::Oracle;
use super::naive::card::{Card, write_cards};
use super::naive::gin_rummy::{Match, keys};
use super::{Manner, agree, assert_seen, both, matches, random_options};
use cards::Rng;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Style of a match.
#[derive(Clone, Copy, Debug)]
struct Play {
    draw: Draw,
    /// Probability, in twelfths, that a player ends a hand if possible.
    ends: usize,
    /// Probability, in twelfths, of the discard that leaves the least deadwood.
    tidy: usize,
    /// Probability, in twelfths, that the player who ends a hand names melds.
    names: usize,
    /// Probability, in twelfths, that a hand is dealt melds.
    melds: usize,
    /// Probability, in twelfths, that such a hand is nearly all melds.
    perfect: usize,
    deals: usize,
}

#[derive(Clone, Copy, Debug)]
enum Draw {
    Any,
    Upcard,
    Stock,
}

fn random_play(rng: &mut Rng) -> Play {
    let mut pick = |values: &[usize]| rng.pick(values);
    let (ends, tidy, names) = (pick(&[0, 3, 9, 12, 12]), pick(&[0, 6, 12, 12]), pick(&[0, 2, 8]));
    let (melds, perfect, deals) = (pick(&[0, 6, 12, 12]), pick(&[2, 2, 4, 12]), pick(&[2, 4, 30]));
    let draw = rng.pick(&[Draw::Any, Draw::Any, Draw::Upcard, Draw::Stock, Draw::Stock]);
    Play { draw, ends, tidy, names, melds, perfect, deals }
}

impl Manner<Match> for Play {
    fn limits(&self) -> (usize, usize) {
        (self.deals, 150)
    }

    fn deck(&self, oracle: &Match, rng: &mut Rng) -> String {
        let mut deck = oracle.deck();
        rng.shuffle(&mut deck);
        let mut stacked: Vec<Card> = Vec::new();
        for seat in 0..2 {
            if rng.below(12) < self.melds {
                // The positions of a hand's ten cards, and of a card that it can draw early.
                let indices = (0..10).map(|round| 2 * round + seat).chain([20 + seat]);
                for (card, index) in meld_rich(oracle, self.perfect, &stacked, rng).into_iter().zip(indices) {
                    let from =
                        deck.iter().position(|other| *other == card.written()).expect("a card of the deck");
                    if !stacked.contains(&card) {
                        deck.swap(from, index);
                        stacked.push(card);
                    }
                }
            }
        }
        deck.join(" ")
    }

    fn choose(&self, oracle: &Match, seat: usize, legal: &[String], rng: &mut Rng) -> String {
        let is_ending = |action: &&String| action.starts_with("knock") || action.starts_with("gin");
        let (endings, others): (Vec<&String>, Vec<&String>) = legal.iter().partition(is_ending);
        let wait = self.ends == 0 && !others.is_empty();
        let any = if wait { rng.pick(&others).clone() } else { legal[rng.below(legal.len())].clone() };
        if !endings.is_empty() && !wait {
            if endings.iter().any(|action| *action == "gin") && rng.below(2) == 0 {
                return "gin".to_owned();
            }
            if rng.below(12) < self.names {
                let named = named_endings(oracle, seat, legal, rng);
                let allowed = named.into_iter().find(|action| oracle.allows(seat, action));
                return allowed.unwrap_or(any);
            }
            if rng.below(12) < self.ends {
                return rng.pick(&endings).clone();
            }
        }
        if any.starts_with("discard") && rng.below(12) < self.tidy {
            let left = |action: &&String| {
                let hand = without(&oracle.hand(seat), action);
                oracle.melding().min_deadwood(&hand)
            };
            let discards = legal.iter().filter(|action| action.starts_with("discard"));
            return discards.min_by_key(left).expect("a card to discard").clone();
        }
        if legal.iter().any(|action| action == "done") {
            let more = layoffs(oracle, seat, rng);
            let allowed = more.into_iter().find(|action| oracle.allows(seat, action) && rng.below(2) == 0);
            return allowed.unwrap_or(any);
        }
        let wanted = match self.draw {
            Draw::Any => return any,
            Draw::Upcard => "upcard",
            Draw::Stock => "stock",
        };
        if legal.iter().any(|action| action == wanted) { wanted.to_owned() } else { any }
    }

    fn doubtful(&self, oracle: &Match, seat: usize, legal: &[String], rng: &mut Rng) -> Vec<String> {
        let card = Card::read(&oracle.deck()[rng.below(52)]).written();
        let word = rng.pick(&["stock", "upcard", "pass", "done", "gin", "knock", "layoff", ""]);
        let mut asked =
            vec![word.to_owned(), format!("discard {card}"), format!("knock {card}"), format!("gin {card}")];
        if oracle.hand(seat).len() == 11 && rng.below(4) == 0 {
            asked.append(&mut named_endings(oracle, seat, legal, rng));
        }
        asked.append(&mut layoffs(oracle, seat, rng));
        asked
    }
}

fn without(hand: &[Card], action: &str) -> Vec<Card> {
    hand.iter().filter(|card| !action.ends_with(&card.written())).copied().collect()
}

/// Returns eleven cards that contain melds. Often all are melds, and then the least useful card comes last.
fn meld_rich(oracle: &Match, perfect: usize, others: &[Card], rng: &mut Rng) -> Vec<Card> {
    if rng.below(10) == 0 {
        return four_and_run(oracle, rng);
    }
    if rng.below(12) >= perfect {
        return eleven(oracle, &[2, 3, 3, 4, 5, 7], rng);
    }
    let hands = (0..40).map(|_| eleven(oracle, &[3, 4, 4, 5], rng));
    let flaws = |hand: &Vec<Card>| {
        let shared = hand.iter().filter(|card| others.contains(card)).count();
        (shared, oracle.melding().min_deadwood(hand))
    };
    let mut hand = hands.min_by_key(flaws).expect("forty hands");
    let left =
        |index: &usize| oracle.melding().min_deadwood(&[&hand[..*index], &hand[*index + 1..]].concat());
    let min = (0..11).min_by_key(left).expect("eleven cards");
    hand[min..].rotate_left(1);
    hand
}

/// Returns four cards of a rank, the three cards above one of them, three low cards, and the card below. They have two
/// arrangements, and the discard determines which is proposed.
fn four_and_run(oracle: &Match, rng: &mut Rng) -> Vec<Card> {
    let deck: Vec<Card> = oracle.deck().iter().map(|card| Card::read(card)).collect();
    let (rank, suit) = (2 + rng.below(8), rng.below(4));
    let mut hand: Vec<Card> = (0..4).map(|suit| deck[rank * 4 + suit]).collect();
    hand.extend((1..4).map(|n| deck[(rank + n) * 4 + suit]));
    let low = (0..3).map(|n| deck[n / 2 * 4 + (suit + 1 + n) % 4]);
    hand.extend(low);
    hand.push(deck[(rank - 1) * 4 + suit]);
    hand
}

/// Returns eleven cards in runs and sets of these lengths.
fn eleven(oracle: &Match, lengths: &[usize], rng: &mut Rng) -> Vec<Card> {
    let deck: Vec<Card> = oracle.deck().iter().map(|card| Card::read(card)).collect();
    let mut hand: Vec<Card> = Vec::new();
    while hand.len() < 11 {
        let (rank, suit, is_run) = (rng.below(13), rng.below(4), rng.below(2) == 0);
        for n in 0..rng.pick(lengths) {
            let card = if is_run { deck[(rank + n) % 13 * 4 + suit] } else { deck[rank * 4 + n % 4] };
            if !hand.contains(&card) && hand.len() < 11 {
                hand.push(card);
            }
        }
    }
    hand
}

/// Returns knocks and gins with named melds, legal and illegal.
fn named_endings(oracle: &Match, seat: usize, legal: &[String], rng: &mut Rng) -> Vec<String> {
    let hand = oracle.hand(seat);
    let mut named = Vec::new();
    for _ in 0..4 {
        let discard = rng.pick(&hand);
        let mut what = match rng.below(8) {
            0 => "gin".to_owned(),
            1..4 => format!("knock {}", discard.written()),
            4 => format!("gin {}", discard.written()),
            _ => legal[rng.below(legal.len())].clone(),
        };
        if what.starts_with("discard") {
            what = what.replace("discard", "knock");
        }
        let kept = if rng.below(20) == 0 { hand.clone() } else { without(&hand, &what) };
        let arrangements = oracle.melding().arrangements(&kept);
        let max = arrangements.iter().map(Vec::len).max().expect("there is an empty arrangement");
        let full: Vec<_> =
            arrangements.iter().filter(|melds| melds.len() + 1 >= max && !melds.is_empty()).collect();
        if full.is_empty() {
            continue;
        }
        let melds = full[rng.below(full.len())];
        named.push(format!("{what} : {}", melds_in_any_order(oracle, melds, rng)));
    }
    named
}

fn melds_in_any_order(oracle: &Match, melds: &[Vec<Card>], rng: &mut Rng) -> String {
    let shuffled = rng.below(3) == 0;
    let mut written = Vec::new();
    for meld in melds {
        let mut meld = oracle.melding().in_order(meld);
        if shuffled {
            rng.shuffle(&mut meld);
        }
        if rng.below(40) == 0 {
            meld.pop();
        }
        written.push(meld);
    }
    written.sort_by_key(|meld| oracle.melding().in_order(meld).first().copied());
    written.iter().map(|meld| write_cards(meld)).collect::<Vec<_>>().join(" / ")
}

/// Returns layoffs of one or more cards, legal and illegal, and `done` with melds.
fn layoffs(oracle: &Match, seat: usize, rng: &mut Rng) -> Vec<String> {
    let (mut hand, table) = (oracle.hand(seat), oracle.table());
    hand.sort();
    if table.is_empty() || hand.is_empty() {
        return Vec::new();
    }
    let mut some = Vec::new();
    for _ in 0..3 {
        let meld = &table[rng.below(table.len())];
        let mut cards = BTreeSet::from([rng.pick(&hand)]);
        for _ in 0..rng.below(3) {
            cards.insert(rng.pick(&hand));
        }
        if rng.below(10) == 0 {
            cards.insert(Card::read(&oracle.deck()[rng.below(52)]));
        }
        let cards: Vec<Card> = cards.into_iter().collect();
        some.push(format!("layoff {} > {meld}", write_cards(&cards)));
        // Pairs of neighbours, which random choice seldom finds.
        for pair in hand.windows(2) {
            let together = format!("layoff {} > {meld}", write_cards(pair));
            if oracle.allows(seat, &together) {
                some.push(together);
            }
        }
    }
    for (card, meld) in hand.iter().flat_map(|card| table.iter().map(move |meld| (card, meld))) {
        some.push(format!("layoff {} > {meld}", card.written()));
    }
    let arrangements = oracle.melding().arrangements(&hand);
    let melds = &arrangements[rng.below(arrangements.len())];
    if !melds.is_empty() {
        some.push(format!("done : {}", melds_in_any_order(oracle, melds, rng)));
    }
    some
}

fn play(options: &Value, seats: usize, manner: Play, rng: &mut Rng) -> BTreeSet<&'static str> {
    let dealer = rng.below(2);
    match both("gin-rummy", options, seats, dealer, Match::new(options, seats, dealer)) {
        Some((tested, oracle)) => agree(tested, oracle, &manner, rng),
        None => BTreeSet::from(["refused"]),
    }
}

#[test]
fn gin_rummy_agrees_with_the_rule_book() {
    let mut rng = Rng::from_number(10);
    let mut seen = BTreeSet::new();
    let presets = ["house", "denexa", "classic", "pagat", "corner-denexa", "corner-book"];
    for _ in 0..matches(100) {
        let mut options = random_options(&keys(), &presets, &mut rng);
        let mut manner = random_play(&mut rng);
        if rng.below(8) == 0 {
            // Play to the last two cards, where the last discard may win.
            options.insert("lastTwo".to_owned(), json!("lastDiscardMayWin"));
            manner = Play { draw: Draw::Stock, ends: 0, tidy: 12, deals: 2, ..manner };
        }
        if manner.perfect == 12 && rng.below(2) == 0 {
            options.insert("layoffOnGin".to_owned(), json!(true));
            options.insert("bigGin".to_owned(), json!(rng.pick(&[31, 50])));
            manner = Play { draw: Draw::Upcard, ends: 12, melds: 12, ..manner };
        }
        if options.contains_key("hollywood") && rng.below(4) > 0 {
            options.insert("hollywood".to_owned(), json!(manner.deals == 30));
        }
        let seats = if rng.below(15) == 0 { 3 } else { 2 };
        seen.append(&mut play(&Value::Object(options), seats, manner, &mut rng));
    }
    assert_seen(&seen, &["refused", "knock", "gin", "bigGin", "undercut", "draw", "the stock ran out"]);
    assert_seen(
        &seen,
        &[
            "equal counts",
            "gin against nothing",
            "gin cancelled",
            "laid off against big gin",
            "the last discard wins",
        ],
    );
    assert_seen(&seen, &["melds named", "one card laid off", "several cards laid off"]);
    assert_seen(&seen, &["a game", "a shutout", "three games"]);
}
