//! The log of a server, on standard error.

use clap::{Args, ValueEnum};
use tracing_subscriber::filter::LevelFilter;

/// What is logged, and how.
#[derive(Args)]
pub(crate) struct Log {
    /// The least that is logged: off, error, warn, info, debug or trace.
    #[arg(long = "log", value_name = "LEVEL", default_value_t = LevelFilter::INFO)]
    level: LevelFilter,
    /// A line for people, or an object of JSON for each event.
    #[arg(long = "log-format", value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Log {
    /// From now on what happens is logged.
    pub(crate) fn begin(&self) {
        let log = tracing_subscriber::fmt()
            .with_writer(std::io::stderr)
            .with_target(false)
            .with_max_level(self.level);
        match self.format {
            Format::Text => log.init(),
            Format::Json => log.json().flatten_event(true).init(),
        }
    }
}
