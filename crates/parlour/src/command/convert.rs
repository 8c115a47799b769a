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
    /// Of a match in two rooms, only the boards of this one: open or closed.
    #[arg(long)]
    room: Option<Room>,
}

/// A room of a match between teams, which play the same boards in both.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Room {
    Open,
    Closed,
}

impl Room {
    /// As PBN writes it.
    const fn name(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::Closed => "Closed",
        }
    }

    fn has(self, board: &Board) -> bool {
        board.tag("Room").is_some_and(|room| room.eq_ignore_ascii_case(self.name()))
    }
}

impl Convert {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let bytes = file::read(&self.file).map_err(Failure::Message)?;
        let from = Notation::of(&bytes);
        let mut boards = read_boards(&self.file, from, &bytes)?;
        if let Some(room) = self.room {
            boards.retain(|board| room.has(board));
            if boards.is_empty() {
                let (file, room) = (self.file.display(), room.name());
                return Err(Failure::Message(format!("{file}: no board is said to be of the {room} Room")));
            }
        }
        let as_it_is = from == self.to && !self.canonical && self.room.is_none();
        let written = if as_it_is { bytes } else { self.write(&boards)? };
        match &self.output {
            None => print_bytes(&written),
            Some(output) => std::fs::write(output, written)
                .map_err(|error| Failure::Message(format!("{}: {error}", output.display()))),
        }
    }

    fn write(&self, boards: &[Board]) -> Result<Vec<u8>, Failure> {
        let failure =
            |error: notation::WriteError| Failure::Message(format!("{}: {error}", self.file.display()));
        Ok(match self.to {
            Notation::Pbn => pbn::write(boards),
            Notation::Lin => lin::write(boards).map_err(failure)?.into_bytes(),
            Notation::Record => record::write(boards).map_err(failure)?.write().into_bytes(),
        })
    }
}

/// The boards of a file in this notation; whatever is wrong is told with the file's name.
pub(crate) fn read_boards(path: &Path, notation: Notation, bytes: &[u8]) -> Result<Vec<Board>, Failure> {
    let failure = |why: String| Failure::Message(format!("{}: {why}", path.display()));
    match notation {
        Notation::Pbn => pbn::read(bytes).map_err(|error| failure(error.to_string())),
        Notation::Lin => lin::read(bytes).map_err(|error| failure(error.to_string())),
        Notation::Record => {
            let text =
                std::str::from_utf8(bytes).map_err(|_| failure("this is not UTF-8 text".to_owned()))?;
            let read = read_record(text).and_then(|text| record::read(&text));
            read.map_err(|rejected| failure(sentence(&rejected)))
        }
    }
}
