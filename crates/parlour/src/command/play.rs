//! A match in the terminal, against bots.

use super::Failure;
use super::setup::{Rules, Showing, find_game};
use cards::Seed;
use clap::Args;
use house::Catalog;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use terminal::Settings;

/// Play in the terminal, against bots.
#[derive(Args)]
pub(crate) struct Play {
    /// The game, such as scopa.
    #[arg(default_value = "scopa")]
    game: String,
    /// How many play; as few as the game allows, unless given.
    #[arg(long)]
    players: Option<u8>,
    /// The bots in the other seats, in the order of play: beginner, casual, skilled, strong, master, or a spelling such as
    /// ismcts:50ms. The last one sits in the rest too; without any, the game's usual one.
    #[arg(long, value_delimiter = ',')]
    bots: Vec<String>,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    showing: Showing,
    /// Bots do not pause before they play.
    #[arg(long)]
    fast: bool,
    /// A number from which the decks follow, to play the same ones again.
    #[arg(long)]
    seed: Option<u64>,
    /// Where to write the match down after every card. If the file is there, its match is continued.
    #[arg(long)]
    record: Option<PathBuf>,
}

impl Play {
    pub(crate) fn run(&self, catalog: &Arc<Catalog>) -> Result<(), Failure> {
        let game = find_game(catalog, &self.game)?;
        let fewest = game.info().seats.first().copied().unwrap_or(2);
        let mut settings = Settings::new(game.id(), self.rules.setup(self.players.unwrap_or(fewest)));
        settings.catalog = Arc::clone(catalog);
        settings.bots.clone_from(&self.bots);
        settings.record.clone_from(&self.record);
        settings.seed = self.seed.map(Seed::from_number);
        settings.language = self.showing.language();
        settings.faces = self.showing.faces();
        if self.fast {
            settings.pause = Duration::ZERO;
        }
        terminal::play(settings).map_err(|error| Failure::Message(error.to_string()))
    }
}
