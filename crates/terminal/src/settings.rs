//! Settings of a match.

use crate::{Error, Look};
use cards::Seed;
use catalog::{CardSets, Catalog, SetupText};
use i18n::{Faces, Language, Words};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Minimum delay of a bot's move, so that the player can follow.
pub const PAUSE: Duration = Duration::from_millis(600);

/// Settings of a match.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Available games, with the user's card sets.
    pub catalog: Arc<Catalog>,
    /// Id of the game.
    pub game: String,
    /// Rules and number of players. A continued record replaces them.
    pub setup: SetupText,
    /// Bots of the other seats in order of play, such as `casual` or `ismcts:50ms`. The last one
    /// also takes the remaining seats. An empty list means the game's usual bot of medium level.
    pub bots: Vec<String>,
    /// Language of the texts.
    pub language: Language,
    /// Card design: French or Latin. `None` means the usual one of the game.
    pub faces: Option<Faces>,
    /// Seed of the shuffle. `None` draws a random one.
    pub seed: Option<Seed>,
    /// Record file, written after each move. If it exists, its match continues.
    pub record: Option<PathBuf>,
    /// Minimum delay of a bot's move.
    pub pause: Duration,
    /// Capabilities of the terminal.
    pub look: Look,
}

impl Settings {
    /// Creates settings with the usual bots and the language and capabilities of the environment.
    #[must_use]
    pub fn new(game: &str, setup: SetupText) -> Self {
        Self {
            catalog: Arc::new(Catalog::new(CardSets::NONE)),
            game: game.to_owned(),
            setup,
            bots: Vec::new(),
            language: Language::of_environment(),
            faces: None,
            seed: None,
            record: None,
            pause: PAUSE,
            look: Look::of_environment(),
        }
    }

    /// Returns the texts in the chosen language, for the chosen card design or the usual one of the game.
    pub(crate) fn words(&self) -> Words {
        Words::for_game(self.language, self.faces, &self.game)
    }

    /// Returns one bot for each of the `others` seats, or `usual` if none was chosen.
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
