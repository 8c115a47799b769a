//! Tests of records with reshuffles, in Thirty-One.

use cards::{Seat, Seed, Viewer};
use catalog::{AnyMatch, Notes, RecordText, SetupText, find, read_record};
use engine::Phase;
use serde_json::json;

/// Plays a deal for three until it has this number of reshuffles. All players draw from the stock and make the last
/// listed discard.
fn played(seed: &Seed, shuffles: usize) -> Box<dyn AnyMatch> {
    let game = find("thirty-one").unwrap();
    let mut table = game.open(&SetupText::first_preset(3), Seat::new(2)).unwrap();
    let viewers: Vec<Viewer> = Viewer::all(3).collect();
    table.deal(&table.next_deck(seed), &viewers).unwrap();
    let mut done = 0;
    while done < shuffles {
        if let Some(entry) = table.next_shuffle(seed) {
            assert!(table.actors().is_empty(), "no seat may act before the reshuffle");
            let sent = table.enter(&entry, &viewers).unwrap();
            for (viewer, events) in viewers.iter().zip(sent) {
                let events_json = events.to_json();
                let events_json = events_json.get();
                assert!(events_json.contains("\"reshuffled\""), "{viewer:?}: {events_json}");
            }
            done += 1;
            continue;
        }
        let seat = table.actors().first().unwrap();
        let legal = table.legal(seat);
        let action =
            legal.iter().rfind(|action| action.starts_with("discard ")).map_or("stock", String::as_str);
        table.play(seat, action, &viewers).unwrap();
    }
    assert_eq!(table.phase(), Phase::Playing);
    table
}

/// Returns a seed of a deal that does not end with 31 before the reshuffles.
fn seed() -> Seed {
    Seed::from_number(2)
}

fn shuffles(record: &RecordText) -> Vec<usize> {
    let entries = record.deals[0].actions.iter().enumerate();
    entries.filter(|(_, entry)| entry.starts_with("~ shuffle ")).map(|(index, _)| index).collect()
}

#[test]
fn a_shuffle_is_an_entry_of_the_record() {
    let table = played(&seed(), 2);
    let record = table.record();
    assert_eq!(shuffles(&record).len(), 2);
    let read = read_record(&record.write()).unwrap();
    assert_eq!(read.write(), record.write(), "the same bytes");
    let again = read.replay(&catalog::CATALOG).into_match().unwrap_or_else(|rejection| panic!("{rejection}"));
    for viewer in Viewer::all(3) {
        assert_eq!(again.snapshot(viewer).to_json().get(), table.snapshot(viewer).to_json().get());
    }
}

#[test]
fn no_seat_acts_before_a_due_shuffle() {
    let mut record = played(&seed(), 1).record();
    let index = shuffles(&record)[0];
    let shuffle = record.deals[0].actions[index].clone();
    record.deals[0].actions.truncate(index);
    let table = record
        .clone()
        .replay(&catalog::CATALOG)
        .into_match()
        .unwrap_or_else(|rejection| panic!("{rejection}"));
    assert_eq!(table.legal_summary(), json!({ "actors": [], "actions": {} }));
    let refused = |entry: String| {
        let mut record = record.clone();
        record.deals[0].actions.push(entry);
        let summary = record.replay(&catalog::CATALOG).summary();
        assert_eq!(summary["error"]["action"], index, "{summary}");
        summary["error"]["code"].as_str().unwrap().to_owned()
    };
    assert_eq!(refused("0 stock".to_owned()), "shuffle-due");
    let (fewer, last) = shuffle.rsplit_once(' ').unwrap();
    assert_eq!(refused(fewer.to_owned()), "incorrect-deck", "a card is missing");
    assert_eq!(refused(format!("{fewer} {last} {last}")), "incorrect-deck", "a card occurs twice");
    assert_eq!(refused(format!("{fewer} XX")), "incorrect-deck", "it is no card");
}

#[test]
fn nothing_is_shuffled_that_need_not_be() {
    let mut record = played(&seed(), 1).record();
    let shuffle = record.deals[0].actions[shuffles(&record)[0]].clone();
    record.deals[0].actions.truncate(2);
    record.deals[0].actions.push(shuffle);
    assert_eq!(record.replay(&catalog::CATALOG).summary()["error"]["code"], "no-shuffle");
}

#[test]
fn the_seed_verifies_shuffles() {
    let seed = seed();
    let notes = Notes {
        seed: Some(seed.into()),
        commitment: Some(seed.commitment().to_string()),
        ..Notes::default()
    };
    let honest = played(&seed, 2).record().with_notes(notes);
    let checked = honest.verify(&catalog::CATALOG).expect("the record is honest");
    assert_eq!((checked.decks, checked.reshuffles), (1, 2), "a deck and two shuffles");
    let mut stacked = honest;
    let index = shuffles(&stacked)[1];
    let order = stacked.deals[0].actions[index].strip_prefix("~ shuffle ").unwrap().to_owned();
    let (first, rest) = order.split_once(' ').unwrap();
    stacked.deals[0].actions[index] = format!("~ shuffle {rest} {first}");
    // Later actions may be illegal after the change, so the record ends here.
    stacked.deals[0].actions.truncate(index + 1);
    assert_eq!(stacked.verify(&catalog::CATALOG).map_err(|error| error.code), Err("not-from-seed"));
}
