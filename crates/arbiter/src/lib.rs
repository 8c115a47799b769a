//! The arbiter: somebody lays out a situation with real cards, and is told what the rules say of it.
//!
//! It knows no rules of its own. Each game's module makes a state of what was laid out and asks the functions of the
//! engine: what is legal, why something is not, what a hand or a deal is worth. What it adds are the numbers of the rules
//! that allow a play, as the engine's refusals have the numbers of those that forbid one. Only what no match lets happen, a
//! revoke or a call out of turn at bridge, it decides itself.
//!
//! A situation comes as JSON, since whoever lays it out sits at a page, and the rulings go as data that a page can draw
//! without knowing the game.
//!
//! | room | what lives there |
//! |---|---|
//! | `form.rs` | what can be laid out: tasks and their fields |
//! | `placement.rs` | reading what was laid out, and why it cannot be ruled on |
//! | `ruling.rs` | the answer |
//! | `slips.rs` | what is done about a slip at bridge, which no match has |
//! | one room a game | the situation as a state, and the engine's answers as rulings |
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

/// A game that the arbiter knows.
trait Arbiter: Game {
    /// What can be asked where these rules are played.
    fn tasks(options: &Self::Options) -> Vec<Task>;
    /// What the rules say of what was laid out for a task.
    fn rule(
        options: &Self::Options,
        task: &str,
        placement: &Placement<'_>,
    ) -> Result<Vec<Section>, InputError>;
}

/// Which rules are played, as a form or a table has them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rules {
    /// The game's id.
    pub game: String,
    /// Which rules.
    #[serde(flatten)]
    pub setup: SetupText,
}

/// A situation, and what is asked of it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    /// Which rules are played.
    #[serde(flatten)]
    pub rules: Rules,
    /// Which of the game's tasks.
    pub task: String,
    /// What was laid out, by field.
    #[serde(default)]
    pub placement: BTreeMap<String, Value>,
}

/// A game whose situations can be laid out, whichever.
struct AnyArbiter {
    id: &'static str,
    form: fn(&Rules) -> Result<Form, InputError>,
    rule: fn(&Asked) -> Result<Rulings, InputError>,
}

macro_rules! arbiters {
    ($($game:ty),+ $(,)?) => {
        &[$(AnyArbiter {
            id: <$game as Game>::ID,
            form: form_of::<$game>,
            rule: rule_of::<$game>,
        }),+]
    };
}

static ARBITERS: &[AnyArbiter] = games::for_each_game!(arbiters);

/// The games the arbiter knows, in the order of the house.
pub fn games() -> impl Iterator<Item = &'static str> {
    ARBITERS.iter().map(|arbiter| arbiter.id)
}

fn find(game: &str) -> Result<&'static AnyArbiter, InputError> {
    ARBITERS.iter().find(|arbiter| arbiter.id == game).ok_or_else(|| InputError::game(game))
}

/// What can be laid out where these rules are played.
///
/// # Errors
///
/// When there is no such game or they cannot be played.
pub fn form(rules: &Rules) -> Result<Form, InputError> {
    (find(&rules.game)?.form)(rules)
}

/// What the rules say.
///
/// # Errors
///
/// When the situation cannot be one: a card that lies in two places, a build that is none.
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
