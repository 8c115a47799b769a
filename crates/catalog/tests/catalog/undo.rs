//! Tests of undo.

use cards::{Rng, Seat, Seed, Viewer};
use catalog::{AnyMatch, Entry, NoUndo, RecordText, SetupText, Snapshot, read_record};
use engine::{OptionValue, Phase};
use serde_json::Value;
use std::collections::BTreeSet;

const ADA: Seat = Seat::new(0);

fn opened(game: &str, seats: u8, dealer: u8) -> Box<dyn AnyMatch> {
    let dealer = Seat::try_from(dealer).unwrap();
    catalog::find(game).unwrap().open(&SetupText::first_preset(seats), dealer).unwrap()
}

/// Returns a match in its first deal, with a deck from this seed.
fn dealt(game: &str, seats: u8, dealer: u8, seed: u64) -> Box<dyn AnyMatch> {
    let mut table = opened(game, seats, dealer);
    table.deal(&table.next_deck(&Seed::from_number(seed)), &[]).unwrap();
    table
}

fn enter(table: &mut dyn AnyMatch, entries: &[&str]) {
    for entry in entries {
        table.enter(&entry.parse().unwrap(), &[]).unwrap_or_else(|rejection| panic!("{entry}: {rejection}"));
    }
}

/// Returns the snapshot of a seat without its version.
fn seen(table: &dyn AnyMatch, seat: Seat) -> Value {
    let mut snapshot =
        serde_json::to_value(Snapshot { version: 0, ..table.snapshot(Viewer::Seat(seat)) }).unwrap();
    snapshot["legal"].as_array_mut().unwrap().sort_by_key(ToString::to_string);
    snapshot
}

#[test]
fn a_call_is_taken_back_with_those_of_the_others_but_no_card_that_has_shown_dummy() {
    let mut table = dealt("bridge", 4, 3, 7);
    enter(&mut *table, &["3 P"]);
    assert_eq!(table.undoable(ADA), Err(NoUndo::Nothing));
    let before = seen(&*table, ADA);
    enter(&mut *table, &["0 2S"]);
    assert_eq!(table.undoable(ADA), Ok(1));
    enter(&mut *table, &["1 P", "2 3H", "3 P"]);
    assert_eq!(table.undoable(ADA), Ok(4));
    let version = table.version();
    table.undo(ADA, 4).unwrap();
    assert_eq!(seen(&*table, ADA), before);
    assert_eq!(table.version(), version + 1, "the undone action and the undo both count");
    assert_eq!(table.undone().iter().collect::<Vec<_>>(), [ADA]);
    assert_eq!(table.record().deals[0].actions, ["3 P"]);

    enter(&mut *table, &["0 P", "1 1N", "2 P", "3 P", "0 P"]);
    assert_eq!(table.undoable(ADA), Ok(1), "the last pass, before the lead");
    let lead = format!("2 {}", table.legal(Seat::new(2))[0]);
    enter(&mut *table, &[&lead]);
    assert_eq!(table.undoable(ADA), Err(NoUndo::Shown), "dummy is on the table");
    assert_eq!(table.undoable(Seat::new(2)), Err(NoUndo::Shown), "the lead has revealed it");
}

#[test]
fn no_call_is_taken_for_a_card_though_some_are_written_nearly_alike() {
    for level in 1..=7 {
        for suit in ["C", "D", "H", "S", "N"] {
            let mut table = dealt("bridge", 4, 3, 7);
            enter(&mut *table, &["3 P", &format!("0 {level}{suit}")]);
            assert_eq!(table.undoable(ADA), Ok(1), "{level}{suit}");
        }
    }
}

#[test]
fn a_card_is_taken_back_until_a_bot_has_shown_one() {
    for game in ["scopa", "wall-street", "cassino"] {
        let mut table = dealt(game, 2, 1, 7);
        let before = seen(&*table, ADA);
        let own = format!("0 {}", table.legal(ADA)[0]);
        enter(&mut *table, &[&own]);
        assert_eq!(table.undoable(ADA), Ok(1), "{game}");
        let mut back = dealt(game, 2, 1, 7);
        enter(&mut *back, &[&own]);
        back.undo(ADA, 1).unwrap();
        assert_eq!(seen(&*back, ADA), before, "{game}");
        let answer = format!("1 {}", table.legal(Seat::new(1))[0]);
        enter(&mut *table, &[&answer]);
        assert_eq!(table.undoable(ADA), Err(NoUndo::Shown), "{game}");
    }
}

#[test]
fn a_card_of_the_open_pile_is_put_back_and_one_of_the_stock_is_known() {
    let mut takes = dealt("thirty-one", 3, 2, 7);
    enter(&mut *takes, &["0 upcard"]);
    assert_eq!(takes.undoable(ADA), Ok(1));
    let mut draws = dealt("thirty-one", 3, 2, 7);
    enter(&mut *draws, &["0 stock"]);
    assert_eq!(draws.undoable(ADA), Err(NoUndo::Shown));
}

#[test]
fn nothing_is_taken_back_in_a_race_nor_over_the_end_of_a_deal() {
    let speed = dealt("speed", 2, 1, 7);
    assert_eq!(speed.undoable(ADA), Err(NoUndo::Race));
    let mut bridge = dealt("bridge", 4, 3, 7);
    enter(&mut *bridge, &["3 P", "0 P", "1 P", "2 P"]);
    assert_eq!(bridge.phase(), Phase::Between);
    assert_eq!(bridge.undoable(ADA), Err(NoUndo::Nothing));
    assert_eq!(bridge.undo(ADA, 1).unwrap_err().code, "nothing-to-undo");
    bridge.deal(&bridge.next_deck(&Seed::from_number(7)), &[]).unwrap();
    assert_eq!(bridge.undoable(ADA), Err(NoUndo::Nothing));
    assert_eq!(bridge.undo(ADA, 1).unwrap_err().code, "nothing-to-undo");
}

#[test]
fn a_match_can_take_back_so_much_and_no_more() {
    let mut table = dealt("bridge", 4, 3, 7);
    enter(&mut *table, &["3 P"]);
    for _ in 0..200 {
        enter(&mut *table, &["0 1C"]);
        table.undo(ADA, table.undoable(ADA).unwrap()).unwrap();
    }
    enter(&mut *table, &["0 1C"]);
    assert_eq!(table.undoable(ADA), Err(NoUndo::TooOften));
    assert_eq!(table.version(), 2 + 200 * 2 + 1);
}

#[test]
fn the_record_names_undos_and_replays_the_same() {
    let mut table = dealt("bridge", 4, 3, 7);
    enter(&mut *table, &["3 P", "0 1C"]);
    table.undo(ADA, 1).unwrap();
    let notes = catalog::Notes { undone: table.undone(), ..catalog::Notes::default() };
    let record = table.record().with_notes(notes.clone()).write();
    assert!(serde_json::from_str::<Value>(&record).unwrap()["times"] == serde_json::json!({ "undone": [0] }));
    let read: RecordText = read_record(&record).unwrap();
    assert_eq!(read.notes(), notes);
    let again = read.replay(&catalog::CATALOG).into_match().unwrap();
    assert_eq!(seen(&*again, ADA), seen(&*table, ADA));
}

/// Collects the face-up cards in a view: all texts that have the form of a card.
fn open_cards(view: &Value, cards: &mut BTreeSet<String>) {
    match view {
        Value::String(text) => {
            let (rank, suit) = text.split_at_checked(text.len().saturating_sub(1)).unwrap_or_default();
            if "A23456789TJQK".contains(rank) && rank.len() == 1 && "cdhs".contains(suit) {
                cards.insert(text.clone());
            }
        }
        Value::Array(list) => list.iter().for_each(|value| open_cards(value, cards)),
        Value::Object(fields) => fields.values().for_each(|value| open_cards(value, cards)),
        _ => {}
    }
}

/// Returns whether the events give the seat face-down cards. Such a card can equal one that it has seen, for example
/// Capital.
fn got_cards(told: &Value, seat: Seat) -> bool {
    let events = told.as_array().map(Vec::as_slice).unwrap_or_default();
    events.iter().any(|event| {
        let own = event["seat"] == u8::from(seat);
        own && ["dealt", "drew", "drewCapital", "drewTool"].iter().any(|name| event["event"] == *name)
    })
}

/// Checks undo in a random match: the seat returns to its earlier view, and in the meantime it has received no card and
/// seen no new one. Returns how often an undo was allowed, and how often not.
fn check_law(game: &str, seats: u8, options: &[(&str, OptionValue)], seed: u64) -> [usize; 2] {
    let mut rng = Rng::from_number(seed);
    let key = Seed::from_number(seed);
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    let setup = SetupText { options, ..SetupText::first_preset(seats) };
    let mut table = catalog::find(game).unwrap().open(&setup, ADA).unwrap();
    let mut counts = [0, 0];
    for _ in 0..2 {
        if matches!(table.phase(), Phase::Over(_)) {
            break;
        }
        table.deal(&table.next_deck(&key), &[]).unwrap();
        let everybody: Vec<Seat> = Seat::all(seats).collect();
        let look = |table: &dyn AnyMatch| everybody.iter().map(|seat| seen(table, *seat)).collect::<Vec<_>>();
        // The snapshots of all seats before each entry, with the seat that acted, and the events of each entry.
        let mut history: Vec<(Vec<Value>, Option<Seat>)> = Vec::new();
        let mut told: Vec<Vec<Value>> = Vec::new();
        let viewers: Vec<Viewer> = everybody.iter().map(|seat| Viewer::Seat(*seat)).collect();
        while table.phase() == Phase::Playing {
            let before = look(&*table);
            let (entry, seat) = match table.next_shuffle(&key) {
                Some(shuffle) => (shuffle, None),
                None => {
                    let can = |seat: &Seat| !table.legal(*seat).is_empty();
                    let actors: Vec<Seat> = table.actors().iter().filter(can).collect();
                    let seat = rng.pick(&actors);
                    let legal = table.legal(seat);
                    (Entry::Action { seat, action: legal[rng.below(legal.len())].clone() }, Some(seat))
                }
            };
            let sent = table.enter(&entry, &viewers).unwrap();
            told.push(sent.iter().map(|events| serde_json::to_value(events).unwrap()).collect());
            history.push((before, seat));
            if table.phase() != Phase::Playing {
                break;
            }
            let now = look(&*table);
            for (index, seat) in everybody.iter().enumerate() {
                let Ok(entries) = table.undoable(*seat) else {
                    counts[1] += 1;
                    continue;
                };
                counts[0] += 1;
                let decided = history.len() - entries;
                let (before, who) = &history[decided];
                assert_eq!(*who, Some(*seat), "{game}: back to a decision of the seat");
                let drew = told[decided..].iter().any(|told| got_cards(&told[index], *seat));
                assert!(!drew, "{game}, {seed}: seat {seat} takes {entry} back and has got cards since");
                // A card that was seen since the last reshuffle is not new.
                let shuffled = history.iter().rposition(|(_, who)| who.is_none()).map_or(0, |at| at + 1);
                let mut then = BTreeSet::new();
                for (earlier, _) in &history[shuffled..=decided] {
                    open_cards(&earlier[index]["view"], &mut then);
                }
                for later in history[decided + 1..].iter().map(|(later, _)| later).chain([&now]) {
                    let mut cards = BTreeSet::new();
                    open_cards(&later[index]["view"], &mut cards);
                    let new: Vec<&String> = cards.difference(&then).collect();
                    assert!(new.is_empty(), "{game}, {seed}: seat {seat} takes back {entry} and saw {new:?}");
                }
                let mut again = table.record().replay(&catalog::CATALOG).into_match().unwrap();
                let version = again.version();
                again.undo(*seat, entries).unwrap();
                assert_eq!(look(&*again), *before, "{game}, {seed}: all snapshots are as before");
                assert_eq!(again.version(), version + 1);
            }
        }
    }
    counts
}

/// Checks the law in this many matches of every game, with each number of seats.
fn check_every_game(matches: u64) {
    for game in catalog::CATALOG.games() {
        let (mut counts, id) = ([0, 0], game.id());
        for seats in game.info().seats {
            for seed in 0..matches {
                let more = check_law(id, seats, &[], seed);
                counts = [counts[0] + more[0], counts[1] + more[1]];
            }
        }
        assert!(counts[1] > 0, "{id}");
        assert_eq!(counts[0] > 0, id != "speed", "{id}: {counts:?}");
    }
}

#[test]
fn undo_restores_the_state_and_reveals_nothing() {
    check_every_game(1);
}

#[test]
#[ignore = "thirty matches of every game, with each number of seats"]
fn undo_restores_the_state_and_reveals_nothing_in_many_matches() {
    check_every_game(30);
}
