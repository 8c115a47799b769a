//! Keeping score at a real table.

use super::Failure;
use super::setup::{Rules, Showing, meant};
use clap::Args;
use house::Catalog;
use pads::{Opening, Stakes};
use std::path::PathBuf;
use terminal::{ScoreSettings, keep_score};

/// Keep score for people who hold real cards.
///
/// It asks for the few figures a person can count, and derives the rest as the rules have it.
#[derive(Args)]
pub(crate) struct Score {
    /// The game, such as bridge.
    game: String,
    /// The players in the order of play, with commas; without them, they are asked for.
    #[arg(long, value_delimiter = ',')]
    players: Vec<String>,
    /// Who deals first, by number from 1.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    dealer: u8,
    #[command(flatten)]
    rules: Rules,
    /// What a point is worth, or what goes into the pot: 5cent.
    #[arg(long, value_parser = read_stake)]
    stake: Option<Stakes>,
    /// Where the pad is saved after every hand. If the file is there, it is continued.
    #[arg(long)]
    file: Option<PathBuf>,
    #[command(flatten)]
    showing: Showing,
}

impl Score {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let known: Vec<&str> = pads::ids().collect();
        let game = meant(&self.game, known.iter().copied()).ok_or_else(|| {
            Failure::Message(format!("there is no pad for “{}”; there are {}", self.game, known.join(", ")))
        })?;
        let setup = self.rules.setup(0);
        let opening = Opening {
            game: game.to_owned(),
            preset: setup.preset,
            options: setup.options,
            players: self.players.clone(),
            dealer: self.dealer - 1,
            stake: self.stake.clone(),
            count_every: None,
            backs: None,
        };
        let (words, card_sets) = (self.showing.words(), catalog.card_sets().clone());
        let settings = ScoreSettings { opening, file: self.file.clone(), words, card_sets };
        let (stdin, stdout) = (std::io::stdin(), std::io::stdout());
        keep_score(&settings, &mut stdin.lock(), &mut stdout.lock()).map_err(Failure::Message)
    }
}

/// `5cent`: a number and what is paid with.
fn read_stake(text: &str) -> Result<Stakes, String> {
    let end = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
    let (amount, unit) = text.split_at(end);
    let amount = amount.parse().map_err(|_| "write a number and what is paid with: 5cent".to_owned())?;
    let unit = if unit.trim().is_empty() { "points" } else { unit.trim() };
    Ok(Stakes { amount, unit: unit.to_owned() })
}
