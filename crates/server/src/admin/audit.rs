//! What was ordered of a server, in a file that is only added to: one JSON object a line, and in each the SHA-256 of the line
//! before, so that a line that was changed, taken out or put in later does not fit. Nobody can tell from the file alone that
//! its last lines are missing or were written anew: whoever wants to know that keeps the hash of the last line elsewhere.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// One line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// In seconds since 1970.
    time: u64,
    what: String,
    /// Which table, as the log calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The hash of the line before, and of nothing in the first.
    before: String,
}

/// Why an audit log cannot be trusted, or not be read.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// The file cannot be read.
    #[error("{} cannot be read: {reason}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A line is not what was written there.
    #[error("{}: line {line} does not fit what stands before it: one of the two was changed, or something between them is missing", file.display())]
    Broken {
        /// The file.
        file: PathBuf,
        /// The first line that does not fit, counted from 1.
        line: usize,
    },
}

/// An audit log in which every line fits.
#[derive(Debug, PartialEq, Eq)]
pub struct Audited {
    /// How many lines there are.
    pub lines: usize,
    /// The hash of the last.
    pub last: String,
}

/// Where the audit log of the data in `folder` is.
fn file_in(folder: &Path) -> PathBuf {
    folder.join("audit.log")
}

fn hash(line: &str) -> String {
    Sha256::digest(line).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Adds a line, and returns when it is on disk.
///
/// # Errors
///
/// When it may not be there.
pub(super) fn note(
    folder: &Path,
    time: u64,
    what: &str,
    table: Option<String>,
    reason: Option<String>,
) -> io::Result<()> {
    let mut options = File::options();
    options.create(true).append(true).read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(file_in(folder))?;
    let mut text = String::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_string(&mut text)?;
    let before = hash(text.lines().last().unwrap_or_default());
    let entry = Entry { time, what: what.to_owned(), table, reason, before };
    let entry = serde_json::to_string(&entry).map_err(io::Error::from)?;
    // What a crash cut short stays a line of its own, which does not fit.
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    file.write_all(format!("{end}{entry}\n").as_bytes())?;
    file.sync_all()
}

/// Looks whether every line of the audit log in `folder` is what was written there. A log that is not there has no lines.
///
/// # Errors
///
/// When a line does not fit, or the file cannot be read.
pub fn check_audit(folder: &Path) -> Result<Audited, AuditError> {
    let file = file_in(folder);
    let text = match std::fs::read_to_string(&file) {
        Err(reason) if reason.kind() == ErrorKind::NotFound => String::new(),
        Err(reason) => return Err(AuditError::Unreadable { file, reason }),
        Ok(text) => text,
    };
    let mut audited = Audited { lines: 0, last: hash("") };
    for line in text.lines() {
        audited.lines += 1;
        let fits = serde_json::from_str::<Entry>(line).is_ok_and(|entry| entry.before == audited.last);
        if !fits {
            return Err(AuditError::Broken { file, line: audited.lines });
        }
        audited.last = hash(line);
    }
    Ok(audited)
}
