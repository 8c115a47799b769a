//! Tests that bots choose the same action from a snapshot as from a view.

use cards::{Seat, Seed, Viewer};
use catalog::{CATALOG, SetupText, snapshot_bot, snapshot_bot_games};
use engine::{Phase, Stop};
use serde_json::value::RawValue;
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

/// `greedy` is deterministic, so missing information in a snapshot would change its choice.
#[test]
fn from_a_snapshot_a_bot_does_what_it_does_from_its_view() {
    for id in snapshot_bot_games() {
        let game = catalog::find(id).unwrap();
        for preset in &game.info().presets {
            for seats in preset.tables.iter().map(|table| table.seats) {
                let setup = SetupText {
                    preset: Some(preset.id.to_owned()),
                    seats: Some(seats),
                    ..SetupText::default()
                };
                let mut table = game.open(&setup, Seat::new(0)).unwrap();
                let mut decks = 0;
                while !matches!(table.phase(), Phase::Over(_)) && decks < 12 {
                    if table.phase() == Phase::Between {
                        decks += 1;
                        table.deal(&table.next_deck(&Seed::from_number(decks)), &[]).unwrap();
                        continue;
                    }
                    let seat = table.actors().first().unwrap();
                    let snapshot = table.snapshot(Viewer::Seat(seat)).to_json();
                    let mut bot = snapshot_bot(&CATALOG, id, &setup, seat, "greedy", MINUTE).unwrap();
                    let chosen = bot.choose(&snapshot, 7, &Stop::default()).unwrap();
                    let played = table.bot_job(seat, "greedy", 7, None).unwrap()();
                    assert_eq!(chosen, played, "{id} {} {seats}: {snapshot}", preset.id);
                    // Some other actions lead to more varied positions.
                    let legal = table.legal(seat);
                    let other = legal[(decks as usize * 7 + table.version()) % legal.len()].clone();
                    let action = if table.version().is_multiple_of(3) { other } else { played };
                    table.play(seat, &action, &[]).unwrap();
                }
            }
        }
    }
}

#[test]
fn unreadable_snapshots_are_refused() {
    let setup = SetupText::first_preset(2);
    let mut bot = snapshot_bot(&CATALOG, "scopa", &setup, Seat::new(0), "greedy", MINUTE).unwrap();
    let mut table = catalog::find("scopa").unwrap().open(&setup, Seat::new(1)).unwrap();
    table.deal(&table.next_deck(&Seed::from_number(2)), &[]).unwrap();
    let snapshot = table.snapshot(Viewer::Seat(Seat::new(0))).to_json();
    let mut choose = |text: String| bot.choose(&RawValue::from_string(text).unwrap(), 1, &Stop::default());
    assert!(choose(snapshot.get().to_owned()).is_ok());
    let stock = "\"stock\":30";
    assert!(snapshot.get().contains(stock));
    for wrong in [
        "{}".to_owned(),
        snapshot.get().replace(stock, "\"stock\":31"),
        snapshot.get().replace("\"dealer\":1", "\"dealer\":8"),
        snapshot.get().replace("\"turn\":0", "\"turn\":1"),
        snapshot.get().replace("\"totals\":[0,0]", "\"totals\":[0]"),
        snapshot.get().replace("\"piles\":[[],[]]", "\"piles\":[[],[],[]]"),
    ] {
        assert!(choose(wrong.clone()).is_err(), "{wrong}");
    }
    assert!(
        snapshot_bot(&CATALOG, "bridge", &SetupText::first_preset(4), Seat::new(0), "greedy", MINUTE)
            .is_err()
    );
    assert!(snapshot_bot(&CATALOG, "scopa", &setup, Seat::new(0), "clever", MINUTE).is_err());
}
