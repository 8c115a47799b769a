//! Latency statistics, and resource usage of the server.

use crate::Result;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Observed move: its latency from the time it was due, and the size of its notice.
pub(crate) struct Seen {
    pub(crate) after: Duration,
    pub(crate) bytes: usize,
}

/// Latencies of all moves.
#[derive(Default)]
pub(crate) struct Moves {
    micros: Vec<u32>,
    bytes: usize,
}

/// Interval of progress reports.
const REPORT: Duration = Duration::from_secs(60);

/// Collects moves until the last card table stops. Reports the last interval on the way.
pub(crate) async fn gather(mut seen: mpsc::UnboundedReceiver<Seen>) -> Moves {
    let start = Instant::now();
    let mut all = Moves::default();
    let mut lately = Moves::default();
    let mut minutes = 0;
    while let Some(seen) = seen.recv().await {
        lately.note(&seen);
        if start.elapsed() >= REPORT * (minutes + 1) {
            minutes += 1;
            lately.sort();
            eprintln!(
                "minute {minutes}: {} moves, p50 {:.2}, p99 {:.2}, max {:.2} ms",
                lately.count(),
                lately.percentile(50.0),
                lately.percentile(99.0),
                lately.percentile(100.0)
            );
            all.add(&mut lately);
        }
    }
    all.add(&mut lately);
    all
}

impl Moves {
    /// Adds a measurement.
    pub(crate) fn note(&mut self, seen: &Seen) {
        self.micros.push(u32::try_from(seen.after.as_micros()).unwrap_or(u32::MAX));
        self.bytes += seen.bytes;
    }

    /// Moves all measurements of `other` into this.
    pub(crate) fn add(&mut self, other: &mut Self) {
        self.micros.append(&mut other.micros);
        self.bytes += std::mem::take(&mut other.bytes);
    }

    pub(crate) fn sort(&mut self) {
        self.micros.sort_unstable();
    }

    pub(crate) fn count(&self) -> usize {
        self.micros.len()
    }

    /// Returns a percentile in milliseconds. The moves must be sorted.
    pub(crate) fn percentile(&self, percent: f64) -> f64 {
        let Some(last) = self.micros.len().checked_sub(1) else { return f64::NAN };
        let index = (percent / 100.0 * last as f64).round() as usize;
        f64::from(self.micros[index]) / 1000.0
    }

    pub(crate) fn bytes_a_frame(&self) -> f64 {
        self.bytes as f64 / self.count().max(1) as f64
    }
}

/// Resource usage of a process so far.
pub(crate) struct Usage {
    pub(crate) cpu: Duration,
    /// Resident memory in bytes.
    pub(crate) memory: usize,
}

impl std::iter::Sum for Usage {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self { cpu: Duration::ZERO, memory: 0 }, |sum, one| Self {
            cpu: sum.cpu + one.cpu,
            memory: sum.memory + one.memory,
        })
    }
}

impl Usage {
    /// Reads the usage of the process with this id. Linux only.
    pub(crate) fn of(process: u32) -> Result<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
        // The process name may contain anything, so the fields are counted from its closing
        // bracket.
        let (_, fields) = stat.rsplit_once(')').ok_or("can't parse /proc/PID/stat")?;
        let field = |number: usize| -> Result<u64> {
            Ok(fields.split_whitespace().nth(number).ok_or("can't parse /proc/PID/stat")?.parse()?)
        };
        // User and system time, in hundredths of a second on every Linux.
        let cpu = Duration::from_millis(10 * (field(11)? + field(12)?));
        let pages = usize::try_from(field(21)?)?;
        Ok(Self { cpu, memory: pages * 4096 })
    }
}
