//! Storage of card tables, score pads, accounts and ratings, in a file or in a database. A table's task gets the
//! stored table with a [`Lease`] to write more, and does not know which kind of storage it has.
//!
//! | module | contents |
//! |---|---|
//! | `accounts` | accounts, their devices, and what proves them |
//! | `store` | the interface to all kinds of storage |
//! | `chairs` | stored form of chairs |
//! | `lease` | right of one server to write to a table |
//! | `file_store` | one SQLite file, with one writing thread and a few readers |
//! | `file` | opening of the file: lock, format, upgrade |
//! | `folder` | the data folder of a server whose tables are in a database, and the check of a folder |
//! | `writer` | changes, and the thread that writes them in batches with one fsync each |
//! | `matches` | finished matches of the lobby, and ratings |
//! | `moderation` | reports of players and rulings of operators |
//! | `unrating` | ratings without a match that no longer counts |
//! | `ties` | friends, mutes and blocks |
//! | `passkeys` | passkeys of accounts |
//! | `challenges` | invitations to a match by a link |
//! | `bells` | players who want to hear of a seek |
//! | `migration` | copy of all data from the file to a database, or back (feature `cluster`) |
//! | `backup` | copy and check of a file in use |
//! | `opening` | stored form of seed exchanges |
//! | `reader` | reading of tables and pads |
//! | `postgres` | PostgreSQL database that several servers share (feature `cluster`) |
//! | `model` | for tests: model of a database with a standby and injected faults |
//! | `laws`, and modules that end with `_laws` | for tests: what every storage must guarantee |
//!
//! A table is one row, and its match one row per deck and entry. A database also has a row for each server
//! that took the table, and no lines of matches that are only in the archive. A shared pad is one row, and
//! one per operation.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use std::sync::Arc;
//! use store::{RandomId, Store};
//! use table::TableId;
//!
//! let folder = std::env::temp_dir().join(format!("parlour-store-{}", std::process::id()));
//! // No maximum size, and no measurements.
//! let store = Store::open(&folder, None, Arc::new(()))?;
//! assert!(store.read(TableId::random()?).await?.is_none());
//! # let ended = store.ended();
//! # drop(store);
//! # ended.await;
//! # std::fs::remove_dir_all(folder)?;
//! # Ok(())
//! # }
//! ```

#[cfg(test)]
mod account_laws;
mod accounts;
mod backup;
#[cfg(test)]
mod bell_laws;
mod bells;
mod chairs;
#[cfg(test)]
mod challenge_laws;
mod challenges;
mod file;
mod file_store;
mod folder;
pub mod heartbeat;
mod identity;
#[cfg(test)]
mod laws;
mod lease;
#[cfg(test)]
mod match_laws;
mod matches;
#[cfg(feature = "cluster")]
mod migration;
#[cfg(any(test, feature = "model"))]
pub mod model;
mod moderation;
#[cfg(test)]
mod moderation_laws;
mod observer;
mod opening;
#[cfg(test)]
mod passkey_laws;
mod passkeys;
mod peer;
#[cfg(feature = "cluster")]
mod postgres;
mod reader;
mod store;
#[cfg(test)]
mod tie_laws;
mod ties;
mod unrating;
mod writer;

#[cfg(feature = "cluster")]
pub use migration::{MigrateError, Place, migrate};
#[cfg(feature = "cluster")]
pub use postgres::DatabaseTlsError;
#[cfg(feature = "archive")]
pub use postgres::{ArchiveError, Archived, Archiving, archive_matches};

pub use accounts::{Account, AccountChange, CodeHash, Device, FirstProof, Outcome, Proof, Sat, Which};
pub use backup::{BackupError, Contents, backup, backup_folder, check};
pub use bells::{Bell, BellChange, Bells};
pub use chairs::DELETED;
pub use challenges::{ChallengeChange, StoredChallenge};
pub use file::{OpenError, create_private, create_private_folder};
pub use folder::{FolderLock, check_files_fit_in, check_folder};
pub use identity::{PadId, RandomId, TokenHash};
pub use lease::{Lease, TableNumber};
pub use matches::{Before, PlayedMatch, StoredRating};
pub use moderation::{ModerationChange, NewReport, Reports, Rulings, StoredReport, StoredRuling};
pub use observer::{Observer, Sizes};
pub use passkeys::{MAX_PASSKEYS, NewPasskey, StoredPasskey, WhichPasskeys};
pub use peer::Peer;
pub use reader::{LoadError, Stored, Summary};
pub use store::Store;
pub use ties::{TieOutcome, Tied};
pub use writer::failure_labels;

use std::io;
use std::path::Path;

/// Durability of acknowledged changes: what must fail before one is lost.
#[cfg(feature = "cluster")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    /// The disks of two machines. A standby confirms each commit before it is acknowledged.
    Standby,
    /// One disk. There is no standby.
    One,
}

/// Returns the seconds since 1970 by the system's clock.
#[must_use]
pub fn unix_time() -> u64 {
    std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs())
}

/// Checks that the data of a folder, if there is any, can be read by this version and can be written. Writes nothing.
///
/// # Errors
///
/// Returns [`OpenError`] if the data can't be read or written.
pub fn check_file(folder: &Path) -> Result<(), OpenError> {
    let location = file::Location::of(folder);
    match location.look()? {
        file::Access::Full => Ok(()),
        file::Access::ReadOnly => Err(location.unusable(io::Error::from(io::ErrorKind::ReadOnlyFilesystem))),
    }
}

/// Checks the connection string of a database, and with `connects` also the database. Writes nothing.
///
/// # Errors
///
/// Returns [`OpenError`] if a server can't start with the database.
#[cfg(feature = "cluster")]
pub async fn check_database(address: &str, durability: Durability, connects: bool) -> Result<(), OpenError> {
    postgres::check(address, durability, connects).await
}
