//! Bots that need nothing but a view, for any game, and the arena in which bots meet.
//!
//! * [`Random`]: any legal action.
//! * [`Ismcts`]: searches worlds drawn from its view.
//! * [`arena`]: bots against bots over mirrored deals, on all cores, with confidence intervals.
//! * [`bot`]: finds a bot by the name people write: `random`, `greedy`, `ismcts:20ms`.

pub mod arena;
mod ismcts;
mod playout;
mod random;

pub use ismcts::Ismcts;
pub use playout::{guided_playout, playout};
pub use random::Random;

use engine::{Bot, Budget, Game, UnknownBot};
use std::time::Duration;

/// The most a bot may be told to think about one action: a minute, or a million worlds.
const MOST_TIME: Duration = Duration::from_secs(60);
const MOST_ITERATIONS: u32 = 1_000_000;

/// The bot of this name: `random`, one of the game's own such as `greedy`, or `ismcts:` and a budget such as `20ms`,
/// `2s` or `1000` (worlds).
///
/// # Errors
///
/// When there is no such bot, naming those there are.
pub fn bot<G: Game>(name: &str) -> Result<Box<dyn Bot<G>>, UnknownBot> {
    let found = match name.split_once(':') {
        None if name == "random" => Some(Box::new(Random) as Box<dyn Bot<G>>),
        None => G::bot(name),
        Some(("ismcts", budget)) => read_budget(budget).map(|budget| Box::new(Ismcts::new(budget)) as _),
        Some(_) => None,
    };
    found.ok_or_else(|| UnknownBot { name: name.chars().take(40).collect(), known: names::<G>().join(", ") })
}

/// What [`bot`] knows for a game, weakest first; `ismcts` wants a budget after it.
#[must_use]
pub fn names<G: Game>() -> Vec<&'static str> {
    std::iter::once("random").chain(G::BOTS.iter().copied()).chain(["ismcts"]).collect()
}

/// The budget in the name of a bot that has one.
#[must_use]
pub fn budget(name: &str) -> Option<Budget> {
    name.strip_prefix("ismcts:").and_then(read_budget)
}

fn read_budget(text: &str) -> Option<Budget> {
    let within = |time: Duration| (time <= MOST_TIME && !time.is_zero()).then_some(Budget::Time(time));
    if let Some(number) = text.strip_suffix("ms") {
        return number.parse().ok().map(Duration::from_millis).and_then(within);
    }
    if let Some(number) = text.strip_suffix('s') {
        return number.parse().ok().map(Duration::from_secs).and_then(within);
    }
    let worlds = text.parse().ok().filter(|worlds| (1..=MOST_ITERATIONS).contains(worlds))?;
    Some(Budget::Iterations(worlds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read_and_nonsense_is_not() {
        assert_eq!(read_budget("20ms"), Some(Budget::Time(Duration::from_millis(20))));
        assert_eq!(read_budget("2s"), Some(Budget::Time(Duration::from_secs(2))));
        assert_eq!(read_budget("1000"), Some(Budget::Iterations(1000)));
        for nonsense in
            ["", "0", "0ms", "-1", "ms", "61s", "1000001", "1.5s", "5 ms", "99999999999999999999s"]
        {
            assert_eq!(read_budget(nonsense), None, "{nonsense}");
        }
    }
}
