//! Runs each fuzz target with five hundred inputs, the same in every run. `PARLOUR_FUZZ_INPUTS` sets another number;
//! `cargo xtask test --full` uses ten thousand.

use cards::{Rng, Seat, Seed};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Returns the number of inputs for each target.
fn inputs() -> u64 {
    match std::env::var("PARLOUR_FUZZ_INPUTS") {
        Ok(number) => number.parse().expect("PARLOUR_FUZZ_INPUTS is a number"),
        Err(_) => 500,
    }
}

/// Calls a target with inputs of `make`, and panics with the first input that breaks it.
fn drive(target: fn(&[u8]), mut make: impl FnMut(&mut Rng) -> Vec<u8>) {
    for number in 0..inputs() {
        let input = make(&mut Rng::from_number(number));
        if catch_unwind(AssertUnwindSafe(|| target(&input))).is_err() {
            panic!("input {number}: {:?}", String::from_utf8_lossy(&input));
        }
    }
}

/// Makes input for targets that use bytes as choices.
fn choices(rng: &mut Rng) -> Vec<u8> {
    let length = rng.below(300);
    (0..length).map(|_| rng.bits() as u8).collect()
}

/// Makes input for targets that read text: samples with changed, duplicated, moved or removed
/// parts.
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

/// Returns a random word, line or few bytes.
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

/// Returns a short random record of every game.
fn records() -> Vec<Vec<u8>> {
    let record = |game: &dyn catalog::AnyGame| {
        let seats = game.info().seats[0];
        let mut table = game
            .open(&catalog::SetupText::first_preset(seats), Seat::new(0))
            .expect("a preset can be played");
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
    catalog::CATALOG.games().map(record).collect()
}

#[test]
fn actions() {
    drive(fuzz::action::check, choices);
}

#[test]
fn typed_lines() {
    // The first three bytes select game and position.
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
fn conditions_on_deals() {
    let conditions = [
        "n.balanced and ns.spades >= 8",
        "not (s.shape(5431) or e.shape(5=4=x=x)) & w.longest > 5",
        "s.has(As Kh) | ew.clubs < -3 + s.shortest",
        "south.hcp in 15..17",
    ];
    drive(fuzz::condition::check, changed(&conditions.map(|text| text.as_bytes().to_vec())));
}

#[test]
fn lines_of_programs() {
    let lines = [
        r#"{"type":"hello","protocol":1,"name":"Any card","author":"Ada","version":"2","games":["scopa","bridge"]}"#,
        r#"{"type":"bestaction","id":7,"action":"7d x 3c 4h","value":0.31}"#,
        r#"{"type":"pong"}"#,
        r#"{"type":"hello","protocol":1,"server":"parlour 0.1.0"}"#,
        r#"{"type":"match","game":"scopa","preset":"classic","options":{"target":11,"napola":true,"kind":"one"},"seats":2,"you":1,"sides":[0,1],"clock":{"each":2000}}"#,
        r#"{"type":"go","id":7,"frame":{"legal":["7d","4c"],"view":null},"rngSeed":12}"#,
        r#"{"type":"refused","id":7,"code":"illegal","reason":"must-capture","rule":"SC-R8","message":"no"}"#,
        r#"{"type":"stop","id":7}"#,
        r#"{"type":"quit","reason":"over"}"#,
    ];
    drive(fuzz::bot_line::check, changed(&lines.map(|line| line.as_bytes().to_vec())));
}

#[test]
fn table_managers() {
    let player = "Connecting \"A\" as North using protocol version 18\nNorth ready for teams\nNorth ready to start\n\
                  North ready for deal\nNorth ready for cards\nNorth bids 1NT Alert. 12 to 14\nNorth ready for East's bid\n\
                  North ready for South's bid\nNorth passes\nNorth ready for East's card to trick 1\nNorth ready for dummy\n\
                  North plays 2C\nNorth ready for dummy's card to trick 2\n";
    let manager = "North (\"A\") seated\nTeams : N/S : \"A\" E/W : \"B\"\nStart of board\n\
                   Board number 8. Dealer West. Neither vulnerable.\n\
                   North's cards : S A T 9 5. H K 6 5. D Q J 8 4 3. C 2.\nWest passes\nEast bids 1C\nSouth passes\n\
                   West passes\nSouth to lead\nSouth plays 3C\nDummy's cards : S K Q. H A Q J. D A K 2. C A K Q 4 5.\n\
                   North to lead\nTiming - N/S : this board  [1:15],  total  [0:11:23].\nEnd of session\n";
    let single = player.lines().chain(manager.lines()).map(|line| line.as_bytes().to_vec());
    let samples: Vec<Vec<u8>> = [player.into(), manager.into()].into_iter().chain(single).collect();
    drive(fuzz::table_manager::check, changed(&samples));
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
fn files_of_boards() {
    let lin =
        "pn|a b,c,d,e|st||md|3ST52HAJDQ8652CT75,SQ874HK3DKT7CK963,SAK963HQT65DAJ9C4,|ah|Board 9|mb|1Sppp|";
    let encoded = lin.replace('|', "%7C").replace(' ', "%20");
    let deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";
    let mut samples = boards();
    samples.extend(
        [
            format!("https://viewer.example/?bbo=y&lin={encoded}&p=1\nhttps://viewer.example/?lin={lin}\n"),
            encoded,
            format!("{deal}\n{deal}\n"),
        ]
        .map(String::into_bytes),
    );
    samples.extend([
        lin.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        format!("\u{feff}[Deal \"{deal}\"]\n").encode_utf16().flat_map(u16::to_be_bytes).collect(),
        [&b"\xef\xbb\xbf[North \"D\x92Arcy\"]\n[Result \"NS 9 EW 4\"]\n"[..], deal.as_bytes()].concat(),
    ]);
    drive(fuzz::board_file::check, changed(&samples));
}

#[test]
fn record_files() {
    drive(fuzz::replay::check, changed(&records()));
}
