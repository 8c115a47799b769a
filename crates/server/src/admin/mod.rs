//! Commands of the operator to a running server. They arrive on a socket in the data folder, which needs no
//! port and no password, because only users who may read the data can open it. No answer contains a hand or a
//! seed.

mod audit;
#[cfg(unix)]
mod socket;

pub use audit::{AuditError, Audited, check_audit};
#[cfg(unix)]
pub(crate) use socket::Socket;

use crate::http::AppState;
use ::table::TableId;
use serde::{Deserialize, Serialize};
use std::path::Path;
use store::unix_time;

/// Command of the administrator to a running server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "order")]
pub enum Order {
    /// Returns the status.
    Status,
    /// Ends a match as it stands.
    Close {
        /// The table's id, as in its link.
        table: String,
        /// Reason for the audit log.
        reason: String,
    },
    /// Stops the opening and loading of card tables, for good.
    Drain {
        /// Reason for the audit log.
        reason: Option<String>,
    },
}

/// Answer to a command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "answer")]
pub enum Answer {
    /// The status of the server.
    Status(Status),
    /// The command was executed.
    Done,
    /// The command was refused.
    Refused {
        /// Reason for the refusal.
        message: String,
    },
}

/// Status of a server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Status {
    /// Version of the program.
    pub version: String,
    /// Start time, in seconds since 1970.
    pub since: u64,
    /// Number of card tables in memory.
    pub tables: usize,
    /// Number of open sockets.
    pub sockets: usize,
    /// Guests at these sockets.
    pub guests: usize,
    /// Size of the data file and its log, in bytes.
    pub data: u64,
    /// Whether the server no longer opens card tables.
    pub draining: bool,
    /// Reason why the server is not ready, or `None`.
    pub not_ready: Option<String>,
}

/// Error of a command to a running server.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// No server answers in the data folder.
    #[error("no server answers in {}: {reason}", folder.display())]
    NobodyThere {
        /// Path of the data folder.
        folder: std::path::PathBuf,
        /// I/O error of the operating system.
        reason: std::io::Error,
    },
    /// The answer can't be read.
    #[error("this version can't read the server's answer")]
    Strange,
    /// The operating system has no socket for commands to a running server.
    #[error("commands to a running server work on Unix only")]
    NotHere,
}

/// Sends a command to the server that uses a data folder.
///
/// # Errors
///
/// Returns [`AdminError`] if no server answers, or its answer can't be read.
pub fn ask(folder: &Path, order: &Order) -> Result<Answer, AdminError> {
    #[cfg(unix)]
    return socket::ask(folder, order);
    #[cfg(not(unix))]
    {
        let _ = (folder, order);
        Err(AdminError::NotHere)
    }
}

/// Executes a command, once it is in the audit log.
#[cfg_attr(not(unix), expect(dead_code, reason = "no socket"))]
async fn execute(app: &AppState, since: u64, order: Order) -> Answer {
    let refused = |message: String| Answer::Refused { message };
    let (what, table, reason) = match &order {
        Order::Status => ("status", None, None),
        Order::Drain { reason } => ("drain", None, reason.clone()),
        Order::Close { table, reason } => match table.parse::<TableId>() {
            Ok(id) => ("close", Some(id), Some(reason.clone())),
            Err(_) => return refused("unknown table".into()),
        },
    };
    let folder = app.registry.settings.data.clone();
    let in_log = table.map(TableId::in_log);
    let noting =
        tokio::task::spawn_blocking(move || audit::note(&folder, unix_time(), what, in_log, reason)).await;
    if let Err(error) = noting.map_err(std::io::Error::from).flatten() {
        return refused(format!("not done, because audit.log can't be written: {error}"));
    }
    tracing::info!(order = what, table = table.map(TableId::in_log), "a command of the operator");
    match table {
        Some(id) => app.registry.close_table(id).await.map_or_else(refused, |()| Answer::Done),
        None if what == "drain" => {
            app.registry.drain();
            Answer::Done
        }
        None => Answer::Status(status(app, since).await),
    }
}

async fn status(app: &AppState, since: u64) -> Status {
    let registry = &app.registry;
    let sizes = registry.store.sizes().await;
    let (sockets, guests) = registry.guests.count();
    Status {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        since,
        tables: registry.open_tables(),
        sockets,
        guests,
        data: sizes.file + sizes.log,
        draining: registry.is_draining(),
        not_ready: app.readiness().await.err(),
    }
}
