//! Functions of the page that need no server: score pads, the arbiter, shuffle verification, play against
//! bots, and bridge analysis.
//!
//! Each of the five functions takes a question in JSON and returns an answer in JSON. The page loads each as
//! a WebAssembly module (`src/bin`, feature `modules`). Every game has its own module for play, so that a
//! player downloads one game only. Tests run the same functions on the host.
//!
//! A refusal by the rules is an answer with the field `refused`. A question that is not valid JSON of its form
//! gets an answer with the field `error`.
//!
//! | file | contents |
//! |---|---|
//! | `exchange.rs` | transfer of text between the page and a module |
//! | `table` | a table in the page, for one player and bots |
//!
//! ```
//! assert!(wasm::of_pads("what?").contains("error"));
//! ```

pub mod exchange;
mod table;

use self::table::TableQuestion;
use bridge_analysis::{AnalysisError, Answer, Asked, boards};
use cards::Seat;
use catalog::{Catalog, Day, DayResult, Decision, Effort, Learn, Place, Seen};
use dds::Solver;
use engine::{CardSets, Rejection};
use protocol::ApiError;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// Question to the arbiter.
#[derive(Deserialize)]
#[serde(tag = "about", rename_all = "camelCase")]
enum Question {
    /// Returns the form for situations of a game.
    Situations(arbiter::Rules),
    /// Returns the ruling on a situation.
    Ruling(arbiter::Asked),
}

/// Record to verify, with the page's own notes about the match.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordQuestion {
    record: String,
    #[serde(default)]
    seen: Seen,
}

/// Question to the rules and bots of a game.
#[derive(Deserialize)]
#[serde(tag = "about", rename_all = "camelCase", deny_unknown_fields)]
enum PlayQuestion {
    /// Reviews the first decision of a record from a place on.
    Review {
        record: String,
        from: Place,
        /// Number of determinizations.
        #[serde(rename = "worlds")]
        determinizations: u32,
    },
    /// Returns the results of bots in this seat with the deal of a day.
    Day { game: String, day: Day, seat: Seat },
    /// Continues an exercise from a place.
    Exercise { exercise: String, at: Place, learn: Learn },
    /// Asks the table in this page.
    Table(Box<TableQuestion>),
}

/// Question about bridge deals and boards outside a table.
#[derive(Deserialize)]
#[serde(tag = "about", rename_all = "camelCase", deny_unknown_fields)]
enum StudyQuestion {
    /// Asks the double-dummy solver.
    DoubleDummy { question: protocol::Question },
    /// Lists the boards of a file.
    Boards { file: String },
    /// Returns the replay of one board of a file. Boards are numbered from 0.
    Board { file: String, number: usize },
}

/// Node budget of the solver for one answer. It is four times the server's, because no other user waits.
const MAX_NODES: u64 = 48_000_000;

thread_local! {
    /// Solver. It is reused, because its table speeds up the next question about the same deal.
    static SOLVER: RefCell<Solver> = RefCell::default();
}

/// Maximum number of determinizations. More hardly improve a review, and the page waits for them.
const MAX_DETERMINIZATIONS: u32 = 1_000;

/// Reviewed decision, if there was one left.
#[derive(Serialize)]
struct Found {
    found: Option<Decision>,
}

/// Results of the bots in a deal of the day.
#[derive(Serialize)]
struct Results {
    results: Vec<DayResult>,
}

/// Answer to an unreadable question.
#[derive(Serialize)]
struct Unanswered {
    error: String,
}

/// Answer with an error of the rules, the arbiter, a pad or a table.
#[derive(Serialize)]
struct ErrorAnswer<E> {
    refused: E,
}

/// Answers a question about score pads or decks, which is a [`pads::Request`].
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
        Ok(Question::Situations(rules)) => answered(arbiter::form(&rules).map_err(Rejection::from)),
        Ok(Question::Ruling(asked)) => answered(arbiter::rule(&asked).map_err(Rejection::from)),
        Err(error) => unanswered(&error),
    }
}

/// Verifies the shuffles of a record, as `parlour verify` does.
#[must_use]
pub fn of_records(question: &str) -> String {
    match serde_json::from_str(question) {
        Ok(RecordQuestion { record, seen }) => answered(
            catalog::read_record(&record).and_then(|record| record.verify_as_seen(&CardSets::NONE, &seen)),
        ),
        Err(error) => unanswered(&error),
    }
}

/// Answers a question to the rules and bots of these games. Questions about other games are refused.
#[must_use]
pub fn of_play(catalog: &'static Catalog, question: &str) -> String {
    match serde_json::from_str(question) {
        Ok(PlayQuestion::Review { record, from, determinizations }) => {
            answered(review(catalog, &record, from, determinizations))
        }
        Ok(PlayQuestion::Day { game, day, seat }) => {
            answered(catalog::day_results(catalog, &game, &day, seat).map(|results| Results { results }))
        }
        Ok(PlayQuestion::Exercise { exercise, at, learn }) => answered(
            catalog::read_exercise(&exercise, catalog)
                .and_then(|exercise| exercise.coach(catalog, at, &learn)),
        ),
        Ok(PlayQuestion::Table(question)) => answered(table::ask(catalog, *question).map_err(ApiError::from)),
        Err(error) => unanswered(&error),
    }
}

/// Answers a question about bridge deals and boards, as a server does at `/api/double-dummy` and `/api/boards`.
#[must_use]
pub fn of_bridge_analysis(question: &str) -> String {
    match serde_json::from_str(question) {
        Ok(StudyQuestion::DoubleDummy { question }) => answered(solve(question).map_err(ApiError::from)),
        Ok(StudyQuestion::Boards { file }) => answered(boards::list(file.as_bytes()).map_err(ApiError::from)),
        Ok(StudyQuestion::Board { file, number }) => {
            answered(boards::replay(file.as_bytes(), number).map_err(ApiError::from))
        }
        Err(error) => unanswered(&error),
    }
}

fn solve(question: protocol::Question) -> Result<Answer, AnalysisError> {
    let asked = Asked::try_from(question)?;
    SOLVER.with_borrow_mut(|solver| asked.solve(solver, MAX_NODES))
}

/// Reviews the next decision of a record, as `parlour review` does for all.
fn review(catalog: &Catalog, record: &str, from: Place, determinizations: u32) -> Result<Found, Rejection> {
    let record = catalog::read_record(record)?;
    let effort = Effort { determinizations: determinizations.min(MAX_DETERMINIZATIONS), limit: None };
    let mut review = record.review(catalog, from, effort)?;
    Ok(Found { found: review.next() })
}

/// Writes an answer or an error as JSON.
fn answered(answer: Result<impl Serialize, impl Serialize>) -> String {
    answer.map_or_else(|refused| json(&ErrorAnswer { refused }), |answer| json(&answer))
}

/// Writes the answer to an unreadable question.
fn unanswered(error: &serde_json::Error) -> String {
    json(&Unanswered { error: error.to_string() })
}

fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::CATALOG;

    #[test]
    fn pads_are_asked_for_by_their_own_requests_and_a_refusal_is_no_error() {
        let games = of_pads(r#"{"ask":"games"}"#);
        assert!(games.contains("\"scopa\""), "{games}");
        let refused = of_pads(r#"{"ask":"describe","game":"snap"}"#);
        assert!(refused.starts_with(r#"{"refused":{"code":"no-game""#), "{refused}");
        assert!(of_pads(r#"{"ask":"cheat"}"#).contains("error"));
    }

    #[test]
    fn the_arbiter_asks_for_situations_and_refuses_in_words() {
        assert!(of_arbiter(r#"{"about":"situations","game":"bridge"}"#).contains(r#""tasks""#));
        assert!(of_arbiter(r#"{"about":"situations","game":"snap"}"#).starts_with(r#"{"refused""#));
    }

    #[test]
    fn a_record_is_looked_at_decision_by_decision_to_its_end() {
        let scopa = catalog::find("scopa").expect("in the catalog");
        let setup = engine::SetupText::first_preset(2);
        let mut game = scopa.open(&setup, cards::Seat::new(1)).expect("the setup is valid");
        let deck = game.next_deck(&cards::Seed::from_number(7));
        game.deal(&deck, &[]).expect("the deck is valid");
        let played = game.legal(cards::Seat::new(0)).remove(0);
        game.play(cards::Seat::new(0), &played, &[]).expect("the action is legal");
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
        let scopa = catalog::find("scopa").expect("in the catalog");
        let setup = engine::SetupText::first_preset(2);
        let mut game = scopa.open(&setup, cards::Seat::new(1)).expect("the setup is valid");
        let deck = game.next_deck(&cards::Seed::from_number(7));
        game.deal(&deck, &[]).expect("the deck is valid");
        let first = cards::Seat::new(0);
        let played = game.legal(first).remove(0);
        game.play(first, &played, &[]).expect("the action is legal");
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
        assert!(begun["snapshot"]["view"].is_object() && begun["happened"].is_null());
        let refused = ask(serde_json::json!({ "do": "try", "action": "Zz" }));
        assert_eq!(refused["refused"]["code"], "unreadable");
        let other = begun["snapshot"]["legal"]
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
            serde_json::from_str(&of_bridge_analysis(&question.to_string())).expect("an answer is JSON")
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
        assert!(of_bridge_analysis(r#"{"about":"cards"}"#).contains("error"));
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
