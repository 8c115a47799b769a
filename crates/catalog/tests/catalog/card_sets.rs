//! Tests of the user's own card sets. A record is replayed with the sets of its reader.

use cards::{Seat, Seed};
use catalog::{AnyMatch, CATALOG, Catalog, Entry, RecordText, SetupText, read_card_sets, read_record};

const BUILT_IN_SET: &str = include_str!("../../../games/src/sharks/sets/house.toml");

/// Returns the catalog of a user whose set “mine” is the built-in set with one text replaced.
fn owner(replaced: &str, by: &str) -> Catalog {
    let text = BUILT_IN_SET.replace("id = \"house\"", "id = \"mine\"").replace(replaced, by);
    Catalog::new(read_card_sets(&[("mine.toml".to_owned(), text)]).expect("a valid set"))
}

/// Plays a whole match with the set “mine”.
fn played(catalog: &Catalog) -> Box<dyn AnyMatch> {
    let game = catalog.find("sharks").expect("in the catalog");
    let setup =
        SetupText { options: [("set".to_owned(), "mine".into())].into(), ..SetupText::first_preset(2) };
    let mut table = game.open(&setup, Seat::new(0)).expect("a set that the owner has");
    let seed = Seed::from_number(7);
    table.deal(&table.next_deck(&seed), &[]).expect("a complete deck");
    while !matches!(table.phase(), engine::Phase::Over(_)) {
        let entry = table.next_shuffle(&seed).unwrap_or_else(|| {
            let seat = table.actors().first().expect("the match goes on");
            Entry::Action { seat, action: table.legal(seat).remove(0) }
        });
        table.enter(&entry, &[]).expect("legal");
    }
    table
}

fn replayed(record: &RecordText, catalog: &Catalog) -> serde_json::Value {
    record.replay(catalog).summary()
}

/// Two users have different sets with the same name. Each scores a record with their own set, in any order of
/// reading, and while other sets are in use.
#[test]
fn a_record_replays_by_the_sets_of_its_reader_whatever_was_read_first() {
    let as_it_is = || owner("", "");
    let dearer = || owner("value = -", "value = ");
    let (cheap, dear) = (as_it_is(), dearer());
    let record = played(&cheap).record();
    let (by_cheap, by_dear) = (replayed(&record, &cheap), replayed(&record, &dear));
    assert_ne!(by_cheap, by_dear, "the Investments are worth more");
    // The sets are read in the other order, while the first two exist.
    let (dear_again, cheap_again) = (dearer(), as_it_is());
    assert_eq!(replayed(&record, &dear_again), by_dear);
    assert_eq!(replayed(&record, &cheap_again), by_cheap);
    // A match keeps its set, and a replay with an equal set gives an equal match.
    drop((cheap, cheap_again));
    let table = played(&dear);
    drop(dear);
    assert_eq!(table.summary(), replayed(&table.record(), &dear_again));
    let other = record.replay(&as_it_is()).into_match().expect("it was played");
    assert_ne!(table.card_set(), other.card_set());
}

#[test]
fn a_record_of_a_set_that_its_reader_has_not_is_refused_in_a_sentence() {
    let record = played(&owner("", "")).record();
    assert!(record.write().contains("\"set\": \"mine\""));
    let again = read_record(&record.write()).expect("a record");
    let refused = again.replay(&CATALOG).into_match().map(|_| ()).expect_err("the set is unknown");
    assert_eq!(
        (refused.code, refused.message.as_str()),
        ("options", "set: “mine” is not allowed; use “house”")
    );
    assert_eq!(refused.position, None);
    let theirs = owner("id = \"mine\"", "id = \"theirs\"");
    let refused = again.replay(&theirs).into_match().map(|_| ()).expect_err("the set has another name");
    assert_eq!(refused.message, "set: “mine” is not allowed; use “house” or “theirs”");
}

#[test]
fn card_sets_are_offered_beside_the_built_in_one() {
    let ids = |catalog: &Catalog| -> Vec<String> {
        let info = catalog.find("sharks").expect("in the catalog").info();
        assert_eq!(
            catalog.games().map(|game| game.info().card_sets.len()).sum::<usize>(),
            info.card_sets.len()
        );
        let named: Vec<String> = info.card_sets.into_iter().map(|set| set.id.to_owned()).collect();
        let option = info.options.iter().find(|option| option.key == "set").expect("an option");
        assert_eq!(option.values, engine::Values::one_of(named.iter().map(String::as_str)));
        named
    };
    assert_eq!(ids(&owner("", "")), ["house", "mine"]);
    assert_eq!(ids(&CATALOG), ["house"]);
    let twice = [("a.toml", "mine"), ("b.toml", "mine")].map(|(file, id)| {
        (file.to_owned(), BUILT_IN_SET.replace("id = \"house\"", &format!("id = \"{id}\"")))
    });
    let refused = read_card_sets(&twice).expect_err("two of a name");
    assert_eq!(refused.message, "b.toml: there are two card sets called “mine”");
    // A set with the name of the built-in one is skipped.
    let overwritten = ("house.toml".to_owned(), BUILT_IN_SET.replace("value = 12", "value = 20"));
    let catalog = Catalog::new(read_card_sets(&[overwritten]).expect("a valid set"));
    assert_eq!(ids(&catalog), ["house"]);
}
