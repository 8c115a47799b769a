//! Score pad in the terminal.

use super::Failure;
use super::setup::{Rules, Showing, resolve};
use catalog::Catalog;
use clap::Args;
use pads::{Opening, Stakes};
use std::path::PathBuf;
use terminal::{ScoreSettings, keep_score};

/// Keep score for a game with real cards.
///
/// Enter the few figures that players count; the command derives the rest from the rules.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour score scopa --players Ada,Ben --file evening.json")]
pub(crate) struct Score {
    /// Game, such as bridge.
    game: String,
    /// Players in order of play, separated by commas. By default, the command asks.
    #[arg(long, value_delimiter = ',')]
    players: Vec<String>,
    /// Number of the first dealer, from 1.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    dealer: u8,
    #[command(flatten)]
    rules: Rules,
    /// Value of a point or the stake of the pot, such as 5cent.
    #[arg(long, value_parser = read_stake)]
    stake: Option<Stakes>,
    /// File of the pad, saved after every hand. If it exists, its pad continues.
    #[arg(long)]
    file: Option<PathBuf>,
    #[command(flatten)]
    showing: Showing,
}

impl Score {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let known: Vec<&str> = pads::ids().collect();
        let game = resolve(&self.game, known.iter().copied()).ok_or_else(|| {
            Failure::Message(format!("no score pad for “{}”; known: {}", self.game, known.join(", ")))
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
        let (words, card_sets) = (self.showing.words_for(game), catalog.card_sets().clone());
        let settings = ScoreSettings { opening, file: self.file.clone(), words, card_sets };
        let (stdin, stdout) = (std::io::stdin(), std::io::stdout());
        keep_score(&settings, &mut stdin.lock(), &mut stdout.lock()).map_err(Failure::Message)
    }
}

/// Parses a stake such as `5cent`: an amount and a unit.
fn read_stake(text: &str) -> Result<Stakes, String> {
    let end = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
    let (amount, unit) = text.split_at(end);
    let amount = amount.parse().map_err(|_| "expected an amount and a unit, such as 5cent".to_owned())?;
    let unit = if unit.trim().is_empty() { "points" } else { unit.trim() };
    Ok(Stakes { amount, unit: unit.to_owned() })
}
