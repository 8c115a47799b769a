//! The arbiter: somebody lays out a situation with real cards, and is told what the rules say of it.
//!
//! It knows no rules of its own. Each game's module makes a state of what was laid out and asks the functions of the
//! engine: what is legal, why something is not, what a hand or a deal is worth. What it adds are the numbers of the rules
//! that allow a play, as the engine's refusals have the numbers of those that forbid one.
//!
//! A situation comes as JSON, since whoever lays it out sits at a page, and the rulings go as data that a page can draw
//! without knowing the game.
//!
//! | room | what lives there |
//! |---|---|
//! | `form.rs` | what can be laid out: tasks and their fields |
//! | `laid.rs` | reading what was laid out, and why it cannot be ruled on |
//! | `ruling.rs` | the answer |
//! | one room a game | the situation as a state, and the engine's answers as rulings |
//!
//! ```
//! let asked = r#"{ "game": "scopa", "task": "play",
//!                  "laid": { "table": "3c 4h 7s", "hand": "7d", "card": "7d", "taken": "3c 4h" } }"#;
//! let rulings = arbiter::rule(&serde_json::from_str(asked)?)?;
//! let ruling = &rulings.sections[0].rulings[0];
//! assert_eq!(ruling.refusal.as_ref().map(|refusal| refusal.rule), Some("SC-R6"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bridge;
mod cassino;
mod fishing;
mod form;
mod gin_rummy;
mod laid;
mod ruling;
mod scopa;
mod speed;
mod thirty_one;
mod wall_street;

pub use form::{Field, Form, Kind, OptionForm, PresetForm, Task};
pub use laid::{Laid, LaidBuild, Unclear, Value};
pub use ruling::{Line, Refused, Ruling, Rulings, Section, Verdict};

use engine::{Game, OptionValue, Ruleset, Setup};
use games::bridge::Bridge;
use games::cassino::Cassino;
use games::gin_rummy::GinRummy;
use games::scopa::Scopa;
use games::speed::Speed;
use games::thirty_one::ThirtyOne;
use games::wall_street::WallStreet;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A game that the arbiter knows.
trait Arbitrated: Game {
    /// What can be asked where these rules are played.
    fn tasks(options: &Self::Options) -> Vec<Task>;
    /// What the rules say of what was laid out for a task.
    fn rule(options: &Self::Options, task: &str, laid: &Laid<'_>) -> Result<Vec<Section>, Unclear>;
}

/// Which rules are played, as a form or a table has them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rules {
    /// The game's id.
    pub game: String,
    /// A preset; without one, the first.
    #[serde(default)]
    pub preset: Option<String>,
    /// How many play; without a number, as few as can.
    #[serde(default)]
    pub seats: Option<u8>,
    /// What differs from the preset.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
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
    pub laid: BTreeMap<String, Value>,
}

/// The games the arbiter knows, in the order of the house.
pub const GAMES: &[&str] =
    &[Scopa::ID, WallStreet::ID, Bridge::ID, Cassino::ID, GinRummy::ID, ThirtyOne::ID, Speed::ID];

/// What can be laid out where these rules are played.
///
/// # Errors
///
/// When there is no such game or they cannot be played.
pub fn form(rules: &Rules) -> Result<Form, Unclear> {
    match rules.game.as_str() {
        Scopa::ID => form_of::<Scopa>(rules),
        WallStreet::ID => form_of::<WallStreet>(rules),
        Cassino::ID => form_of::<Cassino>(rules),
        GinRummy::ID => form_of::<GinRummy>(rules),
        ThirtyOne::ID => form_of::<ThirtyOne>(rules),
        Speed::ID => form_of::<Speed>(rules),
        Bridge::ID => form_of::<Bridge>(rules),
        _ => Err(Unclear::game(&rules.game)),
    }
}

/// What the rules say.
///
/// # Errors
///
/// When the situation cannot be one: a card that lies in two places, a build that is none.
pub fn rule(asked: &Asked) -> Result<Rulings, Unclear> {
    match asked.rules.game.as_str() {
        Scopa::ID => rule_of::<Scopa>(asked),
        WallStreet::ID => rule_of::<WallStreet>(asked),
        Cassino::ID => rule_of::<Cassino>(asked),
        GinRummy::ID => rule_of::<GinRummy>(asked),
        ThirtyOne::ID => rule_of::<ThirtyOne>(asked),
        Speed::ID => rule_of::<Speed>(asked),
        Bridge::ID => rule_of::<Bridge>(asked),
        _ => Err(Unclear::game(&asked.rules.game)),
    }
}

fn setup<G: Game>(rules: &Rules) -> Result<Setup<G::Options>, Unclear> {
    let presets = G::Options::PRESETS;
    let preset = presets.iter().find(|preset| Some(preset.id) == rules.preset.as_deref());
    let fewest = preset.unwrap_or(&presets[0]).seats.iter().copied().min().unwrap_or(2);
    Ok(Setup::new(rules.preset.as_deref(), rules.seats.unwrap_or(fewest), rules.options.clone())?)
}

fn form_of<G: Arbitrated>(rules: &Rules) -> Result<Form, Unclear> {
    let setup = setup::<G>(rules)?;
    Ok(Form::new::<G>(&setup, G::tasks(&setup.options)))
}

fn rule_of<G: Arbitrated>(asked: &Asked) -> Result<Rulings, Unclear> {
    let setup = setup::<G>(&asked.rules)?;
    let tasks = G::tasks(&setup.options);
    let task = tasks.iter().find(|task| task.key == asked.task).ok_or_else(|| Unclear::task(&asked.task))?;
    let laid = Laid::read(task, &setup.options.deck(), &asked.laid)?;
    Ok(Rulings { sections: G::rule(&setup.options, task.key, &laid)? })
}
