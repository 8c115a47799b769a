//! Registry of card tables. It finds tables in memory by id, and loads the others.

use super::{Chairs, Connection, Request, begin, catch_panic, open};
use crate::bot_pool::BotPool;
use crate::guests::{Guests, Here};
use crate::limits::Buckets;
use crate::metrics::Metrics;
use crate::network::Network;
use crate::peers::{PeerMatches, Unreachable};
use crate::people::People;
use crate::push::Push;
use crate::request_error::RequestError;
use crate::settings::Settings;
use ::table::{
    FirstDealer, Games, GuestId, Link, Opening, PoolOrigin, PublicMatch, StoredChair, TableError, TableId,
    TableRecord, TableSettings, check_new_table, day_of, follow_begun,
};
use cards::{Seat, Seed};
use catalog::{Line, day_seed};
use protocol::{Audience, LobbyTable, NewTable, Opened, Phrase, Resolved};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Peer, RandomId, Sat, Store, unix_time};
use tokio::sync::mpsc;

/// Lines of an imported match that cost as much of the rate limit as a table.
const LINES_FOR_A_TABLE: usize = 100;

/// Attempts to empty the log of the data file after a deletion, and the time between them.
const EMPTYING: usize = 20;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(250);

/// Maximum number of tables that a banned player leaves, the newest.
const EXPELLED: usize = 200;

/// Maximum number of listed matches of one player.
const MAX_OPEN_MATCHES: usize = 2;

/// Match in which a player can take the chair of a bot, with its players.
pub(crate) type OpenMatch = (Vec<GuestId>, LobbyTable);

/// Match in the lists of this server, as far as it belongs there.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Listed {
    /// Match in which a player can take the chair of a bot.
    pub(super) open: Option<OpenMatch>,
    /// Match that everybody may watch.
    pub(super) public: Option<PublicMatch>,
}

/// New card table that is not stored yet.
pub(crate) struct Prepared {
    record: TableRecord,
    chairs: Chairs,
    seat: Seat,
    lines: Vec<(Line, Link)>,
}

impl Prepared {
    pub(crate) fn id(&self) -> TableId {
        self.record.id
    }
}

/// Registry of card tables, with everything their tasks need.
pub(crate) struct TableRegistry {
    pub(crate) settings: Settings,
    /// Settings that all tables share.
    pub(crate) table_settings: Arc<TableSettings>,
    pub(crate) store: Store,
    pub(crate) bot_pool: BotPool,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) guests: Arc<Guests>,
    /// Sender of turn notices, if Web Push is on.
    pub(crate) push: Option<Arc<Push>>,
    /// Accounts, unless they are off.
    pub(crate) people: Option<Arc<People>>,
    tables_by_guest: Buckets<GuestId>,
    tables_by_address: Buckets<Network>,
    pub(crate) unreachable: Unreachable,
    // Held for look-ups, never across an await.
    tables: Mutex<Tables>,
    /// Matches in the lists of this server.
    listed: Mutex<HashMap<TableId, Listed>>,
    /// Matches in the lists of other servers.
    pub(crate) elsewhere: PeerMatches,
}

#[derive(Default)]
struct Tables {
    open: HashMap<TableId, mpsc::Sender<Request>>,
    closed: bool,
    /// Whether card tables are no longer opened or loaded.
    draining: bool,
    /// Whether the server is shutting down.
    closing: bool,
}

impl TableRegistry {
    pub(crate) fn new(
        settings: Settings,
        store: Store,
        bot_pool: BotPool,
        metrics: Arc<Metrics>,
        push: Option<Arc<Push>>,
    ) -> Arc<Self> {
        let tables_by_guest = Buckets::new(settings.limits.tables.by_guest);
        let tables_by_address = Buckets::new(settings.limits.tables.by_address);
        let table_settings = Arc::new(TableSettings {
            catalog: Games::Shared(Arc::clone(&settings.catalog)),
            pace: settings.pace.clone(),
            has_threads: true,
            is_solo: false,
            new_seed: || random_seed().ok(),
        });
        let people =
            settings.people.then(|| People::new(store.clone(), &settings.limits.people, &settings.names));
        Arc::new(Self {
            people,
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
            listed: Mutex::default(),
            elsewhere: PeerMatches::default(),
        })
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a guest at a socket until the returned guard is dropped. The guest's pending notices are
    /// dropped.
    pub(crate) fn welcome(&self, guest: GuestId) -> Here {
        if let Some(push) = &self.push {
            push.see(guest);
        }
        self.guests.welcome(guest)
    }

    /// Returns the number of card tables in memory.
    pub(crate) fn open_tables(&self) -> usize {
        self.tables().open.len()
    }

    /// Returns the matches in which a player can take the chair of a bot, always in the same order, and few of one
    /// player.
    pub(crate) fn open_matches(&self) -> Vec<OpenMatch> {
        let mut listed: Vec<OpenMatch> = {
            let listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
            listed.values().filter_map(|one| one.open.clone()).collect()
        };
        listed.sort_by(|(_, a), (_, b)| a.table.cmp(&b.table));
        let mut of_guest = HashMap::<GuestId, usize>::new();
        listed.retain(|(players, _)| {
            let Some(first) = players.first() else { return false };
            let listed = of_guest.entry(*first).or_default();
            *listed += 1;
            *listed <= MAX_OPEN_MATCHES
        });
        listed
    }

    /// Returns the matches at this server that everybody may watch.
    pub(crate) fn public_matches(&self) -> Vec<(TableId, PublicMatch)> {
        let listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        listed.iter().filter_map(|(id, one)| Some((*id, one.public.clone()?))).collect()
    }

    /// Lists a match, or removes it from the lists.
    pub(crate) fn list_match(&self, id: TableId, table: Listed) {
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        match table == Listed::default() {
            true => drop(listed.remove(&id)),
            false => drop(listed.insert(id, table)),
        }
    }

    /// Stops opening and loading tables. Tables in memory continue.
    pub(crate) fn drain(&self) {
        self.tables().draining = true;
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.tables().draining
    }

    /// Marks the server as not ready, so that load balancers send no new clients. Connected clients stay.
    pub(crate) fn say_goodbye(&self) {
        self.tables().closing = true;
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.tables().closing
    }

    /// Returns the other server that owns a table, if there is one.
    pub(crate) async fn owner(&self, id: TableId) -> Result<Option<Peer>, RequestError> {
        if self.tables().open.contains_key(&id) {
            return Ok(None);
        }
        Ok(self.store.owner(id).await?)
    }

    /// Drops every table, because another server may own it now. Its subscribers ask again.
    #[cfg(feature = "cluster")]
    pub(crate) fn let_go(&self) {
        self.tables().open.clear();
    }

    /// Ends the match at a table as it stands.
    ///
    /// # Errors
    ///
    /// Returns the refusal's message if the match can't be ended.
    pub(crate) async fn close_table(self: &Arc<Self>, id: TableId) -> Result<(), String> {
        let (answer, mut answered) = mpsc::channel(1);
        self.ask(id, Request::Close(answer)).await.map_err(|error| error.to_string())?;
        answered.recv().await.unwrap_or_else(|| Err(RequestError::Busy.to_string()))
    }

    /// # Errors
    ///
    /// Returns [`RequestError::Draining`] if no more tables are opened.
    fn check_open(&self) -> Result<(), RequestError> {
        if self.is_draining() { Err(RequestError::Draining) } else { Ok(()) }
    }

    /// Sends a request to a table. The table answers the client itself.
    pub(crate) async fn ask(self: &Arc<Self>, id: TableId, mut request: Request) -> Result<(), RequestError> {
        // The table may leave memory at this very moment; it is then loaded again.
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
        Err(RequestError::Busy)
    }

    /// Sends a request to a table, like [`ask`](Self::ask), but only if the table is in memory.
    pub(crate) async fn notify(&self, id: TableId, request: Request) {
        let stub = self.tables().open.get(&id).cloned();
        if let Some(stub) = stub {
            // A table that is not in memory has no subscribers.
            let _ = stub.send(request).await;
        }
    }

    /// Returns the sender of a table, and loads the table if necessary. While the server drains, it is loaded
    /// only if `regardless`.
    fn find(self: &Arc<Self>, id: TableId, regardless: bool) -> Result<mpsc::Sender<Request>, RequestError> {
        let mut tables = self.tables();
        if let Some(stub) = tables.open.get(&id) {
            return Ok(stub.clone());
        }
        if tables.closed || tables.open.len() >= self.settings.limits.tables.in_memory {
            return Err(RequestError::Busy);
        }
        if tables.draining && !regardless {
            return Err(RequestError::Draining);
        }
        let stub = open(id, Arc::clone(self));
        tables.open.insert(id, stub.clone());
        Ok(stub)
    }

    fn forget(&self, id: TableId, stub: &mpsc::Sender<Request>) {
        let mut tables = self.tables();
        if tables.open.get(&id).is_some_and(|open| open.same_channel(stub)) {
            tables.open.remove(&id);
        }
    }

    /// Removes a card table from memory. Returns `false` if a request is waiting, unless `regardless`.
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
        // Another task may have the table by now. Its sender is open and must stay.
        if tables.open.get(&id).is_some_and(mpsc::Sender::is_closed) {
            tables.open.remove(&id);
        }
        true
    }

    /// Returns the player's name for a chair. An account has its own name, and a guest none that looks like the name of
    /// an account: such a guest is shown as one, because a refusal would keep an invited friend from the table.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the accounts can't be read.
    pub(crate) async fn chair_name(&self, guest: GuestId, name: String) -> Result<String, RequestError> {
        match &self.people {
            Some(people) => people.chair_name(guest, name).await,
            None => Ok(name),
        }
    }

    /// Returns the players whom a player may not meet, because one blocks the other.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the ties can't be read.
    pub(crate) async fn apart(&self, player: GuestId) -> Result<HashSet<GuestId>, RequestError> {
        match &self.people {
            Some(people) => Ok(people.player_ties(player).await?.apart),
            None => Ok(HashSet::new()),
        }
    }

    /// Removes a person from the chairs of all tables, in the store, in its log and in memory.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the chairs can't be read or written.
    pub(crate) async fn forget_person(&self, person: GuestId) -> Result<(), RequestError> {
        let sat = self.store.tables_of(person).await?;
        self.store.forget_person(person, &sat).await?;
        for Sat { table, .. } in &sat {
            let (done, mut reread) = mpsc::channel(1);
            self.notify(*table, Request::Reread(done)).await;
            // The answer comes when the table has left memory.
            let _ = reread.recv().await;
        }
        // A table may have written its old chairs before it left memory.
        self.store.forget_person(person, &sat).await?;
        for _ in 0..EMPTYING {
            if self.store.empty_log().await? {
                break;
            }
            tokio::time::sleep(BETWEEN_ATTEMPTS).await;
        }
        Ok(())
    }

    /// Returns the players on stored chairs whose accounts were deleted meanwhile, so that their names must be removed again.
    pub(crate) fn deleted_on(&self, chairs: &[StoredChair]) -> Vec<GuestId> {
        self.people.as_ref().map(|people| people.deleted_on(chairs)).unwrap_or_default()
    }

    /// Lets a banned player leave the matches in which the player has a chair, except those that another server has. A match
    /// that can't be reached lets the player go after the absence.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the list of tables can't be read.
    pub(crate) async fn expel(self: &Arc<Self>, person: GuestId) -> Result<(), RequestError> {
        for Sat { table, .. } in self.store.tables_of(person).await?.into_iter().take(EXPELLED) {
            if let Err(error) = self.expel_from(table, person).await {
                tracing::warn!(table = table.in_log(), %error, "a banned player could not leave a match");
            }
        }
        Ok(())
    }

    async fn expel_from(self: &Arc<Self>, table: TableId, person: GuestId) -> Result<(), RequestError> {
        let is_over = self.store.summary(table).await?.is_none_or(|summary| summary.is_over);
        if is_over || self.owner(table).await?.is_some() {
            return Ok(());
        }
        self.ask(table, Request::Expel(person)).await
    }

    /// Returns the last phrases of a player at a table. A table that is not in memory has forgotten them.
    pub(crate) async fn phrases_of(&self, table: TableId, person: GuestId) -> Vec<Phrase> {
        let (answer, mut phrases) = mpsc::channel(1);
        self.notify(table, Request::Phrases(person, answer)).await;
        phrases.recv().await.unwrap_or_default()
    }

    /// Counts a table that a guest creates from an address. `lines` is the length of an imported match.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError::TooMany`] if the guest or the address exceeds its rate limit.
    pub(crate) fn count_table(
        &self,
        guest: GuestId,
        address: Option<IpAddr>,
        lines: usize,
    ) -> Result<(), RequestError> {
        let now = Instant::now();
        let cost = 1 + u32::try_from(lines / LINES_FOR_A_TABLE).unwrap_or(u32::MAX - 1);
        let allowed = self.tables_by_guest.take_some(guest, cost, now)
            && self.tables_by_address.take_some_of_address(address, cost, now);
        if allowed { Ok(()) } else { Err(RequestError::TooMany) }
    }

    /// Prepares a new table, and replays an imported match. A long one takes some milliseconds.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the table can't exist.
    pub(crate) fn prepare(&self, guest: GuestId, new: &NewTable) -> Result<Prepared, RequestError> {
        self.check_open()?;
        self.check(new)?;
        let (chairs, seat) = Chairs::new(&new.chairs, guest, &new.name, getrandom::u64()?)?;
        let (seed, dealer, opening) = match day_of(new)? {
            Some(day) => {
                let seed = day_seed(&new.game, &day);
                (seed, seed.first_dealer(new.seats).into(), Opening::of_the_day(day))
            }
            // The seed exchange draws the first dealer.
            None => match &new.begun {
                Some(begun) => (random_seed()?, begun.dealer.into(), Opening::from_browser(0, 0)),
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
            created: unix_time(),
            pool: None,
            players_only: new.audience == Audience::Players,
        };
        // Only options that differ from the defaults are stored, so that the same rules are always stored
        // alike.
        let mut game = begin(&record, &self.settings.catalog)?;
        let mut record = TableRecord { options: game.setup().into_options(), ..record };
        let mut lines = Vec::new();
        if let Some(begun) = &new.begun {
            // An imported match is outside data, and its lines may make a game panic.
            let played = catch_panic(|| follow_begun(begun, &mut *game));
            lines =
                played.map_err(|_| RequestError::options("begun: the imported match is not playable"))??;
            let [deals, played] =
                [game.deals(), lines.len()].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
            record.opening = Some(Opening::from_browser(deals, played));
        }
        let mut link = Link::first(&record);
        let lines = lines.into_iter().map(|line| {
            link = link.after(&record.seed, &line);
            (line, link)
        });
        let lines = lines.collect();
        Ok(Prepared { record, chairs, seat, lines })
    }

    /// Stores a new table. It is loaded when a player subscribes.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if it can't be saved.
    pub(crate) async fn create(&self, new: Prepared) -> Result<Opened, RequestError> {
        let Prepared { record, chairs, seat, lines } = new;
        let id = record.id;
        let commitment = record.key().is_none().then(|| record.seed.commitment());
        self.store_table(record, &chairs, lines).await?;
        Ok(Opened { table: id.to_string(), seat, commitment })
    }

    /// Stores a new table, without the names of accounts that were deleted meanwhile.
    async fn store_table(
        &self,
        record: TableRecord,
        chairs: &Chairs,
        lines: Vec<(Line, Link)>,
    ) -> Result<(), RequestError> {
        self.store.create_table(record, chairs.as_slice().to_vec(), lines).await?;
        for person in self.deleted_on(chairs.as_slice()) {
            self.forget_person(person).await?;
        }
        Ok(())
    }

    /// Stores a new table of players who don't know each other, in seat order. With several players, none of them is
    /// the host, so that no player can free another player's chair.
    pub(crate) async fn create_for(
        &self,
        new: &NewTable,
        players: &[(GuestId, &str)],
        pool: Option<PoolOrigin>,
    ) -> Result<TableId, RequestError> {
        let prepared = self.prepare_for(new, players, pool)?;
        let id = prepared.id();
        self.create(prepared).await?;
        Ok(id)
    }

    /// Prepares the table that [`create_for`](Self::create_for) stores.
    pub(crate) fn prepare_for(
        &self,
        new: &NewTable,
        players: &[(GuestId, &str)],
        pool: Option<PoolOrigin>,
    ) -> Result<Prepared, RequestError> {
        let (first, _) = *players.first().ok_or_else(|| RequestError::options("chairs: no player"))?;
        let mut prepared = self.prepare(first, new)?;
        prepared.record.pool = pool;
        for (seat, (guest, name)) in Seat::all(new.seats).zip(players).skip(1) {
            if let Some(chairs) = prepared.chairs.with(seat, *guest, name, false)? {
                prepared.chairs = chairs;
            }
            prepared.record.host = None;
        }
        Ok(prepared)
    }

    /// Stores a table for a rematch: same rules and players, and the next player deals first.
    pub(crate) async fn create_rematch(
        &self,
        by: &Connection,
        before: &TableRecord,
        chairs: &Chairs,
    ) -> Result<TableId, RequestError> {
        self.check_open()?;
        let apart = self.apart(by.guest).await?;
        if apart.iter().any(|other| chairs.seat_of(*other).is_some()) {
            return Err(TableError::Apart.into());
        }
        self.count_table(by.guest, by.address, 0)?;
        let id = TableId::random()?;
        let dealer = (before.dealer + 1) % before.seats;
        let opening = Some(Opening::due(FirstDealer::Kept));
        let (seed, created, host) = (random_seed()?, unix_time(), Some(by.guest));
        // A rematch is private: its players were not paired.
        let record = TableRecord { id, dealer, seed, opening, created, host, pool: None, ..before.clone() };
        self.store_table(record, chairs, Vec::new()).await?;
        Ok(id)
    }

    /// Returns the complete options of a new table.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the table can't be played.
    pub(crate) fn check(&self, new: &NewTable) -> Result<Resolved, RequestError> {
        Ok(check_new_table(new, &self.settings.catalog, unix_time())?)
    }

    /// Ends every table. All accepted actions are on disk.
    pub(crate) fn close(&self) {
        let mut tables = self.tables();
        tables.closed = true;
        tables.open.clear();
    }
}

/// Returns the server's random contribution to the shuffle of a match.
pub(crate) fn random_seed() -> Result<Seed, RequestError> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)?;
    Ok(Seed::from_bytes(seed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::NoPage;
    use ::table::TableCommand;

    fn registry(folder: &std::path::Path) -> Arc<TableRegistry> {
        let metrics = Metrics::new();
        let store = Store::open(folder, None, metrics.clone()).expect("it opens");
        let settings = Settings::new(folder, ([127, 0, 0, 1], 0).into(), NoPage);
        TableRegistry::new(settings, store, BotPool::new(2, 10).expect("threads"), metrics, None)
    }

    #[tokio::test]
    async fn a_command_that_waits_in_the_queue_does_not_bring_a_banned_player_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let registry = registry(folder.path());
        let guests = [1, 2].map(|byte| GuestId::from_bytes([byte; 32]));
        let new = NewTable {
            game: "scopa".to_owned(),
            options: Default::default(),
            seats: 2,
            chairs: vec![protocol::NewChair::Me, protocol::NewChair::Open],
            name: "Ada".to_owned(),
            stake: None,
            time_control: None,
            day: None,
            begun: None,
            audience: Audience::Link,
        };
        let pool = PoolOrigin { family: "scopa-two".to_owned(), is_rated: false };
        let players = [(guests[0], "Ada"), (guests[1], "Bob")];
        let table = registry.create_for(&new, &players, Some(pool)).await.expect("a table");
        let says = async |connection: &Arc<Connection>, command| {
            let request = Request::Command(Arc::clone(connection), command);
            registry.ask(table, request).await.expect("it is sent");
        };
        let has_left = async || {
            // The answer comes after everything before it.
            registry.phrases_of(table, guests[0]).await;
            let summary = registry.store.summary(table).await.expect("it answers").expect("a table");
            matches!(summary.chairs[1], ::table::StoredChair::Person { left: true, .. })
        };
        let bob = Arc::new(Connection::new(guests[1], None));
        says(&bob, TableCommand::Watch(None, None)).await;
        assert!(!has_left().await);
        registry.ask(table, Request::Expel(guests[1])).await.expect("it is sent");
        says(&bob, TableCommand::Continue).await;
        assert!(has_left().await, "the command came too late");
        // After the ban the player comes back with a new connection.
        says(&Arc::new(Connection::new(guests[1], None)), TableCommand::Continue).await;
        assert!(!has_left().await);
    }

    #[test]
    fn a_table_that_ends_does_not_take_the_one_out_that_came_after_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let registry = registry(folder.path());
        let id = TableId::random().expect("chance");
        let [(first, mut requests), (second, mut later)] = [(); 2].map(|()| mpsc::channel(1));
        registry.tables().open.insert(id, first);
        registry.tables().open.insert(id, second);
        assert!(registry.retire(id, &mut requests, true));
        assert!(registry.tables().open.contains_key(&id));
        assert!(registry.retire(id, &mut later, true));
        assert!(!registry.tables().open.contains_key(&id));
    }

    /// PE-T4: an account that is deleted after a request has read its name, and before the request writes it.
    #[tokio::test]
    async fn a_request_writes_no_name_of_an_account_that_was_deleted_meanwhile() {
        let folder = tempfile::tempdir().expect("a folder");
        let metrics = Metrics::new();
        let store = Store::open(folder.path(), None, metrics.clone()).expect("it opens");
        let settings = Settings::new(folder.path(), ([127, 0, 0, 1], 0).into(), NoPage);
        let registry =
            TableRegistry::new(settings, store, BotPool::new(2, 10).expect("threads"), metrics, None);
        let people = registry.people.clone().expect("accounts are on");
        let token = format!("{}A", "A".repeat(42));
        let player = people.player(&token).await.expect("a guest");
        let password = "three blind mice".to_owned();
        people.claim(player, "Canary", password.clone(), "", None).await.expect("a free name");
        let name = registry.chair_name(player.id, String::new()).await.expect("it is read");
        let player = people.player(&token).await.expect("an account");
        people
            .delete(player, protocol::AccountProof::Password { password }, None)
            .await
            .expect("it is deleted");
        registry.forget_person(player.id).await.expect("it is forgotten");
        let pool = &catalog::POOLS[0];
        let new = |chairs| crate::lobby::pool_table(pool, chairs, &name);
        let new_table = new(vec![protocol::NewChair::Me, protocol::NewChair::Open]);
        let names = async |table| {
            let summary = registry.store.summary(table).await.expect("it is read").expect("a table");
            let name = |chair: &StoredChair| match chair {
                StoredChair::Person { name, .. } => Some(name.clone()),
                _ => None,
            };
            summary.chairs.iter().filter_map(name).collect::<Vec<_>>()
        };
        let table = registry.create_for(&new_table, &[(player.id, &name)], None).await.expect("a table");
        assert_eq!(names(table).await, [store::DELETED]);
        // At a chair that the player takes.
        let host = people.player(&format!("{}BA", "A".repeat(41))).await.expect("a guest").id;
        let table = registry.create_for(&new_table, &[(host, "Host")], None).await.expect("a table");
        let sit = ::table::Sit { seat: Seat::new(1), name: name.clone(), apart: Vec::new() };
        let connection = Arc::new(Connection::new(player.id, None));
        let sit = Request::Command(connection, ::table::TableCommand::Sit(Box::new(sit)));
        registry.ask(table, sit).await.expect("the table is there");
        while names(table).await.get(1).is_none_or(|name| name != store::DELETED) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}
