//! Audit log of the operator's commands: one JSON object per line, each with the SHA-256 of the line before.
//! A line that was changed, removed or inserted later breaks the chain. Missing or rewritten last lines can't
//! be detected from the file alone; keep the last line's hash elsewhere for that.

use hmac_sha256::Hash as Sha256;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Line of the audit log: one command of an administrator.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Time of the command, in seconds since 1970.
    time: u64,
    what: String,
    /// Id of the table as the server's log shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// First letters of the id of an account. A log with names would outlive deleted accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    account: Option<String>,
    /// Number of a ruling.
    #[serde(skip_serializing_if = "Option::is_none")]
    ruling: Option<i64>,
    /// End of a ruling, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Hash of the line before; in the first line the hash of nothing.
    before: String,
}

/// Command as the audit log has it.
#[derive(Default)]
pub(super) struct Note {
    pub(super) what: &'static str,
    pub(super) table: Option<String>,
    pub(super) account: Option<String>,
    pub(super) ruling: Option<i64>,
    pub(super) until: Option<u64>,
    pub(super) reason: Option<String>,
}

/// Error in the check of an audit log.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// The file can't be read.
    #[error("{} cannot be read: {reason}", file.display())]
    Unreadable {
        /// Path of the audit log.
        file: PathBuf,
        /// I/O error of the operating system.
        reason: io::Error,
    },
    /// A line of the audit log does not fit the line before.
    #[error("{}: line {line} does not fit the line before; one of them was changed, or a line between them is missing", file.display())]
    Broken {
        /// Path of the audit log.
        file: PathBuf,
        /// Number of the first line that does not fit, from 1.
        line: usize,
    },
}

/// Result of a checked audit log.
#[derive(Debug, PartialEq, Eq)]
pub struct Audited {
    /// Number of lines in the audit log.
    pub lines: usize,
    /// Hash of the last line in the audit log.
    pub last: String,
}

/// Returns the path of the audit log in a data folder.
fn file_in(folder: &Path) -> PathBuf {
    folder.join("audit.log")
}

/// Returns the lines as bytes, because a line cut short by a crash may not be text.
fn lines(log: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    let log = log.strip_suffix(b"\n").unwrap_or(log);
    log.split(|byte| *byte == b'\n').filter(|_| !log.is_empty())
}

fn hash(line: &[u8]) -> String {
    Sha256::hash(line).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Adds a line, and returns once it is on disk.
///
/// # Errors
///
/// Returns an error if the line may be missing.
pub(super) fn note(folder: &Path, time: u64, note: Note) -> io::Result<()> {
    let mut options = File::options();
    options.create(true).append(true).read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(file_in(folder))?;
    let mut log = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut log)?;
    let before = hash(lines(&log).next_back().unwrap_or_default());
    let Note { what, table, account, ruling, until, reason } = note;
    let entry = Entry { time, what: what.to_owned(), table, account, ruling, until, reason, before };
    let entry = serde_json::to_string(&entry).map_err(io::Error::from)?;
    // A line cut short by a crash stays a line of its own, which does not fit.
    let end = if log.is_empty() || log.ends_with(b"\n") { "" } else { "\n" };
    file.write_all(format!("{end}{entry}\n").as_bytes())?;
    file.sync_all()
}

/// Checks every line of the audit log in a data folder. A missing log has no lines.
///
/// # Errors
///
/// Returns [`AuditError`] if a line does not fit, or the file can't be read.
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
