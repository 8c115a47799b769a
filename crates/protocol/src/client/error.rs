//! Errors of a client.

use std::path::PathBuf;

/// The error of a client.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The text is no address of a card table.
    #[error("“{0}” is not the address of a table, such as http://192.168.1.5:4880/table/Xk3pQ2")]
    NoTableAddress(String),
    /// The address begins with https, and this build has no TLS.
    #[cfg(not(feature = "tls"))]
    #[error("this build has no TLS, which {0} needs; build it with --features full")]
    NoTls(String),
    /// The token file cannot be read.
    #[error("{path} cannot be read: {source}", path = .path.display())]
    Unreadable {
        /// The path of the token file.
        path: PathBuf,
        /// The I/O error of reading.
        source: std::io::Error,
    },
    /// The token file cannot be written.
    #[error("{path} cannot be written: {source}", path = .path.display())]
    Unwritable {
        /// The path of the token file.
        path: PathBuf,
        /// The I/O error of writing.
        source: std::io::Error,
    },
    /// The operating system returned no random numbers.
    #[error("the system has no random numbers for a token: {0}")]
    Entropy(getrandom::Error),
}
