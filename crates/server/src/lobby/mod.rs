//! Lobby: guests who don't know each other meet here and get a table.
//!
//! Servers that share a database share one lobby. One server has it ([`Store::lobby`](store::Store::lobby)), and the others
//! relay the commands of their guests. While another server takes the lobby over, both may pair players. That does no harm,
//! because both create tables in the database.
//!
//! `Hall` decides everything without I/O. [`Lobby`] gives it commands, the time and new tables, and carries out
//! its effects. Everything is in memory: after a restart the clients send their seeks again.

mod hall;

use crate::limits::Buckets;
use crate::network::{Network, household};
use crate::people::{SeenChallenge, pause_minutes};
use crate::request_error::{LobbyError, RequestError};
use crate::table::{Connection, TableRegistry};
use ::people::{ChallengeCode, Rating, RulingKind};
use ::table::{GuestId, PoolOrigin, TableId};
use axum::extract::ws::Utf8Bytes;
use catalog::POOLS;
pub(crate) use hall::time_control;
use hall::{Effect, Hall, Online, Player, Start};
use protocol::{Audience, Command, NewChair, NewTable, Notice, feature, notice};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{LoadError, StoredChallenge, Which, unix_time};
use tokio::time::MissedTickBehavior;

/// Interval of the pairing.
const TICK: Duration = Duration::from_secs(1);

/// Maximum number of sockets that get the state of the lobby at once.
const AT_ONCE: usize = 64;

/// Parts in which more sockets get it, and the time between them. All have it before the next tick.
const PARTS: usize = 400;
const BETWEEN_PARTS: Duration = Duration::from_millis(2);

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

impl State {
    /// Sends a notice to the connections of a player in the lobby. Returns whether there is an open one.
    fn tell_player(&self, player: GuestId, notice: &Notice) -> bool {
        let own = self.connections.values().filter(|connection| connection.guest == player);
        let told = own.filter(|connection| connection.notify(notice.encode()));
        told.count() > 0
    }
}

impl Lobby {
    /// Creates the lobby of a server. Returns `None` if players don't meet at this server.
    pub(crate) fn new(registry: &Arc<TableRegistry>) -> Option<Arc<Self>> {
        let settings = &registry.settings;
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
            self.tick().await;
        }
    }

    async fn tick(self: &Arc<Self>) {
        let hidden = self.hidden().await;
        let (online, now) = (self.online(), self.now());
        let mut state = self.state();
        // If the accounts can't be read now, those who were hidden stay hidden.
        if let Ok(hidden) = hidden {
            state.hall.hide(hidden);
        }
        let closed = state.connections.iter().filter(|(_, connection)| connection.is_closed());
        let closed: Vec<u64> = closed.map(|(number, _)| *number).collect();
        for number in closed {
            state.connections.remove(&number);
            state.hall.close(number, now);
        }
        state.hall.list(self.registry.open_matches());
        let is_here = |guest| self.registry.guests.is_here(guest);
        let effects = state.hall.tick(Online { count: online, is_here: &is_here }, now);
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
        let is_subscription = matches!(command, Command::Lobby { on: true });
        let (online, now) = (self.online(), self.now());
        // A block, because the lock may not live until the next await.
        let effects = {
            let mut state = match command {
                Command::Lobby { on: true } | Command::Seek { .. } => self.state_with_ties(guest).await?,
                _ => self.state(),
            };
            match command {
                Command::Lobby { on } => {
                    state.connections.insert(socket, Arc::clone(connection));
                    let is_here = |guest| self.registry.guests.is_here(guest);
                    let online = Online { count: online, is_here: &is_here };
                    state.hall.subscribe((guest, socket), on, online, now)
                }
                Command::Seek { id, pool, name } => {
                    let effects =
                        state.hall.seek((guest, socket), (id, &pool, &name, rating), online, now)?;
                    state.connections.insert(socket, Arc::clone(connection));
                    effects
                }
                Command::Unseek { id } => {
                    state.hall.unseek(guest, &id)?;
                    Vec::new()
                }
                Command::Fill { id } => state.hall.fill(guest, &id, online, now)?,
                _ => Vec::new(),
            }
        };
        self.perform(effects);
        if is_subscription {
            self.tell_challenges(guest).await?;
        }
        Ok(())
    }

    /// Reads the ties of a player again, if the player is in the lobby.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the ties can't be read.
    pub(crate) async fn learn_ties(&self, player: GuestId) -> Result<(), RequestError> {
        if self.state().hall.needs_ties(player) {
            drop(self.state_with_ties(player).await?);
        }
        Ok(())
    }

    /// Returns the state, with the ties of a player as they are now. The caller uses it before the next tick, which drops
    /// the ties of players who are not in the lobby.
    async fn state_with_ties(&self, player: GuestId) -> Result<MutexGuard<'_, State>, RequestError> {
        let Some(people) = &self.registry.people else { return Ok(self.state()) };
        loop {
            let changed = people.changed_ties();
            let ties = people.player_ties(player).await?;
            let hidden = self.hidden().await?;
            let mut state = self.state();
            state.hall.hide(hidden);
            // A change during the reading could be missing.
            if people.changed_ties() == changed {
                state.hall.learn(player, ties);
                return Ok(state);
            }
        }
    }

    /// Returns the players who appear offline.
    async fn hidden(&self) -> Result<Arc<HashSet<GuestId>>, LoadError> {
        match &self.registry.people {
            Some(people) => people.hidden().await,
            None => Ok(Arc::default()),
        }
    }

    /// Tells what happened to a challenge: a new one to the invited friend, an accepted one to its founder. Returns whether
    /// that player is in the lobby.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the challenge or the ties can't be read.
    pub(crate) async fn tell_challenge(&self, code: ChallengeCode) -> Result<bool, RequestError> {
        let Some(people) = &self.registry.people else { return Ok(false) };
        let Some(stored) = self.registry.store.challenge(code, unix_time()).await? else { return Ok(false) };
        if let Some(table) = stored.table {
            return Ok(self.tell_accepted(&stored, table));
        }
        let heard = people.challenge_for_friend(&stored).await?;
        Ok(heard.is_some_and(|(player, challenge)| self.tell_challenged(player, &challenge)))
    }

    fn tell_challenged(&self, player: GuestId, challenge: &SeenChallenge) -> bool {
        let challenged = notice::Challenged {
            code: challenge.stored.code.to_string(),
            name: challenge.from.clone(),
            game: challenge.setup.game().to_owned(),
        };
        self.state().tell_player(player, &Notice::Challenged(challenged))
    }

    /// Tells a player of the challenges by friends that are open.
    async fn tell_challenges(&self, player: GuestId) -> Result<(), RequestError> {
        let has_ties = self.state().hall.has_ties(player);
        let Some(people) = self.registry.people.as_ref().filter(|_| has_ties) else { return Ok(()) };
        for challenge in people.open_challenges(player).await? {
            let is_friend = self.state().hall.are_friends(player, challenge.stored.founder);
            if challenge.stored.invited == Some(player) && is_friend {
                self.tell_challenged(player, &challenge);
            }
        }
        Ok(())
    }

    /// Tells the founder of a challenge that it is accepted.
    fn tell_accepted(&self, challenge: &StoredChallenge, table: TableId) -> bool {
        let (id, table) = (challenge.code.to_string(), table.to_string());
        let paired = notice::Paired { id, table, seat: cards::Seat::new(0) };
        self.state().tell_player(challenge.founder, &Notice::Paired(paired))
    }

    /// Tells devices of players with a bell for this pool that a player looks for others.
    async fn ring(self: Arc<Self>, seeker: GuestId, pool: &'static catalog::Pool) {
        let (Some(people), Some(push)) = (&self.registry.people, &self.registry.push) else { return };
        let now = self.registry.settings.clock.seconds();
        let is_here = |player| self.registry.guests.is_here(player);
        match people.ring(seeker, pool.family(), now, is_here).await {
            Ok(players) => players.into_iter().for_each(|player| push.notify(player)),
            Err(error) => tracing::warn!(%error, "the bells of a search could not ring"),
        }
    }

    /// Removes a deleted account from the ties of the players in the lobby.
    pub(crate) fn forget_player(&self, player: GuestId) {
        self.state().hall.forget_player(player);
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
                    let text = Utf8Bytes::from(Notice::Lobby(*lobby).encode());
                    match sockets.len() {
                        0..=AT_ONCE => self.show(&sockets, &text),
                        _ => drop(tokio::spawn(Arc::clone(self).show_in_parts(sockets, text))),
                    }
                }
                Effect::Start(start) => drop(tokio::spawn(Arc::clone(self).create(start))),
                Effect::Ring(seeker, pool) => drop(tokio::spawn(Arc::clone(self).ring(seeker, pool))),
            }
        }
    }

    /// Sends the state of the lobby. It replaces an earlier one that a socket has not sent.
    fn show(&self, sockets: &[u64], text: &Utf8Bytes) {
        let state = self.state();
        let connections = sockets.iter().filter_map(|socket| state.connections.get(socket));
        connections.for_each(|connection| connection.replace_lobby(text.clone()));
    }

    /// Sends the state of the lobby to many sockets, a part of them after the other, so that no move at a table waits for all
    /// of them. Each socket is in the same part every second.
    async fn show_in_parts(self: Arc<Self>, sockets: Vec<u64>, text: Utf8Bytes) {
        let mut parts = vec![Vec::new(); PARTS];
        sockets.into_iter().for_each(|socket| parts[socket as usize % PARTS].push(socket));
        // An interval, because each sleep would last up to a millisecond longer.
        let mut clock = tokio::time::interval(BETWEEN_PARTS);
        for part in parts {
            clock.tick().await;
            self.show(&part, &text);
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

    /// Returns whether a player of a table blocks another one. Ties can change at another server without a message to this
    /// one, so they are read again. If so, the players look for others again.
    async fn put_apart(self: &Arc<Self>, start: &Start) -> Result<bool, RequestError> {
        let Some(people) = self.registry.people.as_ref().filter(|_| self.registry.store.is_shared()) else {
            return Ok(false);
        };
        let mut known = Vec::new();
        for player in &start.players {
            let rating = self.rating(player.guest, start.pool.id).await?;
            known.push((player, people.player_ties(player.guest).await?, rating));
        }
        let is_apart = known
            .iter()
            .any(|(_, ties, _)| start.players.iter().any(|player| ties.apart.contains(&player.guest)));
        if !is_apart {
            return Ok(false);
        }
        let (online, now) = (self.online(), self.now());
        let mut effects = Vec::new();
        let mut state = self.state();
        for (player, ties, rating) in known {
            state.hall.learn(player.guest, ties);
            let Some(socket) = player.socket else { continue };
            let seek = (player.id.clone(), start.pool.id, &*player.name, rating);
            effects.extend(state.hall.seek((player.guest, socket), seek, online, now)?);
        }
        drop(state);
        self.perform(effects);
        Ok(true)
    }

    /// Creates a table, and tells its players.
    async fn create(self: Arc<Self>, start: Start) {
        match self.put_apart(&start).await {
            Ok(false) => {}
            Ok(true) => return,
            Err(error) => return start.seeks().for_each(|(socket, id)| self.refuse(socket, id, &error)),
        }
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
        let mut new = pool_table(pool, chairs, &players[0].name);
        // Bots don't mind waiting.
        new.time_control = new.time_control.filter(|_| !is_alone);
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

/// Returns a table of a pool, created by a player of this name.
pub(crate) fn pool_table(pool: &catalog::Pool, chairs: Vec<NewChair>, name: &str) -> NewTable {
    NewTable {
        game: pool.game.to_owned(),
        options: [("preset".to_owned(), engine::OptionValue::Word(pool.preset.to_owned()))].into(),
        seats: chairs.len() as u8,
        chairs,
        name: name.to_owned(),
        stake: None,
        time_control: time_control(pool.pace),
        day: None,
        begun: None,
        audience: Audience::Link,
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
    let Some(lobby) = lobby else { return Vec::new() };
    let bells = lobby.registry.push.as_ref().map(|_| feature::BELLS);
    [Some(feature::LOBBY), bells].into_iter().flatten().map(str::to_owned).collect()
}
