//! Socket for commands to a running server. Command and answer are one JSON object per line.

use super::{AdminError, Answer, Order, execute};
use crate::http::AppState;
use crate::net::UnixSocket;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use store::unix_time;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;
use tokio::sync::Mutex;
use tokio::task::JoinSet;

/// Maximum length of a command, in bytes.
const LONGEST: u64 = 16 * 1024;

/// Timeout of receiving a command, and of sending its answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum number of connections. Each lasts at most [`TIMEOUT`], unless its command takes longer.
const MAX_CONNECTIONS: usize = 256;

fn file_in(folder: &Path) -> PathBuf {
    folder.join("admin.sock")
}

/// The socket. It is removed when dropped.
pub(crate) struct Socket(UnixSocket);

impl Socket {
    /// Creates the socket in the data folder, which the server must have locked. A server without the socket
    /// runs all the same, and logs the reason.
    pub(crate) async fn bind(folder: &Path) -> Option<Self> {
        let file = file_in(folder);
        // The data folder is locked, so a socket in it is a leftover.
        let _ = std::fs::remove_file(&file);
        // The folder is private, so no other user can connect before the permissions are set.
        match UnixSocket::bind(&file, 0o600).await {
            Ok(socket) => Some(Self(socket)),
            Err(error) => {
                tracing::warn!("`parlour admin` can't reach this server: {error}");
                None
            }
        }
    }

    /// Executes commands one after the other, in the order of the audit log, until the task is aborted. Idle
    /// connections don't delay the others.
    pub(crate) async fn listen(self, app: Arc<AppState>) {
        let (since, turn) = (unix_time(), Arc::new(Mutex::new(())));
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                accepted = self.0.accept(), if connections.len() < MAX_CONNECTIONS => match accepted {
                    Ok(stream) => {
                        let (app, turn) = (Arc::clone(&app), Arc::clone(&turn));
                        // The client may have gone away.
                        connections.spawn(async move { drop(answer(stream, &app, since, &turn).await) });
                    }
                    Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                },
                Some(_) = connections.join_next() => {}
            }
        }
    }
}

async fn answer(mut stream: UnixStream, app: &AppState, since: u64, turn: &Mutex<()>) -> io::Result<()> {
    let (read, mut write) = stream.split();
    let mut line = String::new();
    let mut reader = BufReader::new(read.take(LONGEST));
    tokio::time::timeout(TIMEOUT, reader.read_line(&mut line)).await??;
    let told = match serde_json::from_str::<Order>(&line) {
        Ok(order) => {
            let _turn = turn.lock().await;
            execute(app, since, order).await
        }
        Err(_) => Answer::Refused { message: "unknown command".into() },
    };
    let mut told = serde_json::to_vec(&told)?;
    told.push(b'\n');
    tokio::time::timeout(TIMEOUT, write.write_all(&told)).await?
}

/// Sends a command to the server of a data folder.
pub(super) fn ask(folder: &Path, order: &Order) -> Result<Answer, AdminError> {
    let nobody_there = |reason| AdminError::NobodyThere { folder: folder.to_owned(), reason };
    let ask = || {
        let mut stream = std::os::unix::net::UnixStream::connect(file_in(folder))?;
        stream.set_read_timeout(Some(4 * TIMEOUT))?;
        stream.write_all(format!("{}\n", serde_json::to_string(order)?).as_bytes())?;
        let mut line = String::new();
        io::BufReader::new(stream).read_line(&mut line)?;
        Ok(line)
    };
    let line: String = ask().map_err(nobody_there)?;
    serde_json::from_str(&line).map_err(|_| AdminError::Strange)
}
