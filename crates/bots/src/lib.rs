//! Bots that decide from a view alone, for any game, and the arena that compares them.
//!
//! * [`Random`]: plays any legal action. [`Noisy`]: overlooks some of its actions.
//! * [`Ismcts`]: searches determinizations of its view. In a guided game it searches one move deep.
//! * [`SearchState`]: the state to search: the game's own, or a compact one the game supplies.
//! * [`solve`]: solves the end of a deal in which nothing is hidden. [`ExactEnd`]: a bot that plays
//!   by it.
//! * [`appraise`]: estimates the value of each legal action. [`ranked`]: the same from samples
//!   taken elsewhere.
//! * [`arena`]: compares bots over mirrored deals, on all cores, with confidence intervals.
//! * [`bot`]: creates a bot from its name, such as `random`, `heuristic` or `ismcts:20ms`.
//!
//! The crate knows no game. A game lists its own bots in [`engine::Game::BOTS`] and its levels in
//! [`engine::Game::LEVELS`]. A bot receives an [`engine::Observation`] and therefore no hidden
//! information. With budgets in determinizations, the same seed gives the same results on every
//! machine.
//!
//! The README, with a runnable example of the arena, is tested with the documentation.

/// Runs the README's example as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod appraisal;
pub mod arena;
mod ismcts;
mod laws;
mod noisy;
mod one_ply;
mod playout;
mod random;
mod rate;
mod reactions;
mod search_state;
mod solver;

pub use appraisal::{ActionSamples, Effort, appraise, ranked};
pub use ismcts::Ismcts;
pub use laws::{check_levels, check_search_state};
pub use noisy::Noisy;
pub use playout::{guided_playout, playout};
pub use random::Random;
pub use rate::playouts_a_second;
pub use search_state::{FullState, Guide, Next, SearchState, Unguided, play_out};
pub use solver::{ExactEnd, solve};

use engine::{Bot, Budget, Game, UnknownBot};

/// Creates the bot with this name.
///
/// A name is a level such as `beginner`, `random`, one of the game's own bots such as `heuristic`,
/// `noisy:` and a percentage, or `ismcts:` and a budget. A budget is `20ms`, `2s` or `1000`
/// (determinizations). The older names `greedy` and `careless:30` mean `heuristic` and `noisy:30`.
///
/// A game of turns creates its search in [`Game::bot`]; [`Ismcts::named`] parses the budget.
///
/// # Errors
///
/// Returns [`UnknownBot`], with the known names, if there is no such bot.
pub fn bot<G: Game>(name: &str) -> Result<Box<dyn Bot<G>>, UnknownBot> {
    let called = name;
    let name = spelling::<G>(name);
    let found = match name.split_once(':') {
        None if name == "random" => Some(Box::new(Random) as Box<dyn Bot<G>>),
        None => G::bot(name),
        Some(("ismcts", _)) if !searches::<G>() => return Err(UnknownBot::NoTurns { known: known::<G>() }),
        Some(("noisy" | "careless", _)) => {
            G::bot(name).or_else(|| G::bot("heuristic").and_then(|bot| Noisy::named(name, bot)))
        }
        Some(_) => G::bot(name),
    };
    found.ok_or_else(|| match name {
        "ismcts" if !searches::<G>() => UnknownBot::NoTurns { known: known::<G>() },
        _ => UnknownBot::Unknown {
            name: called.chars().take(40).collect(),
            known: known::<G>(),
            searches: searches::<G>(),
        },
    })
}

/// Returns the bot specification of a level. Any other name is returned as it is, except that the older name
/// `greedy` becomes `heuristic`.
#[must_use]
pub fn spelling<G: Game>(name: &str) -> &str {
    match G::LEVELS.iter().find(|level| level.name == name) {
        Some(level) => level.bot,
        // Records, tables and scripts of earlier versions have this name.
        None if name == "greedy" => "heuristic",
        None => name,
    }
}

/// Returns the names offered to players, weakest first: the game's levels, or else its bots without
/// a budget.
#[must_use]
pub fn offered<G: Game>() -> Vec<&'static str> {
    if G::LEVELS.is_empty() {
        return names::<G>().into_iter().filter(|name| *name != "ismcts").collect();
    }
    G::LEVELS.iter().map(|level| level.name).collect()
}

/// Returns whether the game takes turns and can be searched.
fn searches<G: Game>() -> bool {
    G::RACE.is_none()
}

fn known<G: Game>() -> String {
    let levels = G::LEVELS.iter().map(|level| level.name);
    let names = names::<G>().into_iter().filter(|name| G::LEVELS.iter().all(|level| level.name != *name));
    levels.chain(names).collect::<Vec<_>>().join(", ")
}

/// Returns the bot names of a game besides its levels, weakest first. `ismcts` needs a budget after
/// it.
///
/// In a race bots differ by their speed. There `ismcts` cannot play, and `random`, faster than
/// some, is not offered.
#[must_use]
pub fn names<G: Game>() -> Vec<&'static str> {
    let search = searches::<G>().then_some("ismcts");
    let random = searches::<G>().then_some("random");
    random.into_iter().chain(G::BOTS.iter().copied()).chain(search).collect()
}

/// Returns the budget in a bot's name, if it has one.
#[must_use]
pub fn budget(name: &str) -> Option<Budget> {
    name.split_once(':').and_then(|(_, budget)| Budget::read(budget))
}
