//! What of the house runs in the page itself, so that it works with the network gone.
//!
//! Four functions, each a question in JSON and an answer in JSON: of score pads and decks, of the arbiter, of the shuffles of a match
//! record, and of what its decisions cost. The same code serves the terminal and the server; for the page each is a module of
//! WebAssembly, since who keeps score needs no rules of play. [`module!`] makes one of a crate.
//!
//! ```
//! assert!(offline::of_pads("what?").contains("error"));
//! ```

pub mod exchange;

use engine::{CardSets, Rejected};
use house::{Decision, Effort, Place, Seen};
use serde::{Deserialize, Serialize};

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

/// A record to be looked at once more: the first decision from a place on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LookedAt {
    record: String,
    from: Place,
    /// How many worlds for it.
    worlds: u32,
}

/// More worlds tell hardly more, and a page waits for them.
const MAX_WORLDS: u32 = 1_000;

/// What was found, if there was a decision left.
#[derive(Serialize)]
struct Found {
    found: Option<Decision>,
}

#[derive(Serialize)]
struct Unanswered {
    error: String,
}

/// Why the rules, the arbiter or a pad do not take it.
#[derive(Serialize)]
struct Refused {
    refused: Rejected,
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
        Ok(Question::Situations(rules)) => answered(arbiter::form(&rules)),
        Ok(Question::Ruling(asked)) => answered(arbiter::rule(&asked)),
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

/// Looks at the next decision of a record: what `parlour review` does, step by step.
#[must_use]
pub fn of_review(question: &str) -> String {
    match serde_json::from_str(question) {
        Ok(LookedAt { record, from, worlds }) => answered(house::read_record(&record).and_then(|record| {
            let effort = Effort { worlds: worlds.min(MAX_WORLDS), limit: None };
            let mut review = record.review(&house::CATALOG, from, effort)?;
            Ok::<_, Rejected>(Found { found: review.next() })
        })),
        Err(error) => unanswered(&error),
    }
}

fn answered(answer: Result<impl Serialize, impl Into<Rejected>>) -> String {
    answer.map_or_else(|error| json(&Refused { refused: error.into() }), |answer| json(&answer))
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
            of_review(&serde_json::json!({ "record": record, "from": from, "worlds": 2 }).to_string())
        };
        let first = ask(0);
        assert!(first.starts_with(r#"{"found":{"place":{"deal":0,"#), "{first}");
        assert_eq!(ask(1), r#"{"found":null}"#);
        let nothing =
            serde_json::json!({ "record": "nothing", "from": { "deal": 0, "entry": 0 }, "worlds": 1 });
        assert!(of_review(&nothing.to_string()).starts_with(r#"{"refused""#));
        assert!(of_review("{}").contains("error"));
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
