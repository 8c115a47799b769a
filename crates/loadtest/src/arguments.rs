//! Arguments of the command line.

use crate::hostile::Kind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

/// Measure a server under scripted clients, or test it with hostile ones and with faults.
#[derive(Parser)]
#[command(name = "loadtest", args_conflicts_with_subcommands = true, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) measurement: Measurement,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    #[cfg(unix)]
    Fuzz(crate::fuzz::Arguments),
    #[cfg(unix)]
    Cluster(crate::cluster::Arguments),
    People(crate::people::Arguments),
    /// Play a deal at a running server, and print the number of actions.
    Deal {
        address: SocketAddr,
        game: String,
    },
    #[command(hide = true)]
    Serve(Serve),
}

/// Arguments of the server under test, which runs in a process of its own.
#[derive(Args)]
pub(crate) struct Serve {
    /// Data folder.
    pub(crate) folder: PathBuf,
    /// Threads of the runtime.
    pub(crate) workers: usize,
    /// `usual` for the default limits, or `none`.
    pub(crate) limits: String,
    /// Connection string of the database.
    pub(crate) database: Option<String>,
}

#[derive(Args)]
pub(crate) struct Measurement {
    /// Moves per second over all tables; each rate is a run with a new server.
    #[arg(long, value_delimiter = ',', default_values_t = [400, 8000, 12_000])]
    pub(crate) rates: Vec<u32>,
    /// Duration of a run.
    #[arg(long, default_value_t = 10)]
    pub(crate) seconds: u64,
    /// Number of tables; by default a quarter of the rate, so each moves every 250 ms.
    #[arg(long)]
    pub(crate) tables: Option<usize>,
    /// Threads of the server's runtime (its store and bots have their own).
    #[arg(long, default_value_t = 1)]
    pub(crate) workers: usize,
    /// Core of the server (with taskset); `none` lets it use all.
    #[arg(long, default_value = "0")]
    pub(crate) core: Core,
    /// Folder on the disk to measure.
    #[arg(long, default_value_os_t = std::env::temp_dir())]
    pub(crate) data: PathBuf,
    /// Game: `scopa`, where players take turns, or `speed`, where they don't.
    #[arg(long, default_value = "scopa")]
    pub(crate) game: String,
    /// Hostile guests during the run, with the server's default limits; for few tables only: `no`, `yes` for all kinds, or
    /// kinds with commas between them.
    #[arg(long, default_value = "no")]
    pub(crate) hostile: Kinds,
    /// Number of servers at one PostgreSQL database (feature `cluster`); by default one server with a data file.
    #[arg(long)]
    pub(crate) servers: Option<usize>,
}

/// Core for a server, or `none` for all.
#[derive(Clone, Copy)]
pub(crate) struct Core(pub(crate) Option<usize>);

impl FromStr for Core {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "none" { Ok(Self(None)) } else { text.parse().map(|core| Self(Some(core))) }
    }
}

/// Kinds of attacks.
#[derive(Clone)]
pub(crate) struct Kinds(pub(crate) Vec<Kind>);

impl FromStr for Kinds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "no" => Ok(Self(Vec::new())),
            "yes" => Ok(Self(Kind::value_variants().to_vec())),
            kinds => {
                kinds.split(',').map(|kind| Kind::from_str(kind, false)).collect::<Result<_, _>>().map(Self)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_read_and_wrong_ones_are_named() {
        Arguments::command().debug_assert();
        let read = |line: &str| Arguments::try_parse_from(line.split(' '));
        let arguments = read("loadtest --rates 4,8 --core none --hostile floods,boards").unwrap().measurement;
        assert_eq!((&arguments.rates[..], arguments.core.0, arguments.seconds), (&[4, 8][..], None, 10));
        assert_eq!(arguments.hostile.0, [Kind::Floods, Kind::SendsBoards]);
        assert_eq!(read("loadtest --hostile yes").unwrap().measurement.hostile.0.len(), 11);
        for (line, named) in [
            ("loadtest --hostile flods", "flods"),
            ("loadtest --core x", "--core"),
            ("loadtest fuzz --seed x", "--seed"),
            ("loadtest fuzz --people-seconds x", "--people-seconds"),
            ("loadtest people --connected x", "--connected"),
            ("loadtest cluster 10", "10"),
            ("loadtest cluster 3 --faults kil", "kil"),
        ] {
            let error = read(line).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(named), "{line}: {error}");
        }
    }
}
