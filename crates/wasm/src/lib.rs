//! What the page does without a server: score pads, the arbiter, shuffle verification, play against bots, and bridge
//! studies.
//!
//! Five functions, each with a question in JSON and an answer in JSON. The page loads each as a WebAssembly module
//! (`src/bin`, feature `modules`): a score pad needs no rules of play, and a player of one game should not wait for the
//! seven others, so play is a module for each game. The same functions run on the host in tests.
//!
//! ```
//! assert!(wasm::of_pads("what?").contains("error"));
//! ```

pub mod exchange;
mod table;

use self::table::TableQuestion;
use cards::Seat;
use dds::Solver;
use engine::{CardSets, Rejected};
use house::{Catalog, Day, DayResult, Decision, Effort, Learn, Place, Seen};
use protocol::ApiError;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use study::{Answer, Asked, StudyError, boards};

/// What the arbiter can be asked.
#[derive(Deserialize)]
#[serde(tag = "about", rename_all = "camelCase")]
enum Question {
    /// The games the arbiter knows.
    Arbiters,
    /// What can be laid out for the arbiter of a game.
    Situations(arbiter::Rules),
    /// What the arbiter says of a situation.
    Ruling(arbiter::Asked),
}

/// A record whose shuffles are to be checked, and what the page noted while it was played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Doubted {
    record: String,
    #[serde(default)]
    seen: Seen,
}

/// What the rules and bots of games can be asked.
#[derive(Deserialize)]
#[serde(tag = "about", rename_all = "camelCase", deny_unknown_fields)]
enum PlayQuestion {
    /// To look at a record once more: at the first decision from a place on.
    Review {
        record: String,
        from: Place,
        /// How many worlds for it.
        worlds: u32,
    },
    /// How the house's bots do with the deal of a day in this seat.
    Day { game: String, day: Day, seat: Seat },
    /// To do something in an exercise that stands at a place.
    Exercise { exercise: String, at: Place, learn: Learn },
    /// Of a table in this page.
    Table(Box<TableQuestion>),
}

/// What can be asked of deals and boards of bridge that nobody plays at a table.
#[derive(Deserialize)]
#[serde(tag = "about", rename_all = "camelCase", deny_unknown_fields)]
enum StudyQuestion {
    /// What the solver says.
    DoubleDummy { question: protocol::Question },
    /// What is in a file.
    Boards { file: String },
    /// One board of a file, from 0, step by step.
    Board { file: String, number: usize },
}

/// How much the solver may do for one answer: four times what it may on a server, since nobody else waits for it.
const MAX_NODES: u64 = 48_000_000;

thread_local! {
    /// What it found out about a deal helps with the next question about it, and its memory is taken once.
    static SOLVER: RefCell<Solver> = RefCell::default();
}

/// More worlds tell hardly more, and a page waits for them.
const MAX_WORLDS: u32 = 1_000;

/// What was found, if there was a decision left.
#[derive(Serialize)]
struct Found {
    found: Option<Decision>,
}

/// How bots did.
#[derive(Serialize)]
struct Results {
    results: Vec<DayResult>,
}

#[derive(Serialize)]
struct Unanswered {
    error: String,
}

/// The error of the rules, the arbiter, a pad or a table.
#[derive(Serialize)]
struct Refused<E> {
    refused: E,
}

/// Answers a question about score pads or decks: a request as `pads` has it.
#[must_use]
pub fn of_pads(question: &str) -> String {
    match serde_json::from_str(question) {
        Ok(request) => answered(pads::handle(request, &CardSets::NONE)),
        Err(error) => unanswered(&error),
    }
}

/// Answers a question to the arbiter.
#[must_use]
pub fn of_arbiter(question: &str) -> String {
    match serde_json::from_str(question) {
        Ok(Question::Arbiters) => json(&arbiter::games().collect::<Vec<_>>()),
        Ok(Question::Situations(rules)) => answered(arbiter::form(&rules).map_err(Rejected::from)),
        Ok(Question::Ruling(asked)) => answered(arbiter::rule(&asked).map_err(Rejected::from)),
        Err(error) => unanswered(&error),
    }
}

/// Checks the shuffles of a record: what `parlour verify` does.
#[must_use]
pub fn of_records(question: &str) -> String {
    match serde_json::from_str(question) {
        Ok(Doubted { record, seen }) => answered(
            house::read_record(&record).and_then(|record| record.verify_as_seen(&CardSets::NONE, &seen)),
        ),
        Err(error) => unanswered(&error),
    }
}

/// Answers a question to the rules and bots of these games; what is asked of another is refused.
#[must_use]
pub fn of_play(catalog: &'static Catalog, question: &str) -> String {
    match serde_json::from_str(question) {
        Ok(PlayQuestion::Review { record, from, worlds }) => {
            answered(look_at(catalog, &record, from, worlds))
        }
        Ok(PlayQuestion::Day { game, day, seat }) => {
            answered(house::day_results(catalog, &game, &day, seat).map(|results| Results { results }))
        }
        Ok(PlayQuestion::Exercise { exercise, at, learn }) => answered(
            house::read_exercise(&exercise, catalog).and_then(|exercise| exercise.coach(catalog, at, &learn)),
        ),
        Ok(PlayQuestion::Table(question)) => answered(table::ask(catalog, *question).map_err(ApiError::from)),
        Err(error) => unanswered(&error),
    }
}

/// Studies deals and boards of bridge: what a server answers at `/api/double-dummy` and `/api/boards`.
#[must_use]
pub fn of_study(question: &str) -> String {
    match serde_json::from_str(question) {
        Ok(StudyQuestion::DoubleDummy { question }) => answered(solve(question).map_err(ApiError::from)),
        Ok(StudyQuestion::Boards { file }) => answered(boards::list(file.as_bytes()).map_err(ApiError::from)),
        Ok(StudyQuestion::Board { file, number }) => {
            answered(boards::replay(file.as_bytes(), number).map_err(ApiError::from))
        }
        Err(error) => unanswered(&error),
    }
}

fn solve(question: protocol::Question) -> Result<Answer, StudyError> {
    let asked = Asked::try_from(question)?;
    SOLVER.with_borrow_mut(|solver| asked.solve(solver, MAX_NODES))
}

/// Looks at the next decision of a record: what `parlour review` does, step by step.
fn look_at(catalog: &Catalog, record: &str, from: Place, worlds: u32) -> Result<Found, Rejected> {
    let record = house::read_record(record)?;
    let effort = Effort { determinizations: worlds.min(MAX_WORLDS), limit: None };
    let mut review = record.review(catalog, from, effort)?;
    Ok(Found { found: review.next() })
}

/// Writes an answer, or the error instead of it.
fn answered(answer: Result<impl Serialize, impl Serialize>) -> String {
    answer.map_or_else(|refused| json(&Refused { refused }), |answer| json(&answer))
}

/// What cannot be answered is answered with an `error`, a sentence.
fn unanswered(error: &serde_json::Error) -> String {
    json(&Unanswered { error: error.to_string() })
}

fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use house::CATALOG;

    #[test]
    fn pads_are_asked_for_by_their_own_requests_and_a_refusal_is_no_error() {
        let games = of_pads(r#"{"ask":"games"}"#);
        assert!(games.contains("\"scopa\""), "{games}");
        let refused = of_pads(r#"{"ask":"describe","game":"snap"}"#);
        assert!(refused.starts_with(r#"{"refused":{"code":"no-game""#), "{refused}");
        assert!(of_pads(r#"{"ask":"cheat"}"#).contains("error"));
    }

    #[test]
    fn the_arbiter_is_asked_for_its_games_and_refuses_in_words() {
        assert!(of_arbiter(r#"{"about":"arbiters"}"#).contains("\"bridge\""));
        assert!(of_arbiter(r#"{"about":"situations","game":"snap"}"#).starts_with(r#"{"refused""#));
    }

    #[test]
    fn a_record_is_looked_at_decision_by_decision_to_its_end() {
        let scopa = house::find("scopa").expect("in the catalog");
        let setup = engine::SetupText::first_preset(2);
        let mut game = scopa.open(&setup, cards::Seat::new(1)).expect("it can be played");
        let deck = game.next_deck(&cards::Seed::from_number(7));
        game.deal(&deck, &[]).expect("it is a deck");
        let played = game.legal(cards::Seat::new(0)).remove(0);
        game.play(cards::Seat::new(0), &played, &[]).expect("it is legal");
        let record = game.record().write();
        let ask = |deal: usize| {
            let from = serde_json::json!({ "deal": deal, "entry": 0 });
            of_play(
                &CATALOG,
                &serde_json::json!({ "about": "review", "record": record, "from": from, "worlds": 2 })
                    .to_string(),
            )
        };
        let first = ask(0);
        assert!(first.starts_with(r#"{"found":{"place":{"deal":0,"#), "{first}");
        assert_eq!(ask(1), r#"{"found":null}"#);
        let nothing = serde_json::json!({ "about": "review", "record": "nothing", "from": { "deal": 0, "entry": 0 }, "worlds": 1 });
        assert!(of_play(&CATALOG, &nothing.to_string()).starts_with(r#"{"refused""#));
        assert!(of_play(&CATALOG, "{}").contains("error"));
    }

    #[test]
    fn an_exercise_goes_on_from_where_the_page_says_it_stands() {
        let scopa = house::find("scopa").expect("in the catalog");
        let setup = engine::SetupText::first_preset(2);
        let mut game = scopa.open(&setup, cards::Seat::new(1)).expect("it can be played");
        let deck = game.next_deck(&cards::Seed::from_number(7));
        game.deal(&deck, &[]).expect("it is a deck");
        let first = cards::Seat::new(0);
        let played = game.legal(first).remove(0);
        game.play(first, &played, &[]).expect("it is legal");
        let exercise = serde_json::json!({
            "format": "parlour-exercise/1", "id": "one", "kind": "puzzle", "title": { "en": "One" }, "seat": 0,
            "record": serde_json::to_value(game.record()).expect("a record is JSON"),
        });
        let exercise = exercise.to_string();
        let ask = |learn: serde_json::Value| -> serde_json::Value {
            let at = Place::default();
            let question =
                serde_json::json!({ "about": "exercise", "exercise": exercise, "at": at, "learn": learn });
            serde_json::from_str(&of_play(&CATALOG, &question.to_string())).expect("an answer is JSON")
        };
        let begun = ask(serde_json::json!({ "do": "begin" }));
        assert_eq!((&begun["waits"], &begun["over"]), (&true.into(), &false.into()), "{begun}");
        assert!(begun["frame"]["view"].is_object() && begun["happened"].is_null());
        let refused = ask(serde_json::json!({ "do": "try", "action": "Zz" }));
        assert_eq!(refused["refused"]["code"], "unreadable");
        let other = begun["frame"]["legal"]
            .as_array()
            .and_then(|legal| legal.iter().find(|action| **action != *played));
        let wrong = ask(serde_json::json!({ "do": "try", "action": other }));
        assert_eq!((&wrong["right"], &wrong["at"]), (&false.into(), &begun["at"]));
        let hint = ask(serde_json::json!({ "do": "hint" }));
        assert!(hint["hint"]["choices"].as_array().is_some_and(|choices| !choices.is_empty()), "{hint}");
        let right = ask(serde_json::json!({ "do": "try", "action": played }));
        assert_eq!((&right["right"], &right["over"]), (&true.into(), &true.into()), "{right}");
        assert_eq!(right["happened"]["action"], played);
    }

    #[test]
    fn deals_and_files_of_boards_are_studied_and_a_refusal_is_no_error() {
        let file = include_str!("../../parlour/tests/boards.pbn");
        let ask = |question: serde_json::Value| -> serde_json::Value {
            serde_json::from_str(&of_study(&question.to_string())).expect("an answer is JSON")
        };
        let listed = ask(serde_json::json!({ "about": "boards", "file": file }));
        assert_eq!(listed["boards"].as_array().map(Vec::len), Some(2), "{listed}");
        let shown = ask(serde_json::json!({ "about": "board", "file": file, "number": 1 }));
        assert_eq!(shown["info"]["chairs"][0]["name"], "moretti");
        let refused = ask(serde_json::json!({ "about": "board", "file": file, "number": 2 }));
        assert_eq!(refused["refused"]["code"], "no-table");
        let solve = |leader: u8| {
            let question = serde_json::json!({
                "ask": "cards", "hands": [["As", "2h"], ["Ks", "3h"], ["Qs", "4h"], ["Js", "5h"]], "strain": "S",
                "leader": leader, "play": ["As", "Ks"],
            });
            ask(serde_json::json!({ "about": "doubleDummy", "question": question }))
        };
        assert_eq!(solve(0)["cards"], serde_json::json!([{ "card": "Qs", "tricks": 1 }]));
        assert_eq!(solve(1)["refused"]["code"], "unreadable");
        assert!(of_study(r#"{"about":"cards"}"#).contains("error"));
    }

    #[test]
    fn every_game_has_a_module() {
        let manifest = include_str!("../Cargo.toml");
        for game in CATALOG.games() {
            let module = format!("path = \"src/bin/play-{}.rs\"", game.id());
            assert!(manifest.contains(&module), "Cargo.toml lacks {module}");
        }
    }

    #[test]
    fn a_record_is_checked_against_what_the_page_has_seen_and_a_refusal_is_no_error() {
        let record =
            include_str!("../../../docs/fairness.md").split("```json").nth(1).expect("it shows a record");
        let record = record.split("```").next().expect("it ends");
        let asked =
            |seen: serde_json::Value| serde_json::json!({ "record": record, "seen": seen }).to_string();
        let checked = of_records(&asked(serde_json::json!({})));
        assert!(checked.contains(r#""nonces":[0]"#), "{checked}");
        let seen = serde_json::json!({ "own": { "seat": 0, "nonce": "00".repeat(32) } });
        let refused = of_records(&asked(seen));
        assert!(refused.starts_with(r#"{"refused":{"code":"own-nonce""#), "{refused}");
        assert!(of_records(r#"{"record":"nothing"}"#).starts_with(r#"{"refused""#));
        assert!(of_records(r#"{"record":1}"#).contains("error"));
    }
}
