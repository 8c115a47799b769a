//! Read access to matches: the records and replays of finished ones, and the record so far of a match against
//! bots alone, between two deals.

use crate::request_error::RequestError;
use crate::table::TableRegistry;
use crate::table::{Chairs, Fault, Unrevived, begin, revive};
use crate::work_queue::WorkQueue;
use ::table::{
    FirstDealer, GuestId, Opening, Stage, TableError, TableId, replay_deal, to_options, to_replay,
};
use cards::{Seat, SeatSet};
use catalog::{AnyMatch, Catalog, Day, DealerNote, NonceNote, Notes, OpeningNote, VoidedNote};
use engine::Phase;
use protocol::TableInfo;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{LoadError, Stored};

/// Read access to matches, with the queue in which they are replayed.
pub(crate) struct Archive {
    /// Queue of replays. A replay takes milliseconds, which would block the sockets.
    queue: WorkQueue,
    /// Card tables found unfinished, with the number of their log lines at that time. A repeated request
    /// costs no replay until there is another line.
    unfinished: Mutex<HashMap<TableId, u64>>,
}

/// Refuses a reader without a seat if a match is for its players only.
///
/// # Errors
///
/// Returns [`TableError::PlayersOnly`] if the match is not for this reader.
pub(crate) fn check_audience(players_only: bool, own: Option<Seat>) -> Result<(), TableError> {
    if players_only && own.is_none() { Err(TableError::PlayersOnly) } else { Ok(()) }
}

/// Maximum number of card tables remembered as unfinished.
const REMEMBERED: usize = 10_000;

impl Archive {
    /// Queued replays per address. A family shares one address, and all its devices ask when a match is over.
    const BY_ADDRESS: usize = 32;

    pub(crate) fn new() -> Self {
        Self { queue: WorkQueue::with_share(1, 200, Self::BY_ADDRESS), unfinished: Mutex::default() }
    }

    fn unfinished(&self) -> MutexGuard<'_, HashMap<TableId, u64>> {
        self.unfinished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads and replays a match. If the columns show that this reader may not read it, it is not replayed.
    async fn open(
        &self,
        registry: &Arc<TableRegistry>,
        id: TableId,
        asker: &Asker,
    ) -> Result<ReplayedMatch, RequestError> {
        let summary = registry.store.summary(id).await?.ok_or(TableError::NoTable)?;
        let chairs = Chairs::stored(summary.chairs);
        let own = asker.guest.and_then(|guest| chairs.seat_of(guest));
        check_audience(summary.players_only, own)?;
        let plays_alone = own.is_some_and(|seat| chairs.plays_alone(seat));
        let is_known = || self.unfinished().get(&id) == Some(&summary.lines);
        if !summary.is_over && !plays_alone && is_known() {
            return Err(TableError::Unfinished.into());
        }
        let ticket = self.queue.enter(asker.address)?;
        let stored = registry.store.read(id).await?.ok_or(TableError::NoTable)?;
        let lines = stored.lines.len() as u64;
        let catalog = Arc::clone(&registry.settings.catalog);
        let finished = self.queue.run(ticket, move || replay_stored(stored, &catalog)).await??;
        // There may be more lines than the summary counted. The next request then replays again.
        if winners(&finished.stored, &*finished.game).is_none() && lines == summary.lines {
            let mut unfinished = self.unfinished();
            if unfinished.len() >= REMEMBERED {
                unfinished.clear();
            }
            unfinished.insert(id, lines);
        }
        Ok(finished)
    }
}

/// Client that asks for a match.
pub(crate) struct Asker {
    pub(crate) guest: Option<GuestId>,
    pub(crate) address: Option<IpAddr>,
}

/// Stored match that was replayed.
struct ReplayedMatch {
    stored: Stored,
    game: Box<dyn AnyMatch>,
}

/// Returns the record of a finished match, with its seed.
///
/// A player against bots alone can also read it between two deals. It then lacks the seed, and cards of
/// finished deals give no advantage.
pub(crate) async fn record(
    archive: &Archive,
    registry: &Arc<TableRegistry>,
    id: TableId,
    asker: &Asker,
) -> Result<String, RequestError> {
    let ReplayedMatch { stored, game } = archive.open(registry, id, asker).await?;
    let is_over = winners(&stored, &*game).is_some();
    let chairs = Chairs::stored(stored.chairs);
    let own = asker.guest.and_then(|guest| chairs.seat_of(guest));
    let plays_alone = own.is_some_and(|seat| chairs.plays_alone(seat));
    let is_between = game.phase() == Phase::Between && game.deals() > 0;
    let may_read = is_over || is_between && plays_alone;
    if !may_read {
        return Err(TableError::Unfinished.into());
    }
    let seed = stored.record.seed;
    let unverified_deals = stored.record.unverified_deals();
    let notes = Notes {
        players: chairs.names(),
        hints: chairs.hinted(),
        undone: game.undone(),
        date: Some(Day::of_second(stored.record.created).to_string()),
        event: match stored.record.day() {
            Some(day) => Some(format!("deal of the day {day}")),
            None if unverified_deals > 0 => {
                Some(format!("begun in a browser, where {unverified_deals} deals were dealt"))
            }
            None => None,
        },
        // The seed of a match begun elsewhere says nothing about its first deals.
        seed: (is_over && unverified_deals == 0).then(|| seed.into()),
        commitment: (unverified_deals == 0).then(|| seed.commitment().to_string()),
        voided: game.voided().iter().map(|deal| VoidedNote { deal: deal.deal, decks: deal.decks }).collect(),
        opening: stored.record.opening.as_ref().filter(|_| is_over).and_then(opening_note),
    };
    Ok(game.record().with_notes(notes).write())
}

/// Returns the note of a completed seed exchange.
fn opening_note(opening: &Opening) -> Option<OpeningNote> {
    let Stage::Done { nonces } = &opening.stage else { return None };
    let dealer = match opening.dealer {
        FirstDealer::Drawn => DealerNote::Drawn,
        FirstDealer::Kept => DealerNote::Kept,
    };
    let nonces = nonces.iter().map(|nonce| nonce.map(NonceNote::from)).collect();
    Some(OpeningNote::new(nonces, opening.restarts, dealer))
}

/// Returns the replay of one deal of a finished match.
pub(crate) async fn replay(
    archive: &Archive,
    registry: &Arc<TableRegistry>,
    id: TableId,
    deal: usize,
    asker: &Asker,
) -> Result<String, RequestError> {
    let finished = archive.open(registry, id, asker).await?;
    // A replay shows hidden cards, so an unfinished match has none.
    let winners = winners(&finished.stored, &*finished.game).ok_or(TableError::Unfinished)?;
    let ticket = archive.queue.enter(asker.address)?;
    let (catalog, guest) = (Arc::clone(&registry.settings.catalog), asker.guest);
    archive.queue.run(ticket, move || replay_for(finished, &catalog, deal, guest, winners)).await?
}

fn replay_for(
    finished: ReplayedMatch,
    catalog: &Catalog,
    deal: usize,
    reader: Option<GuestId>,
    winners: SeatSet,
) -> Result<String, RequestError> {
    let ReplayedMatch { stored, game } = finished;
    let id = stored.record.id;
    let replayed = replay_deal(&mut *begin(&stored.record, catalog)?, &stored.lines, deal);
    let replayed = replayed.map_err(|rejection| LoadError::strange(id, &rejection))?;
    let replayed = replayed.ok_or(TableError::NoDeal(deal))?;
    let chairs = Chairs::stored(stored.chairs);
    let you = reader.and_then(|guest| chairs.seat_of(guest));
    let setup = game.setup();
    let info = TableInfo {
        table: id.to_string(),
        game: game.game().to_owned(),
        preset: setup.preset.unwrap_or_default(),
        options: to_options(game.options()),
        seats: stored.record.seats,
        chairs: chairs.occupants(|_| Some(0)),
        ready: SeatSet::EMPTY,
        you,
        commitment: stored.record.seed.commitment().to_string(),
        restarts: stored.record.restarts(),
        // A finished match has no response window.
        window: 0,
        stake: stored.record.stake,
        payments: stored.record.stake.and_then(|stake| game.payments(stake)),
        countdown: None,
        absence: 0,
        ending: SeatSet::EMPTY,
        ended: stored.ended,
        next: stored.next.filter(|_| stored.record.tells_rematch_to(you)).map(|next| next.to_string()),
        diverged: None,
        time_control: stored.record.time_control,
        clocks: Vec::new(),
        host: None,
        day: stored.record.day().map(String::from),
        unverified_deals: stored.record.unverified_deals(),
        rated: stored.record.is_rated(),
        audience: stored.record.audience(),
    };
    let opening =
        begin(&stored.record, catalog).map_err(|rejection| LoadError::strange(id, &rejection))?.totals();
    let replay = to_replay(info, &*game, opening, replayed, winners);
    Ok(serde_json::to_string(&replay).expect("a replay has string keys"))
}

/// Returns the winners of a finished match.
fn winners(stored: &Stored, game: &dyn AnyMatch) -> Option<SeatSet> {
    match game.phase() {
        Phase::Over(winners) => Some(winners),
        Phase::Between | Phase::Playing => Some(stored.ended?.winners(&game.sides())),
    }
}

/// Replays a match.
fn replay_stored(stored: Stored, catalog: &Catalog) -> Result<ReplayedMatch, RequestError> {
    let id = stored.record.id;
    match revive(&stored.record, &stored.lines, catalog, None) {
        Ok(game) => Ok(ReplayedMatch { stored, game }),
        Err(Unrevived::Strange(rejection)) => Err(LoadError::strange(id, &rejection).into()),
        // Opening the table will void that deal, so the match is unfinished.
        Err(Unrevived::Fault(Fault(what))) => {
            tracing::error!(table = id.in_log(), fault = what, "a fault broke a deal");
            Err(TableError::Unfinished.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot_pool::BotPool;
    use crate::metrics::Metrics;
    use crate::page::NoPage;
    use crate::settings::Settings;
    use ::table::StoredChair;
    use store::{RandomId, Store};

    #[tokio::test]
    async fn unauthorized_readers_cost_no_replay() {
        let folder = tempfile::tempdir().expect("a folder");
        let metrics = Metrics::new();
        let store = Store::open(folder.path(), None, metrics.clone()).expect("it opens");
        let settings = Settings::new(folder.path(), ([127, 0, 0, 1], 0).into(), NoPage);
        let bots = BotPool::new(2, 10).expect("threads");
        let registry = TableRegistry::new(settings, store, bots, metrics, None);
        let record = store::model::record();
        let id = record.id;
        registry
            .store
            .create_table(record, vec![StoredChair::Open; 2], Vec::new())
            .await
            .expect("it is saved");
        let asker = Asker { guest: None, address: Some([192, 0, 2, 1].into()) };
        let mut archive = Archive::new();
        let is_unfinished = |answer: Result<String, RequestError>| {
            matches!(answer, Err(RequestError::AtTable(TableError::Unfinished)))
        };
        assert!(is_unfinished(super::record(&archive, &registry, id, &asker).await));
        // From here on every replay is refused.
        archive.queue = WorkQueue::new(0, 0);
        for _ in 0..100 {
            assert!(is_unfinished(super::record(&archive, &registry, id, &asker).await));
            assert!(is_unfinished(replay(&archive, &registry, id, 0, &asker).await));
        }
        let (stored, mut lease) = registry.store.take(id).await.expect("it is read").expect("it is there");
        let line = catalog::Line::Entry("0 7d".parse().unwrap());
        let link = stored.link.after(&stored.record.seed, &line);
        registry.store.append(&mut lease, line, link, None, None).await.expect("it is saved");
        // The match may be over now, so it is replayed again.
        assert!(matches!(super::record(&archive, &registry, id, &asker).await, Err(RequestError::Busy)));
        let nothing = TableId::random().expect("chance");
        let answer = super::record(&archive, &registry, nothing, &asker).await;
        assert!(matches!(answer, Err(RequestError::AtTable(TableError::NoTable))));
    }
}
