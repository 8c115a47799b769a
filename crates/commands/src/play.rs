//! Match against bots in the terminal.

use super::Failure;
use super::setup::{Rules, Showing, find_game};
use cards::Seed;
use catalog::Catalog;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Play against bots in the terminal.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  parlour play scopa --bots master\n  parlour play gin --option target=50 --record match.json"
)]
pub(crate) struct Play {
    /// Game, such as scopa.
    #[arg(default_value = "scopa")]
    game: String,
    /// Number of players. Defaults to the game's minimum.
    #[arg(long)]
    players: Option<u8>,
    /// Bots of the other seats, in order of play: beginner, casual, skilled, strong, master, or a
    /// bot such as ismcts:50ms. The last one also takes the remaining seats. Defaults to the game's
    /// usual bot.
    #[arg(long, value_delimiter = ',')]
    bots: Vec<String>,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    showing: Showing,
    /// Don't pause before the bots' moves.
    #[arg(long)]
    fast: bool,
    /// Seed of the decks, to play the same ones again.
    #[arg(long)]
    seed: Option<u64>,
    /// File for the match record, written after each move. If it exists, its match continues.
    #[arg(long)]
    record: Option<PathBuf>,
}

impl Play {
    pub(crate) fn run(&self, catalog: &Arc<Catalog>) -> Result<(), Failure> {
        let game = find_game(catalog, &self.game)?;
        let fewest = game.info().seats.first().copied().unwrap_or(2);
        let setup = self.rules.setup(self.players.unwrap_or(fewest));
        let mut settings = self.showing.settings(game.id(), setup, catalog);
        settings.bots.clone_from(&self.bots);
        settings.record.clone_from(&self.record);
        settings.seed = self.seed.map(Seed::from_number);
        if self.fast {
            settings.pause = Duration::ZERO;
        }
        terminal::play(settings).map_err(|error| Failure::Message(error.to_string()))
    }
}
