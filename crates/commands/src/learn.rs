//! Lessons and puzzles in the terminal.

use super::setup::{Showing, find_game};
use super::{Failure, pages};
use catalog::{Catalog, SetupText};
use clap::Args;
use std::sync::Arc;
use std::time::Duration;
use terminal::Look;

/// Learn a game in the terminal with its lesson and puzzles.
///
/// Without an exercise, the command lists the exercises of a game. Without a game, it lists all.
#[derive(Args)]
#[command(after_help = "Examples:\n  parlour learn scopa\n  parlour learn scopa lesson")]
pub(crate) struct LearnGame {
    /// Game, such as scopa.
    game: Option<String>,
    /// Exercise: lesson, the number of a puzzle, or an id from the list.
    exercise: Option<String>,
    #[command(flatten)]
    showing: Showing,
    /// Don't pause before the other seats' moves.
    #[arg(long)]
    fast: bool,
}

impl LearnGame {
    pub(crate) fn run(&self, catalog: &Arc<Catalog>) -> Result<(), Failure> {
        let game = self.game.as_deref().map(|game| find_game(catalog, game)).transpose()?;
        let failed = |error: terminal::Error| Failure::Message(error.to_string());
        let (Some(game), Some(exercise)) = (game, &self.exercise) else {
            let words = self.showing.words();
            let games = catalog.games().map(|game| game.id());
            let games = games.filter(|id| game.is_none_or(|game| game.id() == *id));
            let list = terminal::list_exercises(games, words, Look::of_environment()).map_err(failed)?;
            return pages::show(&words, &list);
        };
        // The exercise determines the rules.
        let mut settings = self.showing.settings(game.id(), SetupText::default(), catalog);
        if self.fast {
            settings.pause = Duration::ZERO;
        }
        terminal::learn(settings, exercise).map_err(failed)
    }
}
