//! What whoever runs a server may ask of it while it runs: through a socket in the data folder, which has no port and needs no
//! password, because only who may read the data may come to it. Nothing here shows a hand or a seed.

mod audit;
#[cfg(unix)]
mod socket;

pub use audit::{AuditError, Audited, check_audit};
#[cfg(unix)]
pub(crate) use socket::Socket;

use crate::http::AppState;
use crate::identity::TableId;
use crate::store::now;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a server is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "order")]
pub enum Order {
    /// How it is.
    Status,
    /// To end a match as it stands.
    Close {
        /// The table, as in its link.
        table: String,
        /// Why.
        reason: String,
    },
    /// To open and wake no more tables, for good.
    Drain {
        /// Why.
        reason: Option<String>,
    },
}

/// What it says to that.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "answer")]
pub enum Answer {
    /// How it is.
    Status(Status),
    /// It was done.
    Done,
    /// It was not, and why.
    Refused {
        /// A sentence.
        message: String,
    },
}

/// How a server is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Status {
    /// Its version.
    pub version: String,
    /// When it was started, in seconds since 1970.
    pub since: u64,
    /// Tables in memory.
    pub tables: usize,
    /// Sockets open.
    pub sockets: usize,
    /// Guests at them.
    pub guests: usize,
    /// Bytes of the data file and its log.
    pub data: u64,
    /// Whether it was told to open no more tables.
    pub draining: bool,
    /// Why moves cannot be kept, or nobody new should be sent here; none if all is well.
    pub not_ready: Option<String>,
}

/// Why a server was not asked.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// None answers there.
    #[error("no server answers in {}: {reason}", folder.display())]
    NobodyThere {
        /// The data folder.
        folder: std::path::PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// What it said cannot be read.
    #[error("the server said something that this version does not know")]
    Strange,
    /// There is no such socket on this system.
    #[error("a running server can be asked on Unix systems only")]
    NotHere,
}

/// Asks the server that runs on the data in `folder`.
///
/// # Errors
///
/// When there is none, or it does not answer.
pub fn ask(folder: &Path, order: &Order) -> Result<Answer, AdminError> {
    #[cfg(unix)]
    return socket::ask(folder, order);
    #[cfg(not(unix))]
    {
        let _ = (folder, order);
        Err(AdminError::NotHere)
    }
}

/// Does what is ordered, once it stands in the audit log.
#[cfg_attr(not(unix), expect(dead_code, reason = "nobody can ask"))]
async fn obey(app: &AppState, since: u64, order: Order) -> Answer {
    let refused = |message: String| Answer::Refused { message };
    let (what, table, reason) = match &order {
        Order::Status => ("status", None, None),
        Order::Drain { reason } => ("drain", None, reason.clone()),
        Order::Close { table, reason } => match table.parse::<TableId>() {
            Ok(id) => ("close", Some(id), Some(reason.clone())),
            Err(_) => return refused("there is no such table".into()),
        },
    };
    let folder = app.registry.settings.data.clone();
    let in_log = table.map(TableId::in_log);
    let noting = tokio::task::spawn_blocking(move || audit::note(&folder, now(), what, in_log, reason)).await;
    if let Err(error) = noting.map_err(std::io::Error::from).flatten() {
        return refused(format!("this could not be written to audit.log, so it was not done: {error}"));
    }
    tracing::info!(order = what, table = table.map(TableId::in_log), "an order of whoever runs the server");
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
