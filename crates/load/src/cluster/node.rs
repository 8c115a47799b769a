//! A server of a cluster, as a process of the program, and the ways to and from it.

use super::proxy::{End, Proxy};
use crate::Result;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

pub(super) struct Node {
    place: Place,
    child: Child,
    /// Its way to the database.
    pub(super) database: Proxy,
    /// The way of the others to it.
    pub(super) peers: Proxy,
}

/// What a server is started with.
struct Place {
    program: PathBuf,
    /// Where it finds the database.
    store: String,
    durable: &'static str,
    /// Where people come.
    address: SocketAddr,
    /// Where it listens for the others.
    reception: SocketAddr,
    folder: TempDir,
}

/// A port that nobody uses at the moment.
fn free_port() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

impl Node {
    /// Starts one at the database that listens at this socket.
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

    /// Where it says that it is, and where the others are to look for it.
    pub(super) fn reception(&self) -> (SocketAddr, SocketAddr) {
        (self.place.reception, self.peers.address())
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
        self.start_again_as(None)
    }

    /// Starts one of another program in its place, once it has ended.
    pub(super) fn start_again_as(&mut self, other: Option<&Path>) -> Result<()> {
        self.child.wait()?;
        self.child = self.place.begin(other)?;
        Ok(())
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Place {
    /// Starts a server, of another program if one is named, and waits until it is open.
    fn begin(&self, other: Option<&Path>) -> Result<Child> {
        let program = other.unwrap_or(&self.program);
        let folder = self.folder.path();
        let log = std::fs::File::options().create(true).append(true).open(folder.join("log"))?;
        let mut child = Command::new(program)
            .args(["serve", "--store", &self.store, "--durable", self.durable, "--drain", "1"])
            .args(["--peers", &self.reception.to_string()])
            // Who comes through the balancer is not counted as one address.
            .args(["--proxy", "127.0.0.1", "--port", &self.address.port().to_string(), "--data"])
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
}
