//! Another server at the same database.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

/// Address of another server, and the key with which it authenticates.
#[derive(Clone, PartialEq, Eq)]
pub struct Peer {
    /// Address on which the server listens for other servers.
    pub address: SocketAddr,
    /// Key with which servers authenticate to it.
    pub key: Arc<str>,
}

impl fmt::Debug for Peer {
    /// Omits the key, because this may go to the log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Peer({})", self.address)
    }
}
