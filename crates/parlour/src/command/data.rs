//! The data of a server: a copy of it, and whether it is whole.

use super::{Failure, print};
use clap::Args;
use server::{BackupError, Contents};
use std::path::PathBuf;

/// Where the data is.
#[derive(Args)]
pub(crate) struct Data {
    /// The folder of the data file; without it, the user's data folder.
    // Before or after the order of `admin`.
    #[arg(long = "data", value_name = "FOLDER", global = true)]
    folder: Option<PathBuf>,
}

impl Data {
    pub(crate) fn folder(&self) -> Result<PathBuf, Failure> {
        match &self.folder {
            Some(folder) => Ok(folder.clone()),
            None => users_folder(),
        }
    }
}

fn users_folder() -> Result<PathBuf, Failure> {
    let folders = directories::ProjectDirs::from("", "", "parlour");
    let nowhere =
        || Failure::Message("there is no data folder for this user; name one with --data".to_owned());
    folders.map(|folders| folders.data_dir().to_owned()).ok_or_else(nowhere)
}

/// Copy a server's data into a new file, also while it runs.
#[derive(Args)]
pub(crate) struct Backup {
    /// The new file.
    file: PathBuf,
    #[command(flatten)]
    data: Data,
}

impl Backup {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let found = server::backup(&self.data.folder()?, &self.file)?;
        print(&format!("{} holds {}.\n", self.file.display(), told(found)))
    }
}

/// Look through a server's data for damage.
#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    data: Data,
}

impl Check {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let found = server::check(&self.data.folder()?)?;
        print(&format!("The data is whole: {}.\n", told(found)))
    }
}

fn told(found: Contents) -> String {
    let count = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    format!("{}, {}", count(found.tables, "table"), count(found.pads, "shared score pad"))
}

impl From<BackupError> for Failure {
    fn from(error: BackupError) -> Self {
        Self::Message(error.to_string())
    }
}
