//! Servers at the database. Each has a row that it changes twice a second. A server that sees another's row
//! unchanged for two seconds *on its own clock* deletes it; clocks of two machines are never compared, so
//! they need not be correct. A server whose row was deleted was suspended or cut off, and joins again as a
//! new one.
//!
//! No write depends on the members. They only tell which server to ask for a table, and keep two servers from
//! taking it in turns.

use super::{LoadError, PostgresStore, Session, Trouble};
use crate::Peer;
use crate::heartbeat::{DEAD, QUIET};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::TableId;
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::time::Instant;
use tokio_postgres::config::Host;

/// Number of readings, in addition to the time [`DEAD`], after which an unchanged row counts as dead.
const READINGS: u32 = 4;

/// Replacement of [`DEAD`] after the database was unreachable. The other servers are reconnecting at the same
/// time.
const DEAD_AFTER_TROUBLE: Duration = Duration::from_secs(10);

/// Membership of this server in the cluster.
pub(super) struct Member {
    own: Peer,
    /// Connection of the heartbeat, which a burst of other requests can't delay.
    session: AsyncMutex<Option<Session>>,
    /// Number of this server's row.
    pub(super) number: AtomicI64,
    /// Time of the request for the last confirmed heartbeat.
    confirmed: watch::Sender<Instant>,
    /// Keys that authenticate the other servers, as last read.
    others: watch::Sender<HashSet<Arc<str>>>,
    /// The other server that has the lobby, as last read.
    // Held for a look-up, never across an await.
    lobby: Mutex<Option<Peer>>,
    /// The other servers, as last read.
    // Held for a look-up, never across an await.
    peers: Mutex<Vec<Peer>>,
    // Held for a reading, never across an await.
    seen: Mutex<Seen>,
}

impl Member {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lobby(&self) -> MutexGuard<'_, Option<Peer>> {
        self.lobby.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Statement that reads the server that joined first.
const FIRST: &str = "SELECT node, address, key FROM nodes ORDER BY node LIMIT 1";

/// Returns the first server, given by number, address and key, unless it is this one. The first server has the lobby:
/// every server finds the same one, and another one only when that server is gone.
fn lobby_of((number, address, key): (i64, &str, &str), own: i64) -> Option<Peer> {
    (number != own).then_some(())?;
    Some(Peer { address: address.parse().ok()?, key: key.into() })
}

/// Observations of the other servers, on this server's clock.
#[derive(Default)]
struct Seen {
    rows: HashMap<i64, Row>,
    trouble: Option<Instant>,
}

#[derive(Clone, Copy)]
struct Row {
    beat: i64,
    since: Instant,
    readings: u32,
}

impl Seen {
    /// Records a reading of all rows, and returns the dead ones.
    fn read(&mut self, rows: &[(i64, i64)], now: Instant) -> Vec<(i64, i64)> {
        self.rows.retain(|number, _| rows.iter().any(|(other, _)| other == number));
        let troubled = self.trouble.is_some_and(|trouble| now < trouble + DEAD_AFTER_TROUBLE);
        let timeout = if troubled { DEAD_AFTER_TROUBLE } else { DEAD };
        let mut dead = Vec::new();
        for &(number, beat) in rows {
            let row = self.rows.entry(number).or_insert(Row { beat, since: now, readings: 0 });
            if row.beat != beat {
                *row = Row { beat, since: now, readings: 0 };
            }
            // After a suspension of this server, a single reading would show a long time without change.
            row.readings += 1;
            if row.readings >= READINGS && row.since + timeout <= now {
                dead.push((number, beat));
            }
        }
        dead
    }

    /// Records that the members could not be read.
    fn fail(&mut self, now: Instant) {
        self.rows.clear();
        self.trouble = Some(now);
    }
}

fn is_of_another_machine(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => name != "localhost" && !name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback()),
        #[cfg(unix)]
        Host::Unix(_) => false,
    }
}

async fn enter(session: &Session, own: &Peer) -> Result<i64, Trouble> {
    // An earlier server at this address no longer runs.
    let address = own.address.to_string();
    session.query("DELETE FROM nodes WHERE address = $1", &[&address]).await?;
    let sql = "INSERT INTO nodes (address, key) VALUES ($1, $2) RETURNING node";
    let rows = session.query(sql, &[&address, &&*own.key]).await?;
    rows.first().map(|row| row.get(0)).ok_or_else(|| Trouble::Broken("it returned no row".to_owned()))
}

impl PostgresStore {
    /// Joins the members. Other servers then find this one, and leave its tables alone.
    pub(crate) async fn join(mut self, own: Peer) -> Result<Self, super::OpenError> {
        let is_elsewhere = self.sessions.config.get_hosts().iter().any(is_of_another_machine);
        if own.address.ip().is_loopback() && is_elsewhere {
            tracing::warn!(
                "only servers on the same machine can reach this one; set its network address with --peers"
            );
        }
        let session = self.sessions.connect().await?;
        let number = enter(&session, &own).await?;
        let first = session.query(FIRST, &[]).await?;
        let first = first.first().map(|row| (row.get(0), row.get(1), row.get(2)));
        let lobby = Mutex::new(first.and_then(|first| lobby_of(first, number)));
        let number = number.into();
        let session = AsyncMutex::new(Some(session));
        let confirmed = watch::Sender::new(Instant::now());
        let others = watch::Sender::default();
        self.member = Some(Arc::new(Member {
            own,
            session,
            number,
            confirmed,
            others,
            lobby,
            peers: Mutex::default(),
            seen: Mutex::default(),
        }));
        Ok(self)
    }

    /// Renews the heartbeat, and looks for dead servers. If this server was considered dead, it drops all its
    /// tables, because others may have taken them, and joins again.
    pub(crate) async fn beat(&self, let_go: impl FnOnce()) {
        let Some(member) = &self.member else { return };
        let asked = Instant::now();
        let own = member.number.load(Ordering::SeqCst);
        let sql = "WITH own AS (UPDATE nodes SET beat = beat + 1 WHERE node = $1 RETURNING node)
            SELECT node, beat, node IN (SELECT node FROM own), key, address FROM nodes ORDER BY node";
        let mut kept = member.session.lock().await;
        let read = async { self.sessions.open(&mut kept).await?.query(sql, &[&own]).await };
        let read = tokio::time::timeout(QUIET, read).await;
        let rows = match read.unwrap_or_else(|_| Err(Trouble::Broken("it did not answer in time".to_owned())))
        {
            Ok(rows) => rows,
            Err(trouble) => {
                tracing::warn!(%trouble, "the heartbeat did not reach the database");
                *kept = None;
                self.sessions.give_up();
                return member.seen().fail(Instant::now());
            }
        };
        if !rows.iter().any(|row| row.get(2)) {
            tracing::warn!("this server was considered dead, and joins again");
            // Statements may have been in progress while the database was unreachable.
            self.sessions.give_up();
            let entered = async { enter(self.sessions.open(&mut kept).await?, &member.own).await };
            if let Ok(number) = entered.await {
                // Tables taken in between under the old number are dropped too.
                member.number.store(number, Ordering::SeqCst);
                let_go();
                member.confirmed.send_replace(Instant::now());
            }
            return;
        }
        member.confirmed.send_replace(asked);
        let keys: HashSet<Arc<str>> = rows.iter().map(|row| row.get::<_, &str>(3).into()).collect();
        // Only on a change, because every relay between servers waits for it.
        member.others.send_if_modified(|known| {
            let is_new = *known != keys;
            *known = keys;
            is_new
        });
        let first = rows.first().map(|row| (row.get(0), row.get(4), row.get(3)));
        *member.lobby() = first.and_then(|first| lobby_of(first, own));
        let peer = |row: &tokio_postgres::Row| {
            let address = row.get::<_, &str>(4).parse().ok()?;
            Some(Peer { address, key: row.get::<_, &str>(3).into() })
        };
        let peers = rows.iter().filter(|row| row.get::<_, i64>(0) != own).filter_map(peer).collect();
        *member.peers.lock().unwrap_or_else(PoisonError::into_inner) = peers;
        let others: Vec<(i64, i64)> =
            rows.iter().map(|row| (row.get(0), row.get(1))).filter(|(node, _)| *node != own).collect();
        drop(kept);
        let dead = member.seen().read(&others, Instant::now());
        for (node, beat) in dead {
            // Has no effect if the server has changed its row after all.
            let sql = "DELETE FROM nodes WHERE node = $1 AND beat = $2 RETURNING node";
            if self.sessions.query(sql, &[&node, &beat]).await.is_ok_and(|gone| !gone.is_empty()) {
                tracing::warn!(node, "another server is gone; other servers take over its tables on request");
            }
        }
    }

    /// Leaves the members, so that others may take this server's tables.
    pub(crate) async fn leave(&self) {
        let Some(member) = &self.member else { return };
        let own = member.number.load(Ordering::SeqCst);
        if let Err(trouble) = self.sessions.query("DELETE FROM nodes WHERE node = $1", &[&own]).await {
            tracing::warn!(%trouble, "could not leave; the others will notice the missing heartbeat");
        }
    }

    /// Waits until it is certain that no other server considered this one dead and took its tables.
    pub(crate) async fn until_current(&self) {
        if let Some(member) = &self.member {
            let mut confirmed = member.confirmed.subscribe();
            // The sender is in `self`.
            let _ = confirmed.wait_for(|confirmed| confirmed.elapsed() < QUIET).await;
        }
    }

    /// Waits until this server has been without a heartbeat for so long that others may own its tables, plus
    /// `longer`.
    pub(crate) async fn until_cut_off(&self, longer: Duration) {
        let Some(member) = &self.member else { return std::future::pending().await };
        loop {
            let until = *member.confirmed.borrow() + DEAD + longer;
            if until <= Instant::now() {
                return;
            }
            tokio::time::sleep_until(until).await;
        }
    }

    /// Returns the other running server that owns a table, if there is one.
    pub(crate) async fn owner(&self, id: TableId) -> Result<Option<Peer>, LoadError> {
        let Some(member) = &self.member else { return Ok(None) };
        let own = member.number.load(Ordering::SeqCst);
        let sql = "SELECT address, key FROM tables JOIN nodes ON node = owner WHERE id = $1 AND node <> $2";
        let rows = self.sessions.query(sql, &[&id.to_string(), &own]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let strange = |_| LoadError::Unreachable("the address of a server is invalid".to_owned());
        let address = row.get::<_, &str>(0).parse().map_err(strange)?;
        let key: Arc<str> = row.get::<_, &str>(1).into();
        // The owner may have joined since the last reading.
        member.others.send_if_modified(|known| known.insert(Arc::clone(&key)));
        Ok(Some(Peer { address, key }))
    }

    /// Returns the other server that has the lobby. Returns `None` if this server has it.
    pub(crate) fn lobby(&self) -> Option<Peer> {
        let member = self.member.as_ref()?;
        let peer = member.lobby().clone()?;
        // The first reading of all servers comes after this one has joined.
        member.others.send_if_modified(|known| known.insert(Arc::clone(&peer.key)));
        Some(peer)
    }

    /// Returns the other servers.
    pub(crate) fn peers(&self) -> Vec<Peer> {
        let peers = self.member.as_ref().map(|member| member.peers.lock());
        peers.map_or_else(Vec::new, |peers| peers.unwrap_or_else(PoisonError::into_inner).clone())
    }

    /// Waits until one of these servers is no longer a member.
    pub(crate) async fn until_gone(&self, peers: &[Arc<str>]) {
        let Some(member) = &self.member else { return std::future::pending().await };
        let mut others = member.others.subscribe();
        // The sender is in `self`.
        let _ = others.wait_for(|others| peers.iter().any(|peer| !others.contains(peer))).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads another server's heartbeat every half second, and returns the index at which it counts as dead.
    fn found_dead(beats: impl IntoIterator<Item = i64>, seen: &mut Seen, begun: Instant) -> Option<usize> {
        let half = Duration::from_millis(500);
        beats.into_iter().enumerate().find_map(|(index, beat)| {
            (!seen.read(&[(1, beat)], begun + half * index as u32).is_empty()).then_some(index)
        })
    }

    #[test]
    fn a_server_without_heartbeat_for_two_seconds_is_dead() {
        let now = Instant::now();
        assert_eq!(found_dead([7; 10], &mut Seen::default(), now), Some(4));
        assert_eq!(found_dead(0..100, &mut Seen::default(), now), None);
        // Slow changes are enough.
        assert_eq!(found_dead((0..100).map(|n| n / 4), &mut Seen::default(), now), None);
    }

    #[test]
    fn a_reader_that_slept_declares_no_server_dead() {
        let (mut seen, now) = (Seen::default(), Instant::now());
        assert!(seen.read(&[(1, 7)], now).is_empty());
        assert!(seen.read(&[(1, 7)], now + Duration::from_secs(60)).is_empty());
    }

    #[test]
    fn servers_have_longer_after_database_errors() {
        let (mut seen, now) = (Seen::default(), Instant::now());
        seen.fail(now);
        assert_eq!(found_dead([7; 100], &mut seen, now), Some(20));
    }
}
