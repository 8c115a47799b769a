//! Tables in memory: their registry, and a driver for each. The driver is one task with a queue. It passes inputs to [`::table::Table`] and performs the
//! resulting effects.
//!
//! | module | contents |
//! |---|---|
//! | `bots` | running bots and hints |
//! | `driver` | loop of the task |
//! | `load` | loading a table from the store |
//! | `outbox` | queued messages of a socket |
//! | `registry` | registry of the tables in memory, which loads the others |
//! | `request` | requests to the task |
//! | `task` | start and end of the task |

mod bots;
mod driver;
mod load;
mod outbox;
mod registry;
mod request;
mod task;

pub(crate) use ::table::{Chairs, Fault, Unrevived, begin, catch_panic, revive};
pub(crate) use outbox::{Connection, Outgoing};
pub(crate) use registry::{OpenMatch, TableRegistry};
pub(crate) use request::Request;
use task::open;

use std::time::Duration;

/// Delay before the subscribers of a failed table ask for it again.
const RETRY: Duration = Duration::from_secs(2);
