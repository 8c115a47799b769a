//! For tests: a PostgreSQL of their own in a temporary folder, as the system ships it, reached by a socket in that folder alone.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Whom it runs as where the test is root's, which PostgreSQL refuses to be.
const USER: &str = "postgres";

/// A running database; it ends with this.
#[derive(Debug)]
pub struct LocalPostgres {
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

impl LocalPostgres {
    /// Starts one; none where there is no PostgreSQL, or nobody whom it may run as.
    #[must_use]
    pub fn start() -> Option<Self> {
        let here = Self { folder: TempDir::new().ok()?, programs: programs()? };
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
    #[must_use]
    pub fn begin(&self) -> bool {
        let log = self.folder.path().join("log");
        self.run(
            "pg_ctl",
            &["start", "--wait", "--options", &self.options(), "--log", &log.to_string_lossy()],
        )
    }

    /// Ends it as if the power went.
    #[must_use]
    pub fn kill(&self) -> bool {
        self.run("pg_ctl", &["stop", "--mode=immediate"])
    }

    /// What the database answers, a line a row and a tab between columns; none if it does not.
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

    /// Changes a setting of the running database.
    ///
    /// # Panics
    ///
    /// When it does not take it.
    pub fn set(&self, name: &str, value: &str) {
        let file = self.folder.path().join("data/postgresql.auto.conf");
        let written = std::fs::write(file, format!("{name} = {value}\n"));
        assert!(
            written.is_ok()
                && self.run("pg_ctl", &["restart", "--wait", "--mode=fast", "--options", &self.options()])
        );
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

    /// What a client needs to reach it.
    #[must_use]
    pub fn address(&self) -> String {
        format!("host={} user=parlour dbname=postgres", self.folder.path().display())
    }
}

impl Drop for LocalPostgres {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

fn ran(command: &mut Command) -> bool {
    // A database that goes on in the background keeps what it is given.
    let done = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    done.is_ok_and(|status| status.success())
}
