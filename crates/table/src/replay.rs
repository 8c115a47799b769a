//! Replays of finished deals, step by step with open hands.

use crate::convert::{to_deal_score, to_score_lines};
use cards::{BySeat, Seat, SeatSet, Viewer};
use catalog::{AnyMatch, Entry, Line, LogEntry, Rejection, WireValue, log_entries};
use engine::Phase;
use protocol::{Replay, Step, TableInfo};
use serde_json::Value;
use serde_json::value::RawValue;

/// Deal, step by step with open hands.
pub struct DealReplay {
    /// The deal before the first action.
    pub start: Step,
    /// The deal after each action.
    pub steps: Vec<Step>,
}

/// Replays a match until the end of a deal, counted from 0. Returns `None` if the match has no such deal.
///
/// # Errors
///
/// Returns [`Rejection`] if a line is illegal.
pub fn replay_deal(
    game: &mut dyn AnyMatch,
    lines: &[Line],
    deal: usize,
) -> Result<Option<DealReplay>, Rejection> {
    let seats = game.seats();
    let viewers: Vec<Viewer> = Viewer::all(seats).collect();
    let mut start = None;
    let mut steps = Vec::new();
    for entry in &log_entries(lines) {
        let begins = matches!(entry, LogEntry::Line(Line::Deal(_)));
        if game.deals() > deal && (begins || start.is_none()) {
            break;
        }
        let wanted = game.deals() == deal + usize::from(!begins);
        let sent = entry.follow(game, if wanted { &viewers } else { &[] })?;
        let LogEntry::Line(line) = entry else { continue };
        if !wanted {
            continue;
        }
        if let Line::Undo { entries, .. } = line {
            steps.truncate(steps.len().saturating_sub(*entries));
            continue;
        }
        let ended = game.phase() != Phase::Playing;
        let (seat, action) = match line {
            Line::Entry(Entry::Action { seat, action }) => (Some(*seat), Some(action.clone())),
            Line::Entry(Entry::Shuffle(_)) | Line::Deal(_) | Line::Void | Line::Undo { .. } => (None, None),
        };
        let step = Step {
            seat,
            action,
            events: open_events(&sent),
            view: open_view(game, seats),
            deal_score: game.deal_score().filter(|_| ended).map(to_deal_score),
        };
        match line {
            Line::Deal(_) => start = Some(step),
            Line::Entry(_) => steps.push(step),
            Line::Void | Line::Undo { .. } => {}
        }
    }
    Ok(start.map(|start| DealReplay { start, steps }))
}

/// Creates the replay of a deal of a finished match. `opening` has the totals before the first deal.
#[must_use]
pub fn to_replay(
    info: TableInfo,
    game: &dyn AnyMatch,
    opening: BySeat<i32>,
    replayed: DealReplay,
    winners: SeatSet,
) -> Replay {
    let DealReplay { start, steps } = replayed;
    let points = (0..game.deals()).filter_map(|deal| game.score_of_deal(deal)).map(|deal| deal.points);
    let (sides, bonuses, totals) = (game.sides(), to_score_lines(game.bonuses()), game.totals());
    Replay { info, sides, opening, points: points.collect(), start, steps, bonuses, totals, winners }
}

/// Returns the public view, with each seat's hand and values as the seat sees them.
fn open_view(game: &dyn AnyMatch, seats: u8) -> Value {
    let mut view = parse(&game.view(Viewer::Public));
    for seat in Seat::all(seats) {
        let mut own = parse(&game.view(Viewer::Seat(seat)));
        for key in ["hands", "values"] {
            let mine = own.get_mut(key).and_then(|all| all.get_mut(seat.index())).map(Value::take);
            let index = view.get_mut(key).and_then(|all| all.get_mut(seat.index()));
            if let (Some(index), Some(mine)) = (index, mine) {
                *index = mine;
            }
        }
    }
    view
}

/// Returns the public events. The event of a seat is replaced by what that seat saw, so its cards are open.
fn open_events(sent: &[WireValue]) -> Vec<Value> {
    let sent: Vec<Value> = sent.iter().map(|events| parse(&events.to_json())).collect();
    let Some((Value::Array(public), seats)) = sent.split_last() else { return Vec::new() };
    let open = |(index, event): (usize, &Value)| {
        let seat = event.get("seat").and_then(Value::as_u64).and_then(|seat| usize::try_from(seat).ok());
        let own = seat.and_then(|seat| seats.get(seat)).and_then(Value::as_array);
        // A seat that saw more events than the public has them at other positions.
        let own = own.filter(|own| own.len() == public.len()).and_then(|own| own.get(index));
        own.unwrap_or(event).clone()
    };
    public.iter().enumerate().map(open).collect()
}

fn parse(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).expect("the games write JSON")
}
