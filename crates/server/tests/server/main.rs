//! The server as a client sees it: over real sockets, with a real file.

// A test that cannot go on has failed, and says where.
#![allow(clippy::unwrap_used)]

mod crash;
mod hostile;
mod play;
mod secrecy;
mod storage;
mod support;
