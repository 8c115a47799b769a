//! Reading of input files and reporting of the parts left out.

use super::{Failure, sentence};
use catalog::read_record;
use notation::{Encoding, Fault, Notation, Part, Position, ReadBoard, ReadError, read_file, record};
use serde_json::{Value, json};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Maximum size in bytes. A record of a hundred thousand deals is smaller.
const MAX_SIZE: u64 = 64 << 20;

/// Maximum number of reported lines. `--json` contains all.
const MAX_LINES: usize = 20;

/// Reads a file; `-` is standard input.
///
/// # Errors
///
/// Returns the reason, with the name of the file, if it cannot be read.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().take(MAX_SIZE + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(MAX_SIZE + 1).read_to_end(&mut bytes))
    };
    let cannot = |why: String| format!("{}: {why}", path.display());
    read.map_err(|error| cannot(error.to_string()))?;
    if bytes.len() as u64 > MAX_SIZE {
        return Err(cannot("the file is larger than 64 MB".to_owned()));
    }
    Ok(bytes)
}

/// File of boards, in any notation.
pub(crate) struct Boards {
    /// Name of the file.
    pub(crate) name: String,
    pub(crate) notation: Notation,
    pub(crate) encoding: Encoding,
    /// Whether the file can be copied unchanged as a file of its notation.
    pub(crate) as_written: bool,
    /// Boards, with their faults.
    pub(crate) boards: Vec<ReadBoard>,
    /// Faults outside any board.
    strays: Vec<ReadError>,
}

impl Boards {
    /// Reads the boards of a file. Prints the encoding to standard error unless it is UTF-8.
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
                std::str::from_utf8(bytes).map_err(|_| failure("the file isn't UTF-8 text".to_owned()))?;
            let read = read_record(text).and_then(|text| record::read(&text));
            let boards = read.map_err(|rejection| failure(sentence(&rejection)))?;
            let boards = boards.into_iter().map(|board| ReadBoard { board, faults: Vec::new() }).collect();
            let (encoding, strays) = (Encoding::Utf8, Vec::new());
            return Ok(Self { name, notation, encoding, as_written: true, boards, strays });
        }
        let read = read_file(bytes, usize::MAX).map_err(|error| failure(error.to_string()))?;
        let notation::BoardFile { notation, encoding, as_written, boards, strays } = read;
        if encoding != Encoding::Utf8 {
            eprintln!("{name}: read as {encoding}");
        }
        Ok(Self { name, notation, encoding, as_written, boards, strays })
    }

    /// Returns the faults outside any board.
    pub(crate) fn strays(&self) -> impl Iterator<Item = LeftOut> {
        self.strays.iter().map(|error| LeftOut {
            file: Some(self.name.clone()),
            board: None,
            position: Some(error.position),
            problem: error.problem.to_string(),
        })
    }

    /// Returns all faults, in the order of the file.
    pub(crate) fn left_out(&self) -> Vec<LeftOut> {
        self.left_out_of(|_| true)
    }

    /// Returns the faults of the needed parts and those outside any board, in the order of the
    /// file.
    pub(crate) fn left_out_of(&self, is_needed: impl Fn(Part) -> bool) -> Vec<LeftOut> {
        let mut left_out: Vec<LeftOut> = self.strays().collect();
        for read in &self.boards {
            let needed = read.faults.iter().filter(|fault| is_needed(fault.part));
            left_out.extend(needed.map(|fault| self.fault(read, fault)));
        }
        left_out.sort_by_key(|left_out| left_out.position);
        left_out
    }

    /// Converts a fault of a board.
    pub(crate) fn fault(&self, read: &ReadBoard, fault: &Fault) -> LeftOut {
        LeftOut {
            file: Some(self.name.clone()),
            board: read.board.number.known().copied(),
            position: Some(fault.error.position),
            problem: fault.error.problem.to_string(),
        }
    }

    /// Reports a board that cannot be used although the file has no fault there.
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

/// Item left out: a deal, a requested part of a board, or text outside any board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeftOut {
    /// Name of the file. `None` for a deal on the command line.
    pub(crate) file: Option<String>,
    /// Number of the board, if known.
    pub(crate) board: Option<u32>,
    /// Place in the file, if there is one.
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

/// Formats what was left out, one item a line, up to a readable number.
pub(crate) fn lines(left_out: &[LeftOut]) -> String {
    let mut lines: Vec<String> = left_out.iter().take(MAX_LINES).map(ToString::to_string).collect();
    if let more @ 1.. = left_out.len().saturating_sub(MAX_LINES) {
        lines.push(format!("and {more} more"));
    }
    lines.join("\n")
}

/// Ends a command that did what it could. Fails if something was left out.
pub(crate) fn end(left_out: &[LeftOut]) -> Result<(), Failure> {
    if left_out.is_empty() { Ok(()) } else { Err(Failure::Message(lines(left_out))) }
}
