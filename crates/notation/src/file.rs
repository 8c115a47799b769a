//! Result of reading a file: the sound parts of each board, and the faults.
//!
//! A caller needs only some parts of a board; the solver needs the cards but not the auction. Each
//! fault therefore names the part that was dropped because of it, and the caller decides which
//! parts it needs.

use crate::board::Board;
use crate::encoding::Encoding;
use crate::error::{Problem, ReadError};
use crate::format::Notation;
use crate::{lin, pbn};

/// Part of a board that a fault can affect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// The number of the board.
    Number,
    /// The four hands.
    Deal,
    /// The dealer.
    Dealer,
    /// The vulnerability.
    Vulnerability,
    /// The calls of the auction.
    Auction,
    /// The contract and its declarer.
    Contract,
    /// The cards of the play.
    Play,
    /// The number of tricks won.
    Result,
    /// Any other tag or command.
    Other,
    /// Unassignable text, which may have been any part.
    Unknown,
}

/// Fault of a board, and the part dropped because of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The part missing from the board.
    pub part: Part,
    /// The position and the problem.
    pub error: ReadError,
}

/// Board of a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ReadBoard {
    /// Parts of the board without faults.
    pub board: Board,
    /// The faults, in file order; at most 20 are kept.
    pub faults: Vec<Fault>,
}

impl ReadBoard {
    /// Returns whether the board has no fault.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }
}

/// File of boards in PBN or LIN.
///
/// ```
/// let file = b"[Board \"1\"]\n[Dealer \"X\"]\n\n[Board \"2\"]\n";
/// let read = notation::read_file(file, 100)?;
/// assert_eq!((read.boards.len(), read.boards[1].is_sound()), (2, true));
/// assert_eq!(read.boards[0].faults[0].part, notation::Part::Dealer);
/// # Ok::<(), notation::ReadError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardFile {
    /// Notation of the file: PBN or LIN.
    pub notation: Notation,
    /// Text encoding of the file.
    pub encoding: Encoding,
    /// Whether the file is in this notation as it is. It is not for a list of deals, the address of
    /// a hand viewer, or percent-encoded LIN.
    pub as_written: bool,
    /// Boards of the file.
    pub boards: Vec<ReadBoard>,
    /// Faults outside boards; at most 100 are kept.
    pub strays: Vec<ReadError>,
}

/// Maximum number of faults kept per board; more tell the reader nothing new.
pub(crate) const MAX_FAULTS: usize = 20;
/// Maximum number of faults kept outside boards.
pub(crate) const MAX_STRAYS: usize = 100;

impl BoardFile {
    /// Returns the first fault of the file.
    #[must_use]
    pub fn first_fault(&self) -> Option<&ReadError> {
        let faults = self.boards.iter().flat_map(|board| &board.faults).map(|fault| &fault.error);
        faults.chain(&self.strays).min_by_key(|error| error.position)
    }

    /// Returns all boards, or the first fault.
    pub(crate) fn all_sound(self) -> Result<Vec<Board>, ReadError> {
        match self.first_fault() {
            Some(error) => Err(error.clone()),
            None => Ok(self.boards.into_iter().map(|read| read.board).collect()),
        }
    }

    /// Returns the file if it has a board; otherwise an error that depends on its content `text`.
    pub(crate) fn with_boards(self, text: &str) -> Result<Self, ReadError> {
        if !self.boards.is_empty() {
            return Ok(self);
        }
        // Pictures and archives have these characters; zeros and end-of-file marks also occur as
        // padding in texts.
        let is_binary = |sign: char| {
            sign.is_control() && !sign.is_whitespace() && !matches!(sign, '\0' | '\u{1a}')
                || sign == '\u{fffd}'
        };
        if text.chars().any(is_binary) {
            return Err(ReadError::at_start(Problem::NotText));
        }
        Err(self.first_fault().cloned().unwrap_or(ReadError::at_start(Problem::Empty)))
    }
}

/// Reads a file in PBN or LIN, board by board.
///
/// # Errors
///
/// Returns the first problem if the file has no board, and [`Problem::TooManyBoards`] if it has
/// more than `max`.
pub fn read_file(bytes: &[u8], max: usize) -> Result<BoardFile, ReadError> {
    match Notation::of(bytes) {
        Notation::Lin => lin::read_each(bytes, max),
        Notation::Pbn | Notation::Record => pbn::read_each(bytes, max),
    }
}
