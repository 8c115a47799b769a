//! The line of a terminal that shows progress. The next progress replaces it.

use std::io::Write as _;

/// Shows a line on standard error, in place of the one before.
pub(super) fn show(line: &str) {
    eprint!("\r\x1b[K{line}");
    // Progress that can't be shown is no reason to stop.
    let _ = std::io::stderr().flush();
}

/// Removes the line.
pub(super) fn clear() {
    eprint!("\r\x1b[K");
}
