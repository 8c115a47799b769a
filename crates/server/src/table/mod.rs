//! The driver of a table: one task with a queue, which hands inputs to [`::table::Table`] and does what its effects say.
//!
//! * [`bots`](self::bots): bots and hints that are being computed.
//! * [`driver`](self::driver): the loop of the task.
//! * [`load`](self::load): from the store to a table.
//! * [`outbox`](self::outbox): messages that wait to be sent to a socket.
//! * [`request`](self::request): requests to the task.
//! * [`task`](self::task): the begin and the end of the task.

mod bots;
mod driver;
mod load;
mod outbox;
mod request;
mod task;

pub(crate) use ::table::{Chairs, Fault, Unrevived, begin, catch_panic, revive};
pub(crate) use outbox::{Connection, Outgoing};
pub(crate) use request::Request;
pub(crate) use task::open;

use std::time::Duration;

/// The pause before the subscribers of a table that failed ask for it again.
const RETRY: Duration = Duration::from_secs(2);
