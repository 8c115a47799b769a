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

/// What a crash cut short need not be text any more.
fn lines(log: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    let log = log.strip_suffix(b"\n").unwrap_or(log);
    log.split(|byte| *byte == b'\n').filter(|_| !log.is_empty())
}

fn hash(line: &[u8]) -> String {
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
    let mut log = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut log)?;
    let before = hash(lines(&log).next_back().unwrap_or_default());
    let entry = Entry { time, what: what.to_owned(), table, reason, before };
    let entry = serde_json::to_string(&entry).map_err(io::Error::from)?;
    // What a crash cut short stays a line of its own, which does not fit.
    let end = if log.is_empty() || log.ends_with(b"\n") { "" } else { "\n" };
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
    let log = match std::fs::read(&file) {
        Err(reason) if reason.kind() == ErrorKind::NotFound => Vec::new(),
        Err(reason) => return Err(AuditError::Unreadable { file, reason }),
        Ok(log) => log,
    };
    let mut audited = Audited { lines: 0, last: hash(b"") };
    for line in lines(&log) {
        audited.lines += 1;
        let fits = serde_json::from_slice::<Entry>(line).is_ok_and(|entry| entry.before == audited.last);
        if !fits {
            return Err(AuditError::Broken { file, line: audited.lines });
        }
        audited.last = hash(line);
    }
    Ok(audited)
}
