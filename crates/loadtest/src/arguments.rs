//! Arguments of a measurement.

use crate::Result;
use crate::hostile::{KINDS, Kind};
use std::path::PathBuf;

const HELP: &str = "\
cargo xtask load [--rates 400,8000,12000] [--seconds 10] [--tables N] [--workers 1] [--core 0|none] [--data FOLDER] [--game scopa]
               [--hostile no|yes|KIND,…] [--servers N]
cargo xtask load fuzz …  (random hostile clients; see cargo xtask load fuzz --help)

  --rates    moves per second over all tables; each rate is a run with a new server
  --seconds  duration of a run
  --tables   number of tables; by default a quarter of the rate, so each moves every 250 ms
  --workers  threads of the server's runtime (its store and bots have their own)
  --core     core of the server (with taskset); none lets it use all
  --data     folder on the disk to measure; by default the system's temporary folder
  --game     scopa, where players take turns, or speed, where they don't
  --hostile  hostile guests during the run, with the server's default limits: all kinds,
             or floods, unread, half, visits, slow, nonsense, bots, boards, solver,
             matches, records; for few tables only
  --servers  number of servers at one PostgreSQL database (feature cluster); by default
             one server with a data file";

/// Arguments of a measurement.
pub(crate) struct Arguments {
    pub(crate) rates: Vec<u32>,
    pub(crate) seconds: u64,
    pub(crate) tables: Option<usize>,
    pub(crate) workers: usize,
    pub(crate) core: Option<usize>,
    pub(crate) data: PathBuf,
    pub(crate) game: String,
    pub(crate) hostile: Vec<Kind>,
    pub(crate) servers: Option<usize>,
}

impl Arguments {
    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Self> {
        let mut arguments = Self {
            rates: vec![400, 8000, 12_000],
            seconds: 10,
            tables: None,
            workers: 1,
            core: Some(0),
            data: std::env::temp_dir(),
            game: "scopa".to_owned(),
            hostile: Vec::new(),
            servers: None,
        };
        while let Some(word) = words.next() {
            let value = words.next().ok_or(HELP)?;
            match word.as_str() {
                "--rates" => {
                    arguments.rates =
                        value.split(',').map(str::parse).collect::<std::result::Result<_, _>>()?;
                }
                "--seconds" => arguments.seconds = value.parse()?,
                "--tables" => arguments.tables = Some(value.parse()?),
                "--workers" => arguments.workers = value.parse()?,
                "--core" if value == "none" => arguments.core = None,
                "--core" => arguments.core = Some(value.parse()?),
                "--data" => arguments.data = value.into(),
                "--game" => arguments.game = value,
                "--servers" => arguments.servers = Some(value.parse()?),
                "--hostile" => arguments.hostile = hostile(&value)?,
                _ => return Err(HELP.into()),
            }
        }
        Ok(arguments)
    }
}

fn hostile(names: &str) -> Result<Vec<Kind>> {
    match names {
        "no" => Ok(Vec::new()),
        "yes" => Ok(KINDS.iter().map(|(_, kind)| *kind).collect()),
        names => names
            .split(',')
            .map(|name| KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind))
            .collect::<Option<_>>()
            .ok_or_else(|| HELP.into()),
    }
}
