//! Checks of new tables.

use crate::{check_time_control, to_options};
use engine::{Budget, Phase};
use house::{AnyGame, AnyMatch, Catalog, Day, Line, Rejected, SetupText, day_setup, log_entries};
use protocol::{BegunElsewhere, NewChair, NewTable, Resolved};
use std::time::Duration;

/// The longest thinking time of a bot at a table.
pub const LONGEST_THOUGHT: Duration = Duration::from_secs(1);
/// The most determinizations of a bot at a table.
const MAX_WORLDS: u32 = 50_000;

/// The most lines of a match that began in a browser.
const MAX_LINES: usize = 5_000;

/// The highest stake, in hundredths.
const MAX_STAKE: u32 = 100_000;

/// Replays a match that began in a browser, and returns its lines. `game` is a match with these rules before the first deal.
///
/// # Errors
///
/// Returns [`Rejected`] if a line is not legal, there are too many, or the match is over.
pub fn follow_begun(begun: &BegunElsewhere, game: &mut dyn AnyMatch) -> Result<Vec<Line>, Rejected> {
    if begun.lines.len() > MAX_LINES {
        return Err(refused(format!("begun: a match with more than {MAX_LINES} lines stays where it is")));
    }
    let lines: Vec<Line> = begun.lines.iter().cloned().map(Line::from_text).collect();
    for entry in log_entries(&lines) {
        entry.follow(game, &[]).map_err(|rejected| refused(format!("begun: {rejected}")))?;
    }
    if matches!(game.phase(), Phase::Over(_)) {
        return Err(refused("begun: the match is over"));
    }
    Ok(lines)
}

/// Returns the preset, the options that differ from it, and the seats of a new table.
#[must_use]
pub fn setup(new: &NewTable) -> SetupText {
    SetupText::from_options(&new.options, new.seats)
}

/// Returns the day, if it is the deal of a day.
///
/// # Errors
///
/// Returns [`Rejected`] if the text is no day of the calendar.
pub fn day_of(new: &NewTable) -> Result<Option<Day>, Rejected> {
    new.day.as_deref().map(str::parse).transpose()
}

/// Checks a new table, and returns its options. `now` is in seconds since 1970.
///
/// # Errors
///
/// Returns [`Rejected`] with the name of the first wrong field.
pub fn check_new_table(new: &NewTable, catalog: &Catalog, now: u64) -> Result<Resolved, Rejected> {
    let game = catalog.find(&new.game).ok_or_else(|| refused(unknown_game(catalog, &new.game)))?;
    match (new.stake, game.info().stake) {
        (Some(_), None) => return Err(refused("stake: this game is not played for stakes")),
        (Some(stake), Some(_)) if !(1..=MAX_STAKE).contains(&stake) => {
            return Err(refused(format!("stake: from 1 to {MAX_STAKE} hundredths")));
        }
        _ => {}
    }
    if let Some(control) = new.time_control {
        check_time_control(control, game.info().turns)
            .map_err(|error| refused(format!("timeControl: {error}")))?;
    }
    let (options, overrides) = game.resolve(&setup(new))?;
    if let Some(day) = day_of(new)? {
        check_day(new, &day, game, now)?;
    }
    if new.begun.is_some() && (new.day.is_some() || new.time_control.is_some()) {
        return Err(refused("begun: such a match has no clock, and is no deal of a day"));
    }
    if new.chairs.len() != usize::from(new.seats) {
        return Err(refused(format!("chairs: {} chairs for {} seats", new.chairs.len(), new.seats)));
    }
    let mine = new.chairs.iter().filter(|chair| **chair == NewChair::Me).count();
    if mine != 1 {
        return Err(refused(format!("chairs: exactly one must be “me”, not {mine}")));
    }
    new.chairs.iter().try_for_each(|chair| match chair {
        NewChair::Bot(bot) => check_bot(game, bot),
        NewChair::Me | NewChair::Open => Ok(()),
    })?;
    Ok(Resolved { options: to_options(options), overrides: to_options(overrides) })
}

/// Checks that the deal of a day has the rules of that day and bots only, so that all players get the same deal.
fn check_day(new: &NewTable, day: &Day, game: &dyn AnyGame, now: u64) -> Result<(), Rejected> {
    if !(NEWEST_DAY..=OLDEST_DAY).contains(&day.days_until(&Day::of_second(now))) {
        return Err(refused("day: only the last thirty days can be played"));
    }
    let (asked, wanted) = (setup(new), day_setup(game));
    let same = asked.preset == wanted.preset && asked.seats == wanted.seats && asked.options.is_empty();
    if !same || new.stake.is_some() || new.time_control.is_some() || new.chairs.contains(&NewChair::Open) {
        return Err(refused("day: it is played by its own rules, against bots alone"));
    }
    Ok(())
}

/// The age of the oldest deal of a day that can be played: thirty days in every time zone.
const OLDEST_DAY: i32 = 31;
/// The age of the newest: in some time zones it is already tomorrow.
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
