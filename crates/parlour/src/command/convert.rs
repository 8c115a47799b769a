//! Boards of bridge from one notation to another.

use super::{Failure, file, print_bytes, sentence};
use clap::Args;
use house::read_record;
use notation::{Board, Notation, lin, pbn, record};
use std::path::{Path, PathBuf};

/// Convert boards of bridge between PBN, LIN and match records.
///
/// What a file is, is seen by what stands in it. A file that is wrong is refused with line and column, and nothing is
/// written. A file that is asked for in its own notation is checked and comes out as it went in, byte for byte.
#[derive(Args)]
pub(crate) struct Convert {
    /// The file; - for standard input.
    file: PathBuf,
    /// The notation to write: pbn, lin or record.
    #[arg(long, value_name = "NOTATION")]
    to: Notation,
    /// The file to write; without it, standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a file in its own notation anew: PBN in export format, LIN as clubs write it, a record in canonical form.
    #[arg(long)]
    canonical: bool,
}

impl Convert {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let bytes = file::read(&self.file).map_err(Failure::Told)?;
        let from = Notation::of(&bytes);
        let boards = read_boards(&self.file, from, &bytes)?;
        let written = if from == self.to && !self.canonical { bytes } else { self.write(&boards)? };
        match &self.output {
            None => print_bytes(&written),
            Some(output) => std::fs::write(output, written)
                .map_err(|error| Failure::Told(format!("{}: {error}", output.display()))),
        }
    }

    fn write(&self, boards: &[Board]) -> Result<Vec<u8>, Failure> {
        let told = |error: notation::WriteError| Failure::Told(format!("{}: {error}", self.file.display()));
        Ok(match self.to {
            Notation::Pbn => pbn::write(boards),
            Notation::Lin => lin::write(boards).map_err(told)?.into_bytes(),
            Notation::Record => record::write(boards).map_err(told)?.write().into_bytes(),
        })
    }
}

/// The boards of a file in this notation; whatever is wrong is told with the file's name.
pub(crate) fn read_boards(path: &Path, notation: Notation, bytes: &[u8]) -> Result<Vec<Board>, Failure> {
    let told = |why: String| Failure::Told(format!("{}: {why}", path.display()));
    match notation {
        Notation::Pbn => pbn::read(bytes).map_err(|error| told(error.to_string())),
        Notation::Lin => lin::read(bytes).map_err(|error| told(error.to_string())),
        Notation::Record => {
            let text = std::str::from_utf8(bytes).map_err(|_| told("this is not UTF-8 text".to_owned()))?;
            let read = read_record(text).and_then(|text| record::read(&text));
            read.map_err(|rejected| told(sentence(&rejected)))
        }
    }
}
