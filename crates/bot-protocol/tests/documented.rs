//! Tests of `docs/bot-protocol.md`: its bot equals the example, and its deal plays as shown.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use bot_protocol::{Clock, Go, MatchMessage, PROTOCOL, Quit, ServerHello, ServerMessage};
use cards::{Seat, Seed, Viewer};
use engine::{Phase, SetupText};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the code block below a mark, with its line number.
fn block<'a>(page: &'a str, mark: &str) -> (usize, &'a str) {
    let mark = format!("<!-- {mark} -->\n```");
    let begins = page.find(&mark).unwrap() + mark.len();
    let begins = begins + page[begins..].find('\n').unwrap() + 1;
    (begins, page[begins..].split_once("```").unwrap().0)
}

fn page() -> String {
    std::fs::read_to_string(root().join("docs/bot-protocol.md")).unwrap()
}

#[test]
fn the_bot_is_the_example() {
    let example = std::fs::read_to_string(root().join("examples/bots/bot.py")).unwrap();
    // Except the first line, which refers to the page.
    assert_eq!(example.split_once('\n').unwrap().1, block(&page(), "bot.py").1);
}

#[test]
fn the_deal_is_played_as_it_stands_there() {
    let mut child = Command::new("sh")
        .arg(root().join("examples/bots/bot.sh"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, mut output) =
        (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()).lines());
    let mut transcript = String::new();
    let mut say = |message: ServerMessage| {
        input.write_all(message.line().as_bytes()).unwrap();
        write!(transcript, "> {}", message.line()).unwrap();
        let answered = !matches!(message, ServerMessage::Quit(_));
        let answer = if answered { output.next().unwrap().unwrap() } else { String::new() };
        if answered {
            writeln!(transcript, "< {answer}").unwrap();
        }
        answer
    };
    let game = catalog::find("thirty-one").unwrap();
    let mut table = game.open(&SetupText::first_preset(2), Seat::new(0)).unwrap();
    let you = Seat::new(0);
    say(ServerMessage::Hello(ServerHello { protocol: PROTOCOL, server: "parlour 0.1.0".to_owned() }));
    say(ServerMessage::Match(MatchMessage {
        game: game.id().to_owned(),
        preset: table.setup().preset,
        options: table.options().iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
        seats: table.seats(),
        you,
        sides: table.sides(),
        clock: Clock { each: 2000 },
    }));
    table.deal(&table.next_deck(&Seed::from_number(31)), &[]).unwrap();
    let mut id = 0;
    while table.phase() == Phase::Playing {
        let actor = table.actors().first().unwrap();
        let action = if actor == you {
            id += 1;
            let snapshot = table.snapshot(Viewer::Seat(you)).to_json();
            let answer = say(ServerMessage::Go(Go { id, snapshot, rng_seed: id * 1_000_003 }));
            let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
            answer["action"].as_str().unwrap().to_owned()
        } else {
            table.bot_job(actor, "greedy", 0, None).unwrap()()
        };
        table.play(actor, &action, &[]).unwrap();
    }
    say(ServerMessage::Quit(Quit::default()));
    assert!(child.wait().unwrap().success());
    let page = page();
    let (begins, shown) = block(&page, "transcript");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let page = page[..begins].to_owned() + &transcript + &page[begins + shown.len()..];
        std::fs::write(root().join("docs/bot-protocol.md"), page).unwrap();
    } else {
        assert_eq!(shown, transcript, "UPDATE_DOCS=1 writes it anew");
    }
}
