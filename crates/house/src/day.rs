//! The deal of the day: every game has one, which follows from the date alone, so that everybody who plays it holds the same cards.

use crate::{AnyGame, AnyMatch, Catalog, Rejected, SetupText, usual_bot};
use cards::{BySeat, Seat, Seed};
use engine::Phase;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A day of the calendar, written as `2026-11-23`.
///
/// ```
/// use house::Day;
/// let day: Day = "2026-02-28".parse()?;
/// assert_eq!(day.days_until(&"2026-03-01".parse()?), 1);
/// assert!("2026-02-29".parse::<Day>().is_err());
/// # Ok::<(), house::Rejected>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(
    /// Since 1970.
    i32,
);

/// The last day of the year 9999.
const LAST: i32 = 2_932_896;

/// How many days of the calendar come before a year, from the year 1.
const fn days_before(year: i32) -> i32 {
    let past = year - 1;
    past * 365 + past / 4 - past / 100 + past / 400
}

const BEFORE_1970: i32 = days_before(1970);

/// How long the months of a year are.
fn months(year: i32) -> [i32; 12] {
    let february = days_before(year + 1) - days_before(year) - 337;
    [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

impl Day {
    /// The day of a second since 1970, in the time of Greenwich.
    #[must_use]
    pub fn of_second(second: u64) -> Self {
        Self(i32::try_from(second / (24 * 60 * 60)).unwrap_or(LAST).min(LAST))
    }

    /// How many days later the other one is; less than 0 if it is earlier.
    #[must_use]
    pub fn days_until(&self, other: &Self) -> i32 {
        other.0 - self.0
    }

    /// The day of this year, month and day, if there is one.
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
    type Err = Rejected;

    fn from_str(text: &str) -> Result<Self, Rejected> {
        let mut parts = text.splitn(3, '-');
        let mut part = || parts.next()?.parse::<u16>().ok();
        let date = part().and_then(|year| Some((year, part()?, part()?)));
        let day = date.and_then(|(year, month, day)| Self::of_date(year.into(), month.into(), day.into()));
        // A date may be written in more ways than one, and a seed follows from this one only.
        let day = day.filter(|day| day.to_string() == text);
        day.ok_or_else(|| Rejected::new("bad-day", "day: write it as 2026-11-23".to_owned()))
    }
}

impl TryFrom<String> for Day {
    type Error = Rejected;

    fn try_from(text: String) -> Result<Self, Rejected> {
        text.parse()
    }
}

impl From<Day> for String {
    fn from(day: Day) -> Self {
        day.to_string()
    }
}

/// What the packs of a day follow from.
const LABEL: &str = "parlour-day/1";

/// What the deal of this day is dealt from.
#[must_use]
pub fn day_seed(game: &str, day: &Day) -> Seed {
    Seed::of_text(&format!("{LABEL} {game} {day}"))
}

/// How the deal of the day is played.
#[must_use]
pub fn day_setup(game: &dyn AnyGame) -> SetupText {
    let day = game.info().day;
    SetupText { preset: Some(day.preset.to_owned()), seats: Some(day.seats), ..SetupText::default() }
}

/// Whether all that is played of a day, so many deals, has been played. One that was thrown in is none of them: the same dealer deals
/// again, and the deal of the day is that.
#[must_use]
pub fn is_day_over(played: &dyn AnyMatch, deals: usize) -> bool {
    let scores = (0..played.deals()).filter_map(|deal| played.score_of_deal(deal));
    scores.filter(|score| !score.thrown_in).count() >= deals
}

/// How the deal of a day went for somebody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct DayResult {
    /// How good the bot is.
    pub bot: String,
    /// The points of each seat, in all deals.
    pub points: BySeat<i32>,
}

/// How each of the house's bots does in this seat, against those somebody meets there; always the same on the same day. Nothing in a race.
///
/// # Errors
///
/// When there is no such game or seat.
pub fn day_results(catalog: &Catalog, game: &str, day: &Day, seat: Seat) -> Result<Vec<DayResult>, Rejected> {
    let unknown = || Rejected::new("unknown-game", "game: there is no such game".to_owned());
    let game = catalog.find(game).ok_or_else(unknown)?;
    if seat.index() >= usize::from(game.info().day.seats) {
        return Err(Rejected::new("options", format!("seat: {seat} is not at this table")));
    }
    let bots = game.info().bots;
    bots.into_iter().filter_map(|bot| play(game, day, seat, bot).transpose()).collect()
}

/// Plays the deal of a day with this bot in this seat.
fn play(game: &dyn AnyGame, day: &Day, seat: Seat, bot: &str) -> Result<Option<DayResult>, Rejected> {
    let seed = day_seed(game.id(), day);
    let info = game.info().day;
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
                    let think = played.pending_move(actor, name, played.version() as u64, None)?;
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
    fn the_calendar_is_that_of_everybody_else() {
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
            let info = game.info().day;
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

    /// Three kings on the table. (SC-R3, SC-S2)
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
