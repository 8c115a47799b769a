//! Bots that need nothing but a view, for any game, and the arena in which bots meet.
//!
//! * [`Random`]: any legal action. [`Careless`]: overlooks much of what it could do.
//! * [`Ismcts`]: searches worlds drawn from its view; in a guided game one move deep.
//! * [`SearchState`]: what it searches: the game as it is, or a small state that the game brings along.
//! * [`solve`]: the end of a deal in which nothing is hidden; [`ExactEnd`]: a bot that plays it so.
//! * [`appraise`]: what everything a seat may do is worth, and why; [`ranked`]: the same of what was tried elsewhere.
//! * [`arena`]: bots against bots over mirrored deals, on all cores, with confidence intervals.
//! * [`bot`]: finds a bot by the name people write: `random`, `greedy`, `ismcts:20ms`.

/// What the README shows is tried with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod appraisal;
pub mod arena;
mod careless;
mod ismcts;
mod laws;
mod playout;
mod race;
mod random;
mod rate;
mod reactions;
mod search_state;
mod solver;

pub use appraisal::{Effort, Tried, appraise, ranked};
pub use careless::Careless;
pub use ismcts::Ismcts;
pub use laws::{check_levels, check_search_state};
pub use playout::{guided_playout, playout};
pub use random::Random;
pub use rate::playouts_a_second;
pub use search_state::{Guide, Next, SearchState, Unguided, Whole, play_out};
pub use solver::{ExactEnd, solve};

use engine::{Bot, Budget, Game, UnknownBot};

/// The bot of this name: one of the game's levels such as `beginner`; or `random`, one of the game's own such as `greedy`,
/// `careless:` and how much of a hundred it overlooks, or `ismcts:` and a budget such as `20ms`, `2s` or `1000` (worlds).
///
/// # Errors
///
/// When there is no such bot, naming those there are.
pub fn bot<G: Game>(name: &str) -> Result<Box<dyn Bot<G>>, UnknownBot> {
    let called = name;
    let name = spelling::<G>(name);
    let found = match name.split_once(':') {
        None if name == "random" => Some(Box::new(Random) as Box<dyn Bot<G>>),
        None => G::bot(name),
        Some(("ismcts", _)) if !searches::<G>() => return Err(UnknownBot::NoTurns { known: known::<G>() }),
        // A game with a small state of its own searches that.
        Some(("ismcts", _)) => G::bot(name).or_else(|| Ismcts::<Whole<G>>::named(name)),
        Some(("careless", _)) => {
            G::bot(name).or_else(|| G::bot("greedy").and_then(|bot| Careless::named(name, bot)))
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

/// How the bot that plays at a level is spelled; any other name is a spelling.
#[must_use]
pub fn spelling<G: Game>(name: &str) -> &str {
    G::LEVELS.iter().find(|level| level.name == name).map_or(name, |level| level.bot)
}

/// What people are offered, weakest first: the game's levels, or where it has none the bots that need no budget.
#[must_use]
pub fn offered<G: Game>() -> Vec<&'static str> {
    if G::LEVELS.is_empty() {
        return names::<G>().into_iter().filter(|name| *name != "ismcts").collect();
    }
    G::LEVELS.iter().map(|level| level.name).collect()
}

/// Whether a search can play the game: it takes turns.
fn searches<G: Game>() -> bool {
    G::RACE.is_none()
}

fn known<G: Game>() -> String {
    let levels = G::LEVELS.iter().map(|level| level.name);
    let names = names::<G>().into_iter().filter(|name| G::LEVELS.iter().all(|level| level.name != *name));
    levels.chain(names).collect::<Vec<_>>().join(", ")
}

/// What [`bot`] knows for a game beside its levels, weakest first; `ismcts` wants a budget after it. In a race bots are told apart by how quick they
/// are: there `ismcts` does not play, and `random`, which is quicker than some, is not offered.
#[must_use]
pub fn names<G: Game>() -> Vec<&'static str> {
    let search = searches::<G>().then_some("ismcts");
    let random = searches::<G>().then_some("random");
    random.into_iter().chain(G::BOTS.iter().copied()).chain(search).collect()
}

/// The budget in the name of a bot that has one.
#[must_use]
pub fn budget(name: &str) -> Option<Budget> {
    name.split_once(':').and_then(|(_, budget)| Budget::read(budget))
}
