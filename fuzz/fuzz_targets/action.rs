//! Action text: at some table, in some position, it is read as one of the legal actions or refused in words.

#![no_main]

use cards::{Seat, Seed};
use house::SetupText;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, u8, &str)| {
    let (which, pack, steps, text) = input;
    let game = house::CATALOG[usize::from(which) % house::CATALOG.len()];
    let seats = game.info().seats[0];
    let mut table = game.open(&SetupText::first_preset(seats), Seat::new(0)).expect("a preset can be played");
    let deck = table.next_deck(&Seed::from_number(pack.into()));
    table.deal(&deck, &[]).expect("a complete deck");
    for _ in 0..steps {
        let Some(seat) = table.actors().first() else { return };
        let action = table.legal(seat).swap_remove(0);
        table.play(seat, &action, &[]).expect("a legal action");
    }
    let Some(seat) = table.actors().first() else { return };
    match table.check(seat, text) {
        Ok(canonical) => assert!(table.legal(seat).contains(&canonical)),
        Err(rejected) => assert!(!rejected.message.is_empty()),
    }
});
