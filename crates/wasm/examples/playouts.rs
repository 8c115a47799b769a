//! Measures the speed of a page's bots: `cargo run --release -p wasm --example playouts`. The command
//! `MEASURE=1 npx playwright test playouts` in `web/` measures the same in a browser.
//!
//! Prints, for each game, the shortest of five reviews of one early decision, in milliseconds. With `--questions`
//! it prints the questions instead.

use serde_json::json;
use std::time::Instant;

/// Determinizations for one decision.
const DETERMINIZATIONS: u32 = 400;

fn main() {
    for game in catalog::CATALOG.games().filter(|game| game.turns() != catalog::Turns::Race) {
        let setup = engine::SetupText::first_preset(game.info().seats[0]);
        let mut played = game.open(&setup, cards::Seat::new(0)).expect("the setup is valid");
        let seed = cards::Seed::from_number(7);
        played.deal(&played.next_deck(&seed), &[]).expect("the deck is valid");
        while played.phase() == engine::Phase::Playing && played.version() < 8 {
            if let Some(shuffle) = played.next_shuffle(&seed) {
                played.enter(&shuffle, &[]).expect("the reshuffle is due");
                continue;
            }
            let seat = played.actors().first().expect("a seat is to act");
            let action = played.legal(seat).remove(0);
            played.play(seat, &action, &[]).expect("the action is legal");
        }
        let record = played.record().write();
        let from = json!({ "deal": 0, "entry": 0 });
        let question =
            json!({ "about": "review", "record": record, "from": from, "worlds": DETERMINIZATIONS })
                .to_string();
        if std::env::args().any(|argument| argument == "--questions") {
            println!("{}\t{question}", game.id());
            continue;
        }
        let fastest = (0..5)
            .map(|_| {
                let begun = Instant::now();
                assert!(wasm::of_play(&catalog::CATALOG, &question).contains("found"));
                begun.elapsed()
            })
            .min();
        println!("{}\t{:.2}", game.id(), fastest.unwrap_or_default().as_secs_f64() * 1000.0);
    }
}
