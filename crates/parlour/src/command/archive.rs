//! The archive: finished matches of a database as files in a folder.

use super::Failure;
use super::log::Log;
#[cfg(feature = "archive")]
use super::print;
use super::serve::Durable;
use clap::Args;
#[cfg(feature = "archive")]
use server::{Archived, Archiving, archive_matches};
use std::path::PathBuf;
#[cfg(feature = "archive")]
use std::time::Duration;

/// Archive the finished matches of a database as Parquet files.
#[derive(Args)]
pub(crate) struct Archive {
    /// The database: postgres://parlour@db.example/parlour. The password is taken from PGPASSWORD.
    #[arg(long, value_name = "URL")]
    store: String,
    /// What the database has to confirm with: a standby, or, for a single database, one disk.
    #[arg(long, value_enum, default_value_t = Durable::Standby)]
    durable: Durable,
    /// The folder of the files, which has to be there.
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    /// Go on, and archive what is finished every so many minutes; without it, once.
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    every: Option<u64>,
    /// For so many days after its end the lines of a match stay in the database too.
    #[arg(long, default_value_t = 7, value_name = "DAYS", value_parser = clap::value_parser!(u64).range(0..=36_500))]
    keep: u64,
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
            keep: Duration::from_secs(self.keep * 24 * 60 * 60),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime =
            runtime.map_err(|error| Failure::Message(format!("the archive cannot begin: {error}")))?;
        runtime.block_on(async {
            loop {
                let done = archive_matches(&archiving).await;
                let Some(minutes) = self.every else {
                    return print(&told(done.map_err(|error| Failure::Message(error.to_string()))?));
                };
                match done {
                    Ok(done) if done == Archived::default() => {}
                    Ok(done) => print(&told(done))?,
                    // It may be there again the next time.
                    Err(error) => tracing::error!(%error, "nothing more is archived for now"),
                }
                tokio::time::sleep(Duration::from_secs(minutes * 60)).await;
            }
        })
    }
}

#[cfg(feature = "archive")]
fn told(done: Archived) -> String {
    let Archived { files, matches, bytes, moved, lost } = done;
    let lost = if lost == 0 { String::new() } else { format!(" Files to be written anew: {lost}.") };
    format!(
        "Matches archived: {matches}, in {files} files of {bytes} bytes. Files whose lines left the database: {moved}.{lost}\n"
    )
}
