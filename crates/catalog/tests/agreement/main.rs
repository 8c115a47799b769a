//! Agreement of the games with a second implementation, which was written from the rule book alone. Both must agree
//! on the legal actions after every action, and on the results.
//!
//! `PARLOUR_AGREEMENT=50 cargo test --release -p parlour-catalog --test agreement` plays fifty times as many matches.

mod cassino;
mod fishing;
mod gin_rummy;
mod naive;
mod perft;
mod sharks;
mod speed;
mod thirty_one;

use cards::{Rng, Seat, Seed, Viewer};
use catalog::{AnyMatch, Entry};
use naive::Oracle;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Style of a match. Each style leads to some rare situations.
trait Manner<O> {
    /// Returns the maximum numbers of deals, and of actions in a deal.
    fn limits(&self) -> (usize, usize);
    fn deck(&self, oracle: &O, rng: &mut Rng) -> String;
    /// Chooses one of the `legal` actions of `seat`, or a legal action that is not listed.
    fn choose(&self, oracle: &O, seat: usize, legal: &[String], rng: &mut Rng) -> String;
    /// Returns unlisted actions to try. Both implementations must accept or refuse each.
    fn doubtful(&self, _oracle: &O, _seat: usize, _legal: &[String], _rng: &mut Rng) -> Vec<String> {
        Vec::new()
    }
}

/// Creates a match of the tested implementation.
fn open(
    game: &str,
    options: &Value,
    seats: usize,
    dealer: usize,
) -> Result<Box<dyn AnyMatch>, catalog::Rejection> {
    let record = json!({
        "format": catalog::FORMAT, "game": game, "options": options, "seats": seats, "dealer": dealer, "deals": [],
    });
    catalog::read_record(&record.to_string()).and_then(|record| record.replay(&catalog::CATALOG).into_match())
}

/// Plays a random match on both implementations and compares every step. Returns the rare events that occurred.
fn agree<O: Oracle>(
    mut tested: Box<dyn AnyMatch>,
    mut oracle: O,
    manner: &impl Manner<O>,
    rng: &mut Rng,
) -> BTreeSet<&'static str> {
    let record_text = |tested: &dyn AnyMatch| tested.record().write();
    let (deals, actions) = manner.limits();
    // Without scores a match never ends.
    for _ in 0..deals {
        if oracle.is_over() {
            break;
        }
        let deck = manner.deck(&oracle, rng);
        oracle.deal(&deck);
        tested.deal(&deck, &[]).unwrap_or_else(|rejection| panic!("{rejection}: {}", record_text(&*tested)));
        if !oracle.legal().is_empty() {
            let snapshot: Value = serde_json::from_str(tested.snapshot(Viewer::Public).to_json().get())
                .expect("a snapshot is JSON");
            assert_eq!(snapshot["dealer"], oracle.dealer(), "dealer: {}", record_text(&*tested));
        }
        for _ in 0..actions {
            let legal = oracle.legal();
            assert_eq!(
                tested.legal_summary(),
                summary_of(&legal),
                "what is legal: {}",
                record_text(&*tested)
            );
            if let Some(due) = oracle.shuffle_due() {
                shuffle(&mut *tested, &mut oracle, due, rng);
                continue;
            }
            assert!(
                tested.next_shuffle(&Seed::from_number(0)).is_none(),
                "a shuffle: {}",
                record_text(&*tested)
            );
            let Some((seat, legal)) = (!legal.is_empty()).then(|| &legal[rng.below(legal.len())]) else {
                break;
            };
            let at = Seat::new(*seat as u8);
            for action in manner.doubtful(&oracle, *seat, legal, rng) {
                let (ours, theirs) = (tested.check(at, &action), oracle.allows(*seat, &action));
                assert_eq!(ours.is_ok(), theirs, "{seat} {action}: {ours:?}: {}", record_text(&*tested));
            }
            let action = manner.choose(&oracle, *seat, legal, rng);
            oracle.play(*seat, &action);
            tested.play(at, &action, &[]).unwrap_or_else(|rejection| {
                panic!("{seat} {action}: {rejection}: {}", record_text(&*tested));
            });
        }
        assert_eq!(tested.summary(), oracle.summary(), "{}", record_text(&*tested));
        if !oracle.legal().is_empty() || oracle.shuffle_due().is_some() {
            break;
        }
    }
    let stake = 1 + rng.below(300) as u32;
    let paid = tested.payments(stake).map(|payments| payments.as_slice().to_vec());
    let payable = oracle.is_over().then(|| oracle.payments(stake.into())).flatten();
    assert_eq!(paid, payable, "payments: {}", record_text(&*tested));
    let written = record_text(&*tested);
    let again = catalog::read_record(&written).expect("the record can be read");
    assert_eq!(again.write(), written, "a record reads back");
    assert_eq!(again.replay(&catalog::CATALOG).summary(), oracle.summary(), "a record replays: {written}");
    oracle.seen().iter().copied().collect()
}

/// Returns the JSON object that `parlour legal --json` prints.
fn summary_of(legal: &[(usize, Vec<String>)]) -> Value {
    let actors: Vec<usize> = legal.iter().map(|(seat, _)| *seat).collect();
    let actions: BTreeMap<String, &Vec<String>> =
        legal.iter().map(|(seat, actions)| (seat.to_string(), actions)).collect();
    json!({ "actors": actors, "actions": actions })
}

fn shuffle(tested: &mut dyn AnyMatch, oracle: &mut impl Oracle, mut order: Vec<String>, rng: &mut Rng) {
    let next = tested.next_shuffle(&Seed::from_number(0)).expect("a shuffle is due");
    let Entry::Shuffle(next) = next else { panic!("{next} is no shuffle") };
    let mut due: Vec<&str> = next.split(' ').collect();
    due.sort_unstable();
    order.sort_unstable();
    assert_eq!(due, order, "cards to shuffle: {}", tested.record().write());
    rng.shuffle(&mut order);
    let fewer = Entry::Shuffle(order[1..].join(" "));
    assert!(tested.enter(&fewer, &[]).is_err(), "{fewer}: {}", tested.record().write());
    let order = order.join(" ");
    oracle.shuffle(&order);
    tested.enter(&Entry::Shuffle(order), &[]).unwrap_or_else(|rejection| panic!("{rejection}"));
}

/// Sometimes sets an option to one of these values.
fn vary(options: &mut Map<String, Value>, key: &str, values: &[Value], rng: &mut Rng) {
    if rng.below(3) == 0 {
        options.insert(key.to_owned(), values[rng.below(values.len())].clone());
    }
}

/// Returns a preset with random values for none, some or all of `keys`. A few results are invalid.
fn random_options(keys: &Value, presets: &[&str], rng: &mut Rng) -> Map<String, Value> {
    let mut options = Map::new();
    vary(&mut options, "preset", &presets.iter().map(|preset| json!(preset)).collect::<Vec<_>>(), rng);
    let often = rng.pick(&[0, 1, 2, 4]);
    for (key, values) in keys.as_object().expect("keys") {
        let values = values.as_array().expect("a list of values");
        if rng.below(4) < often {
            options.insert(key.clone(), values[rng.below(values.len())].clone());
        }
        if rng.below(600) == 0 {
            let wrong = [json!("maybe"), json!(-1), json!(0), json!(1), json!(30.5), json!(true), json!("")];
            options.insert(key.clone(), wrong[rng.below(wrong.len())].clone());
        }
    }
    if rng.below(100) == 0 {
        options.insert("aces".to_owned(), json!("high"));
    }
    options
}

/// Creates the match on both implementations. Both must accept the setup, or both refuse it.
fn both<O>(
    game: &str,
    options: &Value,
    seats: usize,
    dealer: usize,
    oracle: Option<O>,
) -> Option<(Box<dyn AnyMatch>, O)> {
    match (open(game, options, seats, dealer), oracle) {
        (Ok(tested), Some(oracle)) => Some((tested, oracle)),
        (Err(_), None) => None,
        (Ok(_), None) => panic!("{game} with {seats}, dealer {dealer}, cannot be played: {options}"),
        (Err(rejection), Some(_)) => panic!("{game} with {seats}, dealer {dealer}, {options}: {rejection}"),
    }
}

/// Returns the number of matches, multiplied by the environment variable `PARLOUR_AGREEMENT`.
fn matches(number: usize) -> usize {
    let times = std::env::var("PARLOUR_AGREEMENT").ok().and_then(|times| times.parse::<usize>().ok());
    number * times.unwrap_or(1)
}

/// Asserts that each of these rare events occurred.
fn assert_seen(seen: &BTreeSet<&str>, rare: &[&str]) {
    let missed: Vec<_> = rare.iter().filter(|what| !seen.contains(*what)).collect();
    assert!(missed.is_empty(), "no match had {missed:?}");
}
