//! Schedule of the moves. It runs on a thread of its own, because the runtime's timers have a
//! resolution of milliseconds.

use crate::Result;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Times at which a table's next moves are due.
pub(crate) type Due = mpsc::UnboundedReceiver<Instant>;

/// Schedules `rate` moves per second from `start` to `end`, assigned to `tables` in turn.
pub(crate) fn start(tables: usize, rate: u32, start: Instant, end: Instant) -> Result<Vec<Due>> {
    let (strings, dues): (Vec<_>, Vec<_>) = (0..tables).map(|_| mpsc::unbounded_channel()).unzip();
    let pace = move || {
        for number in 0_u64.. {
            let due = start + Duration::from_nanos(number * 1_000_000_000 / u64::from(rate));
            if due >= end {
                return;
            }
            let now = Instant::now();
            if due > now {
                std::thread::sleep(due - now);
            }
            // A failed table makes no more moves.
            let _ = strings[number as usize % tables].send(due);
        }
    };
    std::thread::Builder::new().name("pacer".into()).spawn(pace)?;
    Ok(dues)
}
