//! For tests: a PostgreSQL of their own in a temporary folder, as the system ships it, reached by a socket in that folder alone.

use super::postgres::PostgresStore;
use super::{Disk, Store};
use crate::metrics::Metrics;
use crate::settings::Durability;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Whom it runs as where the test is root's, which PostgreSQL refuses to be.
const USER: &str = "postgres";

/// A running database; it ends with this.
pub(super) struct Here {
    folder: TempDir,
    programs: PathBuf,
}

/// Where its programs are: the newest of Debian's, or what stands in the path.
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

impl Here {
    /// Starts one; none where there is no PostgreSQL, or nobody whom it may run as.
    pub(super) fn start() -> Option<Self> {
        let folder = TempDir::new().expect("a folder");
        let here = Self { folder, programs: programs()? };
        if is_root() && !ran(Command::new("chown").arg(USER).arg(here.folder.path())) {
            return None;
        }
        let made = here.run(
            "initdb",
            &["--auth=trust", "--username=parlour", "--no-sync", "--encoding=UTF8", "--locale=C"],
        );
        (made && here.begin()).then_some(here)
    }

    /// Starts it again; says whether it runs.
    pub(super) fn begin(&self) -> bool {
        let log = self.folder.path().join("log");
        self.run(
            "pg_ctl",
            &["start", "--wait", "--options", &self.options(), "--log", &log.to_string_lossy()],
        )
    }

    /// Ends it as if the power went.
    pub(super) fn kill(&self) -> bool {
        self.run("pg_ctl", &["stop", "--mode=immediate"])
    }

    /// Changes a setting of the running database.
    pub(super) fn set(&self, name: &str, value: &str) {
        let file = self.folder.path().join("data/postgresql.auto.conf");
        std::fs::write(file, format!("{name} = {value}\n")).expect("a file of ours");
        assert!(self.run("pg_ctl", &["restart", "--wait", "--mode=fast", "--options", &self.options()]));
    }

    fn options(&self) -> String {
        format!("-k {} -c listen_addresses=''", self.folder.path().display())
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
        let data: &Path = &self.folder.path().join("data");
        ran(command.args(arguments).env("PGDATA", data).current_dir(self.folder.path()))
    }

    /// A server at it, once it answers.
    pub(super) async fn store(&self) -> Store {
        let address = self.address();
        for _ in 0..100 {
            match PostgresStore::open(&address, Durability::One, Metrics::new()).await {
                Ok(store) => return Store::of(Disk::Postgres(store), Metrics::new()),
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
        panic!("the database does not answer: {address}")
    }

    pub(super) fn address(&self) -> String {
        format!("host={} user=parlour dbname=postgres", self.folder.path().display())
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        self.kill();
    }
}

fn ran(command: &mut Command) -> bool {
    // A database that goes on in the background keeps what it is given.
    let done = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    done.is_ok_and(|status| status.success())
}
