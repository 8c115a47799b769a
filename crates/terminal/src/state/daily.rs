//! Deal of the day: its result, the comparison with the bots, and the lines to share.

use super::{Effect, Input, State};
use crate::cast::{Cast, strength};
use crate::table::Table;
use crate::{Error, Settings};
use cards::{BySeat, BySide, Side};
use catalog::{Catalog, Day, DayResult, SnapshotPhase, day_results, day_setup};
use i18n::Words;
use std::fmt::Write;
use std::sync::Arc;

/// Points of a player's side, and of the best other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    own: i32,
    others: i32,
}

impl Standing {
    fn of(points: &BySide<i32>, own: Side) -> Self {
        let others = points.iter().filter(|(side, _)| *side != own).map(|(_, points)| points);
        Self { own: points[own], others: others.max().unwrap_or_default() }
    }

    /// Creates a standing from points by seat.
    fn at_table(points: &BySeat<i32>, cast: &Cast) -> Self {
        Self::of(&points.by_side(&cast.sides), cast.sides[cast.me])
    }

    fn lead(self) -> i32 {
        self.own - self.others
    }
}

/// Result of a deal of the day.
pub(crate) struct DayOver {
    /// Points of all sides.
    pub(crate) standing: String,
    /// One square per deal, or per scoring category of a single deal.
    squares: String,
    /// Number of bots beaten. `None` before the bots have played, and in games without a
    /// comparison.
    pub(crate) better: Option<String>,
    /// Result of each bot.
    pub(crate) field: Vec<String>,
}

impl DayOver {
    /// Computes the result. Returns `None` before the first deal is scored.
    pub(crate) fn new(state: &State) -> Option<Self> {
        let (words, cast) = (state.words, &state.cast);
        let (first, more) = state.scores.deals().split_first()?;
        let sum = |sum: BySeat<i32>, deal: &BySeat<i32>| sum.map(|seat, points| points + deal[seat]);
        let mine = Standing::at_table(&more.iter().fold(*first, sum), cast);
        let side = cast.sides[cast.me];
        let leads: Vec<i32> = if more.is_empty() {
            let lines = state.scores.last().into_iter().flat_map(|score| &score.lines);
            lines.map(|line| Standing::of(&line.points, side).lead()).collect()
        } else {
            state.scores.deals().iter().map(|deal| Standing::at_table(deal, cast).lead()).collect()
        };
        let field: Vec<(&str, Standing)> = state
            .field
            .iter()
            .flatten()
            .map(|result| (result.bot.as_str(), Standing::at_table(&result.points, cast)))
            .collect();
        let worse = field.iter().filter(|(_, standing)| standing.lead() < mine.lead()).count();
        let params = [("n", &*worse.to_string()), ("of", &field.len().to_string())];
        Some(Self {
            standing: format!("{} ({})", written(mine), signed(mine.lead())),
            squares: leads.into_iter().map(square).collect(),
            better: (!field.is_empty()).then(|| words.say("daily.better", &params).into_owned()),
            field: field
                .iter()
                .map(|(bot, standing)| format!("{} {}", strength(bot, words), written(*standing)))
                .collect(),
        })
    }
}

fn written(Standing { own, others }: Standing) -> String {
    format!("{own} : {others}").replace('-', "−")
}

fn signed(points: i32) -> String {
    if points > 0 { format!("+{points}") } else { points.to_string().replace('-', "−") }
}

fn square(lead: i32) -> char {
    match lead {
        1.. => '🟩',
        0 => '⬜',
        _ => '🟥',
    }
}

impl State {
    /// Opens the card table of a deal of the day.
    pub(crate) fn day(settings: Settings, day: Day) -> Result<(Self, Vec<Effect>), Error> {
        let unknown = || Error::UnknownGame(settings.game.clone());
        let setup = day_setup(settings.catalog.find(&settings.game).ok_or_else(unknown)?);
        let settings = Settings { setup, bots: Vec::new(), record: None, ..settings };
        let table = Table::day(&settings, day)?;
        Self::at(settings, table, 0, &[])
    }

    /// Starts a job, after the last deal, that lets the bots play the same cards.
    pub(crate) fn wait_for_field(&mut self) -> Vec<Effect> {
        let Some(day) = self.table.of_day().filter(|_| self.snapshot.phase == SnapshotPhase::Over) else {
            return Vec::new();
        };
        let (catalog, game, me) = (Arc::clone(&self.settings.catalog), self.cast.game.clone(), self.cast.me);
        // A failure only omits the comparison.
        let think = move || Input::Field(day_results(&catalog, &game, &day, me).unwrap_or_default());
        vec![Effect::Think(Box::new(think))]
    }
}

/// Returns the lines to share, or `None` before the deal of the day is over.
pub(crate) fn lines_to_share(state: &State) -> Option<String> {
    let (words, game) = (state.words, &state.cast.game);
    let day = state.table.of_day().filter(|_| state.snapshot.phase == SnapshotPhase::Over)?;
    let over = DayOver::new(state)?;
    let name = words.say(&format!("game.{game}"), &[]).into_owned();
    let compared = over.better.unwrap_or_else(|| words.say("home.daily", &[]).into_owned());
    let lines = [
        format!("Parlour · {name} · {day}"),
        over.standing,
        over.squares,
        compared,
        format!("parlour daily {game} {day}"),
    ];
    Some(state.look().plain_text(&(lines.join("\n") + "\n")))
}

/// Returns the list of games, each with its number of deals per day.
#[must_use]
pub fn list_days(catalog: &Catalog, day: &Day, words: Words) -> String {
    let mut text = format!("{} · {day}\n", words.say("home.daily", &[]));
    let widest = catalog.games().map(|game| game.id().len()).max().unwrap_or_default();
    for game in catalog.games() {
        let deals = words.count("daily.deals", game.day().deals);
        let name = words.say(&format!("game.{}", game.id()), &[]).into_owned();
        let _ = writeln!(text, "  {:<widest$}  {name}: {deals}", game.id());
    }
    text
}

/// Stores the results of the bots. They are dropped if the player has changed tables since.
pub(crate) fn take_in(state: &mut State, field: Vec<DayResult>) {
    if state.table.of_day().is_some() {
        state.field = Some(field);
    }
}
