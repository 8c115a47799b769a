//! How fast the bots of a page play deals to their end: `cargo run --release -p wasm --example playouts`, beside
//! `MEASURE=1 npx playwright test playouts` in `web/`, which asks the same in a browser.
//!
//! Prints for each game how many milliseconds its best look at the first decision of a deal took, in so many worlds.

use serde_json::json;
use std::time::Instant;

/// So many worlds are looked at for one decision.
const WORLDS: u32 = 400;

fn main() {
    for game in house::CATALOG.games().filter(|game| game.info().turns != house::Turns::Race) {
        let setup = engine::SetupText::first_preset(game.info().seats[0]);
        let mut played = game.open(&setup, cards::Seat::new(0)).expect("it can be played");
        let seed = cards::Seed::from_number(7);
        played.deal(&played.next_deck(&seed), &[]).expect("it is a deck");
        while played.phase() == engine::Phase::Playing && played.version() < 8 {
            if let Some(shuffle) = played.next_shuffle(&seed) {
                played.enter(&shuffle, &[]).expect("it is due");
                continue;
            }
            let seat = played.actors().first().expect("somebody is to act");
            let action = played.legal(seat).remove(0);
            played.play(seat, &action, &[]).expect("it is legal");
        }
        let record = played.record().write();
        let from = json!({ "deal": 0, "entry": 0 });
        let question =
            json!({ "about": "review", "record": record, "from": from, "worlds": WORLDS }).to_string();
        if std::env::args().any(|argument| argument == "--questions") {
            println!("{}\t{question}", game.id());
            continue;
        }
        let fastest = (0..5)
            .map(|_| {
                let begun = Instant::now();
                assert!(wasm::of_play(&house::CATALOG, &question).contains("found"));
                begun.elapsed()
            })
            .min();
        println!("{}\t{:.2}", game.id(), fastest.unwrap_or_default().as_secs_f64() * 1000.0);
    }
}
