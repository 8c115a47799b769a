//! Tests of programs in the arena: the examples play every game, and a failure loses one round.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use bot_protocol::{Check, Conduct, Contestant, Limits, Program, check};
use bots::arena::{Contest, Report};
use catalog::{CATALOG, Guest, SetupText};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn limits() -> Limits {
    Limits { start: Duration::from_secs(5), each: Duration::from_secs(2), answer: Duration::from_millis(100) }
}

/// Returns whether a tool is installed, and prints a note otherwise.
fn is_here(tool: &str) -> bool {
    let found = Command::new(tool).arg("-c").arg("").stdin(Stdio::null()).status().is_ok();
    if !found {
        println!("not tried: there is no {tool} here");
    }
    found
}

fn program(words: &[&str]) -> Program {
    Program::new(words[0], words[1..].iter().map(OsString::from))
}

fn here(file: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file).to_str().unwrap().to_owned()
}

/// Returns the path of the Rust example, built next to the tests.
fn rust_bot() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    tests
        .parent()
        .unwrap()
        .parent()
        .unwrap()
        .join("examples")
        .join(format!("bot{}", std::env::consts::EXE_SUFFIX))
}

struct Played {
    report: Report,
    conduct: Arc<Conduct>,
    stopped: bool,
}

/// Plays a program in one seat against a built-in bot in the others.
fn play(game: &str, program: &Program, limits: Limits, rounds: u64, matches: bool) -> Played {
    play_forgiving(game, program, limits, rounds, matches, false)
}

fn play_forgiving(
    game: &str,
    program: &Program,
    limits: Limits,
    rounds: u64,
    matches: bool,
    forgives: bool,
) -> Played {
    let game = catalog::find(game).unwrap();
    let seats = game.info().seats[0];
    let stop = Arc::new(AtomicBool::new(false));
    let conduct = Arc::new(Conduct::new(stop.clone(), forgives));
    // `heuristic` plays everything except races, whose bots differ in reaction time.
    let other = if game.check_bot("greedy").is_ok() { "greedy" } else { "waiter" };
    let mut bots = vec![other.to_owned(); usize::from(seats)];
    bots[0] = "exec:program".to_owned();
    let guests = |name: &str| {
        let guest = || Contestant::new(program.clone(), limits, conduct.clone());
        Program::is_named(name).then(|| Box::new(guest()) as Box<dyn Guest>)
    };
    let contest = Contest { bots, rounds, matches, seed: 3, threads: 1 };
    // A rubber ends when a side has won two games, which random bidders never do.
    let preset = if game.id() == "bridge" { "chicago" } else { game.info().presets[0].id };
    let setup = SetupText { preset: Some(preset.to_owned()), ..SetupText::first_preset(seats) };
    let report = game.simulate(&setup, &contest, &guests, &|_| {}, &stop).unwrap();
    Played { report, conduct: conduct.clone(), stopped: stop.load(Ordering::Relaxed) }
}

fn plays_every_game(program: &Program, matches: bool) {
    for game in CATALOG.games() {
        let played = play(game.id(), program, limits(), 1, matches);
        assert_eq!(played.conduct.told(), [], "{}", game.id());
        assert!(played.report.rounds > 0, "{}", game.id());
    }
}

#[test]
fn the_example_in_python_plays_a_match_of_every_game() {
    if is_here("python3") {
        plays_every_game(&program(&["python3", &here("../../examples/bots/bot.py")]), true);
    }
}

#[test]
fn the_example_in_rust_plays_a_match_of_every_game() {
    let bot = rust_bot();
    assert!(bot.exists(), "{} is built with the tests", bot.display());
    plays_every_game(&program(&[bot.to_str().unwrap()]), true);
}

#[cfg(unix)]
#[test]
fn the_example_in_shell_plays_a_deal_of_every_game() {
    plays_every_game(&program(&["sh", &here("../../examples/bots/bot.sh")]), false);
}

#[test]
fn the_examples_pass_every_check() {
    let mut programs = vec![program(&[rust_bot().to_str().unwrap()])];
    if is_here("python3") {
        programs.push(program(&["python3", &here("../../examples/bots/bot.py")]));
    }
    #[cfg(unix)]
    programs.push(program(&["sh", &here("../../examples/bots/bot.sh")]));
    for program in programs {
        let mut tried: Vec<Check> = Vec::new();
        assert!(check(&program, limits(), 2, &CATALOG, &mut |check| tried.push(check.clone())), "{tried:?}");
        assert!(tried.len() > 10);
        assert!(tried.iter().all(|check| check.result.is_ok()));
    }
}

fn faulty(fault: &str, marker: &str) -> Program {
    program(&["python3", &here("tests/faulty.py"), fault, marker])
}

#[cfg(unix)]
#[test]
fn each_failure_costs_a_program_one_round_and_at_most_two_seconds() {
    if !is_here("python3") {
        return;
    }
    let faults = [
        ("killed", "crashed"),
        ("exits", "crashed"),
        ("hangs", "too-slow"),
        ("floods", "garbled"),
        ("talks", "garbled"),
        ("array", "garbled"),
        ("long", "garbled"),
        ("closes", "crashed"),
        ("forks", "too-slow"),
        ("late", "too-slow"),
        ("lies", "illegal"),
        ("mute", "stalled"),
    ];
    let folder = tempfile::tempdir().unwrap();
    // In small groups, because waiting for a free core counts as thinking time.
    for some in faults.chunks(3) {
        std::thread::scope(|scope| {
            for (fault, name) in some.iter().copied() {
                let marker = folder.path().join(fault);
                scope.spawn(move || {
                    // Short only where the test waits for this timeout.
                    let start = Duration::from_secs(if fault == "mute" { 2 } else { 20 });
                    let is_late = ["hangs", "forks", "late"].contains(&fault);
                    let each = Duration::from_secs(if is_late { 2 } else { 20 });
                    let limits = Limits { start, each, ..limits() };
                    let begun = Instant::now();
                    let played = play("scopa", &faulty(fault, marker.to_str().unwrap()), limits, 6, false);
                    let took = begun.elapsed();
                    let told = played.conduct.told();
                    assert_eq!(played.conduct.failures(), 1, "{fault}: {told:?}");
                    assert_eq!(told[0].fault.name(), name, "{fault}: {told:?}");
                    assert_eq!((played.report.rounds, played.stopped), (6, false), "{fault}");
                    // Two for the fault, the rest for starting Python on a busy machine.
                    assert!(took < Duration::from_secs(20), "{fault}: {took:?}");
                    if fault == "exits" {
                        assert_eq!(told[0].last_error(), Some("the reason stands here"));
                        assert!(told[0].last_said.contains("\"type\":\"go\""));
                    }
                    if fault == "forks" {
                        let child = std::fs::read_to_string(&marker).unwrap();
                        let is_there = Path::new("/proc").join(&child).join("exe").exists();
                        assert!(!is_there, "{child} outlived its parent");
                    }
                });
            }
        });
    }
}

#[cfg(unix)]
#[test]
fn in_every_game_a_program_that_is_killed_hangs_or_talks_nonsense_loses_one_match_and_plays_the_next() {
    if !is_here("python3") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for game in CATALOG.games().map(|game| game.id()) {
        for (fault, name) in [("killed", "crashed"), ("hangs", "too-slow"), ("talks", "garbled")] {
            let marker = folder.path().join(format!("{game}-{fault}"));
            let each = if fault == "hangs" { Duration::from_secs(1) } else { limits().each };
            let limits = Limits { each, ..limits() };
            let played = play(game, &faulty(fault, marker.to_str().unwrap()), limits, 2, true);
            let told = played.conduct.told();
            assert_eq!(
                told.iter().map(|told| told.fault.name()).collect::<Vec<_>>(),
                [name],
                "{game}: {told:?}"
            );
            assert!(!played.stopped && played.report.rounds >= 2, "{game}: {} rounds", played.report.rounds);
            let (has_won, _) = played.report.scores[0].wins;
            assert!(has_won < 1.0, "{game}: who failed in one of its matches cannot have won all of them");
        }
    }
}

#[cfg(unix)]
#[test]
fn extra_output_of_a_bot_is_no_failure() {
    if is_here("python3") {
        let played = play("scopa", &faulty("chatters", "always"), limits(), 2, false);
        assert_eq!(played.conduct.told(), []);
    }
}

#[cfg(unix)]
#[test]
fn three_failures_in_a_row_end_a_contest() {
    if !is_here("python3") {
        return;
    }
    for (fault, name) in [("exits", "crashed"), ("unwilling", "unwilling"), ("newer", "unwilling")] {
        let played = play("scopa", &faulty(fault, "always"), limits(), 1000, false);
        assert!(played.stopped && played.conduct.is_over(), "{fault}");
        assert!((3..=4).contains(&played.conduct.failures()), "{fault}: {}", played.conduct.failures());
        assert!(played.conduct.told().iter().all(|failure| failure.fault.name() == name));
        assert!(played.report.rounds < 10, "{fault}");
    }
}

/// A program is started by a launcher, which reports a missing program by its exit status.
#[test]
fn a_program_that_is_not_there_plays_no_round() {
    let missing = program(&["./no-such-program"]);
    let mut launched = vec![missing.clone()];
    #[cfg(unix)]
    launched.push(missing.launched_by(vec!["env".into()]));
    for program in launched {
        for forgives in [false, true] {
            let played = play_forgiving("scopa", &program, limits(), 1000, false, forgives);
            assert!(played.stopped && played.conduct.is_over(), "{program}");
            let told = played.conduct.told();
            assert_eq!(told[0].fault.name(), "not-started");
            assert!(told[0].to_string().contains("o such file"), "{}", told[0]);
            assert_eq!(played.report.rounds, 0, "{program}: a round without it is no result");
        }
    }
}

/// A program that ends with the same status after it has said hello is one that crashed.
#[cfg(unix)]
#[test]
fn a_program_that_has_spoken_was_started() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("bot.sh");
    let hello = r#"{"type":"hello","protocol":1,"name":"short"}"#;
    std::fs::write(&script, format!("read line\necho '{hello}'\nread line\nexit 127\n")).unwrap();
    let played = play("scopa", &program(&["sh", script.to_str().unwrap()]), limits(), 1000, false);
    assert_eq!(played.conduct.told()[0].fault.name(), "crashed");
}

#[cfg(unix)]
#[test]
fn a_check_names_what_is_wrong() {
    if !is_here("python3") {
        return;
    }
    let second = Duration::from_secs(1);
    let limits = Limits { start: 2 * second, each: second, ..limits() };
    for fault in ["exits", "lies", "talks"] {
        let mut wrong = Vec::new();
        let passed = check(&faulty(fault, "always"), limits, 1, &CATALOG, &mut |check| {
            wrong.extend(check.result.as_ref().err().map(|failure| (check.tried.clone(), failure.clone())));
        });
        assert!(!passed, "{fault}");
        assert!(wrong.iter().any(|(tried, _)| tried == "plays scopa"), "{fault}: {wrong:?}");
    }
}
