//! Agreement of the pads with the engine: a thousand random matches of each game are played by the
//! rules, and entered as players would count them. Every running total, winner and payment must be
//! equal.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod fed;

use bridge::Bridge;
use cards::{BySide, Rng, Seat, Seed, Side};
use engine::{CardSets, Game, Match, OptionValue, Phase, Ruleset, Settlement, Setup, Values, shuffled_deck};
use fed::Counted;
use pads::{Act, Log, Opening, Piece, Sheet, Stakes};
use std::collections::BTreeMap;

const MATCHES: u64 = 1_000;
/// Maximum number of deals in a match, because some never end at random.
const MAX_DEALS: usize = 40;

/// Returns every preset with every number of seats, as it is and with every other value of each
/// option.
fn setups<O: Ruleset>() -> Vec<(Setup<O>, BTreeMap<String, OptionValue>)> {
    let mut setups = Vec::new();
    for preset in O::PRESETS {
        for seats in preset.seats {
            let mut add = |given: BTreeMap<String, OptionValue>| {
                if let Ok(setup) = Setup::<O>::new(Some(preset.id), *seats, given.clone()) {
                    setups.push((setup, given));
                }
            };
            add(BTreeMap::new());
            for field in O::FIELDS {
                let values: Vec<OptionValue> = match (field.values)(&CardSets::NONE) {
                    Values::OneOf(values) => values,
                    Values::Range(min, max) => [min, min + 2, max.min(31)].map(OptionValue::Number).to_vec(),
                };
                values.into_iter().for_each(|value| add(BTreeMap::from([(field.key.to_owned(), value)])));
            }
        }
    }
    setups
}

fn opening<G: Game>(
    setup: &Setup<G::Options>,
    given: &BTreeMap<String, OptionValue>,
    dealer: Seat,
) -> Opening {
    Opening {
        game: G::ID.to_owned(),
        preset: Some(setup.preset.id.to_owned()),
        options: given.clone(),
        players: Seat::all(setup.options.seats()).map(|seat| format!("p{seat}")).collect(),
        dealer: dealer.into(),
        stake: Some(Stakes { amount: 5, unit: "cent".to_owned() }),
        count_every: Some(0),
        backs: None,
    }
}

/// Plays a match, and passes every deal except misdeals to `feed`.
fn play<G: Counted>(
    setup: &Setup<G::Options>,
    dealer: Seat,
    number: u64,
    mut feed: impl FnMut(&G::State, &Match<G>),
) -> Match<G> {
    let mut rng = Rng::from_number(number);
    let seed = Seed::from_number(number);
    let mut table = Match::<G>::new(setup.clone(), dealer).unwrap();
    let mut actions = Vec::new();
    for deck in 0..MAX_DEALS as u64 {
        let deck = shuffled_deck::<G>(&setup.options, &seed, deck);
        table.deal(&deck, &mut drop).unwrap();
        while table.phase() == Phase::Playing {
            if let Some(mut order) = table.shuffle_due() {
                rng.shuffle(&mut order);
                table.shuffle(&order, &mut drop).unwrap();
                continue;
            }
            // In a race a seat may be an actor without a legal action.
            let can = |seat: &Seat| {
                let mut legal = Vec::new();
                G::legal_actions(table.state().unwrap(), *seat, &mut legal);
                !legal.is_empty()
            };
            let seat = table.actors().iter().find(can).unwrap();
            actions.clear();
            let action = G::choose(table.state().unwrap(), seat, &mut actions, &mut rng);
            table.check(seat, action).unwrap().play(&mut drop);
        }
        feed(table.state().unwrap(), &table);
        if matches!(table.phase(), Phase::Over(_)) {
            break;
        }
    }
    table
}

/// Returns the engine's totals in the order of the sheet's columns.
fn of_columns<G: Game>(sheet: &Sheet, table: &Match<G>) -> Vec<i32> {
    sheet.columns.iter().map(|column| table.totals()[Seat::new(column.seats[0])]).collect()
}

/// Checks a thousand matches of a game, spread over all its rules.
fn agree<G: Counted>() {
    let setups = setups::<G::Options>();
    let mut over = 0;
    for number in 0..MATCHES {
        let (setup, given) = &setups[number as usize % setups.len()];
        let what = || {
            format!("{} match {number}: {} {given:?} at {}", G::ID, setup.preset.id, setup.options.seats())
        };
        let dealer = Seat::new((number % u64::from(setup.options.seats())) as u8);
        let mut log = Log::default();
        let id = log.append("tester", None, Act::Open(opening::<G>(setup, given, dealer))).unwrap();
        let (mut line, mut running) = (0, Vec::new());
        let table = play::<G>(setup, dealer, number, |state, table| {
            if let Some(entry) = G::entry(state, number) {
                log.append("tester", None, Act::Enter { of_match: id.clone(), line, entry }).unwrap();
                line += 1;
                running.push((
                    table.totals(),
                    G::BONUSES.map_or(Vec::new(), |bonuses| bonuses(table.standing())),
                ));
            } else {
                assert!(
                    matches!(G::settle(state), Settlement::NextDeal(_)),
                    "only a deal that is thrown in is not fed"
                );
            }
        });
        let view = pads::view(&log, &CardSets::NONE).unwrap();
        let sheet = &view.matches[0];
        assert_eq!(sheet.rows.len(), running.len());
        for (row, (totals, bonuses)) in sheet.rows.iter().zip(&running) {
            assert_eq!(row.refused, None, "{}: {}", what(), row.written.entry);
            // Bonuses at the end of the match have lines of their own.
            let beyond = |side| bonuses.iter().map(|line| line.points[side]).sum::<i32>();
            let of = |side: Side| totals[Seat::new(sheet.columns[side.index()].seats[0])] - beyond(side);
            let engine = BySide::new(sheet.columns.len() as u8, of);
            assert_eq!(row.totals, engine, "{}: line {} {}", what(), row.line, row.written.entry);
        }
        assert_eq!(sheet.totals.as_slice(), of_columns(sheet, &table), "{}", what());
        match table.phase() {
            Phase::Over(winners) => {
                over += 1;
                assert!(sheet.over, "{}", what());
                let engine: Vec<u8> = winners.iter().map(u8::from).collect();
                assert_eq!(sheet.winners, engine, "{}", what());
                if let Some(payments) = G::STAKES.and_then(|stakes| (stakes.payments)(table.standing(), 5)) {
                    assert_eq!(sheet.payments.as_deref(), Some(payments.as_slice()), "{}", what());
                }
                assert_eq!(sheet.payments.as_ref().unwrap().iter().sum::<i64>(), 0, "{}", what());
                assert!(sheet.form.is_empty());
            }
            _ => {
                assert!(!sheet.over, "{}", what());
                if let Some(dealer) = sheet.dealer {
                    assert_eq!(dealer, u8::from(G::dealer(table.standing())), "{}", what());
                }
                assert_eq!(sheet.payments, None);
            }
        }
        let bonuses: Vec<_> = sheet.bonuses.iter().map(|line| (line.category, &line.points)).collect();
        let engine = G::BONUSES.map_or(Vec::new(), |bonuses| bonuses(table.standing()));
        assert_eq!(bonuses, engine.iter().map(|line| (line.category, &line.points)).collect::<Vec<_>>());
    }
    assert!(over > MATCHES / 2, "{}: only {over} matches were played to their end", G::ID);
}

macro_rules! agreements {
    ($($game:ty),+ $(,)?) => { [$(agree::<$game> as fn()),+] };
}

#[test]
fn every_pad_agrees_on_a_thousand_matches() {
    std::thread::scope(|scope| {
        for agree in pads::for_each_game!(agreements) {
            scope.spawn(agree);
        }
    });
}

#[test]
fn the_sheet_of_bridge_adds_up_to_the_totals() {
    let (setup, given) = &setups::<bridge::Options>()[0];
    for number in 0..50 {
        let mut log = Log::default();
        let dealer = Seat::new(0);
        let id = log.append("tester", None, Act::Open(opening::<Bridge>(setup, given, dealer))).unwrap();
        let mut line = 0;
        play::<Bridge>(setup, dealer, number, |state, _| {
            let entry = Bridge::entry(state, 0).unwrap();
            log.append("tester", None, Act::Enter { of_match: id.clone(), line, entry }).unwrap();
            line += 1;
        });
        let view = pads::view(&log, &CardSets::NONE).unwrap();
        let Some(Piece::Rubber { entries, .. }) = view.matches[0].pieces.first() else { panic!("no sheet") };
        for side in Side::all(2) {
            let sum: i32 = entries.iter().filter(|entry| entry.side == side).map(|entry| entry.points).sum();
            assert_eq!(sum, view.matches[0].totals[side]);
        }
    }
}
