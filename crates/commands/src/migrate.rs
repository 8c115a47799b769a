//! Migration between a data file and a PostgreSQL database.

use super::Failure;
#[cfg(feature = "cluster")]
use super::print;
use super::serve::Durable;
use clap::Args;
use std::path::PathBuf;

/// Copy all data from a data folder to a PostgreSQL database, or back.
///
/// Stop the servers of both places first. The source is unchanged, and the destination must be
/// empty. Files beside the data file, such as acme.json, aren't copied.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  parlour migrate --from /var/lib/parlour --to postgres://parlour@db.example/parlour\n  parlour migrate --from postgres://parlour@db.example/parlour --to /var/lib/parlour"
)]
pub(crate) struct Migrate {
    /// Data folder, or URL of a database. The password of a database comes from PGPASSWORD.
    #[arg(long, value_name = "PLACE")]
    from: String,
    /// Data folder without a data file, or URL of an empty database.
    #[arg(long, value_name = "PLACE")]
    to: String,
    /// Confirmation of a write to the database: by a standby, or by the one disk of a single
    /// database.
    #[arg(long, value_enum, default_value_t = Durable::Standby)]
    durable: Durable,
    /// Folder of `parlour archive`, if matches of the database are only in its files.
    #[arg(long, value_name = "FOLDER")]
    archive: Option<PathBuf>,
}

#[cfg(not(feature = "cluster"))]
impl Migrate {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        Err(Failure::NotBuilt(server::NotBuilt("PostgreSQL")))
    }
}

#[cfg(feature = "cluster")]
impl Migrate {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let failure = |problem: &dyn std::fmt::Display| Failure::Message(problem.to_string());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| failure(&error))?;
        let (from, to) = (self.place(&self.from), self.place(&self.to));
        let copied = runtime.block_on(store::migrate(&from, &to)).map_err(|error| failure(&error))?;
        print(&format!(
            "Copied {} to {}. The source is unchanged.\n",
            super::data::describe(copied),
            super::config::without_password(&self.to)
        ))
    }

    /// Tells a database from a folder: a URL, or keywords with values such as `host=/run/postgresql`.
    fn place(&self, text: &str) -> store::Place {
        if text.contains("://") || (text.contains('=') && !text.starts_with(['/', '.'])) {
            store::Place::Database {
                address: text.to_owned(),
                durability: self.durable.into(),
                archive: self.archive.clone(),
            }
        } else {
            store::Place::Folder(text.into())
        }
    }
}
