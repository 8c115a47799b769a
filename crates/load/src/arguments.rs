//! What to measure.

use crate::Result;
use crate::hostile::{KINDS, Kind};
use std::path::PathBuf;

const HELP: &str = "\
cargo xtask load [--rates 400,8000,12000] [--seconds 10] [--tables N] [--workers 1] [--core 0|none] [--data FOLDER] [--game scopa]
               [--hostile no|yes|KIND,…] [--servers N]

  --rates    moves a second, all tables together; each is a run with a new server
  --seconds  how long a run is
  --tables   how many tables; without it a quarter of the rate, so that each moves every 250 ms
  --workers  threads of the server's runtime (its store and bots have their own)
  --core     the core the server is kept on (with taskset); none lets it use all
  --data     a folder on the disk to be measured; without it the system's temporary folder
  --game     what is played: scopa, where players wait for each other, or speed, where they do not
  --hostile  whether others are in the way while it is measured, with the limits that are usual: of every
             kind, or floods, unread, half, visits, slow, nonsense, bots; for a few tables only
  --servers  so many servers at one PostgreSQL database, in builds with the feature cluster; without it one, with a file";

/// What to measure.
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
