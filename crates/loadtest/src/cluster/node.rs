//! Server of a cluster, a process of the program, with the proxies to and from it.

use super::proxy::{End, Proxy};
use crate::Result;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// Number of lines of a log that are printed after a failure.
const LOG_LINES: usize = 40;

pub(super) struct Node {
    place: Place,
    child: Child,
    /// Proxy to the database.
    pub(super) database: Proxy,
    /// Proxy from the other servers.
    pub(super) peers: Proxy,
}

/// Arguments of a server.
struct Place {
    program: PathBuf,
    /// Address of the database.
    store: String,
    durable: &'static str,
    /// Address at which players reach the server.
    address: SocketAddr,
    /// Address for the other servers.
    reception: SocketAddr,
    folder: TempDir,
}

/// Returns a port that is free at the moment.
fn free_port() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

impl Node {
    /// Starts a server with the database at this socket.
    pub(super) async fn start(program: &Path, database: End, durable: &'static str) -> Result<Self> {
        let (database, reception) = (Proxy::start(database).await?, free_port()?);
        let peers = Proxy::start(End::Port(reception)).await?;
        let way = database.address();
        let place = Place {
            program: program.to_owned(),
            store: format!("host={} port={} user=parlour dbname=postgres", way.ip(), way.port()),
            durable,
            address: free_port()?,
            reception,
            folder: TempDir::new()?,
        };
        Ok(Self { child: place.begin(None)?, place, database, peers })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.place.address
    }

    /// Returns the address that the server announces, and the proxy's address for the others.
    pub(super) fn reception(&self) -> (SocketAddr, SocketAddr) {
        (self.place.reception, self.peers.address())
    }

    /// Sends a signal by its name.
    pub(super) fn signal(&self, name: &str) -> Result<()> {
        let sent = Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status()?;
        if sent.success() {
            Ok(())
        } else {
            Err(format!("a server had already exited before SIG{name}").into())
        }
    }

    /// Starts a new process after this one has ended.
    pub(super) fn start_again(&mut self) -> Result<()> {
        self.start_again_as(None)
    }

    /// Starts a process of another program version after this one has ended.
    pub(super) fn start_again_as(&mut self, other: Option<&Path>) -> Result<()> {
        self.child.wait()?;
        self.child = self.place.begin(other)?;
        Ok(())
    }

    /// Prints the end of the server's log.
    pub(super) fn print_log(&self) {
        let log = std::fs::read_to_string(self.place.folder.path().join("log")).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        let last = &lines[lines.len().saturating_sub(LOG_LINES)..];
        println!("log of {}:\n{}", self.place.address, last.join("\n"));
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Place {
    /// Starts a server, of another program version if given, and waits until it is open.
    fn begin(&self, other: Option<&Path>) -> Result<Child> {
        let program = other.unwrap_or(&self.program);
        let folder = self.folder.path();
        let log = std::fs::File::options().create(true).append(true).open(folder.join("log"))?;
        let mut child = Command::new(program)
            .args(["serve", "--store", &self.store, "--durable", self.durable, "--drain", "1"])
            .args(["--peers", &self.reception.to_string()])
            // Players behind the balancer don't count as one address.
            .args(["--trusted-proxy", "127.0.0.1", "--port", &self.address.port().to_string(), "--data"])
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
        Err(format!("a server doesn't start: {}", std::fs::read_to_string(folder.join("log"))?).into())
    }
}
