//! Deal of the day. It depends only on the game and the date, so all players hold the same cards.

use crate::{AnyGame, AnyMatch, Catalog, Rejection, SetupText, usual_bot};
use cards::{BySeat, Seat, Seed};
use engine::Phase;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Calendar day, written as `2026-11-23`.
///
/// ```
/// use catalog::Day;
/// let day: Day = "2026-02-28".parse()?;
/// assert_eq!(day.days_until(&"2026-03-01".parse()?), 1);
/// assert!("2026-02-29".parse::<Day>().is_err());
/// # Ok::<(), catalog::Rejection>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(
    /// Days since 1970-01-01.
    i32,
);

/// Last day of the year 9999.
const LAST: i32 = 2_932_896;

/// Returns the number of days from the beginning of year 1 to the beginning of `year`.
const fn days_before(year: i32) -> i32 {
    let past = year - 1;
    past * 365 + past / 4 - past / 100 + past / 400
}

const BEFORE_1970: i32 = days_before(1970);

/// Returns the lengths of the months of a year.
fn months(year: i32) -> [i32; 12] {
    let february = days_before(year + 1) - days_before(year) - 337;
    [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

impl Day {
    /// Returns the UTC day of a second since 1970.
    #[must_use]
    pub fn of_second(second: u64) -> Self {
        Self(i32::try_from(second / (24 * 60 * 60)).unwrap_or(LAST).min(LAST))
    }

    /// Returns the number of days to the other day, negative if that is earlier.
    #[must_use]
    pub fn days_until(&self, other: &Self) -> i32 {
        other.0 - self.0
    }

    /// Returns the day of a date, if the date exists.
    fn of_date(year: i32, month: usize, day: i32) -> Option<Self> {
        let months = months(year);
        let length = *months.get(month.checked_sub(1)?)?;
        let is_one = (1..=9999).contains(&year) && (1..=length).contains(&day);
        let before: i32 = months[..month - 1].iter().sum();
        is_one.then(|| Self(days_before(year) - BEFORE_1970 + before + day - 1))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = self.0 + BEFORE_1970;
        let mut year = days / 366 + 1;
        while days_before(year + 1) <= days {
            year += 1;
        }
        let (mut month, mut day) = (1, days - days_before(year) + 1);
        for length in months(year) {
            if day <= length {
                break;
            }
            day -= length;
            month += 1;
        }
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = Rejection;

    fn from_str(text: &str) -> Result<Self, Rejection> {
        let mut parts = text.splitn(3, '-');
        let mut part = || parts.next()?.parse::<u16>().ok();
        let date = part().and_then(|year| Some((year, part()?, part()?)));
        let day = date.and_then(|(year, month, day)| Self::of_date(year.into(), month.into(), day.into()));
        // Only the canonical form is accepted, because the seed is derived from the text.
        let day = day.filter(|day| day.to_string() == text);
        day.ok_or_else(|| Rejection::new("bad-day", "day: write it as 2026-11-23".to_owned()))
    }
}

impl TryFrom<String> for Day {
    type Error = Rejection;

    fn try_from(text: String) -> Result<Self, Rejection> {
        text.parse()
    }
}

impl From<Day> for String {
    fn from(day: Day) -> Self {
        day.to_string()
    }
}

/// Prefix of the text that a day's seed is derived from.
const LABEL: &str = "parlour-day/1";

/// Returns the seed of a game's deal of the day.
#[must_use]
pub fn day_seed(game: &str, day: &Day) -> Seed {
    Seed::of_text(&format!("{LABEL} {game} {day}"))
}

/// Returns the setup of a game's deal of the day.
#[must_use]
pub fn day_setup(game: &dyn AnyGame) -> SetupText {
    let day = game.day();
    SetupText { preset: Some(day.preset.to_owned()), seats: Some(day.seats), ..SetupText::default() }
}

/// Returns whether the match has finished the day's number of deals. A deal that was thrown in does not count,
/// because the same dealer deals again.
#[must_use]
pub fn is_day_over(played: &dyn AnyMatch, deals: usize) -> bool {
    let scores = (0..played.deals()).filter_map(|deal| played.score_of_deal(deal));
    scores.filter(|score| !score.thrown_in).count() >= deals
}

/// Result of a bot with the deal of a day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct DayResult {
    /// Level of the bot.
    pub bot: String,
    /// Points of each seat, in all deals.
    pub points: BySeat<i32>,
}

/// Returns the result of each offered bot in this seat, against default bots. The same day always gives the same
/// results. A race has none.
///
/// # Errors
///
/// Returns [`Rejection`] if there is no such game or seat.
pub fn day_results(
    catalog: &Catalog,
    game: &str,
    day: &Day,
    seat: Seat,
) -> Result<Vec<DayResult>, Rejection> {
    let unknown = || Rejection::new("unknown-game", "game: there is no such game".to_owned());
    let game = catalog.find(game).ok_or_else(unknown)?;
    if seat.index() >= usize::from(game.day().seats) {
        return Err(Rejection::new("options", format!("seat: there is no seat {seat} at this table")));
    }
    let bots = game.info().bots;
    bots.into_iter().filter_map(|bot| play(game, day, seat, bot).transpose()).collect()
}

/// Plays the deal of a day with this bot in this seat. Returns `None` for a race.
fn play(game: &dyn AnyGame, day: &Day, seat: Seat, bot: &str) -> Result<Option<DayResult>, Rejection> {
    let seed = day_seed(game.id(), day);
    let info = game.day();
    let mut played = game.open(&day_setup(game), seed.first_dealer(info.seats))?;
    if played.is_race() {
        return Ok(None);
    }
    let usual = usual_bot(game);
    loop {
        match played.phase() {
            Phase::Over(_) => break,
            Phase::Between if is_day_over(&*played, info.deals) => break,
            Phase::Between => drop(played.deal(&played.next_deck(&seed), &[])?),
            Phase::Playing => match (played.next_shuffle(&seed), played.actors().first()) {
                (Some(shuffle), _) => drop(played.enter(&shuffle, &[])?),
                (None, Some(actor)) => {
                    let name = if actor == seat { bot } else { usual };
                    let think = played.bot_job(actor, name, played.version() as u64, None)?;
                    played.play(actor, &think(), &[])?;
                }
                (None, None) => break,
            },
        }
    }
    let mut points = BySeat::filled(info.seats, 0);
    for score in (0..played.deals()).filter_map(|deal| played.score_of_deal(deal)) {
        points = points.map(|seat, sum| sum + score.points[seat]);
    }
    Ok(Some(DayResult { bot: bot.to_owned(), points }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CATALOG;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (second, day) in [
            (0, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_795_219_200, "2026-11-21"),
            (4_102_444_799, "2099-12-31"),
        ] {
            assert_eq!(Day::of_second(second).to_string(), day);
        }
        assert!(Day::of_second(u64::MAX).to_string().starts_with("9999"));
        for wrong in ["", "today", "2026-2-3", "20260203", "2026-02-30", "2026-02-03T10:00", "+002026-02-03"]
        {
            assert!(wrong.parse::<Day>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn dates_match_the_gregorian_calendar() {
        let first = jiff::civil::date(1970, 1, 1);
        for days in (-BEFORE_1970..=LAST).step_by(97).chain([LAST]) {
            let theirs = first + jiff::Span::new().days(days);
            assert_eq!(Day(days).to_string(), theirs.to_string());
            assert_eq!(theirs.to_string().parse(), Ok(Day(days)));
        }
        assert!("0000-12-31".parse::<Day>().is_err() && "10000-01-01".parse::<Day>().is_err());
    }

    #[test]
    fn every_game_has_a_deal_of_the_day_and_the_bots_play_it_alike_every_time() {
        let day: Day = "2026-11-23".parse().expect("a day");
        for game in CATALOG.games() {
            let info = game.day();
            assert!(game.open(&day_setup(game), Seat::new(0)).is_ok(), "{}", game.id());
            let next = "2026-11-24".parse().expect("a day");
            assert_ne!(day_seed(game.id(), &day), day_seed(game.id(), &next));
            let weakest = game.info().bots[0];
            let once = play(game, &day, Seat::new(0), weakest).expect("it is played");
            assert_eq!(once, play(game, &day, Seat::new(0), weakest).expect("it is played"));
            assert!(once.is_none_or(|once| once.points.iter().count() == usize::from(info.seats)));
        }
        assert!(day_results(&CATALOG, "scopa", &day, Seat::new(2)).is_err());
    }

    /// Three kings on the table throw the deal in. (SC-R3, SC-S2)
    #[test]
    fn a_deal_of_the_day_that_is_thrown_in_is_followed_by_the_one_that_is_played() {
        let game = CATALOG.find("scopa").expect("a game");
        let day = (20_000..23_000).map(Day).find(|day| {
            let seed = day_seed(game.id(), day);
            let mut played = game.open(&day_setup(game), seed.first_dealer(2)).expect("it is open");
            played.deal(&played.next_deck(&seed), &[]).expect("it is dealt");
            played.deal_score().is_some_and(|score| score.thrown_in)
        });
        let day = day.expect("one day in six hundred");
        let results = day_results(&CATALOG, "scopa", &day, Seat::new(0)).expect("they are played");
        assert!(
            results.iter().any(|result| result.points.iter().any(|(_, points)| points > 0)),
            "{day}: {results:?}"
        );
    }
}
