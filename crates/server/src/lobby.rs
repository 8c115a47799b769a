//! Where tables are found: those in memory by their id, the others by loading them.

use crate::bot_pool::BotPool;
use crate::door::Network;
use crate::guests::{Guests, Here};
use crate::identity::{GuestId, RandomId, TableId};
use crate::limits::Buckets;
use crate::metrics::Metrics;
use crate::peers::{Peer, Unreachable};
use crate::push::Push;
use crate::refusal::Refusal;
use crate::settings::Settings;
use crate::store::{FirstDealer, Opening, Store, TableRecord, now};
use crate::table::{self, Chairs, Connection, Request};
use ::table::Link;
use ::table::{Games, TableSettings, check_new_table, day_of, follow_begun};
use cards::{Seat, Seed};
use house::{Line, day_seed};
use protocol::{NewTable, Opened, Resolved};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::mpsc;

/// Lines of a match from a browser that cost as much of the rate limit as a table.
const LINES_FOR_A_TABLE: usize = 100;

/// A new table that is not on disk yet.
pub(crate) struct Prepared {
    record: TableRecord,
    chairs: Chairs,
    seat: Seat,
    lines: Vec<(Line, Link)>,
}

/// The tables, and what they need.
pub(crate) struct Lobby {
    pub(crate) settings: Settings,
    /// The settings that all tables share.
    pub(crate) table_settings: Arc<TableSettings>,
    pub(crate) store: Store,
    pub(crate) bot_pool: BotPool,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) guests: Arc<Guests>,
    /// Where whoever is away hears of their turn, if the house sends notices.
    pub(crate) push: Option<Arc<Push>>,
    tables_by_guest: Buckets<GuestId>,
    tables_by_address: Buckets<Network>,
    pub(crate) unreachable: Unreachable,
    // Held to look one up, never across an await.
    tables: Mutex<Tables>,
}

#[derive(Default)]
struct Tables {
    open: HashMap<TableId, mpsc::Sender<Request>>,
    closed: bool,
    /// Whether only those that are open are open.
    draining: bool,
    /// Whether the server is about to close.
    closing: bool,
}

impl Lobby {
    pub(crate) fn new(
        settings: Settings,
        store: Store,
        bot_pool: BotPool,
        metrics: Arc<Metrics>,
        push: Option<Arc<Push>>,
    ) -> Arc<Self> {
        let tables_by_guest = Buckets::new(settings.limits.tables_by_guest);
        let tables_by_address = Buckets::new(settings.limits.tables_by_address);
        let table_settings = Arc::new(TableSettings {
            catalog: Games::Shared(Arc::clone(&settings.catalog)),
            pace: settings.pace.clone(),
            has_threads: true,
            new_seed: || random_seed().ok(),
        });
        Arc::new(Self {
            settings,
            table_settings,
            store,
            bot_pool,
            metrics,
            guests: Arc::default(),
            push,
            tables_by_guest,
            tables_by_address,
            unreachable: Unreachable::default(),
            tables: Mutex::default(),
        })
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a guest at a socket for as long as the result lives; what they were told of while they were away they see now.
    pub(crate) fn welcome(&self, guest: GuestId) -> Here {
        if let Some(push) = &self.push {
            push.see(guest);
        }
        self.guests.welcome(guest)
    }

    /// How many tables are in memory.
    pub(crate) fn open_tables(&self) -> usize {
        self.tables().open.len()
    }

    /// Opens and wakes no more tables; those that are open go on.
    pub(crate) fn drain(&self) {
        self.tables().draining = true;
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.tables().draining
    }

    /// Nobody new is to be sent here; whoever is here goes on.
    pub(crate) fn say_goodbye(&self) {
        self.tables().closing = true;
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.tables().closing
    }

    /// The other server that keeps a table, if one does.
    pub(crate) async fn keeper(&self, id: TableId) -> Result<Option<Peer>, Refusal> {
        if self.tables().open.contains_key(&id) {
            return Ok(None);
        }
        Ok(self.store.keeper(id).await?)
    }

    /// Ends every table, for others may have taken it; those who look on ask anew.
    #[cfg(feature = "cluster")]
    pub(crate) fn let_go(&self) {
        self.tables().open.clear();
    }

    /// Ends the match at a table as it stands; or says why not.
    pub(crate) async fn close_table(self: &Arc<Self>, id: TableId) -> Result<(), String> {
        let (answer, mut answered) = mpsc::channel(1);
        self.ask(id, Request::Close(answer)).await.map_err(|refusal| refusal.to_string())?;
        answered.recv().await.unwrap_or_else(|| Err(Refusal::Busy.to_string()))
    }

    /// # Errors
    ///
    /// When no more tables are opened.
    fn check_open(&self) -> Result<(), Refusal> {
        if self.is_draining() { Err(Refusal::Draining) } else { Ok(()) }
    }

    /// Hands a request to a table. What comes of it the table tells the visitor itself.
    pub(crate) async fn ask(self: &Arc<Self>, id: TableId, mut request: Request) -> Result<(), Refusal> {
        // A table may be leaving memory at this very moment; then it is opened again.
        for _ in 0..3 {
            let stub = self.find(id, matches!(request, Request::Close(_)))?;
            match stub.send(request).await {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendError(back)) => {
                    request = back;
                    self.forget(id, &stub);
                }
            }
        }
        Err(Refusal::Busy)
    }

    /// The same, if the table is in memory.
    pub(crate) async fn notify(&self, id: TableId, request: Request) {
        let stub = self.tables().open.get(&id).cloned();
        if let Some(stub) = stub {
            // A table that is gone has no watchers either.
            let _ = stub.send(request).await;
        }
    }

    /// The way to a table; it is woken if need be, while the house drains only `regardless`.
    fn find(self: &Arc<Self>, id: TableId, regardless: bool) -> Result<mpsc::Sender<Request>, Refusal> {
        let mut tables = self.tables();
        if let Some(stub) = tables.open.get(&id) {
            return Ok(stub.clone());
        }
        if tables.closed || tables.open.len() >= self.settings.limits.tables {
            return Err(Refusal::Busy);
        }
        if tables.draining && !regardless {
            return Err(Refusal::Draining);
        }
        let stub = table::open(id, Arc::clone(self));
        tables.open.insert(id, stub.clone());
        Ok(stub)
    }

    fn forget(&self, id: TableId, stub: &mpsc::Sender<Request>) {
        let mut tables = self.tables();
        if tables.open.get(&id).is_some_and(|open| open.same_channel(stub)) {
            tables.open.remove(&id);
        }
    }

    /// Takes a table out of memory, unless somebody has just asked for it and it is not `regardless`.
    pub(crate) fn retire(
        &self,
        id: TableId,
        requests: &mut mpsc::Receiver<Request>,
        regardless: bool,
    ) -> bool {
        let mut tables = self.tables();
        if !regardless && !requests.is_empty() {
            return false;
        }
        requests.close();
        // Another task may have the table by now, and the way to that one is open.
        if tables.open.get(&id).is_some_and(mpsc::Sender::is_closed) {
            tables.open.remove(&id);
        }
        true
    }

    /// Counts a table that a guest at this address creates; `lines` of its match were played elsewhere.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::TooMany`] if the guest or the address has created too much.
    pub(crate) fn count_table(
        &self,
        guest: GuestId,
        address: Option<IpAddr>,
        lines: usize,
    ) -> Result<(), Refusal> {
        let now = Instant::now();
        let cost = 1 + u32::try_from(lines / LINES_FOR_A_TABLE).unwrap_or(u32::MAX - 1);
        let allowed = self.tables_by_guest.take_some(guest, cost, now)
            && self.tables_by_address.take_some_of_address(address, cost, now);
        if allowed { Ok(()) } else { Err(Refusal::TooMany) }
    }

    /// Makes a new table, and replays what was played of its match elsewhere. That takes some milliseconds if it is long.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if there can be no such table.
    pub(crate) fn prepare(&self, guest: GuestId, new: &NewTable) -> Result<Prepared, Refusal> {
        self.check_open()?;
        self.check(new)?;
        let (chairs, seat) = Chairs::new(&new.chairs, guest, &new.name, getrandom::u64()?)?;
        let (seed, dealer, opening) = match day_of(new)? {
            Some(day) => {
                let seed = day_seed(&new.game, &day);
                (seed, seed.first_dealer(new.seats).into(), Opening::of_the_day(day))
            }
            // Until one is drawn nobody deals.
            None => match &new.begun {
                Some(begun) => (random_seed()?, begun.dealer.into(), Opening::elsewhere(0, 0)),
                None => (random_seed()?, 0, Opening::due(FirstDealer::Drawn)),
            },
        };
        let record = TableRecord {
            id: TableId::random()?,
            game: new.game.clone(),
            options: new.options.clone(),
            seats: new.seats,
            dealer,
            stake: new.stake,
            time_control: new.time_control,
            host: Some(guest),
            seed,
            opening: Some(opening),
            created: now(),
        };
        // A table is written with what differs and no more, so that the same rules are always written alike.
        let mut game = table::begin(&record, &self.settings.catalog)?;
        let mut record = TableRecord { options: game.setup().into_options(), ..record };
        let mut lines = Vec::new();
        if let Some(begun) = &new.begun {
            // What a browser says was played may be what no game can do.
            let played = table::catch_panic(|| follow_begun(begun, &mut *game));
            lines = played.map_err(|_| Refusal::options("begun: no such match can have been played"))??;
            let [deals, played] =
                [game.deals(), lines.len()].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
            record.opening = Some(Opening::elsewhere(deals, played));
        }
        let mut link = Link::first(&record);
        let lines = lines.into_iter().map(|line| {
            link = link.after(&record.seed, &line);
            (line, link)
        });
        let lines = lines.collect();
        Ok(Prepared { record, chairs, seat, lines })
    }

    /// Writes a new table to the disk. It comes to memory when a player watches it.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it can't be saved.
    pub(crate) async fn create(&self, new: Prepared) -> Result<Opened, Refusal> {
        let Prepared { record, chairs, seat, lines } = new;
        let id = record.id;
        self.store.found(record, chairs.as_slice().to_vec(), lines).await?;
        Ok(Opened { table: id.to_string(), seat })
    }

    /// Opens a table on disk that is like one of before, for the same people; the next of them deals first.
    pub(crate) async fn found_again(
        &self,
        by: &Connection,
        before: &TableRecord,
        chairs: &Chairs,
    ) -> Result<TableId, Refusal> {
        self.check_open()?;
        self.count_table(by.guest, by.address, 0)?;
        let id = TableId::random()?;
        let dealer = (before.dealer + 1) % before.seats;
        let opening = Some(Opening::due(FirstDealer::Kept));
        let (seed, created, host) = (random_seed()?, now(), Some(by.guest));
        let record = TableRecord { id, dealer, seed, opening, created, host, ..before.clone() };
        self.store.found(record, chairs.as_slice().to_vec(), Vec::new()).await?;
        Ok(id)
    }

    /// Says what the options of a new table come to, if it can be played.
    pub(crate) fn check(&self, new: &NewTable) -> Result<Resolved, Refusal> {
        Ok(check_new_table(new, &self.settings.catalog, now())?)
    }

    /// Ends every table. What they had accepted is on disk.
    pub(crate) fn close(&self) {
        let mut tables = self.tables();
        tables.closed = true;
        tables.open.clear();
    }
}

/// What a house adds to the shuffle of a match.
pub(crate) fn random_seed() -> Result<Seed, Refusal> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)?;
    Ok(Seed::from_bytes(seed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::NoPage;

    #[test]
    fn a_table_that_ends_does_not_take_the_one_out_that_came_after_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let metrics = Metrics::new();
        let store = Store::open(folder.path(), None, Arc::clone(&metrics)).expect("it opens");
        let settings = Settings::new(folder.path(), ([127, 0, 0, 1], 0).into(), NoPage);
        let lobby = Lobby::new(settings, store, BotPool::new(2, 10).expect("threads"), metrics, None);
        let id = TableId::random().expect("chance");
        let [(first, mut requests), (second, mut later)] = [(); 2].map(|()| mpsc::channel(1));
        lobby.tables().open.insert(id, first);
        lobby.tables().open.insert(id, second);
        assert!(lobby.retire(id, &mut requests, true));
        assert!(lobby.tables().open.contains_key(&id));
        assert!(lobby.retire(id, &mut later, true));
        assert!(!lobby.tables().open.contains_key(&id));
    }
}
