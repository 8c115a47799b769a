//! A server of a cluster, as a process of the program.

use crate::Result;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

pub(super) struct Node {
    program: PathBuf,
    database: String,
    address: SocketAddr,
    folder: TempDir,
    child: Child,
}

/// A port that nobody uses at the moment.
fn free_port() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

impl Node {
    pub(super) fn start(program: &Path, database: &str) -> Result<Self> {
        let (folder, address) = (TempDir::new()?, free_port()?);
        let child = begin(program, database, address, folder.path())?;
        Ok(Self { program: program.to_owned(), database: database.to_owned(), address, folder, child })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sends it a signal, by its name.
    pub(super) fn signal(&self, name: &str) -> Result<()> {
        let sent = Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status()?;
        if sent.success() {
            Ok(())
        } else {
            Err(format!("a server is gone already, before SIG{name}").into())
        }
    }

    /// Starts another in its place, once it has ended.
    pub(super) fn start_again(&mut self) -> Result<()> {
        self.child.wait()?;
        self.child = begin(&self.program, &self.database, self.address, self.folder.path())?;
        Ok(())
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a server, and waits until it is open.
fn begin(program: &Path, database: &str, address: SocketAddr, folder: &Path) -> Result<Child> {
    let log = std::fs::File::options().create(true).append(true).open(folder.join("log"))?;
    let mut child = Command::new(program)
        .args(["serve", "--store", database, "--durable", "one", "--drain", "1"])
        // Who comes through the balancer is not counted as one address.
        .args(["--proxy", "127.0.0.1", "--port", &address.port().to_string(), "--data"])
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let mut line = String::new();
    if let Some(out) = child.stdout.take() {
        BufReader::new(out).read_line(&mut line)?;
    }
    if line.contains("http") {
        return Ok(child);
    }
    child.wait()?;
    Err(format!("a server does not start: {}", std::fs::read_to_string(folder.join("log"))?).into())
}
