//! The rule book in the terminal.

use super::setup::{Rules, Showing, find_game};
use super::{Failure, print};
use clap::Args;
use house::Catalog;
use std::io::{IsTerminal, Write};

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

/// So many lines of the book are a page: the smallest terminal there is, but for a line to ask in.
const PAGE: usize = 23;

impl RuleBook {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let words = self.showing.words();
        if self.game == words::book::DECKS {
            return show(&words, &words.deck_book(self.width));
        }
        let game = find_game(catalog, &self.game)?;
        let info = game.info();
        let seats = self.players.or_else(|| info.seats.first().copied()).unwrap_or(2);
        let (options, _) = game.resolve(&self.rules.setup(seats))?;
        show(&words, &words.rule_book(&info, &words::book::played(options, seats), self.width))
    }
}

/// Page by page, where somebody reads it on a screen.
fn show(words: &words::Words, text: &str) -> Result<(), Failure> {
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        turn_pages(text, &words.say("book.more", &[]))
    } else {
        print(text)
    }
}

/// A page, and after Enter the next one; q leaves.
fn turn_pages(text: &str, ask: &str) -> Result<(), Failure> {
    let lines: Vec<&str> = text.lines().collect();
    for (number, page) in lines.chunks(PAGE).enumerate() {
        if number > 0 {
            print(ask)?;
            let mut answer = String::new();
            let read = std::io::stdin().read_line(&mut answer);
            if read.map_or(true, |read| read == 0) || answer.trim() == "q" {
                break;
            }
        }
        print(&format!("{}\n", page.join("\n")))?;
    }
    std::io::stdout().flush().map_err(|error| Failure::Message(error.to_string()))
}
