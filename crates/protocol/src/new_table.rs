//! A table somebody wants to open, and whether it can be played.

use crate::TimeControl;
use cards::Seat;
use engine::{Budget, OptionValue, Phase};
use house::{AnyGame, AnyMatch, Catalog, Day, Line, Rejected, SetupText, day_setup, log_entries};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
#[cfg(test)]
use ts_rs::TS;

/// The longest that a bot at a table may be told to think.
pub const LONGEST_THOUGHT: Duration = Duration::from_secs(1);
const MAX_WORLDS: u32 = 50_000;

/// More than any match has that somebody would carry on with others.
const MAX_LINES: usize = 5_000;

/// A thousand for a point are enough, in hundredths.
const MAX_STAKE: u32 = 100_000;

/// A table somebody wants to open.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    pub game: String,
    // As in a record: `preset`, and what differs from it.
    #[cfg_attr(test, ts(as = "house::wire::Options"))]
    pub options: BTreeMap<String, OptionValue>,
    pub seats: u8,
    pub chairs: Vec<NewChair>,
    pub name: String,
    /// What is played for, in hundredths: for a point, or from each into the pot. Not every game has it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub stake: Option<u32>,
    /// How long everybody may think; as long as they want, if it does not say.
    #[serde(default, rename = "timeControl")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub time_control: Option<TimeControl>,
    /// Of which day it is the deal of the day, if it is one: `2026-11-23`.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable, as = "Option<String>"))]
    pub day: Option<Day>,
    /// The match that goes on there, if it was begun in a browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub begun: Option<BegunElsewhere>,
}

/// A match that was begun in a browser, and goes on at a table of a house: nobody but that browser knows how it was dealt.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct BegunElsewhere {
    /// Who dealt first.
    pub dealer: Seat,
    /// Every line of the match.
    pub lines: Vec<String>,
}

impl BegunElsewhere {
    /// The match as far as it was played, by these rules.
    ///
    /// # Errors
    ///
    /// When it cannot have been played so, or nothing of it is left to play.
    pub fn follow(&self, game: &mut dyn AnyMatch) -> Result<Vec<Line>, Rejected> {
        if self.lines.len() > MAX_LINES {
            return Err(refused(format!(
                "begun: a match with more than {MAX_LINES} lines stays where it is"
            )));
        }
        let lines: Vec<Line> = self.lines.iter().cloned().map(Line::from_text).collect();
        for entry in log_entries(&lines) {
            entry.follow(game, &[]).map_err(|rejected| refused(format!("begun: {rejected}")))?;
        }
        if matches!(game.phase(), Phase::Over(_)) {
            return Err(refused("begun: the match is over"));
        }
        Ok(lines)
    }
}

/// Who is to sit there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum NewChair {
    Me,
    Open,
    Bot(String),
}

/// What options come to.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Resolved {
    #[cfg_attr(test, ts(as = "house::wire::Options"))]
    pub options: BTreeMap<&'static str, OptionValue>,
    #[cfg_attr(test, ts(as = "house::wire::Options"))]
    pub overrides: BTreeMap<&'static str, OptionValue>,
}

impl NewTable {
    /// The preset, what differs from it, and the seats.
    #[must_use]
    pub fn setup(&self) -> SetupText {
        SetupText::from_options(&self.options, self.seats)
    }

    /// What the options come to, if such a table can be played. `now` is in seconds since 1970: days pass.
    ///
    /// # Errors
    ///
    /// What about it cannot be played, with the field that says so.
    pub fn resolve(&self, catalog: &Catalog, now: u64) -> Result<Resolved, Rejected> {
        let game = catalog.find(&self.game).ok_or_else(|| refused(unknown_game(catalog, &self.game)))?;
        match (self.stake, game.info().stake) {
            (Some(_), None) => return Err(refused("stake: this game is not played for stakes")),
            (Some(stake), Some(_)) if !(1..=MAX_STAKE).contains(&stake) => {
                return Err(refused(format!("stake: from 1 to {MAX_STAKE} hundredths")));
            }
            _ => {}
        }
        if let Some(control) = self.time_control {
            control.check(game.info().turns).map_err(|error| refused(format!("timeControl: {error}")))?;
        }
        let (options, overrides) = game.resolve(&self.setup())?;
        if let Some(day) = &self.day {
            self.check_day(day, game, now)?;
        }
        if self.begun.is_some() && (self.day.is_some() || self.time_control.is_some()) {
            return Err(refused("begun: such a match has no clock, and is no deal of a day"));
        }
        if self.chairs.len() != usize::from(self.seats) {
            return Err(refused(format!("chairs: {} chairs for {} seats", self.chairs.len(), self.seats)));
        }
        let mine = self.chairs.iter().filter(|chair| **chair == NewChair::Me).count();
        if mine != 1 {
            return Err(refused(format!("chairs: exactly one must be “me”, not {mine}")));
        }
        self.chairs.iter().try_for_each(|chair| match chair {
            NewChair::Bot(bot) => check_bot(game, bot),
            NewChair::Me | NewChair::Open => Ok(()),
        })?;
        Ok(Resolved { options, overrides })
    }

    /// The deal of a day is the same for everybody, so it is played by the same rules against bots alone; and not before its day.
    fn check_day(&self, day: &Day, game: &dyn AnyGame, now: u64) -> Result<(), Rejected> {
        if !(NEWEST_DAY..=OLDEST_DAY).contains(&day.days_until(&Day::of_second(now))) {
            return Err(refused("day: only the last thirty days can be played"));
        }
        let (asked, wanted) = (self.setup(), day_setup(game));
        let same = asked.preset == wanted.preset && asked.seats == wanted.seats && asked.options.is_empty();
        if !same
            || self.stake.is_some()
            || self.time_control.is_some()
            || self.chairs.contains(&NewChair::Open)
        {
            return Err(refused("day: it is played by its own rules, against bots alone"));
        }
        Ok(())
    }
}

/// How long ago the deal of a day may be: the last thirty days, wherever on earth somebody lives.
const OLDEST_DAY: i32 = 31;
/// Somewhere on earth it is tomorrow already.
const NEWEST_DAY: i32 = -1;

fn refused(message: impl Into<String>) -> Rejected {
    Rejected::new("options", message)
}

fn unknown_game(catalog: &Catalog, given: &str) -> String {
    let known: Vec<&str> = catalog.games().map(|game| game.id()).collect();
    let given: String = given.chars().take(40).collect();
    format!("game: there is no game “{given}”, but {}", known.join(", "))
}

fn check_bot(game: &dyn AnyGame, bot: &str) -> Result<(), Rejected> {
    game.check_bot(bot).map_err(Rejected::from)?;
    let too_long = match bots::budget(game.spelling(bot)) {
        Some(Budget::Time(time)) => time > LONGEST_THOUGHT,
        Some(Budget::Iterations(worlds)) => worlds > MAX_WORLDS,
        None => false,
    };
    if too_long {
        let seconds = LONGEST_THOUGHT.as_secs();
        let message = format!("bot: at most {seconds}s or {MAX_WORLDS} worlds, so that others can think too");
        return Err(refused(message));
    }
    Ok(())
}
