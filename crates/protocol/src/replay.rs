//! A deal that was played, step by step with every hand open.

use crate::Step;
use cards::{Seat, Viewer};
use engine::Phase;
use house::{AnyMatch, Line, LogEntry, Rejected, Sent, log_entries};
use serde_json::Value;
use serde_json::value::RawValue;

/// A deal step by step, with every hand open.
pub struct Walked {
    pub start: Step,
    pub steps: Vec<Step>,
}

/// Walks through a match that is about to begin until one of its deals, from 0, is over; there may be no such deal.
///
/// # Errors
///
/// When the match does not take one of the lines.
pub fn walk(game: &mut dyn AnyMatch, lines: &[Line], deal: usize) -> Result<Option<Walked>, Rejected> {
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
            Line::Entry(entry) => split(entry),
            Line::Deal(_) | Line::Void | Line::Undo { .. } => (None, None),
        };
        let step = Step {
            seat,
            action,
            events: open_events(&sent),
            view: open_view(game, seats),
            deal_score: game.deal_score().filter(|_| ended),
        };
        match line {
            Line::Deal(_) => start = Some(step),
            Line::Entry(_) => steps.push(step),
            Line::Void | Line::Undo { .. } => {}
        }
    }
    Ok(start.map(|start| Walked { start, steps }))
}

fn split(entry: &str) -> (Option<Seat>, Option<String>) {
    let parts = entry.split_once(' ');
    let seat = parts.and_then(|(seat, _)| Seat::try_from(seat.parse::<u8>().ok()?).ok());
    (seat, parts.map(|(_, action)| action.to_owned()))
}

/// The public view, with what is each seat's, such as its hand, as that seat sees it.
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

/// The public events, but those of one seat as that seat saw them: what it was dealt is open.
fn open_events(sent: &[Sent]) -> Vec<Value> {
    let sent: Vec<Value> = sent.iter().map(|events| parse(&events.to_json())).collect();
    let Some((Value::Array(public), seats)) = sent.split_last() else { return Vec::new() };
    let open = |(index, event): (usize, &Value)| {
        let seat = event.get("seat").and_then(Value::as_u64).and_then(|seat| usize::try_from(seat).ok());
        let own = seat.and_then(|seat| seats.get(seat)).and_then(Value::as_array);
        // A seat that was told of more events than the public tells them in other places.
        let own = own.filter(|own| own.len() == public.len()).and_then(|own| own.get(index));
        own.unwrap_or(event).clone()
    };
    public.iter().enumerate().map(open).collect()
}

fn parse(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).expect("the games write JSON")
}
