//! What somebody chose before sitting down.

use crate::{Error, Look};
use cards::Seed;
use house::{CardSets, Catalog, SetupText};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use words::{Faces, Language};

/// How long a bot takes over a card, at least: long enough to see what it did.
pub const PAUSE: Duration = Duration::from_millis(600);

/// What somebody chose before sitting down.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The games there are, with the card sets of whoever plays.
    pub catalog: Arc<Catalog>,
    /// The game's id.
    pub game: String,
    /// Its rules and how many play. A record that is continued brings its own.
    pub setup: SetupText,
    /// The bots in the other seats, in the order of play: `casual`, `ismcts:50ms`. If there are fewer than seats, the
    /// last one sits in the rest too; without any it is the game's usual one, of a level in the middle.
    pub bots: Vec<String>,
    /// The language.
    pub language: Language,
    /// The cards: French or Latin.
    pub faces: Faces,
    /// What the cards are shuffled with; without it, chance.
    pub seed: Option<Seed>,
    /// Where the match is written down after every card. If the file is there, its match is continued.
    pub record: Option<PathBuf>,
    /// How long a bot takes over a card, at least.
    pub pause: Duration,
    /// What the terminal can show.
    pub look: Look,
}

impl Settings {
    /// A game against the usual bots, in the language and with the looks the environment asks for.
    #[must_use]
    pub fn new(game: &str, setup: SetupText) -> Self {
        Self {
            catalog: Arc::new(Catalog::new(CardSets::NONE)),
            game: game.to_owned(),
            setup,
            bots: Vec::new(),
            language: Language::of_environment(),
            faces: Faces::French,
            seed: None,
            record: None,
            pause: PAUSE,
            look: Look::of_environment(),
        }
    }

    /// The bots of the `others` seats, one each; the `usual` one where nobody was chosen.
    pub(crate) fn seated(&self, others: usize, usual: &str) -> Result<Vec<String>, Error> {
        if self.bots.len() > others {
            return Err(Error::TooManyBots { given: self.bots.len(), seats: others });
        }
        let last = self.bots.last().map_or(usual, String::as_str);
        let bot = |other: usize| self.bots.get(other).map_or(last, String::as_str).to_owned();
        Ok((0..others).map(bot).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bot_takes_the_seats_that_are_left() {
        let seated = |bots: &[&str], others| {
            let bots = bots.iter().map(|bot| (*bot).to_owned()).collect();
            Settings { bots, ..Settings::new("scopa", SetupText::first_preset(4)) }
                .seated(others, "greedy")
                .ok()
        };
        assert_eq!(seated(&[], 1), Some(vec!["greedy".to_owned()]));
        assert_eq!(
            seated(&["random", "greedy"], 3),
            Some(["random", "greedy", "greedy"].map(String::from).into())
        );
        assert_eq!(seated(&["random", "greedy"], 1), None);
    }
}
