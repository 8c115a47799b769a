//! Database of a cluster: a single one, or a primary with two standbys, of which one must confirm
//! each write.

use super::node::Node;
use super::proxy::End;
use crate::Result;
use local_postgres::LocalPostgres;
use std::time::Instant;

/// Application names of the three databases when they confirm a write.
const NAMES: [&str; 3] = ["a", "b", "c"];

pub(super) struct Database {
    primary: Server,
    standbys: Vec<Server>,
}

struct Server {
    name: &'static str,
    postgres: LocalPostgres,
}

fn standby_of(primary: &Server, name: &'static str) -> Result<Server> {
    let postgres = primary.postgres.standby(name).ok_or("a standby doesn't start")?;
    Ok(Server { name, postgres })
}

impl Database {
    pub(super) fn start(with_standbys: bool) -> Result<Self> {
        let missing = "PostgreSQL (Debian: postgresql) or a user to run it is missing";
        let primary = Server { name: NAMES[0], postgres: LocalPostgres::start().ok_or(missing)? };
        let mut standbys = Vec::new();
        if with_standbys {
            // Standbys copy these settings and keep them if promoted.
            let changed = primary.postgres.change("wal_retrieve_retry_interval", "200ms")
                && primary.postgres.change("wal_keep_size", "256MB");
            if !changed {
                return Err("the database refuses its settings".into());
            }
            for name in &NAMES[1..] {
                standbys.push(standby_of(&primary, name)?);
            }
            let names = format!("ANY 1 ({})", NAMES.join(", "));
            for server in standbys.iter().chain([&primary]) {
                if !server.postgres.change("synchronous_standby_names", &names) {
                    return Err("the database doesn't wait for its standbys".into());
                }
            }
        }
        Ok(Self { primary, standbys })
    }

    /// Returns the present address of the database.
    pub(super) fn end(&self) -> End {
        End::Socket(self.primary.postgres.socket())
    }

    /// Returns the durability that the database offers, as a value of `--durable`.
    pub(super) fn durable(&self) -> &'static str {
        if self.standbys.is_empty() { "one" } else { "standby" }
    }

    /// Runs a query; see [`LocalPostgres::ask`].
    pub(super) fn ask(&self, sql: &str) -> Result<String> {
        Ok(self.primary.postgres.ask(sql).ok_or("the database query failed")?)
    }

    /// Makes the servers find each other through their proxies instead of their ports, now and
    /// after each restart.
    pub(super) fn lead_peers(&self, nodes: &[Node]) -> Result<()> {
        let ways = nodes.iter().map(|node| {
            let (port, way) = node.reception();
            format!("('{port}', '{way}')")
        });
        let ways = ways.collect::<Vec<_>>().join(", ");
        self.ask(&format!(
            "CREATE TABLE ways (port text PRIMARY KEY, way text NOT NULL);
             INSERT INTO ways VALUES {ways};
             CREATE FUNCTION lead() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 SELECT way INTO NEW.address FROM ways WHERE port = NEW.address;
                 -- Like the server, which knows only its port: an older server there is gone.
                 DELETE FROM nodes WHERE address = NEW.address;
                 RETURN NEW;
             END $$;
             CREATE TRIGGER lead BEFORE INSERT ON nodes FOR EACH ROW EXECUTE FUNCTION lead();
             UPDATE nodes SET address = way FROM ways WHERE port = address"
        ))?;
        Ok(())
    }

    /// Kills the database and starts it again. Returns the time at which it went down.
    pub(super) fn kill_and_start(&self) -> Result<Instant> {
        let killed = self.primary.postgres.kill();
        let since = Instant::now();
        if !killed || !self.primary.postgres.begin() {
            return Err("the database doesn't restart".into());
        }
        Ok(since)
    }

    pub(super) fn kill_primary(&self) -> Result<()> {
        if self.primary.postgres.kill() { Ok(()) } else { Err("can't kill the primary".into()) }
    }

    pub(super) fn kill_a_standby(&self, index: usize) -> Result<()> {
        if self.standbys[index].postgres.kill() { Ok(()) } else { Err("can't kill a standby".into()) }
    }

    pub(super) fn start_a_standby(&self, index: usize) -> Result<()> {
        if self.standbys[index].postgres.begin() { Ok(()) } else { Err("a standby doesn't start".into()) }
    }

    pub(super) fn standbys(&self) -> usize {
        self.standbys.len()
    }

    /// Promotes the standby that has received most, whether or not the old primary still runs.
    /// Returns the old primary.
    pub(super) fn fail_over(&mut self) -> Result<Before> {
        // First the standbys stop confirming to the primary. Otherwise one could confirm a write
        // after the comparison that the chosen one lacks.
        let mut most = None;
        for (index, standby) in self.standbys.iter().enumerate() {
            if !standby.postgres.follow(None) {
                return Err("a standby keeps following the old primary".into());
            }
            most = most.max(Some((standby.postgres.received(), index)));
        }
        let (_, index) = most.ok_or("no standby")?;
        let promoted = self.standbys.remove(index);
        if !promoted.postgres.promote() {
            return Err("can't promote a standby".into());
        }
        for standby in &self.standbys {
            if !standby.postgres.follow(Some((&promoted.postgres, standby.name))) {
                return Err("a standby doesn't follow the new primary".into());
            }
        }
        Ok(Before(std::mem::replace(&mut self.primary, promoted)))
    }

    /// Creates a new standby in place of the old primary and waits until it follows.
    pub(super) fn replace(&mut self, before: Before) -> Result<()> {
        let name = before.0.name;
        drop(before);
        self.standbys.push(standby_of(&self.primary, name)?);
        self.until_followed()
    }

    /// Waits until every standby follows.
    pub(super) fn until_followed(&self) -> Result<()> {
        let all = format!(
            "SELECT count(*) = {} FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'",
            self.standbys.len()
        );
        if self.primary.postgres.is_so_soon(&all) { Ok(()) } else { Err("a standby doesn't follow".into()) }
    }
}

/// Primary before a failover. It is stopped on drop.
pub(super) struct Before(Server);
