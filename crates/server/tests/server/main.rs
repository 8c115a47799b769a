//! Tests of the server as a client sees it: over real sockets, with a real data file.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed, and says where")]

mod admin;
mod alike;
#[cfg(all(unix, feature = "archive"))]
mod archive;
mod audience;
#[cfg(feature = "tls")]
mod authority;
mod bridge_analysis;
mod challenges;
mod clocks;
mod crash;
#[cfg(unix)]
mod damage;
mod day;
mod door;
mod elsewhere;
#[cfg(target_os = "linux")]
mod failing_disk;
mod fairness;
mod faults;
mod hint;
mod hostile;
mod lobby;
#[cfg(unix)]
mod metrics_socket;
#[cfg(all(unix, feature = "cluster"))]
mod migration;
mod moderation;
mod pads;
#[cfg(feature = "passkeys")]
mod passkeys;
#[cfg(all(unix, feature = "cluster"))]
mod peers;
mod people;
mod play;
#[cfg(feature = "push")]
mod push;
mod ratings;
mod record_so_far;
mod same_match;
mod secrecy;
mod speed;
mod storage;
mod support;
mod ties;
#[cfg(feature = "tls")]
mod tls;
mod together;
mod undo;
mod upgrade;
mod watch;
mod windows;
