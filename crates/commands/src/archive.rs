//! Archive of finished matches as files.

use super::Failure;
use super::log::Log;
#[cfg(feature = "archive")]
use super::print;
use super::serve::Durable;
use clap::Args;
use std::path::PathBuf;
#[cfg(feature = "archive")]
use std::time::Duration;
#[cfg(feature = "archive")]
use store::{Archived, Archiving, archive_matches};

/// Archive the finished matches of a database as Parquet files.
#[derive(Args)]
#[command(
    after_help = "Example:\n  parlour archive --store postgres://parlour@db.example/parlour \\\n    --to /srv/archive --every 10"
)]
pub(crate) struct Archive {
    /// PostgreSQL database. The password comes from PGPASSWORD.
    #[arg(long, value_name = "URL")]
    store: String,
    /// Confirmation of a write: by a standby, or by the one disk of a single database.
    #[arg(long, value_enum, default_value_t = Durable::Standby)]
    durable: Durable,
    /// Existing folder for the files.
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    /// Archive again after this many minutes. By default, archive once and exit.
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    every: Option<u64>,
    /// Days for which archived matches also stay in the database.
    #[arg(long, alias = "keep", default_value_t = 7, value_name = "DAYS", value_parser = clap::value_parser!(u64).range(0..=36_500))]
    retention_days: u64,
    #[command(flatten)]
    log: Log,
}

#[cfg(not(feature = "archive"))]
impl Archive {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        Err(Failure::NotBuilt(server::NotBuilt("archive of matches")))
    }
}

#[cfg(feature = "archive")]
impl Archive {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.log.begin();
        let archiving = Archiving {
            database: self.store.clone(),
            durability: self.durable.into(),
            folder: self.to.clone(),
            keep: Duration::from_secs(self.retention_days * 24 * 60 * 60),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Failure::Message(format!("can't start archiving: {error}")))?;
        runtime.block_on(async {
            loop {
                let done = archive_matches(&archiving).await;
                let Some(minutes) = self.every else {
                    return print(&told(done.map_err(|error| Failure::Message(error.to_string()))?));
                };
                match done {
                    Ok(done) if done == Archived::default() => {}
                    Ok(done) => print(&told(done))?,
                    // The database may be reachable again next time.
                    Err(error) => tracing::error!(%error, "archiving failed; trying again later"),
                }
                tokio::time::sleep(Duration::from_secs(minutes * 60)).await;
            }
        })
    }
}

#[cfg(feature = "archive")]
fn told(done: Archived) -> String {
    let Archived { files, matches, bytes, moved, lost } = done;
    let lost = if lost == 0 { String::new() } else { format!(" Files to write again: {lost}.") };
    format!(
        "Archived {matches} matches in {files} files ({bytes} bytes). Files whose matches left the database: {moved}.{lost}\n"
    )
}
