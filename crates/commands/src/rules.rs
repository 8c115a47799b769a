//! Rule book in the terminal.

use super::setup::{Rules, Showing, find_game};
use super::{Failure, pages};
use catalog::Catalog;
use clap::Args;

/// Show the rules of a game with the chosen options.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour rules scopa --players 4 --option target=16")]
pub(crate) struct RuleBook {
    /// Game, such as scopa, decks for the rules of real decks, or people for ratings and conduct.
    game: String,
    /// Number of players. Defaults to the game's minimum.
    #[arg(long)]
    players: Option<u8>,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    showing: Showing,
    /// Maximum line width.
    #[arg(long, default_value_t = 78)]
    width: usize,
}

impl RuleBook {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        if i18n::book::GENERAL.contains(&&*self.game) {
            let words = self.showing.words();
            return pages::show(&words, &words.general_book(&self.game, self.width));
        }
        let game = find_game(catalog, &self.game)?;
        let words = self.showing.words_for(game.id());
        let info = game.info();
        let seats = self.players.or_else(|| info.seats.first().copied()).unwrap_or(2);
        let (options, _) = game.resolve(&self.rules.setup(seats))?;
        pages::show(&words, &words.rule_book(&info, &i18n::book::played(options, seats), self.width))
    }
}
