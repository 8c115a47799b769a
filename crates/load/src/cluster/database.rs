//! The database of a cluster: one, or a primary and two standbys, of which one has to confirm whatever is written.

use super::node::Node;
use super::proxy::End;
use crate::Result;
use local_postgres::LocalPostgres;
use std::time::Instant;

/// What each of three is called when it confirms something.
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
    let postgres = primary.postgres.standby(name).ok_or("a standby does not start")?;
    Ok(Server { name, postgres })
}

impl Database {
    pub(super) fn start(with_standbys: bool) -> Result<Self> {
        let missing = "there is no PostgreSQL here (Debian: postgresql), or nobody it could run as";
        let primary = Server { name: NAMES[0], postgres: LocalPostgres::start().ok_or(missing)? };
        let mut standbys = Vec::new();
        if with_standbys {
            // Standbys have these from it, also as primaries later.
            let changed = primary.postgres.change("wal_retrieve_retry_interval", "200ms")
                && primary.postgres.change("wal_keep_size", "256MB");
            if !changed {
                return Err("the database does not take its settings".into());
            }
            for name in &NAMES[1..] {
                standbys.push(standby_of(&primary, name)?);
            }
            let names = format!("ANY 1 ({})", NAMES.join(", "));
            for server in standbys.iter().chain([&primary]) {
                if !server.postgres.change("synchronous_standby_names", &names) {
                    return Err("the database does not wait for its standbys".into());
                }
            }
        }
        Ok(Self { primary, standbys })
    }

    /// Where it is at the moment.
    pub(super) fn end(&self) -> End {
        End::Socket(self.primary.postgres.socket())
    }

    /// What confirms its writing, as the program names it.
    pub(super) fn durable(&self) -> &'static str {
        if self.standbys.is_empty() { "one" } else { "standby" }
    }

    /// What it answers; see [`LocalPostgres::ask`].
    pub(super) fn ask(&self, sql: &str) -> Result<String> {
        Ok(self.primary.postgres.ask(sql).ok_or("the database cannot be asked")?)
    }

    /// Lets the others find each server by the way to it and not at its port, now and whenever it comes again.
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
                 -- As the server itself does, which knows its port alone: whoever was there before is no more.
                 DELETE FROM nodes WHERE address = NEW.address;
                 RETURN NEW;
             END $$;
             CREATE TRIGGER lead BEFORE INSERT ON nodes FOR EACH ROW EXECUTE FUNCTION lead();
             UPDATE nodes SET address = way FROM ways WHERE port = address"
        ))?;
        Ok(())
    }

    /// Kills it, and starts it again; when it was gone.
    pub(super) fn kill_and_start(&self) -> Result<Instant> {
        let killed = self.primary.postgres.kill();
        let since = Instant::now();
        if !killed || !self.primary.postgres.begin() {
            return Err("the database does not start again".into());
        }
        Ok(since)
    }

    pub(super) fn kill_primary(&self) -> Result<()> {
        if self.primary.postgres.kill() { Ok(()) } else { Err("the primary cannot be killed".into()) }
    }

    pub(super) fn kill_a_standby(&self, index: usize) -> Result<()> {
        if self.standbys[index].postgres.kill() { Ok(()) } else { Err("a standby cannot be killed".into()) }
    }

    pub(super) fn start_a_standby(&self, index: usize) -> Result<()> {
        if self.standbys[index].postgres.begin() { Ok(()) } else { Err("a standby does not start".into()) }
    }

    pub(super) fn standbys(&self) -> usize {
        self.standbys.len()
    }

    /// Makes the standby that has received most the primary, whether or not the one before still runs; that one is returned.
    pub(super) fn fail_over(&mut self) -> Result<Before> {
        // First none of them may confirm anything to the primary any more: what one confirmed after they were compared could be
        // missing from the other.
        let mut most = None;
        for (index, standby) in self.standbys.iter().enumerate() {
            if !standby.postgres.follow(None) {
                return Err("a standby does not leave its primary".into());
            }
            most = most.max(Some((standby.postgres.received(), index)));
        }
        let (_, index) = most.ok_or("there is no standby")?;
        let promoted = self.standbys.remove(index);
        if !promoted.postgres.promote() {
            return Err("a standby cannot be promoted".into());
        }
        for standby in &self.standbys {
            if !standby.postgres.follow(Some((&promoted.postgres, standby.name))) {
                return Err("a standby does not follow the new primary".into());
            }
        }
        Ok(Before(std::mem::replace(&mut self.primary, promoted)))
    }

    /// Makes a new standby in place of the primary before, and waits until it follows.
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
        if self.primary.postgres.is_so_soon(&all) { Ok(()) } else { Err("a standby does not follow".into()) }
    }
}

/// The primary before a failover; it ends with this.
pub(super) struct Before(Server);
