//! The part of the house that runs in the page itself, so that it works with the network gone.
//!
//! One function, [`answer`]: a question in JSON, an answer in JSON. The same code serves the terminal and the server; here it
//! is compiled to WebAssembly, by the build of the page.
//!
//! ```
//! assert!(offline::answer("what?").contains("error"));
//! ```

pub mod module;

use engine::{CardSets, Rejected};
use serde::{Deserialize, Serialize};

/// What can be asked.
#[derive(Deserialize)]
#[serde(tag = "about", rename_all = "camelCase")]
enum Question {
    /// The games the arbiter knows.
    Arbiters,
    /// What can be laid out for the arbiter of a game.
    Situations(arbiter::Rules),
    /// What the arbiter says of a situation.
    Ruling(arbiter::Asked),
    /// Of score pads and decks.
    Pads {
        /// As `pads` has it.
        request: pads::Request,
    },
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

/// Answers a question. Both are JSON; what cannot be answered is answered with an `error`, a sentence.
#[must_use]
pub fn answer(question: &str) -> String {
    match serde_json::from_str::<Question>(question) {
        Ok(Question::Arbiters) => json(&arbiter::games().collect::<Vec<_>>()),
        Ok(Question::Situations(rules)) => answered(arbiter::form(&rules)),
        Ok(Question::Ruling(asked)) => answered(arbiter::rule(&asked)),
        Ok(Question::Pads { request }) => answered(pads::handle(request, &CardSets::NONE)),
        Err(error) => json(&Unanswered { error: error.to_string() }),
    }
}

fn answered(answer: Result<impl Serialize, impl Into<Rejected>>) -> String {
    answer.map_or_else(|error| json(&Refused { refused: error.into() }), |answer| json(&answer))
}

fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pads_are_asked_for_by_their_own_requests_and_a_refusal_is_no_error() {
        let games = answer(r#"{"about":"pads","request":{"ask":"games"}}"#);
        assert!(games.contains("\"scopa\""), "{games}");
        let refused = answer(r#"{"about":"pads","request":{"ask":"describe","game":"snap"}}"#);
        assert!(refused.starts_with(r#"{"refused":{"code":"no-game""#), "{refused}");
        assert!(answer(r#"{"about":"pads","request":{"ask":"cheat"}}"#).contains("error"));
    }
}
