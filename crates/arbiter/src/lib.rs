//! Arbiter: rulings on situations with real cards.
//!
//! The arbiter has no rules of its own. Each game's module builds a state from the given cards and
//! asks the engine: legal actions, reasons for illegal ones, and scores. It adds the ids of the
//! rules that allow an action; the engine supplies those that forbid one. Only irregularities that
//! no match permits, such as a revoke at bridge, are decided here.
//!
//! Situations are read from JSON. Rulings are data that a client can draw without knowing the game.
//!
//! | file | contents |
//! |---|---|
//! | `form.rs` | tasks and their fields |
//! | `placement.rs` | reading of situations, and input errors |
//! | `ruling.rs` | rulings |
//! | `slips.rs` | irregularities at bridge |
//! | one module per game | states from situations, and rulings from the engine's answers |
//!
//! ```
//! let asked = r#"{ "game": "scopa", "task": "play",
//!                  "placement": { "table": "3c 4h 7s", "hand": "7d", "card": "7d", "taken": "3c 4h" } }"#;
//! let rulings = arbiter::rule(&serde_json::from_str(asked)?)?;
//! let ruling = &rulings.sections[0].rulings[0];
//! assert_eq!(ruling.refusal.as_ref().and_then(|refusal| refusal.rule), Some("SC-R6"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bridge;
mod cassino;
mod fishing;
mod form;
mod gin_rummy;
mod placement;
mod ruling;
mod scopa;
mod sharks;
mod slips;
mod speed;
mod thirty_one;
mod wall_street;

pub use form::{Field, Form, Kind, Task};
pub use placement::{InputError, PlacedBuild, Placement, Value};
pub use ruling::{Ruling, Rulings, Section, Verdict};

use engine::{CardSets, Game, Ruleset, Setup, SetupText};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Game with an arbiter.
trait Arbiter: Game {
    /// Returns the tasks under these rules.
    fn tasks(options: &Self::Options) -> Vec<Task>;
    /// Returns the rulings on a situation of a task.
    fn rule(
        options: &Self::Options,
        task: &str,
        placement: &Placement<'_>,
    ) -> Result<Vec<Section>, InputError>;
}

/// Rules of a game, as in a form or at a table.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rules {
    /// Id of the game.
    pub game: String,
    /// Rules of the game.
    #[serde(flatten)]
    pub setup: SetupText,
}

/// Situation and task to rule on.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    /// Rules that apply to the situation.
    #[serde(flatten)]
    pub rules: Rules,
    /// Key of the task to rule on.
    pub task: String,
    /// Contents of the fields.
    #[serde(default)]
    pub placement: BTreeMap<String, Value>,
}

/// Arbiter of a game, without its types.
struct AnyArbiter {
    id: &'static str,
    form: fn(&Rules) -> Result<Form, InputError>,
    rule: fn(&Asked) -> Result<Rulings, InputError>,
}

impl AnyArbiter {
    const fn of<G: Arbiter>() -> Self {
        Self { id: G::ID, form: form_of::<G>, rule: rule_of::<G> }
    }
}

/// Arbiters, in the order in which games are offered. A new arbiter needs a line here.
static ARBITERS: &[AnyArbiter] = &[
    AnyArbiter::of::<::games::scopa::Scopa>(),
    AnyArbiter::of::<::games::wall_street::WallStreet>(),
    AnyArbiter::of::<::bridge::Bridge>(),
    AnyArbiter::of::<::games::cassino::Cassino>(),
    AnyArbiter::of::<::games::gin_rummy::GinRummy>(),
    AnyArbiter::of::<::games::thirty_one::ThirtyOne>(),
    AnyArbiter::of::<::games::speed::Speed>(),
    AnyArbiter::of::<::games::sharks::Sharks>(),
];

/// Iterates over the games with an arbiter, in the order in which they are offered.
pub fn games() -> impl Iterator<Item = &'static str> {
    ARBITERS.iter().map(|arbiter| arbiter.id)
}

fn find(game: &str) -> Result<&'static AnyArbiter, InputError> {
    ARBITERS.iter().find(|arbiter| arbiter.id == game).ok_or_else(|| InputError::game(game))
}

/// Returns the form under these rules.
///
/// # Errors
///
/// Returns [`InputError`] if the game has no arbiter, or if the rules are invalid.
pub fn form(rules: &Rules) -> Result<Form, InputError> {
    (find(&rules.game)?.form)(rules)
}

/// Returns the rulings on a situation.
///
/// # Errors
///
/// Returns [`InputError`] if the game has no arbiter, or if the situation is impossible, for example with a card in
/// two places or an invalid build.
pub fn rule(asked: &Asked) -> Result<Rulings, InputError> {
    (find(&asked.rules.game)?.rule)(asked)
}

fn form_of<G: Arbiter>(rules: &Rules) -> Result<Form, InputError> {
    let setup = Setup::read(&rules.setup, &CardSets::NONE)?;
    Ok(Form::new::<G>(&setup, G::tasks(&setup.options)))
}

fn rule_of<G: Arbiter>(asked: &Asked) -> Result<Rulings, InputError> {
    let setup: Setup<G::Options> = Setup::read(&asked.rules.setup, &CardSets::NONE)?;
    let tasks = G::tasks(&setup.options);
    let task =
        tasks.iter().find(|task| task.key == asked.task).ok_or_else(|| InputError::task(&asked.task))?;
    let placement = Placement::read(task, &setup.options.deck(), &asked.placement)?;
    Ok(Rulings { sections: G::rule(&setup.options, task.key, &placement)? })
}
