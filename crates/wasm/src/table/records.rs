//! Records of tables, and replays of their deals.

use super::page_table::PageTable;
use ::table::{TableError, replay_deal, to_options, to_replay};
use cards::SeatSet;
use catalog::{AnyMatch, Catalog, Day, DealerNote, Line, Notes, OpeningNote, VoidedNote, log_entries};
use engine::Phase;
use protocol::{NewChair, TableInfo};
use serde_json::value::RawValue;

/// Returns the record of a match that is over, or stands between two deals. The record of an unfinished match
/// leaves out the seed of the next deals.
///
/// # Errors
///
/// Returns [`TableError`] if a deal is running, if there is no deal yet, or if the stored data is invalid.
pub(super) fn record(catalog: &Catalog, kept: &PageTable, lines: &[Line]) -> Result<String, TableError> {
    let game = played(catalog, kept, lines)?;
    let is_over = winners(kept, &*game).is_some();
    if !is_over && (game.phase() != Phase::Between || game.deals() == 0) {
        return Err(TableError::Unfinished);
    }
    let table = kept.table();
    let player = |chair: &NewChair| match chair {
        NewChair::Bot(bot) | NewChair::OpenBot(bot) => bot.clone(),
        NewChair::Me | NewChair::Open => table.name.clone(),
    };
    let dealer = if kept.is_dealer_drawn() { DealerNote::Drawn } else { DealerNote::Kept };
    let opening = OpeningNote::new(vec![None; usize::from(table.seats)], 0, dealer);
    let notes = Notes {
        players: table.chairs.iter().map(player).collect(),
        hints: if kept.hinted() { SeatSet::only(kept.seat()) } else { SeatSet::EMPTY },
        undone: game.undone(),
        date: Some(Day::of_second(kept.created()).to_string()),
        event: table.day.as_ref().map(|day| format!("deal of the day {day}")),
        seed: is_over.then(|| kept.seed().into()),
        commitment: Some(kept.seed().commitment().to_string()),
        voided: game.voided().iter().map(|deal| VoidedNote { deal: deal.deal, decks: deal.decks }).collect(),
        opening: (is_over && table.day.is_none()).then_some(opening),
    };
    Ok(game.record().with_notes(notes).write())
}

/// Returns the replay of one deal of a finished match.
pub(super) fn replay(
    catalog: &Catalog,
    kept: &PageTable,
    lines: &[Line],
    deal: usize,
) -> Result<Box<RawValue>, TableError> {
    let game = played(catalog, kept, lines)?;
    let winners = winners(kept, &*game).ok_or(TableError::Unfinished)?;
    let mut replayed = kept.begin(catalog)?;
    let opening = replayed.totals();
    let steps = replay_deal(&mut *replayed, lines, deal)?.ok_or(TableError::NoDeal(deal))?;
    let replay = to_replay(table_info(kept, &*game), &*game, opening, steps, winners);
    Ok(serde_json::value::to_raw_value(&replay).expect("a replay has string keys"))
}

/// Replays the log lines and returns the match.
fn played(catalog: &Catalog, kept: &PageTable, lines: &[Line]) -> Result<Box<dyn AnyMatch>, TableError> {
    let mut game = kept.begin(catalog)?;
    for entry in log_entries(lines) {
        entry.follow(&mut *game, &[])?;
    }
    Ok(game)
}

/// Returns the winners of a match that is over.
fn winners(kept: &PageTable, game: &dyn AnyMatch) -> Option<SeatSet> {
    match game.phase() {
        Phase::Over(winners) => Some(winners),
        Phase::Between | Phase::Playing => Some(kept.ended()?.winners(&game.sides())),
    }
}

/// Returns the information about a finished table.
fn table_info(kept: &PageTable, game: &dyn AnyMatch) -> TableInfo {
    TableInfo {
        table: kept.id().to_owned(),
        game: game.game().to_owned(),
        preset: kept.preset().to_owned(),
        options: to_options(game.options()),
        seats: game.seats(),
        chairs: kept.chairs(),
        ready: SeatSet::EMPTY,
        you: Some(kept.seat()),
        commitment: kept.seed().commitment().to_string(),
        restarts: 0,
        window: 0,
        stake: kept.table().stake,
        payments: kept.payments(game),
        countdown: None,
        absence: 0,
        ending: SeatSet::EMPTY,
        ended: kept.ended(),
        next: kept.next().map(ToOwned::to_owned),
        diverged: None,
        time_control: None,
        clocks: Vec::new(),
        host: Some(kept.seat()),
        day: kept.table().day.clone(),
        unverified_deals: 0,
        rated: false,
        audience: protocol::Audience::Link,
    }
}
