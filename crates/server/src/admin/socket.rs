//! The socket through which a running server is asked: one JSON object a line there, one back.

use super::{AdminError, Answer, Order, obey};
use crate::http::AppState;
use crate::store::now;
use std::io::{self, BufRead, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Mutex;
use tokio::task::JoinSet;

/// The longest order, in bytes.
const LONGEST: u64 = 16 * 1024;

/// How long an order may take to arrive, and its answer to be taken.
const PATIENCE: Duration = Duration::from_secs(5);

/// Connections at once; each lasts no longer than [`PATIENCE`] unless its order takes longer.
const MAX_CONNECTIONS: usize = 256;

fn file_in(folder: &Path) -> PathBuf {
    folder.join("admin.sock")
}

/// The socket, until it is dropped.
pub(crate) struct Socket {
    listener: UnixListener,
    file: PathBuf,
}

impl Socket {
    /// The socket in the folder of the data, which must be ours. A server that has none is open all the same, and says so in
    /// its log.
    pub(crate) fn bind(folder: &Path) -> Option<Self> {
        let file = file_in(folder);
        // The data is ours, so whoever left it there is gone.
        let _ = std::fs::remove_file(&file);
        let bound = UnixListener::bind(&file).and_then(|listener| {
            // Nobody else may look into the folder, so nobody comes in before this says so too.
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600))?;
            Ok(listener)
        });
        match bound {
            Ok(listener) => Some(Self { listener, file }),
            Err(error) => {
                tracing::warn!("`parlour admin` cannot reach this server: {error}");
                None
            }
        }
    }

    /// Obeys orders until it is stopped, one after the other, as they stand in the audit log. Connections that send nothing
    /// don't hold up the others.
    pub(crate) async fn listen(self, app: Arc<AppState>) {
        let (since, turn) = (now(), Arc::new(Mutex::new(())));
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                accepted = self.listener.accept(), if connections.len() < MAX_CONNECTIONS => match accepted {
                    Ok((stream, _)) => {
                        let (app, turn) = (Arc::clone(&app), Arc::clone(&turn));
                        // A client that went away hears nothing.
                        connections.spawn(async move { drop(answer(stream, &app, since, &turn).await) });
                    }
                    Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                },
                Some(_) = connections.join_next() => {}
            }
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.file);
    }
}

async fn answer(mut stream: UnixStream, app: &AppState, since: u64, turn: &Mutex<()>) -> io::Result<()> {
    let (read, mut write) = stream.split();
    let mut line = String::new();
    let mut reader = BufReader::new(read.take(LONGEST));
    tokio::time::timeout(PATIENCE, reader.read_line(&mut line)).await??;
    let told = match serde_json::from_str::<Order>(&line) {
        Ok(order) => {
            let _turn = turn.lock().await;
            obey(app, since, order).await
        }
        Err(_) => Answer::Refused { message: "this server does not know such an order".into() },
    };
    let mut told = serde_json::to_vec(&told)?;
    told.push(b'\n');
    tokio::time::timeout(PATIENCE, write.write_all(&told)).await?
}

/// Asks the server whose data this is.
pub(super) fn ask(folder: &Path, order: &Order) -> Result<Answer, AdminError> {
    let nobody_there = |reason| AdminError::NobodyThere { folder: folder.to_owned(), reason };
    let ask = || {
        let mut stream = std::os::unix::net::UnixStream::connect(file_in(folder))?;
        stream.set_read_timeout(Some(4 * PATIENCE))?;
        stream.write_all(format!("{}\n", serde_json::to_string(order)?).as_bytes())?;
        let mut line = String::new();
        io::BufReader::new(stream).read_line(&mut line)?;
        Ok(line)
    };
    let line: String = ask().map_err(nobody_there)?;
    serde_json::from_str(&line).map_err(|_| AdminError::Strange)
}
