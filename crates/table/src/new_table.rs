//! Checks of new card tables.

use crate::{check_time_control, to_options};
use catalog::{AnyGame, AnyMatch, Catalog, Day, Line, Rejection, SetupText, day_setup};
use engine::{Budget, Phase};
use protocol::{
    Audience, BegunDeal, BegunDeals, BegunDealsError, BegunElsewhere, NewChair, NewTable, Resolved,
};
use std::time::Duration;

/// Maximum thinking time of a bot at a table.
pub const LONGEST_THOUGHT: Duration = Duration::from_secs(1);
/// Maximum number of a bot's determinizations at a table.
const MAX_DETERMINIZATIONS: u32 = 50_000;

/// Maximum stake, in hundredths.
const MAX_STAKE: u32 = 100_000;

/// Converts a match that began in a browser to the form for a server: without voided deals and undone
/// actions.
///
/// # Errors
///
/// Returns [`BegunDealsError`] if nothing was dealt, or the match is too long.
pub fn begun_deals(lines: impl IntoIterator<Item = Line>) -> Result<BegunDeals, BegunDealsError> {
    let mut deals: Vec<BegunDeal> = Vec::new();
    for line in lines {
        match (line, deals.last_mut()) {
            (Line::Deal(deck), _) => deals.push(BegunDeal { deck, entries: Vec::new() }),
            (Line::Entry(entry), Some(deal)) => deal.entries.push(entry.to_string()),
            (Line::Undo { entries, .. }, Some(deal)) => {
                deal.entries.truncate(deal.entries.len().saturating_sub(entries));
            }
            (Line::Void, _) => drop(deals.pop()),
            (Line::Entry(_) | Line::Undo { .. }, None) => {}
        }
    }
    deals.try_into()
}

/// Replays a match that began in a browser, and returns its lines. `game` is a match with these rules before
/// the first deal.
///
/// # Errors
///
/// Returns [`Rejection`] if a deck or an entry is illegal, or the match is over.
pub fn follow_begun(begun: &BegunElsewhere, game: &mut dyn AnyMatch) -> Result<Vec<Line>, Rejection> {
    let mut lines = Vec::with_capacity(begun.deals.lines());
    for deal in &begun.deals {
        let deck = std::iter::once(Ok(Line::Deal(deal.deck.clone())));
        for line in deck.chain(deal.entries.iter().map(|entry| entry.parse().map(Line::Entry))) {
            let followed = line.and_then(|line| line.follow(game, &[]).map(|_| lines.push(line)));
            followed.map_err(|rejection: Rejection| refused(format!("begun: {rejection}")))?;
        }
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

/// Returns the day of a deal of the day.
///
/// # Errors
///
/// Returns [`Rejection`] if the text is not a date.
pub fn day_of(new: &NewTable) -> Result<Option<Day>, Rejection> {
    new.day.as_deref().map(str::parse).transpose()
}

/// Checks a new table, and returns its options. `now` is in seconds since 1970.
///
/// # Errors
///
/// Returns [`Rejection`] with the name of the first invalid field.
pub fn check_new_table(new: &NewTable, catalog: &Catalog, now: u64) -> Result<Resolved, Rejection> {
    let game = catalog.find(&new.game).ok_or_else(|| refused(unknown_game(catalog, &new.game)))?;
    match (new.stake, game.stake()) {
        (Some(_), None) => return Err(refused("stake: this game is not played for stakes")),
        (Some(stake), Some(_)) if !(1..=MAX_STAKE).contains(&stake) => {
            return Err(refused(format!("stake: from 1 to {MAX_STAKE} hundredths")));
        }
        _ => {}
    }
    if let Some(control) = new.time_control {
        check_time_control(control, game.turns())
            .map_err(|error| refused(format!("timeControl: {error}")))?;
    }
    let (options, overrides) = game.resolve(&setup(new))?;
    if let Some(day) = day_of(new)? {
        check_day(new, &day, game, now)?;
    }
    if new.audience == Audience::Everybody {
        return Err(refused("audience: only matches of the lobby are listed for everybody"));
    }
    if let Some(begun) = &new.begun {
        check_begun(new, begun, game)?;
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
        NewChair::OpenBot(_) if new.stake.is_some() || new.time_control.is_some() || new.day.is_some() => {
            Err(refused(
                "chairs: a bot keeps its chair in a match with a stake or a clock, and in a deal of the day",
            ))
        }
        NewChair::OpenBot(_) if new.audience == Audience::Players => {
            Err(refused("chairs: a bot keeps its chair in a match that only its players can see"))
        }
        NewChair::OpenBot(_) if new.begun.is_some() => {
            Err(refused("chairs: a bot keeps its chair in an imported match"))
        }
        NewChair::OpenBot(_) if game.is_one_deal() => {
            Err(refused("chairs: a bot keeps its chair in a match of one deal"))
        }
        NewChair::OpenBot(bot) => check_bot(game, bot),
        NewChair::Me | NewChair::Open => Ok(()),
    })?;
    Ok(Resolved { options: to_options(options), overrides: to_options(overrides) })
}

/// Checks that a browser can have played this match, as far as possible without a replay.
fn check_begun(new: &NewTable, begun: &BegunElsewhere, game: &dyn AnyGame) -> Result<(), Rejection> {
    if new.day.is_some() || new.time_control.is_some() {
        return Err(refused("begun: an imported match can't have a clock or be a deal of the day"));
    }
    if new.stake.is_some() {
        return Err(refused(
            "begun: an imported match can't have a stake, because only its host saw the deals",
        ));
    }
    if new.chairs.iter().filter(|chair| **chair == NewChair::Open).count() > 1 {
        return Err(refused("begun: at most one chair of an imported match may be open"));
    }
    let most = game.max_entries();
    if begun.deals.iter().any(|deal| deal.entries.len() > most) {
        return Err(refused(format!("begun: a deal of this game has at most {most} actions")));
    }
    Ok(())
}

/// Checks that a deal of the day has the rules of that day and only bots, so that all players get the same
/// deal.
fn check_day(new: &NewTable, day: &Day, game: &dyn AnyGame, now: u64) -> Result<(), Rejection> {
    if !(NEWEST_DAY..=OLDEST_DAY).contains(&day.days_until(&Day::of_second(now))) {
        return Err(refused("day: only the last thirty days can be played"));
    }
    let (asked, wanted) = (setup(new), day_setup(game));
    let same = asked.preset == wanted.preset && asked.seats == wanted.seats && asked.options.is_empty();
    if !same || new.stake.is_some() || new.time_control.is_some() || new.chairs.contains(&NewChair::Open) {
        return Err(refused("day: the deal of the day has fixed rules and only bots"));
    }
    Ok(())
}

/// Age of the oldest playable deal of the day: thirty days in every time zone.
const OLDEST_DAY: i32 = 31;
/// Age of the newest playable one: in some time zones it is already tomorrow.
const NEWEST_DAY: i32 = -1;

fn refused(message: impl Into<String>) -> Rejection {
    Rejection::new("options", message)
}

fn unknown_game(catalog: &Catalog, given: &str) -> String {
    let known: Vec<&str> = catalog.games().map(|game| game.id()).collect();
    let given: String = given.chars().take(40).collect();
    format!("game: unknown game “{given}”; known games: {}", known.join(", "))
}

fn check_bot(game: &dyn AnyGame, bot: &str) -> Result<(), Rejection> {
    game.check_bot(bot).map_err(Rejection::from)?;
    let too_long = match bots::budget(game.spelling(bot)) {
        Some(Budget::Time(time)) => time > LONGEST_THOUGHT,
        Some(Budget::Iterations(count)) => count > MAX_DETERMINIZATIONS,
        None => false,
    };
    if too_long {
        let seconds = LONGEST_THOUGHT.as_secs();
        let message = format!("bot: at most {seconds}s or {MAX_DETERMINIZATIONS} determinizations");
        return Err(refused(message));
    }
    Ok(())
}
