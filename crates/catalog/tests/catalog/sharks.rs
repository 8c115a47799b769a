//! Tests of records of Sharks of Wall Street: three decks with reshuffles, and sealed answers.

use cards::{Rng, Seat, Seed, Viewer};
use catalog::{AnyMatch, Notes, RecordText, SetupText, find, read_record};
use engine::Phase;
use serde_json::{Value, json};

/// Plays a random match to its end.
fn played(seats: u8, number: u64) -> Box<dyn AnyMatch> {
    let seed = Seed::from_number(number);
    let mut rng = Rng::from_number(number);
    let mut table = find("sharks").unwrap().open(&SetupText::first_preset(seats), Seat::new(0)).unwrap();
    table.deal(&table.next_deck(&seed), &[]).unwrap();
    while table.phase() == Phase::Playing {
        if let Some(shuffle) = table.next_shuffle(&seed) {
            table.enter(&shuffle, &[]).unwrap();
            continue;
        }
        let actors: Vec<Seat> = table.actors().iter().collect();
        // Seats that are asked together answer in any order.
        let seat = rng.pick(&actors);
        let legal = table.legal(seat);
        let action = legal[rng.below(legal.len())].clone();
        table.play(seat, &action, &[]).unwrap();
    }
    table
}

fn written(record: &RecordText) -> Value {
    serde_json::from_str(&record.write()).unwrap()
}

#[test]
fn a_record_has_three_decks_and_reads_back() {
    for (seats, number) in [(2, 1), (4, 2), (6, 3)] {
        let table = played(seats, number);
        let record = table.record();
        let deck = &written(&record)["deals"][0]["deck"];
        let cards = |part: &str| deck[part].as_str().unwrap().split(' ').count();
        assert_eq!([cards("capital"), cards("investment"), cards("tool")], [70, 24, 46]);
        let read = read_record(&record.write()).unwrap();
        assert_eq!(read.write(), record.write(), "the same bytes");
        let again =
            read.replay(&catalog::CATALOG).into_match().unwrap_or_else(|rejection| panic!("{rejection}"));
        assert_eq!(again.summary(), table.summary());
        for viewer in Viewer::all(seats) {
            assert_eq!(again.snapshot(viewer).to_json().get(), table.snapshot(viewer).to_json().get());
        }
        let detail = &table.summary()["deals"][0]["detail"];
        assert_eq!(detail["value"], table.summary()["totals"]);
        assert!(detail["investments"].is_array() && detail["capitalLeft"].is_array());
    }
}

#[test]
fn the_seed_verifies_decks_and_shuffles() {
    let seed = Seed::from_number(3);
    let record = played(6, 3).record();
    let shuffles = record.deals[0].actions.iter().filter(|entry| entry.starts_with("~ shuffle ")).count();
    assert!(shuffles > 0, "a Tool was taken at random, or a deck ran out");
    let notes = Notes {
        seed: Some(seed.into()),
        commitment: Some(seed.commitment().to_string()),
        ..Notes::default()
    };
    let checked = record.with_notes(notes).verify(&catalog::CATALOG).expect("the record is honest");
    assert_eq!((checked.decks, checked.reshuffles), (1, shuffles));
}

#[test]
fn a_deck_that_is_not_the_games_is_refused() {
    let record = written(&played(2, 1).record());
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut record = record.clone();
        change(&mut record["deals"][0]["deck"]);
        match read_record(&record.to_string()) {
            Ok(read) => {
                let summary = read.replay(&catalog::CATALOG).summary();
                assert_eq!(summary["error"]["action"], Value::Null, "{summary}");
                (
                    summary["error"]["code"].as_str().unwrap().to_owned(),
                    summary["error"]["message"].to_string(),
                )
            }
            Err(rejection) => (rejection.code.to_owned(), rejection.message),
        }
    };
    let moved = refused(&|deck| {
        let tools = deck["tool"].as_str().unwrap().to_owned();
        let (first, rest) = tools.split_once(' ').unwrap();
        deck["investment"] = json!(format!("{} {first}", deck["investment"].as_str().unwrap()));
        deck["tool"] = json!(rest);
    });
    assert_eq!(moved.0, "incorrect-deck", "a Tool among the Investments");
    let missing = refused(&|deck| drop(deck.as_object_mut().unwrap().remove("tool")));
    assert_eq!(missing.0, "incorrect-deck");
    let strange = refused(&|deck| deck["joker"] = json!("5"));
    assert_eq!(strange.0, "incorrect-deck");
    let whole = refused(&|deck| *deck = json!("5 3 T01"));
    assert_eq!(whole.0, "incorrect-deck");
    let number = refused(&|deck| *deck = json!(5));
    assert_eq!(number.0, "unreadable-record");
}

#[test]
fn a_window_asks_all_players_and_takes_silence_as_an_answer() {
    let seed = Seed::from_number(5);
    let mut table = find("sharks").unwrap().open(&SetupText::first_preset(3), Seat::new(2)).unwrap();
    table.deal(&table.next_deck(&seed), &[]).unwrap();
    let mut windows = 0;
    for _ in 0..200 {
        if table.phase() != Phase::Playing {
            break;
        }
        if let Some(shuffle) = table.next_shuffle(&seed) {
            table.enter(&shuffle, &[]).unwrap();
            continue;
        }
        if let Some(window) = table.window() {
            windows += 1;
            assert_eq!(table.actors().len(), 2, "whatever they hold");
            assert!(table.actors().contains(window.first));
            for seat in table.actors().iter().collect::<Vec<_>>() {
                assert!(table.legal(seat).contains(&window.silent));
                table.play(seat, &window.silent, &[]).unwrap();
            }
            assert!(table.window().is_none());
            continue;
        }
        let seat = table.actors().first().unwrap();
        let legal = table.legal(seat);
        let tool = legal.iter().find(|action| action.starts_with("tool "));
        let action = tool.unwrap_or(&legal[0]).clone();
        table.play(seat, &action, &[]).unwrap();
    }
    assert!(windows > 3);
}
