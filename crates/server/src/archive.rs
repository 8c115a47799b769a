//! Finished matches: their records, and their deals step by step with every hand open.

use crate::identity::{GuestId, TableId};
use crate::lobby::Lobby;
use crate::refusal::Refusal;
use crate::store::{FirstDealer, Line, LoadError, Opening, Stage, Stored};
use crate::table::{Chairs, Fault, LogEntry, Unrevived, begin, log_entries, revive, turn};
use crate::wire::{Ended, Replay, Step, TableInfo};
use cards::{Seat, SeatSet, Viewer};
use engine::Phase;
use house::{
    AnyMatch, Day, DealText, DealerNote, NonceNote, Notes, OpeningNote, RecordText, Rejected, Sent,
    VoidedNote,
};
use serde_json::Value;
use serde_json::value::RawValue;

/// The record of a finished match, with its seed. Whoever plays against bots alone is given it between two deals too, as far as it
/// goes: what lay where in deals that are over helps against nobody. What the next deals follow from is not in it.
pub(crate) async fn record(lobby: &Lobby, id: TableId, reader: Option<GuestId>) -> Result<String, Refusal> {
    let (stored, game) = kept(lobby, id).await?;
    let is_over = winners(&stored, &*game).is_some();
    let chairs = Chairs::stored(stored.chairs);
    let own = reader.and_then(|guest| chairs.seat_of(guest));
    let plays_alone = own.is_some_and(|seat| chairs.plays_alone(seat));
    let is_between = game.phase() == Phase::Between && game.deals() > 0;
    let may_read = is_over || is_between && plays_alone;
    if !may_read {
        return Err(Refusal::Unfinished);
    }
    let seed = stored.record.seed;
    let notes = Notes {
        players: chairs.names(),
        hints: chairs.hinted(),
        undone: game.undone(),
        date: Some(Day::of_second(stored.record.created).to_string()),
        event: stored.record.day().map(|day| format!("deal of the day {day}")),
        seed: is_over.then(|| seed.into()),
        commitment: Some(seed.commitment().to_string()),
        voided: game.voided().iter().map(|deal| VoidedNote { deal: deal.deal, decks: deal.decks }).collect(),
        opening: stored.record.opening.as_ref().filter(|_| is_over).and_then(opening_note),
    };
    Ok(game.record().with_notes(notes).write())
}

/// What a record says of an opening; nothing, if the match ended before it.
fn opening_note(opening: &Opening) -> Option<OpeningNote> {
    let Stage::Done { nonces } = &opening.stage else { return None };
    let dealer = match opening.dealer {
        FirstDealer::Drawn => DealerNote::Drawn,
        FirstDealer::Kept => DealerNote::Kept,
    };
    let nonces = nonces.iter().map(|nonce| nonce.map(NonceNote::from)).collect();
    Some(OpeningNote::new(nonces, opening.restarts, dealer))
}

/// One deal of a finished match.
pub(crate) async fn replay(
    lobby: &Lobby,
    id: TableId,
    deal: usize,
    reader: Option<GuestId>,
) -> Result<String, Refusal> {
    let (stored, game, winners) = finished(lobby, id).await?;
    let walked = walk(&mut *begin(&stored.record, &lobby.settings.catalog)?, &stored.lines, deal);
    let walked = walked.map_err(|rejected| LoadError::strange(id, &rejected))?;
    let Walked { start, steps } = walked.ok_or(Refusal::NoDeal(deal))?;
    let chairs = Chairs::stored(stored.chairs);
    let setup = game.setup();
    let info = TableInfo {
        table: &id.to_string(),
        game: game.game(),
        preset: setup.preset.as_deref().unwrap_or_default(),
        options: game.options(),
        seats: stored.record.seats,
        chairs: &chairs.occupants(|_| Some(0)),
        ready: SeatSet::EMPTY,
        you: reader.and_then(|guest| chairs.seat_of(guest)),
        commitment: &stored.record.seed.commitment().to_string(),
        restarts: stored.record.restarts(),
        // Nothing is waited for any more.
        window: 0,
        stake: stored.record.stake,
        payments: stored.record.stake.and_then(|stake| game.payments(stake)),
        counting: None,
        absence: 0,
        ending: SeatSet::EMPTY,
        ended: stored.ended,
        next: stored.next.map(|next| next.to_string()),
        lost: None,
        time_control: stored.record.time_control,
        clocks: Vec::new(),
        founder: None,
        day: stored.record.day(),
    };
    let points =
        (0..game.deals()).filter_map(|deal| game.score_of_deal(deal)).map(|deal| deal.points).collect();
    let opening = begin(&stored.record, &lobby.settings.catalog)
        .map_err(|rejected| LoadError::strange(id, &rejected))?
        .totals();
    let (sides, bonuses, totals) = (game.sides(), game.bonuses(), game.totals());
    let replay = Replay { info, sides, opening, points, start, steps, bonuses, totals, winners };
    Ok(serde_json::to_string(&replay).expect("a replay has string keys"))
}

/// A match that is over, and who won. What is not over says nothing: its record would show hidden cards.
async fn finished(lobby: &Lobby, id: TableId) -> Result<(Stored, Box<dyn AnyMatch>, SeatSet), Refusal> {
    let (stored, game) = kept(lobby, id).await?;
    let winners = winners(&stored, &*game).ok_or(Refusal::Unfinished)?;
    Ok((stored, game, winners))
}

/// Who won a match that is over.
fn winners(stored: &Stored, game: &dyn AnyMatch) -> Option<SeatSet> {
    match game.phase() {
        Phase::Over(winners) => Some(winners),
        Phase::Between | Phase::Playing => winners_early(stored, game),
    }
}

/// A match as it is on disk.
async fn kept(lobby: &Lobby, id: TableId) -> Result<(Stored, Box<dyn AnyMatch>), Refusal> {
    let stored = lobby.store.load(id).await?.ok_or(Refusal::NoTable)?;
    match revive(&stored, &lobby.settings.catalog, None) {
        Ok(game) => Ok((stored, game)),
        Err(Unrevived::Strange(rejected)) => Err(LoadError::strange(id, &rejected).into()),
        // Whoever opens the table will void that deal; the match is not over.
        Err(Unrevived::Fault(Fault(what))) => {
            tracing::error!(table = id.in_log(), fault = what, "a fault broke a deal");
            Err(Refusal::Unfinished)
        }
    }
}

/// Who won a match that was given up: the other side. Nobody did if all agreed to end it.
fn winners_early(stored: &Stored, game: &dyn AnyMatch) -> Option<SeatSet> {
    let seat = match stored.ended? {
        Ended::Agreement => return Some(SeatSet::EMPTY),
        Ended::Resignation { seat } | Ended::Absence { seat } => seat,
    };
    let sides = game.sides();
    let won = |other: &Seat| sides[*other] != sides[seat];
    Some(Seat::all(stored.record.seats).filter(won).collect())
}

/// A deal step by step, with every hand open.
pub(crate) struct Walked {
    pub(crate) start: Step,
    pub(crate) steps: Vec<Step>,
}

/// The lines of a record, as the store would have them.
pub(crate) fn lines(record: &RecordText) -> Vec<Line> {
    let deal = |deal: &DealText| {
        let entries = deal.actions.iter().map(|entry| Line::Entry(entry.clone()));
        std::iter::once(Line::Deal(deal.deck.clone())).chain(entries).collect::<Vec<_>>()
    };
    record.deals.iter().flat_map(deal).collect()
}

/// Walks through a match that is about to begin until one of its deals, from 0, is over; there may be no such deal.
pub(crate) fn walk(game: &mut dyn AnyMatch, lines: &[Line], deal: usize) -> Result<Option<Walked>, Rejected> {
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
        let sent = turn(game, entry, if wanted { &viewers } else { &[] })?;
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
