//! Metrics of the process, as Prometheus names them in all programs: processor time, memory and open files. Linux tells
//! them in `/proc`; elsewhere only the time of the start is known.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use std::fmt;
use std::fs;
use std::time::SystemTime;

/// Reads the metrics of the process at each request.
#[derive(Debug)]
pub(crate) struct Process {
    /// Start in seconds since 1970.
    started: f64,
}

impl Process {
    /// Creates the collector of a process that starts now.
    pub(crate) fn new() -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Self { started: since.unwrap_or_default().as_secs_f64() }
    }
}

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let mut gauge = |name: &str, help: &str, value: f64| {
            let gauge = ConstGauge::new(value);
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)
        };
        gauge("process_start_time_seconds", "Start of the process, in seconds since 1970", self.started)?;
        if let Some(bytes) = resident_memory() {
            gauge("process_resident_memory_bytes", "Memory of the process in RAM", bytes)?;
        }
        if let Some(files) = open_files() {
            gauge("process_open_fds", "Open files and sockets", files)?;
        }
        if let Ok((limit, _)) = rlimit::Resource::NOFILE.get() {
            gauge("process_max_fds", "Limit of open files and sockets", limit as f64)?;
        }
        if let Some(seconds) = processor_seconds() {
            let counter = ConstCounter::new(seconds);
            let help = "Processor time of all threads";
            let name = "process_cpu_seconds";
            counter.encode(encoder.encode_descriptor(name, help, None, counter.metric_type())?)?;
        }
        Ok(())
    }
}

/// Returns the memory of this process in RAM, in bytes.
fn resident_memory() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0)
}

/// Returns the number of open files of this process.
fn open_files() -> Option<f64> {
    Some(fs::read_dir("/proc/self/fd").ok()?.count() as f64)
}

/// Returns the processor time of this process in seconds.
fn processor_seconds() -> Option<f64> {
    /// Unit of the times in `/proc/self/stat`, which Linux fixes for programs (`USER_HZ`).
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program is in parentheses and may contain spaces. The times are fields 14 and 15; field 3 follows.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / TICKS_PER_SECOND)
}
