//! The rule book in the terminal.

use super::setup::{Rules, Showing, find_game};
use super::{Failure, pages};
use clap::Args;
use house::Catalog;

/// Show the rules of a game as they are played with these options.
#[derive(Args)]
pub(crate) struct RuleBook {
    /// The game, such as scopa; or decks, for decks of real cards.
    game: String,
    /// How many play; as few as the game allows, unless given.
    #[arg(long)]
    players: Option<u8>,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    showing: Showing,
    /// How many letters a line has at most.
    #[arg(long, default_value_t = 78)]
    width: usize,
}

impl RuleBook {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let words = self.showing.words();
        if self.game == words::book::DECKS {
            return pages::show(&words, &words.deck_book(self.width));
        }
        let game = find_game(catalog, &self.game)?;
        let info = game.info();
        let seats = self.players.or_else(|| info.seats.first().copied()).unwrap_or(2);
        let (options, _) = game.resolve(&self.rules.setup(seats))?;
        pages::show(&words, &words.rule_book(&info, &words::book::played(options, seats), self.width))
    }
}
