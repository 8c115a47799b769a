//! Counting: latencies, and what the server used.

use crate::Result;
use std::time::Duration;
use tokio::sync::mpsc;

/// A move that was seen: how long after it was due, and how many bytes told of it.
pub(crate) struct Seen {
    pub(crate) after: Duration,
    pub(crate) bytes: usize,
}

/// Every move.
#[derive(Default)]
pub(crate) struct Moves {
    micros: Vec<u32>,
    bytes: usize,
}

/// Takes in moves until the last table stops.
pub(crate) async fn gather(mut seen: mpsc::UnboundedReceiver<Seen>) -> Moves {
    let mut moves = Moves::default();
    while let Some(seen) = seen.recv().await {
        moves.micros.push(u32::try_from(seen.after.as_micros()).unwrap_or(u32::MAX));
        moves.bytes += seen.bytes;
    }
    moves
}

impl Moves {
    pub(crate) fn sort(&mut self) {
        self.micros.sort_unstable();
    }

    pub(crate) fn count(&self) -> usize {
        self.micros.len()
    }

    /// In milliseconds; the moves must be sorted.
    pub(crate) fn percentile(&self, percent: f64) -> f64 {
        let Some(last) = self.micros.len().checked_sub(1) else { return f64::NAN };
        let index = (percent / 100.0 * last as f64).round() as usize;
        f64::from(self.micros[index]) / 1000.0
    }

    pub(crate) fn bytes_a_frame(&self) -> f64 {
        self.bytes as f64 / self.count().max(1) as f64
    }
}

/// What a process has used so far.
pub(crate) struct Usage {
    pub(crate) cpu: Duration,
    /// Resident, in bytes.
    pub(crate) memory: usize,
}

impl Usage {
    /// Of the process with this number; on Linux.
    pub(crate) fn of(process: u32) -> Result<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
        // The name of the program may contain anything, so fields count from its closing bracket.
        let (_, fields) = stat.rsplit_once(')').ok_or("/proc is strange")?;
        let field = |number: usize| -> Result<u64> {
            Ok(fields.split_whitespace().nth(number).ok_or("/proc is strange")?.parse()?)
        };
        // User and system time, in hundredths of a second on every Linux there is.
        let cpu = Duration::from_millis(10 * (field(11)? + field(12)?));
        let pages = usize::try_from(field(21)?)?;
        Ok(Self { cpu, memory: pages * 4096 })
    }
}
