//! Each target with ten thousand inputs, the same in every run: what a fuzzer would find in its first minute.

use cards::{Rng, Seat, Seed};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

const INPUTS: u64 = 10_000;

/// Calls a target with what `make` makes, and shows the input that breaks it.
fn drive(target: fn(&[u8]), mut make: impl FnMut(&mut Rng) -> Vec<u8>) {
    for number in 0..INPUTS {
        let input = make(&mut Rng::from_number(number));
        if catch_unwind(AssertUnwindSafe(|| target(&input))).is_err() {
            panic!("input {number}: {:?}", String::from_utf8_lossy(&input));
        }
    }
}

/// For targets that take bytes as choices.
fn choices(rng: &mut Rng) -> Vec<u8> {
    let length = rng.below(300);
    (0..length).map(|_| rng.bits() as u8).collect()
}

/// For targets that read text: samples in which lines, words and bytes were changed, doubled, moved or left out.
fn changed(samples: &[Vec<u8>]) -> impl FnMut(&mut Rng) -> Vec<u8> {
    move |rng| {
        let mut text = samples[rng.below(samples.len())].clone();
        for _ in 0..rng.below(5) {
            let other = &samples[rng.below(samples.len())];
            let (from, to) = (stretch(rng, &text), stretch(rng, other));
            match rng.below(5) {
                0 => drop(text.drain(from)),
                1 => drop(text.splice(from, other[to].iter().copied())),
                2 => {
                    let twice = text[from.clone()].to_vec();
                    text.splice(from.start..from.start, twice);
                }
                3 if !from.is_empty() => text[from.start] = rng.bits() as u8,
                _ => {
                    let odd = ["-1", "99999999999", "\"", "é", "[", "}", "|", "\n", "0"][rng.below(9)];
                    text.splice(from, odd.bytes());
                }
            }
        }
        text
    }
}

/// A word, a line or a few bytes.
fn stretch(rng: &mut Rng, text: &[u8]) -> std::ops::Range<usize> {
    let start = rng.below(text.len() + 1);
    let ends: &[u8] = [&b" \"|,."[..], b"\n", b""][rng.below(3)];
    let length = text[start..].iter().position(|byte| ends.contains(byte));
    start..(start + length.unwrap_or_else(|| rng.below(8))).min(text.len())
}

fn boards() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/notation/tests/samples");
    let entries = fs::read_dir(folder).expect("the samples").map(|entry| entry.expect("a sample").path());
    let mut files: Vec<_> =
        entries.filter(|path| fs::metadata(path).is_ok_and(|data| data.len() < 20_000)).collect();
    files.sort();
    files.iter().map(|path| fs::read(path).expect("a sample")).collect()
}

/// A short record of every game, by chance.
fn records() -> Vec<Vec<u8>> {
    let record = |game: &dyn house::AnyGame| {
        let seats = game.info().seats[0];
        let mut table =
            game.open(&house::SetupText::first_preset(seats), Seat::new(0)).expect("a preset can be played");
        table.deal(&table.next_deck(&Seed::from_number(1)), &[]).expect("a complete deck");
        let mut rng = Rng::from_number(2);
        for _ in 0..12 {
            let actors: Vec<Seat> =
                table.actors().iter().filter(|seat| !table.legal(*seat).is_empty()).collect();
            if actors.is_empty() {
                break;
            }
            let seat = rng.pick(&actors);
            let mut legal = table.legal(seat);
            let action = legal.swap_remove(rng.below(legal.len()));
            table.play(seat, &action, &[]).expect("a legal action");
        }
        table.record().write().into_bytes()
    };
    house::CATALOG.games().map(record).collect()
}

#[test]
fn actions() {
    drive(fuzz::action::check, choices);
}

#[test]
fn typed_lines() {
    // The first three bytes choose game and position.
    let lines = [
        "0aatake 7d with 4c+3s",
        "1bbprendi re di denari con 5 di coppe 5c",
        "2cc1nt",
        "2zzplay 10h",
        "3ddbuild 2d [5c 2s] = rank 7",
        "4eelayoff 8s 9s on 5s 6s 7s",
        "4ffknock Kd : 4c 4d 4h / 5s 6s 7s",
        "5ggscarta donna di cuori",
        "6hh7d > R on 8c",
        "7iit06 2.1 pay 3",
        "7jjbid 5 3",
    ];
    drive(fuzz::command::check, changed(&lines.map(|line| line.as_bytes().to_vec())));
}

#[test]
fn situations() {
    drive(fuzz::arbiter::check, choices);
}

#[test]
fn score_pads() {
    drive(fuzz::pads::check, choices);
}

#[test]
fn positions_to_solve() {
    drive(fuzz::solve::check, choices);
}

#[test]
fn deals() {
    let deals = [
        "N:AKQ.JT9.. ..AKQ.JT9 JT9..JT9. .AKQ..AKQ",
        "N:A.K.Q. J.T.9. 8.7.6. 5.4.3.",
        "E:AK.Q.. .AK.Q. ..AK.Q Q...AK",
    ];
    drive(fuzz::deal::check, changed(&deals.map(|deal| deal.as_bytes().to_vec())));
}

#[test]
fn pbn_files() {
    drive(fuzz::pbn::check, changed(&boards()));
}

#[test]
fn lin_files() {
    drive(fuzz::lin::check, changed(&boards()));
}

#[test]
fn record_files() {
    drive(fuzz::replay::check, changed(&records()));
}
