//! Server log on standard error.

use clap::{Args, ValueEnum};
use tracing_subscriber::filter::LevelFilter;

/// Log level and format.
#[derive(Args)]
pub(crate) struct Log {
    /// Lowest level to log: off, error, warn, info, debug or trace.
    #[arg(long = "log", value_name = "LEVEL", default_value_t = LevelFilter::INFO)]
    level: LevelFilter,
    /// Log format: lines of text, or one JSON object per event.
    #[arg(long = "log-format", value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Log {
    /// Starts logging.
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
