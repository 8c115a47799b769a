//! Backup and check of a server's data.

use super::{Failure, print};
use clap::Args;
use server::{BackupError, Contents};
use std::path::PathBuf;

/// Location of the data.
#[derive(Args)]
pub(crate) struct Data {
    /// Data folder. Defaults to the user's data folder, on Linux ~/.local/share/parlour.
    // Global, so that it may stand before or after the subcommand of `admin`.
    #[arg(long = "data", value_name = "FOLDER", global = true)]
    folder: Option<PathBuf>,
}

impl Data {
    pub(crate) fn folder(&self) -> Result<PathBuf, Failure> {
        // The server and its tools must agree on the folder, so the variable applies to all.
        let named = self.folder.clone().or_else(|| std::env::var_os("PARLOUR_DATA").map(PathBuf::from));
        named.map_or_else(users_folder, Ok)
    }
}

fn users_folder() -> Result<PathBuf, Failure> {
    let folders = directories::ProjectDirs::from("", "", "parlour");
    let nowhere = || Failure::Message("this user has no data folder; choose one with --data".to_owned());
    folders.map(|folders| folders.data_dir().to_owned()).ok_or_else(nowhere)
}

/// Copy a server's data into a new file. The server may keep running.
///
/// The copy is checked. An existing file is never overwritten.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour backup evening.sqlite --data /var/lib/parlour")]
pub(crate) struct Backup {
    /// File to create.
    file: PathBuf,
    #[command(flatten)]
    data: Data,
}

impl Backup {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let found = server::backup(&self.data.folder()?, &self.file)?;
        print(&format!("Backed up {1} to {0}.\n", self.file.display(), describe(found)))
    }
}

/// Check a server's data for damage.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour check --data /var/lib/parlour")]
pub(crate) struct Check {
    #[command(flatten)]
    data: Data,
}

impl Check {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let found = server::check(&self.data.folder()?)?;
        print(&format!("No damage found: {}.\n", describe(found)))
    }
}

fn describe(found: Contents) -> String {
    let count = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    format!("{}, {}", count(found.tables, "table"), count(found.pads, "shared score pad"))
}

impl From<BackupError> for Failure {
    fn from(error: BackupError) -> Self {
        Self::Message(error.to_string())
    }
}
