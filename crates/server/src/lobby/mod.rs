//! Lobby: guests who don't know each other meet here and get a table.
//!
//! `Hall` decides everything without I/O. [`Lobby`] gives it commands, the time and new tables, and carries out
//! its effects. Everything is in memory: after a restart the clients send their seeks again.

mod hall;

use crate::limits::Buckets;
use crate::network::{Network, household};
use crate::people::pause_minutes;
use crate::request_error::{LobbyError, RequestError};
use crate::table::{Connection, TableRegistry};
use ::people::{Rating, RulingKind};
use ::table::{GuestId, PoolOrigin, TableId};
use catalog::POOLS;
use hall::{Effect, Hall, Player, Start, time_control};
use protocol::{Command, NewChair, NewTable, Notice, feature};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::Which;
use tokio::time::MissedTickBehavior;

/// Interval of the pairing.
const TICK: Duration = Duration::from_secs(1);

/// Lobby of one server.
pub(crate) struct Lobby {
    registry: Arc<TableRegistry>,
    /// Origin of the hall's times.
    start: Instant,
    seeks_by_guest: Buckets<GuestId>,
    seeks_by_address: Buckets<Network>,
    // Held for one input, never across an await.
    state: Mutex<State>,
}

struct State {
    hall: Hall,
    /// Connections that have sent a command of the lobby.
    connections: HashMap<u64, Arc<Connection>>,
}

impl Lobby {
    /// Creates the lobby of a server. Returns `None` if players don't meet at this server, or if several servers may
    /// share its database: they would need one lobby together.
    pub(crate) fn new(registry: &Arc<TableRegistry>) -> Option<Arc<Self>> {
        let settings = &registry.settings;
        #[cfg(feature = "cluster")]
        if settings.database.is_some() {
            return None;
        }
        settings.people.then(|| {
            Arc::new(Self {
                start: Instant::now(),
                seeks_by_guest: Buckets::new(settings.limits.seeks_by_guest),
                seeks_by_address: Buckets::new(settings.limits.seeks_by_address),
                state: Mutex::new(State { hall: Hall::new(), connections: HashMap::new() }),
                registry: Arc::clone(registry),
            })
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn online(&self) -> usize {
        self.registry.guests.count().1
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// Pairs players each second until the task is aborted.
    pub(crate) async fn run(self: Arc<Self>) {
        let mut clock = tokio::time::interval(TICK);
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            clock.tick().await;
            self.tick();
        }
    }

    fn tick(self: &Arc<Self>) {
        let (online, now) = (self.online(), self.now());
        let mut state = self.state();
        let closed = state.connections.iter().filter(|(_, connection)| connection.is_closed());
        let closed: Vec<u64> = closed.map(|(number, _)| *number).collect();
        for number in closed {
            state.connections.remove(&number);
            state.hall.close(number, now);
        }
        state.hall.list(self.registry.open_matches());
        let effects = state.hall.tick(online, now);
        let seekers = i64::try_from(state.hall.seekers()).unwrap_or(i64::MAX);
        self.registry.metrics.lobby.seekers.set(seekers);
        drop(state);
        self.perform(effects);
    }

    /// Performs a command of the lobby.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the lobby refuses the command, which then changes nothing.
    pub(crate) async fn handle(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
        command: Command,
    ) -> Result<(), RequestError> {
        let (guest, socket) = (connection.guest, connection.number);
        let mut rating = Rating::NEW;
        if let Command::Seek { id, pool, .. } = &command {
            // A client sends its seek again after a reconnect, which costs nothing.
            if self.state().hall.knows(guest, id) {
                self.check_again(guest, id).await?;
            } else {
                self.check_seek(connection)?;
                self.check_conduct(guest).await?;
                rating = self.rating(guest, pool).await?;
            }
        }
        let (online, now) = (self.online(), self.now());
        let mut state = self.state();
        let effects = match command {
            Command::Lobby { on } => {
                state.connections.insert(socket, Arc::clone(connection));
                state.hall.subscribe(socket, on, online, now)
            }
            Command::Seek { id, pool, name } => {
                let effects = state.hall.seek((guest, socket), (id, &pool, &name, rating), online, now)?;
                state.connections.insert(socket, Arc::clone(connection));
                effects
            }
            Command::Unseek { id } => {
                state.hall.unseek(guest, &id)?;
                Vec::new()
            }
            Command::Fill { id } => state.hall.fill(guest, &id, online, now)?,
            _ => Vec::new(),
        };
        drop(state);
        self.perform(effects);
        Ok(())
    }

    /// Counts a seek towards the rate limits.
    fn check_seek(&self, connection: &Connection) -> Result<(), RequestError> {
        if self.registry.is_draining() || self.registry.is_closing() {
            return Err(RequestError::Draining);
        }
        let now = Instant::now();
        let is_allowed = self.seeks_by_guest.take(connection.guest, now)
            && self.seeks_by_address.take_of_address(connection.address, now);
        if is_allowed { Ok(()) } else { Err(RequestError::TooMany) }
    }

    /// Returns the rating of a player for a pool. A guest and a new player have that of a new player.
    async fn rating(&self, guest: GuestId, pool: &str) -> Result<Rating, RequestError> {
        let family = POOLS.iter().find(|one| one.id == pool).map(|pool| pool.family());
        let ratings = self.registry.store.ratings(guest).await?;
        let own = ratings.iter().find(|(one, _)| Some(one) == family.as_ref());
        Ok(own.map_or(Rating::NEW, |(_, stored)| stored.rating))
    }

    /// Ends the seek of a player whom a ruling keeps from the pools since then. A player who has got a table keeps it.
    async fn check_again(&self, guest: GuestId, id: &str) -> Result<(), RequestError> {
        match self.check_rulings(guest).await {
            Err(error @ RequestError::Restricted(_)) if self.state().hall.unseek(guest, id).is_ok() => {
                Err(error)
            }
            _ => Ok(()),
        }
    }

    async fn check_rulings(&self, guest: GuestId) -> Result<(), RequestError> {
        match &self.registry.people {
            Some(people) => people.refuse_ruled(guest, RulingKind::Pause).await,
            None => Ok(()),
        }
    }

    /// Refuses a player who left too many matches, or whom a ruling keeps from the pools. Guests have neither.
    async fn check_conduct(&self, guest: GuestId) -> Result<(), RequestError> {
        self.check_rulings(guest).await?;
        match pause_minutes(&self.registry.store, guest, false).await? {
            0 => Ok(()),
            minutes => Err(LobbyError::Paused(minutes).into()),
        }
    }

    /// Sends everything again to a connection that lost messages.
    pub(crate) fn repeat(self: &Arc<Self>, connection: &Connection) {
        let (online, now) = (self.online(), self.now());
        let effects = self.state().hall.repeat(connection.number, connection.guest, online, now);
        self.perform(effects);
    }

    fn perform(self: &Arc<Self>, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Tell(socket, notice) => self.tell(socket, notice.encode()),
                Effect::End(socket, id) => self.refuse(socket, &id, &LobbyError::NoSeek.into()),
                Effect::Show(sockets, lobby) => {
                    let text = axum::extract::ws::Utf8Bytes::from(Notice::Lobby(*lobby).encode());
                    let state = self.state();
                    let connections = sockets.iter().filter_map(|socket| state.connections.get(socket));
                    connections.for_each(|connection| connection.replace_lobby(text.clone()));
                }
                Effect::Start(start) => drop(tokio::spawn(Arc::clone(self).create(start))),
            }
        }
    }

    fn tell(&self, socket: u64, text: String) {
        let connection = self.state().connections.get(&socket).cloned();
        if let Some(connection) = connection {
            connection.notify(text);
        }
    }

    fn refuse(&self, socket: u64, id: &str, error: &RequestError) {
        error.note(&self.registry.metrics);
        self.tell(socket, error.notice(None, Some(id)));
    }

    /// Creates a table, and tells its players.
    async fn create(self: Arc<Self>, start: Start) {
        match self.create_table(&start).await {
            Ok(table) => {
                let metrics = &self.registry.metrics.lobby;
                metrics.pairings.inc();
                start.players.iter().for_each(|player| metrics.waits.observe(player.waited.as_secs_f64()));
                let effects = self.state().hall.started(&start, table, self.now());
                self.perform(effects);
            }
            Err(error) => start.seeks().for_each(|(socket, id)| self.refuse(socket, id, &error)),
        }
    }

    /// Returns the pool of a new table. The match is rated if it has a clock, all players have accounts, no ruling takes
    /// one of them out of the ratings, and no two come from one network.
    async fn origin(&self, start: &Start, is_timed: bool) -> Result<PoolOrigin, RequestError> {
        let addresses: Vec<Option<IpAddr>> = {
            let state = self.state();
            let connection = |player: &Player| state.connections.get(&player.socket?);
            start.players.iter().map(|player| connection(player)?.address).collect()
        };
        let mut is_rated = is_timed && are_apart(&addresses);
        for player in &start.players {
            let account = self.registry.store.account(Which::Id(player.guest)).await?;
            is_rated &= account.is_some();
            if let Some(people) = &self.registry.people {
                is_rated &= !people.is_ruled(player.guest, RulingKind::Unrated).await?;
            }
        }
        Ok(PoolOrigin { family: start.pool.family(), is_rated })
    }

    async fn create_table(&self, start: &Start) -> Result<TableId, RequestError> {
        let Start { pool, players } = start;
        let is_alone = players.len() == 1;
        let seats = if is_alone { pool.least } else { players.len() as u8 };
        let game = self.registry.settings.catalog.find(pool.game).ok_or(LobbyError::NoPool)?;
        let other = match is_alone {
            // Players take the chairs of bots between two deals.
            true if game.is_one_deal() => NewChair::Bot(catalog::usual_bot(game).to_owned()),
            true => NewChair::OpenBot(catalog::usual_bot(game).to_owned()),
            false => NewChair::Open,
        };
        let mut chairs = vec![other; usize::from(seats)];
        chairs[0] = NewChair::Me;
        let new = NewTable {
            game: pool.game.to_owned(),
            options: [("preset".to_owned(), engine::OptionValue::Word(pool.preset.to_owned()))].into(),
            seats,
            chairs,
            name: players[0].name.clone(),
            stake: None,
            // Bots don't mind waiting.
            time_control: time_control(pool.pace).filter(|_| !is_alone),
            day: None,
            begun: None,
        };
        let guests: Vec<(GuestId, &str)> =
            players.iter().map(|player| (player.guest, &*player.name)).collect();
        let origin = match is_alone {
            // Against bots alone.
            true => None,
            false => Some(self.origin(start, new.time_control.is_some()).await?),
        };
        self.registry.create_for(&new, &guests, origin).await
    }
}

/// Returns whether all addresses are known and no two belong to one network: one IPv4 address, or one household with
/// IPv6.
fn are_apart(addresses: &[Option<IpAddr>]) -> bool {
    let network = |address: &Option<IpAddr>| Some(household((*address)?));
    let networks: Vec<_> = addresses.iter().map(network).collect();
    let known: HashSet<_> = networks.iter().flatten().collect();
    known.len() == addresses.len()
}

/// Returns the features that a hello names.
pub(crate) fn features(lobby: Option<&Arc<Lobby>>) -> Vec<String> {
    lobby.map(|_| feature::LOBBY.to_owned()).into_iter().collect()
}
