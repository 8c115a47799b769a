//! Backup and check of a server's data.

use super::{Failure, print};
use clap::Args;
use std::path::{Path, PathBuf};
use store::{BackupError, Contents};

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

/// Copy a server's data into a new file, or everything into a folder. The server may keep running.
///
/// The copy is checked. An existing file is never overwritten.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  parlour backup evening.sqlite --data /var/lib/parlour\n  parlour backup --folder /var/backups/parlour --copies 14 --data /var/lib/parlour"
)]
pub(crate) struct Backup {
    /// File to create, with the tables and score pads only.
    #[arg(required_unless_present = "into", conflicts_with = "into")]
    file: Option<PathBuf>,
    /// Back up everything into a new subfolder of this one, named after the time: the data, the
    /// certificate, the notification key and the audit log.
    #[arg(long = "folder", value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Number of subfolders to keep; the oldest are deleted. By default, all are kept.
    #[arg(long, requires = "into", value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    copies: Option<u64>,
    #[command(flatten)]
    data: Data,
}

/// Format of a subfolder's name: a time in UTC. Names sort by time.
const SUBFOLDER: &str = "parlour-%Y-%m-%dT%H-%M-%S-%3fZ";

impl Backup {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let data = self.data.folder()?;
        let (found, place) = match (&self.file, &self.into) {
            (Some(file), _) => (store::backup(&data, file)?, file.clone()),
            (None, Some(folder)) => {
                let place = folder.join(jiff::Timestamp::now().strftime(SUBFOLDER).to_string());
                (store::backup_folder(&data, &place)?, place)
            }
            // Refused with the arguments.
            (None, None) => return Err(Failure::Message("name a file or a folder".to_owned())),
        };
        print(&format!("Backed up {1} to {0}.\n", place.display(), describe(found)))?;
        match (&self.into, self.copies) {
            (Some(folder), Some(copies)) => delete_old(folder, copies).map_err(|error| {
                Failure::Message(format!("old backups in {} can't be deleted: {error}", folder.display()))
            }),
            _ => Ok(()),
        }
    }
}

/// Deletes the oldest backups of a folder. Other files stay.
fn delete_old(folder: &Path, copies: u64) -> std::io::Result<()> {
    let mut backups = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() && jiff::civil::DateTime::strptime(SUBFOLDER, &name).is_ok() {
            backups.push(path);
        }
    }
    backups.sort();
    let old = backups.len().saturating_sub(usize::try_from(copies).unwrap_or(usize::MAX));
    backups[..old].iter().try_for_each(std::fs::remove_dir_all)
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
        let found = store::check(&self.data.folder()?)?;
        print(&format!("No damage found: {}.\n", describe(found)))
    }
}

pub(super) fn describe(found: Contents) -> String {
    let count = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    format!("{}, {}", count(found.tables, "table"), count(found.pads, "shared score pad"))
}

impl From<BackupError> for Failure {
    fn from(error: BackupError) -> Self {
        Self::Message(error.to_string())
    }
}
