//! Seeks, pools and subscribers of the lobby, without I/O. Inputs with the time go in, effects come out.

use crate::limits::{MAX_SEEK_ID, MAX_SEEKS};
use crate::people::PlayerTies;
use crate::request_error::LobbyError;
use crate::table::OpenMatch;
use ::table::{GuestId, TableId};
use cards::Seat;
use catalog::{POOLS, PoolPace};
use people::{Limits, Pool, Rating, Seating, Seeker};
use protocol::{LobbyPool, LobbySeek, Notice, TimeControl, notice};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of seeks of all guests.
const MAX_ALL_SEEKS: usize = 10_000;

/// Maximum number of waiting players that a notice lists, and of matches.
const MAX_ROWS: usize = 200;

/// Time that a seek outlives its socket.
const GRACE: Duration = Duration::from_secs(5);

/// Wait after which bots are offered.
const BOTS_AFTER: Duration = Duration::from_secs(20);

/// Time for which a table is remembered, for a player whose socket failed when the table was made.
const REMEMBERED: Duration = Duration::from_secs(60);

/// Minimum time between two lobby notices to one socket.
const BETWEEN_NOTICES: Duration = Duration::from_secs(1);

/// Number of a socket.
pub(super) type Socket = u64;

/// Player of a new table.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) guest: GuestId,
    pub(super) name: String,
    /// Id of the seek.
    pub(super) id: String,
    pub(super) socket: Option<Socket>,
    pub(super) waited: Duration,
}

/// Table to create: its pool, and its players in seat order. Bots take the other chairs.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) pool: &'static catalog::Pool,
    pub(super) players: Vec<Player>,
}

/// Connected players.
#[derive(Clone, Copy)]
pub(super) struct Online<'a> {
    pub(super) count: usize,
    pub(super) is_here: &'a dyn Fn(GuestId) -> bool,
}

/// Effect of an input.
#[derive(Debug)]
pub(super) enum Effect {
    /// Sends a notice.
    Tell(Socket, Notice),
    /// Sends the state of the lobby. It replaces an earlier one that the socket has not sent.
    Show(Vec<Socket>, Box<notice::Lobby>),
    /// Ends a seek of a guest who got another table.
    End(Socket, String),
    /// Creates a table. The result is an input.
    Start(Start),
    /// Rings the bells for a pool in which a player waits.
    Ring(GuestId, &'static catalog::Pool),
}

/// Player who looks for others.
struct Seek {
    guest: GuestId,
    id: String,
    name: String,
    /// Index of the pool.
    pool: usize,
    since: Duration,
    socket: Option<Socket>,
    /// Time at which the socket closed.
    gone: Option<Duration>,
    /// Values of the last notice.
    told: Option<(u32, bool)>,
    /// Whether the bells for this seek have rung.
    has_rung: bool,
}

/// Subscription of a socket.
struct Subscriber {
    guest: GuestId,
    is_on: bool,
    told: Option<Duration>,
    /// Whether the socket needs the state although nothing changed.
    is_due: bool,
    /// Hash of the last state, if the player has ties and so a state of their own. A notice that equals the last one
    /// would tell that something hidden changed.
    seen: Option<u64>,
}

/// Table that a seek led to.
struct Found {
    guest: GuestId,
    paired: notice::Paired,
    at: Duration,
}

/// State of the lobby.
pub(super) struct Hall {
    pools: Vec<Pool<u64>>,
    seeks: BTreeMap<u64, Seek>,
    /// Number of the next seek.
    next: u64,
    found: Vec<Found>,
    /// Matches in which a player can take the chair of a bot.
    tables: Vec<OpenMatch>,
    subscribers: HashMap<Socket, Subscriber>,
    shown: Option<notice::Lobby>,
    /// Ties of the players with a seek or a subscription who have some.
    ties: HashMap<GuestId, PlayerTies>,
    /// Players who appear offline. They are counted and paired like others.
    hidden: Arc<HashSet<GuestId>>,
    hasher: RandomState,
}

/// Limits of the waiting players: a player without a socket pauses, and no player meets themselves, or one of whom the
/// other is blocked.
struct Present<'a> {
    seeks: &'a BTreeMap<u64, Seek>,
    ties: &'a HashMap<GuestId, PlayerTies>,
}

impl Limits<u64> for Present<'_> {
    fn is_paused(&self, seek: &u64) -> bool {
        self.seeks.get(seek).is_none_or(|seek| seek.socket.is_none())
    }

    fn are_apart(&self, one: &u64, other: &u64) -> bool {
        let guest = |seek| self.seeks.get(seek).map(|seek: &Seek| seek.guest);
        match (guest(one), guest(other)) {
            (Some(one), Some(other)) => one == other || are_apart(self.ties, one, other),
            _ => true,
        }
    }
}

fn are_apart(ties: &HashMap<GuestId, PlayerTies>, one: GuestId, other: GuestId) -> bool {
    let has = |one, other| ties.get(&one).is_some_and(|ties: &PlayerTies| ties.apart.contains(&other));
    has(one, other) || has(other, one)
}

impl Hall {
    pub(super) fn new() -> Self {
        let seating = |pool: &catalog::Pool| match pool.partners {
            true => Seating::Partners,
            false => Seating::Single { least: pool.least, most: pool.most },
        };
        Self {
            pools: POOLS.iter().map(|pool| Pool::new(seating(pool))).collect(),
            seeks: BTreeMap::new(),
            next: 0,
            found: Vec::new(),
            tables: Vec::new(),
            subscribers: HashMap::new(),
            shown: None,
            ties: HashMap::new(),
            hidden: Arc::default(),
            hasher: RandomState::new(),
        }
    }

    /// Sets the ties of a player. The player's subscriptions are sent again.
    pub(super) fn learn(&mut self, guest: GuestId, ties: PlayerTies) {
        let old = self.ties.remove(&guest).unwrap_or_default();
        let has_changed = old != ties;
        if !ties.is_empty() {
            self.ties.insert(guest, ties);
        }
        if has_changed {
            let own = self.subscribers.values_mut().filter(|subscriber| subscriber.guest == guest);
            own.for_each(|subscriber| subscriber.is_due = subscriber.is_on);
        }
    }

    /// Sets the players who appear offline. Subscribers see the change at the next tick.
    pub(super) fn hide(&mut self, hidden: Arc<HashSet<GuestId>>) {
        self.hidden = hidden;
    }

    /// Returns whether a player has a seek or a subscription, so that their ties must be known.
    pub(super) fn needs_ties(&self, guest: GuestId) -> bool {
        self.subscribers.values().any(|subscriber| subscriber.guest == guest)
            || self.seeks.values().any(|seek| seek.guest == guest)
    }

    /// Returns whether a player in the lobby has ties.
    pub(super) fn has_ties(&self, player: GuestId) -> bool {
        self.ties.contains_key(&player)
    }

    /// Returns whether a player in the lobby has a friend.
    pub(super) fn are_friends(&self, player: GuestId, friend: GuestId) -> bool {
        self.ties.get(&player).is_some_and(|ties| ties.friends.iter().any(|(one, _)| *one == friend))
    }

    /// Removes a deleted account: its seeks, and its ties in both directions.
    pub(super) fn forget_player(&mut self, player: GuestId) {
        let own = self.seeks.iter().filter(|(_, seek)| seek.guest == player);
        let own: Vec<u64> = own.map(|(number, _)| *number).collect();
        own.into_iter().for_each(|number| drop(self.remove(number)));
        self.ties.remove(&player);
        for ties in self.ties.values_mut() {
            ties.apart.remove(&player);
            ties.friends.retain(|(friend, _)| *friend != player);
        }
    }

    /// Drops the ties of players who have left.
    fn forget_ties(&mut self) {
        if self.ties.is_empty() {
            return;
        }
        let subscribers = self.subscribers.values().map(|subscriber| subscriber.guest);
        let here: HashSet<GuestId> = subscribers.chain(self.seeks.values().map(|seek| seek.guest)).collect();
        self.ties.retain(|guest, _| here.contains(guest));
    }

    /// Sets the matches in which a player can take the chair of a bot. Subscribers hear of them at the next tick.
    pub(super) fn list(&mut self, mut tables: Vec<OpenMatch>) {
        tables.truncate(MAX_ROWS);
        self.tables = tables;
    }

    /// Returns the number of seeks.
    pub(super) fn seekers(&self) -> usize {
        self.seeks.len()
    }

    /// Returns whether a guest has this seek, or got a table by it.
    pub(super) fn knows(&self, guest: GuestId, id: &str) -> bool {
        self.find(guest, id).is_some() || self.found_by(guest, id).is_some()
    }

    fn find(&self, guest: GuestId, id: &str) -> Option<u64> {
        self.seeks.iter().find(|(_, seek)| seek.guest == guest && seek.id == id).map(|(number, _)| *number)
    }

    fn found_by(&self, guest: GuestId, id: &str) -> Option<&Found> {
        self.found.iter().find(|found| found.guest == guest && found.paired.id == id)
    }

    /// Subscribes a socket to the state of the lobby, or unsubscribes it.
    pub(super) fn subscribe(
        &mut self,
        (guest, socket): (GuestId, Socket),
        is_on: bool,
        online: Online<'_>,
        now: Duration,
    ) -> Vec<Effect> {
        let new = Subscriber { guest, is_on, told: None, is_due: false, seen: None };
        let subscriber = self.subscribers.entry(socket).or_insert(new);
        subscriber.is_on = is_on;
        subscriber.is_due = is_on;
        if !is_on || subscriber.told.is_some_and(|told| now < told + BETWEEN_NOTICES) {
            return Vec::new();
        }
        (subscriber.is_due, subscriber.told) = (false, Some(now));
        let has_ties = self.ties.contains_key(&guest);
        let state = self.state(online, Some(guest));
        if has_ties {
            let seen = Some(self.hasher.hash_one(&state));
            if let Some(subscriber) = self.subscribers.get_mut(&socket) {
                subscriber.seen = seen;
            }
        } else if self.shown.as_ref() != Some(&state) {
            // If the state is as before at the next tick, this socket must still hear of it.
            self.shown = None;
        }
        vec![Effect::Show(vec![socket], Box::new(state))]
    }

    /// Starts a seek, or attaches it to another socket of the guest.
    ///
    /// # Errors
    ///
    /// Returns [`LobbyError`] if the guest can't wait in this pool.
    pub(super) fn seek(
        &mut self,
        (guest, socket): (GuestId, Socket),
        (id, pool, name, rating): (String, &str, &str, Rating),
        online: usize,
        now: Duration,
    ) -> Result<Vec<Effect>, LobbyError> {
        if let Some(found) = self.found_by(guest, &id) {
            return Ok(vec![Effect::Tell(socket, Notice::Paired(found.paired.clone()))]);
        }
        if let Some(number) = self.find(guest, &id) {
            if let Some(seek) = self.seeks.get_mut(&number) {
                (seek.socket, seek.gone, seek.told) = (Some(socket), None, None);
            }
            return Ok(self.tell_seek(number, online, now));
        }
        if id.len() > MAX_SEEK_ID {
            return Err(LobbyError::LongId);
        }
        let pool = POOLS.iter().position(|one| one.id == pool).ok_or(LobbyError::NoPool)?;
        let mut own = self.seeks.values().filter(|seek| seek.guest == guest);
        if own.clone().count() >= MAX_SEEKS || own.any(|seek| seek.pool == pool) {
            return Err(LobbyError::TooMany);
        }
        if self.seeks.len() >= MAX_ALL_SEEKS {
            return Err(LobbyError::Full);
        }
        let number = self.next;
        self.next += 1;
        // The number is new, so that no player waits in the pool under it.
        if self.pools[pool].join(vec![Seeker::new(number, rating.rounded())], now).is_err() {
            return Err(LobbyError::TooMany);
        }
        let name = ::table::plain_name(name);
        let seek = Seek {
            guest,
            id,
            name,
            pool,
            since: now,
            socket: Some(socket),
            gone: None,
            told: None,
            has_rung: false,
        };
        self.seeks.insert(number, seek);
        Ok(self.tell_seek(number, online, now))
    }

    /// Ends a seek.
    ///
    /// # Errors
    ///
    /// Returns [`LobbyError::NoSeek`] if the guest has no such seek.
    pub(super) fn unseek(&mut self, guest: GuestId, id: &str) -> Result<(), LobbyError> {
        let number = self.find(guest, id).ok_or(LobbyError::NoSeek)?;
        self.remove(number);
        Ok(())
    }

    /// Starts a seek's match with bots.
    ///
    /// # Errors
    ///
    /// Returns [`LobbyError`] if there is no such seek, or if other players are there and the wait was short.
    pub(super) fn fill(
        &mut self,
        guest: GuestId,
        id: &str,
        online: usize,
        now: Duration,
    ) -> Result<Vec<Effect>, LobbyError> {
        let number = self.find(guest, id).ok_or(LobbyError::NoSeek)?;
        if !self.seeks.get(&number).is_some_and(|seek| offers_bots(seek, online, now)) {
            return Err(LobbyError::TooEarly);
        }
        Ok(self.start(&[number], now))
    }

    /// Records that a socket is closed. Its seeks wait for another one for a short time.
    pub(super) fn close(&mut self, socket: Socket, now: Duration) {
        self.subscribers.remove(&socket);
        for seek in self.seeks.values_mut().filter(|seek| seek.socket == Some(socket)) {
            (seek.socket, seek.gone) = (None, Some(now));
        }
    }

    /// Sends everything again to a socket that lost messages.
    pub(super) fn repeat(
        &mut self,
        socket: Socket,
        guest: GuestId,
        online: usize,
        now: Duration,
    ) -> Vec<Effect> {
        if let Some(subscriber) = self.subscribers.get_mut(&socket) {
            subscriber.is_due = subscriber.is_on;
        }
        let own = self.seeks.iter().filter(|(_, seek)| seek.socket == Some(socket));
        let own: Vec<u64> = own.map(|(number, _)| *number).collect();
        let found = self.found.iter().filter(|found| found.guest == guest);
        let mut effects: Vec<Effect> =
            found.map(|found| Effect::Tell(socket, Notice::Paired(found.paired.clone()))).collect();
        for number in own {
            if let Some(seek) = self.seeks.get_mut(&number) {
                seek.told = None;
            }
            effects.extend(self.tell_seek(number, online, now));
        }
        effects
    }

    /// Ends old seeks, pairs players, and sends what changed. It is called each second.
    pub(super) fn tick(&mut self, online: Online<'_>, now: Duration) -> Vec<Effect> {
        self.found.retain(|found| now < found.at + REMEMBERED);
        let gone = self.seeks.iter().filter(|(_, seek)| seek.gone.is_some_and(|gone| now >= gone + GRACE));
        let gone: Vec<u64> = gone.map(|(number, _)| *number).collect();
        gone.into_iter().for_each(|number| drop(self.remove(number)));
        self.forget_ties();
        let mut effects = Vec::new();
        for pool in 0..self.pools.len() {
            let present = Present { seeks: &self.seeks, ties: &self.ties };
            for table in self.pools[pool].pair(now, &present) {
                effects.extend(self.start(&table, now));
            }
        }
        // A player who was paired at once needs no others.
        for seek in self.seeks.values_mut().filter(|seek| seek.socket.is_some()) {
            if !std::mem::replace(&mut seek.has_rung, true) {
                effects.push(Effect::Ring(seek.guest, &POOLS[seek.pool]));
            }
        }
        let state = self.state(online, None);
        let numbers: Vec<(u64, usize, GuestId)> =
            self.seeks.iter().map(|(number, seek)| (*number, seek.pool, seek.guest)).collect();
        for (number, pool, guest) in numbers {
            let waiting = match self.ties.contains_key(&guest) {
                true => self.waiting(&self.pools[pool], Some(guest)),
                false => state.pools[pool].waiting,
            };
            effects.extend(self.tell_waiting(number, waiting, online.count, now));
        }
        let has_changed = self.shown.as_ref() != Some(&state);
        let mut sockets = Vec::new();
        let mut own = Vec::new();
        for (socket, subscriber) in &mut self.subscribers {
            let is_allowed = subscriber.told.is_none_or(|told| now >= told + BETWEEN_NOTICES);
            if self.ties.contains_key(&subscriber.guest) {
                if subscriber.is_on && is_allowed {
                    own.push((*socket, subscriber.guest));
                }
                continue;
            }
            subscriber.is_due |= subscriber.is_on && has_changed;
            if subscriber.is_due && is_allowed {
                (subscriber.is_due, subscriber.told, subscriber.seen) = (false, Some(now), None);
                sockets.push(*socket);
            }
        }
        for (socket, guest) in own {
            let state = self.state(online, Some(guest));
            let seen = Some(self.hasher.hash_one(&state));
            let Some(subscriber) = self.subscribers.get_mut(&socket) else { continue };
            if subscriber.is_due || subscriber.seen != seen {
                (subscriber.is_due, subscriber.told, subscriber.seen) = (false, Some(now), seen);
                effects.push(Effect::Show(vec![socket], Box::new(state)));
            }
        }
        if !sockets.is_empty() {
            effects.push(Effect::Show(sockets, Box::new(state.clone())));
        }
        self.shown = Some(state);
        effects
    }

    /// Notes the table of paired players, and tells them.
    pub(super) fn started(&mut self, start: &Start, table: TableId, now: Duration) -> Vec<Effect> {
        let seats = Seat::all(start.players.len() as u8);
        let mut effects = Vec::new();
        for (seat, player) in seats.zip(&start.players) {
            let paired = notice::Paired { id: player.id.clone(), table: table.to_string(), seat };
            if let Some(socket) = player.socket {
                effects.push(Effect::Tell(socket, Notice::Paired(paired.clone())));
            }
            self.found.push(Found { guest: player.guest, paired, at: now });
        }
        effects
    }

    /// Takes seeks out of the lobby for a table. Other seeks of the same guests end.
    fn start(&mut self, numbers: &[u64], now: Duration) -> Vec<Effect> {
        let seeks: Vec<Seek> = numbers.iter().filter_map(|number| self.remove(*number)).collect();
        let Some(pool) = seeks.first().map(|seek| &POOLS[seek.pool]) else { return Vec::new() };
        let mut effects = Vec::new();
        for seek in &seeks {
            let others = self.seeks.iter().filter(|(_, other)| other.guest == seek.guest);
            let others: Vec<u64> = others.map(|(number, _)| *number).collect();
            for other in others.into_iter().filter_map(|number| self.remove(number)) {
                effects.extend(other.socket.map(|socket| Effect::End(socket, other.id)));
            }
        }
        let player = |seek: Seek| Player {
            guest: seek.guest,
            name: seek.name,
            id: seek.id,
            socket: seek.socket,
            waited: now.saturating_sub(seek.since),
        };
        effects.push(Effect::Start(Start { pool, players: seeks.into_iter().map(player).collect() }));
        effects
    }

    fn remove(&mut self, number: u64) -> Option<Seek> {
        let seek = self.seeks.remove(&number)?;
        self.pools[seek.pool].leave(&number);
        Some(seek)
    }

    /// Tells a seek's socket what changed since the last notice.
    fn tell_seek(&mut self, number: u64, online: usize, now: Duration) -> Vec<Effect> {
        let seek = self.seeks.get(&number);
        let waiting = seek.map_or(0, |seek| self.waiting(&self.pools[seek.pool], Some(seek.guest)));
        self.tell_waiting(number, waiting, online, now)
    }

    /// Tells a seek's socket what changed. `waiting` is the number of players in its pool.
    fn tell_waiting(&mut self, number: u64, waiting: u32, online: usize, now: Duration) -> Vec<Effect> {
        let Some(seek) = self.seeks.get_mut(&number) else { return Vec::new() };
        let told = (waiting, offers_bots(seek, online, now));
        let (Some(socket), true) = (seek.socket, seek.told != Some(told)) else { return Vec::new() };
        seek.told = Some(told);
        let waited = u32::try_from(now.saturating_sub(seek.since).as_millis()).unwrap_or(u32::MAX);
        let seeking = notice::Seeking { id: seek.id.clone(), waited, waiting, bots: told.1 };
        vec![Effect::Tell(socket, Notice::Seeking(seeking))]
    }

    /// Returns the connected players in a pool whom a viewer may see.
    fn present<'a>(&'a self, pool: &'a Pool<u64>, viewer: Option<GuestId>) -> impl Iterator<Item = &'a Seek> {
        let seeks = pool.players().filter_map(|number| self.seeks.get(number));
        seeks.filter(move |seek| seek.socket.is_some() && !self.is_apart(seek.guest, viewer))
    }

    /// Returns whether a viewer may not see a player, because one blocks the other.
    fn is_apart(&self, player: GuestId, viewer: Option<GuestId>) -> bool {
        viewer.is_some_and(|viewer| are_apart(&self.ties, viewer, player))
    }

    /// Returns the number of connected players in a pool whom a viewer may see.
    fn waiting(&self, pool: &Pool<u64>, viewer: Option<GuestId>) -> u32 {
        count(self.present(pool, viewer).count())
    }

    /// Returns the lobby as a viewer sees it, or as a player without ties does.
    fn state(&self, online: Online<'_>, viewer: Option<GuestId>) -> notice::Lobby {
        let pools = POOLS.iter().zip(&self.pools).map(|(pool, waiting)| LobbyPool {
            id: pool.id.to_owned(),
            game: pool.game.to_owned(),
            preset: pool.preset.to_owned(),
            least: pool.least,
            most: pool.most,
            partners: pool.partners,
            time_control: time_control(pool.pace),
            waiting: self.waiting(waiting, viewer),
        });
        let rows = POOLS.iter().zip(&self.pools).flat_map(|(pool, waiting)| {
            let row = |seek: &Seek| LobbySeek { pool: pool.id.to_owned(), name: seek.name.clone() };
            self.present(waiting, viewer).filter(|seek| !self.hidden.contains(&seek.guest)).map(row)
        });
        let is_left_out = |player| self.is_apart(player, viewer) || self.hidden.contains(&player);
        let is_seen = |players: &[GuestId]| !players.iter().copied().any(is_left_out);
        let tables = self.tables.iter().filter(|(players, _)| is_seen(players));
        let friends =
            viewer.and_then(|viewer| self.ties.get(&viewer)).into_iter().flat_map(|ties| &ties.friends);
        let is_here = |friend| (online.is_here)(friend) && !self.hidden.contains(&friend);
        let friends = friends.filter(|(friend, _)| is_here(*friend)).map(|(_, name)| name.clone());
        notice::Lobby {
            online: count(online.count),
            pools: pools.collect(),
            seeks: rows.take(MAX_ROWS).collect(),
            tables: tables.map(|(_, table)| table.clone()).collect(),
            friends: friends.collect(),
        }
    }
}

impl Start {
    /// Returns the ids of the players' seeks, with their sockets.
    pub(super) fn seeks(&self) -> impl Iterator<Item = (Socket, &str)> {
        self.players.iter().filter_map(|player| Some((player.socket?, &*player.id)))
    }
}

fn offers_bots(seek: &Seek, online: usize, now: Duration) -> bool {
    online <= 1 || now.saturating_sub(seek.since) >= BOTS_AFTER
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the time control of a pace.
pub(crate) fn time_control(pace: PoolPace) -> Option<TimeControl> {
    match pace {
        PoolPace::Quick => Some(TimeControl::QUICK),
        PoolPace::Normal => Some(TimeControl::NORMAL),
        PoolPace::Untimed => None,
    }
}

#[cfg(test)]
mod tests;
