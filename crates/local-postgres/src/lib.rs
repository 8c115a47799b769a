//! PostgreSQL for tests: a temporary database and standbys of it, run from the system's
//! installation and reached by a Unix socket in its folder.

#![cfg(unix)]

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// User that runs the database if the tests run as root, which PostgreSQL refuses.
const USER: &str = "postgres";

/// Running database. It is stopped on drop.
#[derive(Debug)]
pub struct LocalPostgres {
    folder: TempDir,
    programs: PathBuf,
    /// Port on 127.0.0.1, if the database can also be reached there.
    port: Option<u16>,
    has_tls: bool,
}

/// Finds PostgreSQL's programs: Debian's newest version, or those in the path.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok().into_iter().flatten().flatten();
    let newest =
        versions.map(|version| version.path().join("bin")).filter(|bin| bin.join("initdb").exists()).max();
    let path = std::env::var_os("PATH").unwrap_or_default();
    newest.or_else(|| std::env::split_paths(&path).find(|bin| bin.join("initdb").exists()))
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

impl LocalPostgres {
    /// Starts a database. Returns `None` if PostgreSQL or a user to run it is missing.
    #[must_use]
    pub fn start() -> Option<Self> {
        let here = Self::in_a_folder(programs()?)?;
        let made = here.run(
            "initdb",
            &["--auth=trust", "--username=parlour", "--no-sync", "--encoding=UTF8", "--locale=C"],
        );
        (made && here.begin()).then_some(here)
    }

    fn in_a_folder(programs: PathBuf) -> Option<Self> {
        let here = Self { folder: TempDir::new().ok()?, programs, port: None, has_tls: false };
        let is_its_own = !is_root() || ran(Command::new("chown").arg(USER).arg(here.folder.path()));
        is_its_own.then_some(here)
    }

    /// Creates a standby that follows this database and confirms its writes under this name.
    #[must_use]
    pub fn standby(&self, name: &str) -> Option<Self> {
        let standby = Self::in_a_folder(self.programs.clone())?;
        let (from, data) = (self.followed_as(name), standby.data());
        let data = data.to_string_lossy();
        let made = standby.run(
            "pg_basebackup",
            &[
                "--dbname",
                &from,
                "--pgdata",
                &data,
                "--write-recovery-conf",
                "--checkpoint=fast",
                "--no-sync",
            ],
        );
        (made && standby.begin()).then_some(standby)
    }

    /// Makes this standby follow another database under this name, or none. With `None` it confirms
    /// nothing more once this returns. Returns whether it succeeded.
    #[must_use]
    pub fn follow(&self, other: Option<(&Self, &str)>) -> bool {
        let from = other.map(|(other, name)| other.followed_as(name)).unwrap_or_default();
        let changed = self.change("primary_conninfo", &from);
        changed
            && (other.is_some() || self.is_so_soon("SELECT NOT EXISTS (SELECT FROM pg_stat_wal_receiver)"))
    }

    /// Returns the position of the write-ahead log that this standby has on disk, in bytes.
    #[must_use]
    pub fn received(&self) -> Option<u64> {
        let has = "greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())";
        self.ask(&format!("SELECT pg_wal_lsn_diff({has}, '0/0')"))?.trim().parse().ok()
    }

    /// Promotes this standby to a primary. Returns whether it succeeded.
    #[must_use]
    pub fn promote(&self) -> bool {
        self.ask("SELECT pg_promote()").is_some_and(|promoted| promoted.trim() == "t")
    }

    /// Waits up to half a minute until a condition in SQL is true. Returns whether it is.
    #[must_use]
    pub fn is_so_soon(&self, sql: &str) -> bool {
        (0..300).any(|attempt| {
            std::thread::sleep(Duration::from_millis(if attempt == 0 { 0 } else { 100 }));
            self.ask(sql).is_some_and(|answer| answer.trim() == "t")
        })
    }

    fn followed_as(&self, name: &str) -> String {
        format!("host={} user=parlour application_name={name}", self.folder.path().display())
    }

    /// Starts the database again. Returns whether it runs.
    #[must_use]
    pub fn begin(&self) -> bool {
        let log = self.folder.path().join("log");
        self.run(
            "pg_ctl",
            &["start", "--wait", "--options", &self.options(), "--log", &log.to_string_lossy()],
        )
    }

    /// Restarts the database so that it can also be reached at 127.0.0.1, without TLS. Returns the port, or `None` if it
    /// does not start.
    #[must_use]
    pub fn listen(&mut self) -> Option<u16> {
        let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        self.port = Some(port);
        (self.stop() && self.begin()).then_some(port)
    }

    /// Restarts the database so that it can also be reached at 127.0.0.1, with this certificate and key in PEM. Returns the
    /// port, or `None` if it does not start.
    #[must_use]
    pub fn listen_with_tls(&mut self, certificate: &str, key: &str) -> Option<u16> {
        for (name, pem) in [("server.crt", certificate), ("server.key", key)] {
            use std::os::unix::fs::PermissionsExt as _;
            let file = self.data().join(name);
            std::fs::write(&file, pem).ok()?;
            // PostgreSQL refuses a key that others can read.
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).ok()?;
            if is_root() && !ran(Command::new("chown").arg(USER).arg(file)) {
                return None;
            }
        }
        self.has_tls = true;
        self.listen()
    }

    /// Makes connections to 127.0.0.1 prove a password with SCRAM-SHA-256. The socket stays open to all. Returns whether it
    /// succeeded.
    #[must_use]
    pub fn require_password(&self, password: &str) -> bool {
        let rules =
            "local all all trust\nlocal replication all trust\nhost all all 127.0.0.1/32 scram-sha-256\n";
        std::fs::write(self.data().join("pg_hba.conf"), rules).is_ok()
            && self.ask(&format!("ALTER ROLE parlour PASSWORD '{password}'")).is_some()
            && self.ask("SELECT pg_reload_conf()").is_some()
    }

    fn stop(&self) -> bool {
        self.run("pg_ctl", &["stop", "--wait", "--mode=fast"])
    }

    /// Kills the database, like a power failure.
    #[must_use]
    pub fn kill(&self) -> bool {
        self.run("pg_ctl", &["stop", "--mode=immediate"])
    }

    /// Runs a query. Returns one line per row with tabs between the columns, or `None` on an error.
    #[must_use]
    pub fn ask(&self, sql: &str) -> Option<String> {
        let output = Command::new(self.programs.join("psql"))
            .args(["--no-psqlrc", "--tuples-only", "--no-align", "--field-separator=\t", "--command", sql])
            .arg(self.address())
            .stdin(Stdio::null())
            .output()
            .ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Changes a setting that needs no restart. Returns whether it succeeded.
    #[must_use]
    pub fn change(&self, name: &str, value: &str) -> bool {
        self.ask(&format!("ALTER SYSTEM SET {name} = '{value}'")).is_some()
            && self.ask("SELECT pg_reload_conf()").is_some()
    }

    /// Changes a setting and restarts the database.
    ///
    /// # Panics
    ///
    /// Panics if the database refuses the setting.
    pub fn set(&self, name: &str, value: &str) {
        let file = self.data().join("postgresql.auto.conf");
        let written = std::fs::write(file, format!("{name} = {value}\n"));
        assert!(
            written.is_ok()
                && self.run("pg_ctl", &["restart", "--wait", "--mode=fast", "--options", &self.options()])
        );
    }

    fn options(&self) -> String {
        let folder = self.folder.path().display();
        let tls = if self.has_tls { "on" } else { "off" };
        match self.port {
            None => format!("-k {folder} -c listen_addresses=''"),
            Some(port) => format!("-k {folder} -p {port} -c listen_addresses=127.0.0.1 -c ssl={tls}"),
        }
    }

    fn run(&self, program: &str, arguments: &[&str]) -> bool {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid", USER, "--regid", USER, "--clear-groups"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        ran(command.args(arguments).env("PGDATA", self.data()).current_dir(self.folder.path()))
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Returns the path of the socket.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.folder.path().join(format!(".s.PGSQL.{}", self.port.unwrap_or(5432)))
    }

    /// Returns the connection string for clients.
    #[must_use]
    pub fn address(&self) -> String {
        let port = self.port.map(|port| format!(" port={port}")).unwrap_or_default();
        format!("host={} user=parlour dbname=postgres{port}", self.folder.path().display())
    }
}

impl Drop for LocalPostgres {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

fn ran(command: &mut Command) -> bool {
    // A daemon would keep inherited output streams open.
    let done = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    done.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standby_goes_on_with_what_it_has_confirmed() {
        let Some(primary) = LocalPostgres::start() else {
            return println!("skipped: PostgreSQL or a user to run it is missing");
        };
        let standby = |name| primary.standby(name).expect("it starts");
        let (a, b) = (standby("a"), standby("b"));
        assert!(primary.change("synchronous_standby_names", "ANY 1 (a, b)"));
        assert!(
            primary.is_so_soon("SELECT count(*) = 2 FROM pg_stat_replication WHERE sync_state = 'quorum'")
        );
        primary.ask("CREATE TABLE kept AS SELECT 7 AS number").expect("a standby confirms it");
        assert!(a.follow(None) && b.follow(None));
        assert!(
            a.ask("SELECT count(*) = 0 FROM pg_stat_wal_receiver").is_some_and(|none| none.trim() == "t")
        );
        assert!(primary.kill());
        let (most, other) = if a.received() >= b.received() { (&a, &b) } else { (&b, &a) };
        assert!(most.received().is_some_and(|received| received > 0));
        assert!(most.ask("DELETE FROM kept").is_none(), "a standby is not written");
        assert!(most.promote());
        assert_eq!(most.ask("SELECT number FROM kept").as_deref(), Some("7\n"));
        assert!(other.follow(Some((most, "a"))));
        assert!(most.is_so_soon("SELECT count(*) = 1 FROM pg_stat_replication"));
        most.ask("INSERT INTO kept VALUES (8)").expect("it is written");
        assert!(other.is_so_soon("SELECT count(*) = 2 FROM kept"));
    }
}
