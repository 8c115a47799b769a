//! Bots of Speed. All choose alike, and each has its own reaction time. (SP-S14)

use super::{Action, DiscardPile, Options, Speed, rules};
use cards::{Card, CardSet, Rng, Seat};
use engine::{Bot, Observation};
use std::time::Duration;

/// Reaction time of a bot.
struct Level {
    name: &'static str,
    /// Mean and standard deviation, in milliseconds.
    mean: u32,
    spread: u32,
}

const LEVELS: [Level; 6] = [
    Level { name: "grandmother", mean: 2600, spread: 800 },
    Level { name: "uncle", mean: 1900, spread: 550 },
    Level { name: "neighbour", mean: 1400, spread: 380 },
    Level { name: "waiter", mean: 1000, spread: 260 },
    Level { name: "goalkeeper", mean: 700, spread: 170 },
    Level { name: "wasp", mean: 450, spread: 90 },
];

pub(super) const BOTS: &[&str] = &{
    let mut names = [""; LEVELS.len()];
    let mut level = 0;
    while level < LEVELS.len() {
        names[level] = LEVELS[level].name;
        level += 1;
    }
    names
};

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<Speed>>> {
    let level = LEVELS.iter().find(|level| level.name == name)?;
    Some(Box::new(Player { level }))
}

struct Player {
    level: &'static Level,
}

impl Bot<Speed> for Player {
    fn choose(&mut self, seen: &Observation<Speed>, seat: Seat, rng: &mut Rng) -> Action {
        let hand = seen.view.hands[seat].known();
        let run = |action: &Action| match *action {
            Action::Play { card, pile, .. } => {
                let mut tops = seen.view.tops;
                tops[pile.index()] = Some(card);
                longest_run(&seen.view.options, hand - CardSet::only(card), tops)
            }
            Action::Flip => 0,
        };
        let longest = seen.legal.iter().map(run).max();
        let best: Vec<Action> =
            seen.legal.iter().copied().filter(|action| Some(run(action)) == longest).collect();
        rng.pick(&best)
    }

    /// Returns a reaction time with the bot's mean and spread, never less than a third of the mean.
    fn reaction(&mut self, rng: &mut Rng) -> Duration {
        // The sum of twelve uniform variables has a standard deviation of one and is close to a
        // normal distribution.
        let twelve: f64 = (0..12).map(|_| rng.below(1 << 20) as f64 / f64::from(1 << 20)).sum();
        let millis = f64::from(self.level.mean) + (twelve - 6.0) * f64::from(self.level.spread);
        // Whole milliseconds, the unit of tables, make a match independent of the clock.
        Duration::from_millis(millis.max(f64::from(self.level.mean) / 3.0) as u64)
    }
}

/// Returns the largest number of cards of `hand` that could be played in a row, without plays of
/// the opponent.
fn longest_run(options: &Options, hand: CardSet, tops: [Option<Card>; 2]) -> u8 {
    let mut longest = 0;
    for pile in DiscardPile::BOTH {
        let fitting = tops[pile.index()].map_or(CardSet::EMPTY, |top| rules::fitting(options, top));
        for card in hand & fitting {
            let mut next = tops;
            next[pile.index()] = Some(card);
            longest = longest.max(1 + longest_run(options, hand - CardSet::only(card), next));
        }
    }
    longest
}
