//! Standard output of the commands.

use super::Failure;
use std::io::{ErrorKind, Write};

/// Prints text to standard output. A closed pipe is not an error: the reader has seen enough.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Prints bytes to standard output, which need not be UTF-8.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Message(format!("can't write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}
