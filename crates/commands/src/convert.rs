//! Conversion of bridge boards between notations.

use super::file::{self, Boards, LeftOut};
use super::{Failure, print, print_bytes};
use catalog::read_record;
use clap::Args;
use notation::{Board, Notation, Unwritable, WriteError, lin, pbn, record};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Convert bridge boards between PBN, LIN and match records.
///
/// The notation of the input is detected. A list of deals, one a line, and the link of a hand
/// viewer work too. A file with a fault is refused: all faults are listed with line and column, and
/// nothing is written. A file that already has the requested notation is checked and copied
/// unchanged. Contents that the requested notation doesn't hold are named on standard error.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour convert evening.lin --to pbn --output evening.pbn")]
pub(crate) struct Convert {
    /// File to convert; - for standard input.
    file: PathBuf,
    /// Notation to write: pbn, lin or record.
    #[arg(long, value_name = "NOTATION")]
    to: Notation,
    /// File to write. Defaults to standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Rewrite a file that already has the requested notation: PBN in export format, LIN as clubs
    /// write it, a record in canonical form.
    #[arg(long)]
    canonical: bool,
    /// Keep only the boards of one room of a team match: open or closed.
    #[arg(long)]
    room: Option<Room>,
    /// Skip boards with a fault and list them. The exit status is 1 if there are any.
    #[arg(long)]
    lenient: bool,
    /// Print a JSON object about the boards written and left out. Needs --output.
    #[arg(long, requires = "output")]
    json: bool,
}

/// Room of a team match. Both rooms play the same boards.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Room {
    Open,
    Closed,
}

impl Room {
    /// Returns the name in PBN.
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
        let mut from = Boards::read(&self.file, &bytes)?;
        if let Some(room) = self.room {
            from.boards.retain(|read| room.has(&read.board));
            if from.boards.is_empty() {
                let (file, room) = (self.file.display(), room.name());
                return Err(Failure::Message(format!(
                    "{file}: no board is marked as played in the {room} Room"
                )));
            }
        }
        let mut left_out = from.left_out();
        let is_whole = left_out.is_empty();
        if !is_whole && !self.lenient {
            return self.refuse(&from, &left_out);
        }
        let sound = from.boards.iter().enumerate().filter(|(_, read)| read.is_sound());
        let mut boards: Vec<(usize, Board)> =
            sound.map(|(index, read)| (index, read.board.clone())).collect();
        let as_it_is = from.notation == self.to && from.as_written && !self.canonical && self.room.is_none();
        let written =
            if as_it_is && is_whole { bytes } else { self.write(&from, &mut boards, &mut left_out)? };
        if boards.is_empty() {
            return self.refuse(&from, &left_out);
        }
        let lost = self.lost(&boards, &written);
        match &self.output {
            None => print_bytes(&written)?,
            Some(output) => std::fs::write(output, written)
                .map_err(|error| Failure::Message(format!("{}: {error}", output.display())))?,
        }
        self.report(&from, boards.len(), &left_out, &lost)?;
        let end = file::end(&left_out);
        if !lost.is_empty() {
            let lost: Vec<&str> = lost.keys().map(String::as_str).collect();
            eprintln!("{}: not kept: {}", from.name, lost.join(", "));
        }
        end
    }

    /// Returns the contents that the written file does not have, with their number of boards.
    fn lost(&self, boards: &[(usize, Board)], written: &[u8]) -> BTreeMap<String, usize> {
        let read = match self.to {
            Notation::Record => std::str::from_utf8(written)
                .ok()
                .and_then(|text| read_record(text).and_then(|text| record::read(&text)).ok()),
            Notation::Pbn => pbn::read(written).ok(),
            Notation::Lin => lin::read(written).ok(),
        };
        let mut lost = BTreeMap::new();
        // Boards are written in order, so a file of as many boards has the same ones.
        let read = read.filter(|read| read.len() == boards.len()).unwrap_or_default();
        for ((_, board), read) in boards.iter().zip(&read) {
            board.lost_in(read).into_iter().for_each(|what| *lost.entry(what).or_default() += 1);
        }
        lost
    }

    /// Fails without writing anything.
    fn refuse(&self, from: &Boards, left_out: &[LeftOut]) -> Result<(), Failure> {
        self.report(from, 0, left_out, &BTreeMap::new())?;
        file::end(left_out)
    }

    fn report(
        &self,
        from: &Boards,
        boards: usize,
        left_out: &[LeftOut],
        lost: &BTreeMap<String, usize>,
    ) -> Result<(), Failure> {
        if !self.json {
            return Ok(());
        }
        let left_out: Vec<Value> = left_out.iter().map(LeftOut::json).collect();
        let report = json!({
            "file": from.name,
            "notation": from.notation.to_string(),
            "encoding": from.encoding.to_string(),
            "boards": boards,
            "leftOut": left_out,
            "lost": lost,
        });
        print(&format!("{report:#}\n"))
    }

    /// Writes the boards, each with its index in the file. With `--lenient`, leaves out those that
    /// the notation cannot express.
    fn write(
        &self,
        from: &Boards,
        boards: &mut Vec<(usize, Board)>,
        left_out: &mut Vec<LeftOut>,
    ) -> Result<Vec<u8>, Failure> {
        if self.lenient && self.to == Notation::Lin {
            boards.retain(|(index, board)| {
                let refused = lin::write(std::slice::from_ref(board)).err();
                left_out.extend(refused.iter().map(|error| from.unusable(*index, &error.why.to_string())));
                refused.is_none()
            });
        }
        loop {
            let given: Vec<Board> = boards.iter().map(|(_, board)| board.clone()).collect();
            let WriteError { board, why } = match self.write_all(&given) {
                Ok(written) => return Ok(written),
                Err(error) => error,
            };
            let position = board - 1;
            if !self.lenient || position >= boards.len() {
                if boards.is_empty() {
                    return Ok(Vec::new());
                }
                return Err(Failure::Message(format!(
                    "{}: {}",
                    self.file.display(),
                    WriteError { board, why }
                )));
            }
            // All later boards would be too many as well.
            let end = if matches!(why, Unwritable::TooMany(_)) { boards.len() } else { board };
            let dropped = boards.drain(position..end);
            left_out.extend(dropped.map(|(index, _)| from.unusable(index, &why.to_string())));
        }
    }

    fn write_all(&self, boards: &[Board]) -> Result<Vec<u8>, WriteError> {
        Ok(match self.to {
            Notation::Pbn => pbn::write(boards),
            Notation::Lin => lin::write(boards)?.into_bytes(),
            Notation::Record => record::write(boards)?.write().into_bytes(),
        })
    }
}
