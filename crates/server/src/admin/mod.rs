//! Commands of the operator to a running server. They arrive on a socket in the data folder, which needs no
//! port and no password, because only users who may read the data can open it. No answer contains a hand or a
//! seed.

mod audit;
mod people;
#[cfg(unix)]
mod socket;

use audit::Note;
pub use audit::{AuditError, Audited, check_audit};
pub use people::{PlayerFile, ReportEntry, RulingEntry};
#[cfg(unix)]
pub(crate) use socket::Socket;

use crate::http::AppState;
use crate::request_error::RequestError;
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
    /// Returns what the server has about an account.
    Player {
        /// Name of the account.
        name: String,
    },
    /// Returns the newest reports.
    Reports {
        /// Whether only reports without a ruling are returned.
        open: bool,
        /// Number of a report, before which the returned ones were made. `None` returns the newest.
        #[serde(default)]
        before: Option<i64>,
    },
    /// Stores a ruling on an account.
    Rule {
        /// Name of the account.
        name: String,
        /// Kind of the ruling: `"ban"`.
        kind: String,
        /// End, in seconds since 1970.
        until: Option<u64>,
        /// Reason, which the person reads.
        reason: String,
    },
    /// Ends a ruling.
    Lift {
        /// Number of the ruling.
        id: i64,
    },
    /// Takes a match out of the ratings.
    Unrate {
        /// Id of the table.
        table: String,
    },
    /// Replaces the name of an account by a neutral one.
    Rename {
        /// Name of the account.
        name: String,
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
    /// An account with its reports, rulings and matches.
    Player(Box<PlayerFile>),
    /// Reports, the newest first.
    Reports {
        /// The reports.
        reports: Vec<ReportEntry>,
        /// Number of the last one, if there are older ones.
        #[serde(default)]
        next: Option<i64>,
    },
    /// The ruling is in force.
    Ruled {
        /// Number of the ruling.
        id: i64,
    },
    /// The account has another name.
    Renamed {
        /// The new name.
        name: String,
    },
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
    let prepared = match prepare(app, order).await {
        Ok(prepared) => prepared,
        Err(message) => return Answer::Refused { message },
    };
    let (note, table) = (prepared.note(), prepared.table().map(TableId::in_log));
    let (what, folder) = (note.what, app.registry.settings.data.clone());
    let noting = tokio::task::spawn_blocking(move || audit::note(&folder, unix_time(), note)).await;
    if let Err(error) = noting.map_err(std::io::Error::from).flatten() {
        return Answer::Refused { message: format!("not done, because audit.log can't be written: {error}") };
    }
    tracing::info!(order = what, table, "a command of the operator");
    match prepared {
        Prepared::Status => Answer::Status(status(app, since).await),
        Prepared::Drain { .. } => {
            app.registry.drain();
            Answer::Done
        }
        Prepared::Close { table, .. } => match app.registry.close_table(table).await {
            Ok(()) => Answer::Done,
            Err(message) => Answer::Refused { message },
        },
        Prepared::People(order) => people::execute(app, order).await,
    }
}

/// Command whose table, account and texts are valid.
enum Prepared {
    Status,
    Close { table: TableId, reason: String },
    Drain { reason: Option<String> },
    People(people::Prepared),
}

impl Prepared {
    fn table(&self) -> Option<TableId> {
        match self {
            Self::Close { table, .. } => Some(*table),
            _ => None,
        }
    }

    fn note(&self) -> Note {
        match self {
            Self::Status => Note { what: "status", ..Note::default() },
            Self::Close { table, reason } => {
                let (table, reason) = (Some(table.in_log()), Some(reason.clone()));
                Note { what: "close", table, reason, ..Note::default() }
            }
            Self::Drain { reason } => Note { what: "drain", reason: reason.clone(), ..Note::default() },
            Self::People(order) => order.note(),
        }
    }
}

/// Reads the parts of a command. Changes nothing.
async fn prepare(app: &AppState, order: Order) -> Result<Prepared, String> {
    let refused = |error: RequestError| error.to_string();
    let account = async |name: &str| people::account(app, name).await.map_err(refused);
    Ok(match order {
        Order::Status => Prepared::Status,
        Order::Drain { reason } => Prepared::Drain { reason },
        Order::Close { table, reason } => {
            Prepared::Close { table: table.parse().map_err(|_| "unknown table")?, reason }
        }
        Order::Player { name } => Prepared::People(people::Prepared::Player(Box::new(account(&name).await?))),
        Order::Reports { open, before } => {
            people::accounts(app).map_err(refused)?;
            Prepared::People(people::Prepared::Reports { open, before })
        }
        Order::Rule { name, kind, until, reason } => {
            let ruling = people::ruling(&kind, until, &reason).map_err(refused)?;
            Prepared::People(people::Prepared::Rule { person: account(&name).await?.id, ruling })
        }
        Order::Lift { id } => {
            people::accounts(app).map_err(refused)?;
            Prepared::People(people::Prepared::Lift { id })
        }
        Order::Unrate { table } => {
            people::accounts(app).map_err(refused)?;
            let table = table.parse().map_err(|_| refused(RequestError::NotRated))?;
            Prepared::People(people::Prepared::Unrate { table })
        }
        Order::Rename { name } => {
            Prepared::People(people::Prepared::Rename { person: account(&name).await?.id })
        }
    })
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
