//! Matches that may be read: those that are over, their records and their deals step by step with every hand open; and between two
//! deals the record of one against bots alone.

use crate::identity::{GuestId, TableId};
use crate::lobby::Lobby;
use crate::refusal::Refusal;
use crate::store::{FirstDealer, LoadError, Opening, Stage, Stored};
use crate::table::{Chairs, Fault, Unrevived, begin, revive};
use ::table::{TableRefusal, replay_deal, to_options, to_replay};
use cards::SeatSet;
use engine::Phase;
use house::{AnyMatch, Day, DealerNote, NonceNote, Notes, OpeningNote, VoidedNote};
use protocol::TableInfo;

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
        return Err(TableRefusal::Unfinished.into());
    }
    let seed = stored.record.seed;
    let elsewhere = stored.record.elsewhere();
    let notes = Notes {
        players: chairs.names(),
        hints: chairs.hinted(),
        undone: game.undone(),
        date: Some(Day::of_second(stored.record.created).to_string()),
        event: match stored.record.day() {
            Some(day) => Some(format!("deal of the day {day}")),
            None if elsewhere > 0 => Some(format!("begun in a browser, where {elsewhere} deals were dealt")),
            None => None,
        },
        // Of a match that was begun elsewhere it says nothing about the first deals.
        seed: (is_over && elsewhere == 0).then(|| seed.into()),
        commitment: (elsewhere == 0).then(|| seed.commitment().to_string()),
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
    let walked = replay_deal(&mut *begin(&stored.record, &lobby.settings.catalog)?, &stored.lines, deal);
    let walked = walked.map_err(|rejected| LoadError::strange(id, &rejected))?;
    let walked = walked.ok_or(TableRefusal::NoDeal(deal))?;
    let chairs = Chairs::stored(stored.chairs);
    let setup = game.setup();
    let info = TableInfo {
        table: id.to_string(),
        game: game.game().to_owned(),
        preset: setup.preset.unwrap_or_default(),
        options: to_options(game.options()),
        seats: stored.record.seats,
        chairs: chairs.occupants(|_| Some(0)),
        ready: SeatSet::EMPTY,
        you: reader.and_then(|guest| chairs.seat_of(guest)),
        commitment: stored.record.seed.commitment().to_string(),
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
        day: stored.record.day().map(String::from),
        elsewhere: stored.record.elsewhere(),
    };
    let opening = begin(&stored.record, &lobby.settings.catalog)
        .map_err(|rejected| LoadError::strange(id, &rejected))?
        .totals();
    let replay = to_replay(info, &*game, opening, walked, winners);
    Ok(serde_json::to_string(&replay).expect("a replay has string keys"))
}

/// A match that is over, and who won. What is not over says nothing: its record would show hidden cards.
async fn finished(lobby: &Lobby, id: TableId) -> Result<(Stored, Box<dyn AnyMatch>, SeatSet), Refusal> {
    let (stored, game) = kept(lobby, id).await?;
    let winners = winners(&stored, &*game).ok_or(TableRefusal::Unfinished)?;
    Ok((stored, game, winners))
}

/// Who won a match that is over.
fn winners(stored: &Stored, game: &dyn AnyMatch) -> Option<SeatSet> {
    match game.phase() {
        Phase::Over(winners) => Some(winners),
        Phase::Between | Phase::Playing => Some(stored.ended?.winners(&game.sides())),
    }
}

/// A match as it is on disk.
async fn kept(lobby: &Lobby, id: TableId) -> Result<(Stored, Box<dyn AnyMatch>), Refusal> {
    let stored = lobby.store.read(id).await?.ok_or(TableRefusal::NoTable)?;
    match revive(&stored.record, &stored.lines, &lobby.settings.catalog, None) {
        Ok(game) => Ok((stored, game)),
        Err(Unrevived::Strange(rejected)) => Err(LoadError::strange(id, &rejected).into()),
        // Whoever opens the table will void that deal; the match is not over.
        Err(Unrevived::Fault(Fault(what))) => {
            tracing::error!(table = id.in_log(), fault = what, "a fault broke a deal");
            Err(TableRefusal::Unfinished.into())
        }
    }
}
