//! Reading what is named on the command line, and telling what was left out of it.

use super::{Failure, sentence};
use house::read_record;
use notation::{Encoding, Fault, Notation, Part, Position, ReadBoard, ReadError, read_file, record};
use serde_json::{Value, json};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// No match is so long that its record has more bytes: a hundred thousand deals.
const LARGEST: u64 = 64 << 20;

/// The most lines about what was left out. All of it is in `--json`.
const MOST_LINES: usize = 20;

/// The bytes of a file; `-` is standard input.
///
/// # Errors
///
/// Returns the reason, with the name of the file, if it cannot be read.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().take(LARGEST + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
    };
    let cannot = |why: String| format!("{}: {why}", path.display());
    read.map_err(|error| cannot(error.to_string()))?;
    if bytes.len() as u64 > LARGEST {
        return Err(cannot("this is larger than a record can be".to_owned()));
    }
    Ok(bytes)
}

/// A file of boards, in any notation.
pub(crate) struct Boards {
    /// The name of the file.
    pub(crate) name: String,
    pub(crate) notation: Notation,
    pub(crate) encoding: Encoding,
    /// Whether the file is in its notation as it stands.
    pub(crate) as_written: bool,
    /// The boards, with their faults.
    pub(crate) boards: Vec<ReadBoard>,
    /// The faults that belong to no board.
    strays: Vec<ReadError>,
}

impl Boards {
    /// Reads the boards of a file.
    ///
    /// # Errors
    ///
    /// Returns the first problem, with the name of the file, if no board can be read.
    pub(crate) fn read(path: &Path, bytes: &[u8]) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let failure = |why: String| Failure::Message(format!("{name}: {why}"));
        let notation = Notation::of(bytes);
        if notation == Notation::Record {
            let text =
                std::str::from_utf8(bytes).map_err(|_| failure("this is not UTF-8 text".to_owned()))?;
            let read = read_record(text).and_then(|text| record::read(&text));
            let boards = read.map_err(|rejected| failure(sentence(&rejected)))?;
            let boards = boards.into_iter().map(|board| ReadBoard { board, faults: Vec::new() }).collect();
            let (encoding, strays) = (Encoding::Utf8, Vec::new());
            return Ok(Self { name, notation, encoding, as_written: true, boards, strays });
        }
        let read = read_file(bytes, usize::MAX).map_err(|error| failure(error.to_string()))?;
        let notation::BoardFile { notation, encoding, as_written, boards, strays } = read;
        Ok(Self { name, notation, encoding, as_written, boards, strays })
    }

    /// Says which encoding was read, if it is not UTF-8.
    pub(crate) fn tell_encoding(&self) {
        if self.encoding != Encoding::Utf8 {
            eprintln!("{}: read as {}", self.name, self.encoding);
        }
    }

    /// The faults that belong to no board.
    pub(crate) fn strays(&self) -> impl Iterator<Item = LeftOut> {
        self.strays.iter().map(|error| LeftOut {
            file: Some(self.name.clone()),
            board: None,
            position: Some(error.position),
            problem: error.problem.to_string(),
        })
    }

    /// All faults of the file, in its order.
    pub(crate) fn left_out(&self) -> Vec<LeftOut> {
        self.left_out_of(|_| true)
    }

    /// The faults of the parts that are needed, and those outside boards, in the order of the file.
    pub(crate) fn left_out_of(&self, is_needed: impl Fn(Part) -> bool) -> Vec<LeftOut> {
        let mut left_out: Vec<LeftOut> = self.strays().collect();
        for read in &self.boards {
            let needed = read.faults.iter().filter(|fault| is_needed(fault.part));
            left_out.extend(needed.map(|fault| self.fault(read, fault)));
        }
        left_out.sort_by_key(|left_out| left_out.position);
        left_out
    }

    /// One fault of a board.
    pub(crate) fn fault(&self, read: &ReadBoard, fault: &Fault) -> LeftOut {
        LeftOut {
            file: Some(self.name.clone()),
            board: read.board.number.known().copied(),
            position: Some(fault.error.position),
            problem: fault.error.problem.to_string(),
        }
    }

    /// A board that cannot be used, although the file has no fault there.
    pub(crate) fn unusable(&self, index: usize, problem: &str) -> LeftOut {
        let number = self.boards.get(index).and_then(|read| read.board.number.known()).copied();
        let place = number.map_or_else(|| format!("board {}", index + 1), |number| format!("board {number}"));
        LeftOut {
            file: Some(self.name.clone()),
            board: number,
            position: None,
            problem: format!("{place}: {problem}"),
        }
    }
}

/// Something that was left out: a deal, a part of a board that was asked for, or text that belongs to no board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeftOut {
    /// The name of the file; none for a deal on the command line.
    pub(crate) file: Option<String>,
    /// The number of the board, if it is known.
    pub(crate) board: Option<u32>,
    /// The place in the file, if there is one.
    pub(crate) position: Option<Position>,
    pub(crate) problem: String,
}

impl LeftOut {
    pub(crate) fn json(&self) -> Value {
        json!({
            "file": self.file,
            "board": self.board,
            "line": self.position.map(|position| position.line),
            "column": self.position.map(|position| position.column),
            "problem": self.problem,
        })
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        if let Some(position) = self.position {
            write!(f, "{position}: ")?;
        }
        f.write_str(&self.problem)
    }
}

/// The list of what was left out, a line each, as far as it is readable.
pub(crate) fn lines(left_out: &[LeftOut]) -> String {
    let mut lines: Vec<String> = left_out.iter().take(MOST_LINES).map(ToString::to_string).collect();
    if let more @ 1.. = left_out.len().saturating_sub(MOST_LINES) {
        lines.push(format!("and {more} more"));
    }
    lines.join("\n")
}

/// Ends a command that did what it could: a failure, told on standard error, if something was left out.
pub(crate) fn end(left_out: &[LeftOut]) -> Result<(), Failure> {
    if left_out.is_empty() { Ok(()) } else { Err(Failure::Message(lines(left_out))) }
}
