//! Conformance test of a program: all requirements, one after another.

use crate::conversation::{Conversation, Limits};
use crate::failure::{Failure, Fault};
use crate::message::shown;
use crate::process::Program;
use cards::{Rng, Seat, Seed, Viewer};
use catalog::{AnyGame, AnyMatch, Catalog, Seating};
use engine::{Phase, Rejection, SetupText};
use std::time::Duration;

/// Result of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// Requirement that the test tried.
    pub tried: String,
    /// Finding, or the failure.
    pub result: Result<String, Failure>,
}

/// Length of an unknown field in bytes, more than a pipe holds.
const LONG: usize = 200_000;

/// Tests a program with `deals` deals of each game it plays. Calls `tell` after each test. Returns
/// whether all tests passed.
pub fn check(
    program: &Program,
    limits: Limits,
    deals: usize,
    catalog: &Catalog,
    tell: &mut dyn FnMut(&Check),
) -> bool {
    let mut trial = Trial { program, limits, talk: None, tell, failed: false };
    let hello = trial.step("introduces itself", |talk| {
        let hello = talk.hello();
        let author = hello.author.as_ref().map_or(String::new(), |author| format!(" by {author}"));
        Ok(format!("{}{author}", hello.name))
    });
    if hello.is_none() {
        return false;
    }
    let games: Vec<&dyn AnyGame> = catalog
        .games()
        .filter(|game| trial.talk.as_ref().is_some_and(|talk| talk.hello().games.contain(game.id())))
        .collect();
    trial.step("answers a ping", |talk| Ok(in_millis(talk.ping()?)));
    trial.step("ignores unknown messages", |talk| {
        talk.say_line("{\"type\":\"weather\",\"is\":[{\"fine\":true}]}\n")?;
        talk.ping().map(|_| String::new())
    });
    trial.step("reads a line of 200 kB with an unknown field", |talk| {
        talk.say_line(&format!("{{\"padding\":\"{}\",\"type\":\"ping\"}}\n", "x".repeat(LONG)))?;
        talk.ping().map(|_| String::new())
    });
    if let Some(game) = games.first() {
        trial.step("chooses another action after a refusal", |talk| refuse(talk, *game));
    }
    for game in &games {
        trial.step(&format!("plays {}", game.id()), |talk| play(talk, *game, deals));
    }
    if games.is_empty() {
        trial.step("plays a known game", |_| {
            Err(Fault::Unwilling { why: "it plays no known game".to_owned() })
        });
    }
    trial.end();
    !trial.failed
}

struct Trial<'a> {
    program: &'a Program,
    limits: Limits,
    talk: Option<Conversation>,
    tell: &'a mut dyn FnMut(&Check),
    failed: bool,
}

impl Trial<'_> {
    /// Runs one test. Restarts the program if it failed before.
    fn step(
        &mut self,
        tried: &str,
        step: impl FnOnce(&mut Conversation) -> Result<String, Fault>,
    ) -> Option<String> {
        let talk = match self.talk.take() {
            Some(talk) => Ok(talk),
            None => Conversation::start(self.program, self.limits),
        };
        let result = talk.and_then(|mut talk| match step(&mut talk) {
            Ok(note) => {
                self.talk = Some(talk);
                Ok(note)
            }
            Err(fault) => Err(talk.failure(fault)),
        });
        self.report(tried, result)
    }

    fn report(&mut self, tried: &str, result: Result<String, Failure>) -> Option<String> {
        self.failed |= result.is_err();
        let check = Check { tried: tried.to_owned(), result };
        (self.tell)(&check);
        check.result.ok()
    }

    fn end(&mut self) {
        let Some(talk) = self.talk.take() else { return };
        let after = Duration::from_secs(1);
        let stalled = talk.failure(Fault::Stalled { asked: "quit", after });
        let result = if talk.quit() { Ok(String::new()) } else { Err(stalled) };
        self.report("exits after quit", result);
    }
}

fn in_millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

fn open(game: &dyn AnyGame) -> Box<dyn AnyMatch> {
    let seats = game.info().seats.first().copied().unwrap_or(2);
    game.open(&SetupText::first_preset(seats), Seat::new(0)).expect("the first preset is valid")
}

/// Returns a seat with the rules of its match.
fn seating(game: &dyn AnyGame, table: &dyn AnyMatch, seat: Seat) -> Seating {
    Seating { game: game.id(), setup: table.setup(), options: table.options(), seat, sides: table.sides() }
}

/// Lets the program play deals, in each seat in turn. A deal that ends before its first action
/// doesn't count.
fn play(talk: &mut Conversation, game: &dyn AnyGame, deals: usize) -> Result<String, Fault> {
    let mut table = open(game);
    let (mut decks, mut played) = (0, 0);
    let (mut actions, mut longest) = (0_u32, Duration::ZERO);
    while played < deals {
        let (before, seat) = (actions, Seat::new((played % usize::from(table.seats())) as u8));
        if matches!(table.phase(), Phase::Over(_)) {
            table = open(game);
        }
        decks += 1;
        table.deal(&table.next_deck(&Seed::from_number(decks)), &[]).expect("a complete deck, between deals");
        talk.sit_down(&seating(game, table.as_ref(), seat))?;
        while table.phase() == Phase::Playing {
            // If several seats may act, a random one acts, as in a race.
            let able: Vec<Seat> =
                table.actors().iter().filter(|actor| !table.legal(*actor).is_empty()).collect();
            let mut rng = Rng::from_number(decks << 32 | table.version() as u64);
            let Some(actor) = (!able.is_empty()).then(|| rng.pick(&able)) else {
                let shuffle = table
                    .next_shuffle(&Seed::from_number(decks))
                    .expect("no seat can act, so a shuffle is due");
                table.enter(&shuffle, &[]).expect("this shuffle is due");
                continue;
            };
            let action = if actor == seat {
                let begun = std::time::Instant::now();
                let action =
                    talk.choose(&table.snapshot(Viewer::Seat(seat)), decks << 32 | u64::from(actions))?;
                longest = longest.max(begun.elapsed());
                actions += 1;
                action
            } else {
                table.bot_job(actor, "random", decks, None).expect("every game has the bot random")()
            };
            table.play(actor, &action, &[]).expect("the action is legal");
        }
        played += usize::from(actions > before);
    }
    Ok(format!("{actions} actions in {deals} deals, the longest in {}", in_millis(longest)))
}

/// Refuses the program's first action, although it is legal, and checks that the program chooses another one.
fn refuse(talk: &mut Conversation, game: &dyn AnyGame) -> Result<String, Fault> {
    // A deal may be thrown in before the first action.
    let dealt = |seed| {
        let mut table = open(game);
        table.deal(&table.next_deck(&Seed::from_number(seed)), &[]).expect("a complete deck, between deals");
        let seat = table.actors().first()?;
        Some((table, seat))
    };
    let (table, seat) = (1..).find_map(dealt).expect("not every deal is thrown in");
    talk.sit_down(&seating(game, table.as_ref(), seat))?;
    let snapshot = table.snapshot(Viewer::Seat(seat));
    let first = talk.ask(snapshot.to_json(), 1)?;
    let second = talk.refuse(&Rejection::new("illegal", "test of a refusal; choose another action"))?;
    if second == first && snapshot.legal.len() > 1 {
        return Err(Fault::Repeated { action: shown(second.as_str()) });
    }
    Ok(String::new())
}
