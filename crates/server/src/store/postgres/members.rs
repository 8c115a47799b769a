//! Which servers there are at the database. Each has a row that it changes twice a second, and whoever sees one unchanged for two
//! seconds *of their own time* takes it away: the clocks of two machines are never compared, so none of them need be right. A
//! server whose row was taken away has been asleep, or cut off, and begins again as another one.
//!
//! Nothing that is written depends on it. It says whom to ask for a table, and keeps two servers from taking it in turns.

use super::{LoadError, PostgresStore, Session, Trouble};
use crate::heartbeat::{DEAD, QUIET};
use crate::identity::TableId;
use crate::peers::Peer;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::time::Instant;
use tokio_postgres::config::Host;

/// A row that is the same for [`DEAD`], and so many times in a row, is of nobody who runs.
const READINGS: u32 = 4;

/// What [`DEAD`] is for whoever had no answer from the database lately: the others are just finding their way back to it too.
const DEAD_AFTER_TROUBLE: Duration = Duration::from_secs(10);

/// This server among those of a database.
pub(super) struct Member {
    own: Peer,
    /// The connection on which it says that it runs: whatever a crowd asks of the database is not in its way.
    session: AsyncMutex<Option<Session>>,
    /// The number of its row.
    pub(super) number: AtomicI64,
    /// When it asked for the last change of its row that was confirmed.
    confirmed: watch::Sender<Instant>,
    /// The keys of the others, as they were read last.
    others: watch::Sender<HashSet<Arc<str>>>,
    // Held for a reading, never across an await.
    seen: Mutex<Seen>,
}

impl Member {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a server has seen of the others, by its own clock.
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
    /// Takes in a reading of all rows; those of nobody who runs.
    fn read(&mut self, rows: &[(i64, i64)], now: Instant) -> Vec<(i64, i64)> {
        self.rows.retain(|number, _| rows.iter().any(|(other, _)| other == number));
        let troubled = self.trouble.is_some_and(|trouble| now < trouble + DEAD_AFTER_TROUBLE);
        let patience = if troubled { DEAD_AFTER_TROUBLE } else { DEAD };
        let mut dead = Vec::new();
        for &(number, beat) in rows {
            let row = self.rows.entry(number).or_insert(Row { beat, since: now, readings: 0 });
            if row.beat != beat {
                *row = Row { beat, since: now, readings: 0 };
            }
            // Whoever was asleep themselves reads once and finds much time gone.
            row.readings += 1;
            if row.readings >= READINGS && row.since + patience <= now {
                dead.push((number, beat));
            }
        }
        dead
    }

    /// A reading failed.
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
    // Whoever was at this address before is no more.
    let address = own.address.to_string();
    session.query("DELETE FROM nodes WHERE address = $1", &[&address]).await?;
    let sql = "INSERT INTO nodes (address, key) VALUES ($1, $2) RETURNING node";
    let rows = session.query(sql, &[&address, &&*own.key]).await?;
    rows.first().map(|row| row.get(0)).ok_or_else(|| Trouble::Broken("it says nothing".to_owned()))
}

impl PostgresStore {
    /// Is one of the servers from now on: others find it, and what it takes they leave to it.
    pub(in crate::store) async fn join(mut self, own: Peer) -> Result<Self, super::OpenError> {
        let is_elsewhere = self.sessions.config.get_hosts().iter().any(is_of_another_machine);
        if own.address.ip().is_loopback() && is_elsewhere {
            tracing::warn!(
                "other servers find this one only if they are on the same machine: --peers says where it is in your network"
            );
        }
        let session = self.sessions.connect().await?;
        let number = enter(&session, &own).await?.into();
        let session = AsyncMutex::new(Some(session));
        let confirmed = watch::Sender::new(Instant::now());
        let others = watch::Sender::default();
        self.member =
            Some(Arc::new(Member { own, session, number, confirmed, others, seen: Mutex::default() }));
        Ok(self)
    }

    /// Says that this server runs, and looks after the others. If it was thought dead it lets everything go that it keeps, since
    /// others may have taken that, and begins again.
    pub(in crate::store) async fn beat(&self, let_go: impl FnOnce()) {
        let Some(member) = &self.member else { return };
        let asked = Instant::now();
        let own = member.number.load(Ordering::SeqCst);
        let sql = "WITH own AS (UPDATE nodes SET beat = beat + 1 WHERE node = $1 RETURNING node)
            SELECT node, beat, node IN (SELECT node FROM own), key FROM nodes";
        let mut kept = member.session.lock().await;
        let read = async { self.sessions.open(&mut kept).await?.query(sql, &[&own]).await };
        let read = tokio::time::timeout(QUIET, read).await;
        let rows = match read.unwrap_or_else(|_| Err(Trouble::Broken("it is slow".to_owned()))) {
            Ok(rows) => rows,
            Err(trouble) => {
                tracing::warn!(%trouble, "the database did not hear that this server runs");
                *kept = None;
                self.sessions.give_up();
                return member.seen().fail(Instant::now());
            }
        };
        if !rows.iter().any(|row| row.get(2)) {
            tracing::warn!("this server was thought dead, and begins again");
            // Some of it may have been begun while nothing came through.
            self.sessions.give_up();
            let entered = async { enter(self.sessions.open(&mut kept).await?, &member.own).await };
            if let Ok(number) = entered.await {
                // What is taken with the old number in between is let go too.
                member.number.store(number, Ordering::SeqCst);
                let_go();
                member.confirmed.send_replace(Instant::now());
            }
            return;
        }
        member.confirmed.send_replace(asked);
        let keys: HashSet<Arc<str>> = rows.iter().map(|row| row.get::<_, &str>(3).into()).collect();
        // Only when somebody came or went: every way between servers waits for it.
        member.others.send_if_modified(|known| {
            let is_new = *known != keys;
            *known = keys;
            is_new
        });
        let others: Vec<(i64, i64)> =
            rows.iter().map(|row| (row.get(0), row.get(1))).filter(|(node, _)| *node != own).collect();
        drop(kept);
        let dead = member.seen().read(&others, Instant::now());
        for (node, beat) in dead {
            // If it moved after all, nothing happens.
            let sql = "DELETE FROM nodes WHERE node = $1 AND beat = $2 RETURNING node";
            if self.sessions.query(sql, &[&node, &beat]).await.is_ok_and(|gone| !gone.is_empty()) {
                tracing::warn!(
                    node,
                    "another server is gone; what it kept is taken by whoever is asked for it"
                );
            }
        }
    }

    /// Is none of the servers any more: the others may take what it keeps.
    pub(in crate::store) async fn leave(&self) {
        let Some(member) = &self.member else { return };
        let own = member.number.load(Ordering::SeqCst);
        if let Err(trouble) = self.sessions.query("DELETE FROM nodes WHERE node = $1", &[&own]).await {
            tracing::warn!(%trouble, "the others will find out by themselves that this server is gone");
        }
    }

    /// Waits until it is certain that no other server has taken what this one keeps because it seemed dead.
    pub(in crate::store) async fn until_current(&self) {
        if let Some(member) = &self.member {
            let mut confirmed = member.confirmed.subscribe();
            // The sender is in `self`.
            let _ = confirmed.wait_for(|confirmed| confirmed.elapsed() < QUIET).await;
        }
    }

    /// Waits until this server could not say for as long that it runs, and longer by this, that the others have taken what it keeps if
    /// they are better off.
    pub(in crate::store) async fn until_cut_off(&self, longer: Duration) {
        let Some(member) = &self.member else { return std::future::pending().await };
        loop {
            let until = *member.confirmed.borrow() + DEAD + longer;
            if until <= Instant::now() {
                return;
            }
            tokio::time::sleep_until(until).await;
        }
    }

    /// The other server that keeps a table, if one does and runs.
    pub(in crate::store) async fn owner(&self, id: TableId) -> Result<Option<Peer>, LoadError> {
        let Some(member) = &self.member else { return Ok(None) };
        let own = member.number.load(Ordering::SeqCst);
        let sql = "SELECT address, key FROM tables JOIN nodes ON node = owner WHERE id = $1 AND node <> $2";
        let rows = self.sessions.query(sql, &[&id.to_string(), &own]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let strange = |_| LoadError::Unreachable("a server has no address there".to_owned());
        let address = row.get::<_, &str>(0).parse().map_err(strange)?;
        let key: Arc<str> = row.get::<_, &str>(1).into();
        // It may have come since the others were read last.
        member.others.send_if_modified(|known| known.insert(Arc::clone(&key)));
        Ok(Some(Peer { address, key }))
    }

    /// Waits until one of these servers is none of the others any more.
    pub(in crate::store) async fn until_gone(&self, peers: &[Arc<str>]) {
        let Some(member) = &self.member else { return std::future::pending().await };
        let mut others = member.others.subscribe();
        // The sender is in `self`.
        let _ = others.wait_for(|others| peers.iter().any(|peer| !others.contains(peer))).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Readings every half a second of one other server, each with its beat; when it is found dead.
    fn found_dead(beats: impl IntoIterator<Item = i64>, seen: &mut Seen, begun: Instant) -> Option<usize> {
        let half = Duration::from_millis(500);
        beats.into_iter().enumerate().find_map(|(index, beat)| {
            (!seen.read(&[(1, beat)], begun + half * index as u32).is_empty()).then_some(index)
        })
    }

    #[test]
    fn whoever_stands_still_for_two_seconds_of_the_reader_is_dead() {
        let now = Instant::now();
        assert_eq!(found_dead([7; 10], &mut Seen::default(), now), Some(4));
        assert_eq!(found_dead(0..100, &mut Seen::default(), now), None);
        // However slow it is, as long as it moves.
        assert_eq!(found_dead((0..100).map(|n| n / 4), &mut Seen::default(), now), None);
    }

    #[test]
    fn whoever_slept_themselves_finds_nobody_dead_for_that() {
        let (mut seen, now) = (Seen::default(), Instant::now());
        assert!(seen.read(&[(1, 7)], now).is_empty());
        assert!(seen.read(&[(1, 7)], now + Duration::from_secs(60)).is_empty());
    }

    #[test]
    fn after_trouble_with_the_database_everybody_has_longer() {
        let (mut seen, now) = (Seen::default(), Instant::now());
        seen.fail(now);
        assert_eq!(found_dead([7; 100], &mut seen, now), Some(20));
    }
}
