//! Deal of the day in the terminal.

use super::setup::{Showing, find_game};
use super::{Failure, print};
use catalog::{Catalog, Day, SetupText};
use clap::Args;
use std::sync::Arc;
use std::time::Duration;
use terminal::Look;

/// Play the deal of the day in the terminal.
///
/// Everyone gets the same cards and the same bots. After the deal the command prints a result to
/// share. Without a game, it lists the games.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour daily scopa")]
pub(crate) struct Daily {
    /// Game, such as scopa.
    game: Option<String>,
    /// Day, such as 2026-11-23. Defaults to today.
    #[arg(value_parser = read_day)]
    date: Option<Day>,
    #[command(flatten)]
    showing: Showing,
    /// Don't pause before the bots' moves.
    #[arg(long)]
    fast: bool,
}

impl Daily {
    pub(crate) fn run(&self, catalog: &Arc<Catalog>) -> Result<(), Failure> {
        let today = today();
        let day = self.date.unwrap_or(today);
        if today < day {
            return Err(Failure::Message(format!("the deal of {day} can't be played before its day")));
        }
        let Some(game) = &self.game else {
            let list = terminal::list_days(catalog, &day, self.showing.words());
            return print(&Look::of_environment().plain_text(&list));
        };
        // The day determines the rules.
        let mut settings =
            self.showing.settings(find_game(catalog, game)?.id(), SetupText::default(), catalog);
        if self.fast {
            settings.pause = Duration::ZERO;
        }
        match terminal::play_day(settings, day) {
            Ok(lines) => print(&lines.unwrap_or_default()),
            Err(error) => Err(Failure::Message(error.to_string())),
        }
    }
}

/// Returns today in the local time zone.
fn today() -> Day {
    let now = jiff::Zoned::now();
    let second = now.timestamp().as_second() + i64::from(now.offset().seconds());
    Day::of_second(u64::try_from(second).unwrap_or_default())
}

fn read_day(text: &str) -> Result<Day, String> {
    text.parse().map_err(|rejection: catalog::Rejection| rejection.to_string())
}
