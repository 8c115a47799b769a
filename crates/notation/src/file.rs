//! A file as it was read: the boards with what is sound of them, and the faults.
//!
//! A reader needs only a part of a board: the solver needs the cards and not the auction. Each fault therefore names the
//! part that is left out because of it, and the reader decides which parts it needs.

use crate::board::Board;
use crate::encoding::Encoding;
use crate::error::{Problem, ReadError};
use crate::format::Notation;
use crate::{lin, pbn};

/// A part of a board that a fault can spoil.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// The number of the board.
    Number,
    /// The hands.
    Deal,
    /// The dealer.
    Dealer,
    /// The vulnerability.
    Vulnerability,
    /// The calls.
    Auction,
    /// The contract and its declarer.
    Contract,
    /// The cards that were played.
    Play,
    /// The tricks that were won.
    Result,
    /// Any other tag or command.
    Other,
    /// Text that belongs to nothing: it may have been any part.
    Unknown,
}

/// A fault of a board, and the part that is left out because of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The part that is not in the board.
    pub part: Part,
    /// The place and the problem.
    pub error: ReadError,
}

/// A board of a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ReadBoard {
    /// The sound parts.
    pub board: Board,
    /// The faults, in the order of the file. At most 20 are kept.
    pub faults: Vec<Fault>,
}

impl ReadBoard {
    /// Whether the board has no fault.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }
}

/// A file of boards in PBN or LIN.
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
    /// PBN or LIN.
    pub notation: Notation,
    /// The encoding of the file.
    pub encoding: Encoding,
    /// Whether the file is in this notation as it stands. A list of deals, the address of a hand viewer and
    /// percent-encoded LIN are not.
    pub as_written: bool,
    /// The boards.
    pub boards: Vec<ReadBoard>,
    /// The faults that belong to no board. At most 100 are kept.
    pub strays: Vec<ReadError>,
}

/// The most faults that are kept of one board: more tell the reader nothing new.
pub(crate) const MAX_FAULTS: usize = 20;
/// The most faults that are kept outside boards.
pub(crate) const MAX_STRAYS: usize = 100;

impl BoardFile {
    /// The first fault of the file, if it has any.
    #[must_use]
    pub fn first_fault(&self) -> Option<&ReadError> {
        let faults = self.boards.iter().flat_map(|board| &board.faults).map(|fault| &fault.error);
        faults.chain(&self.strays).min_by_key(|error| error.position)
    }

    /// All boards, if the file has no fault.
    pub(crate) fn all_sound(self) -> Result<Vec<Board>, ReadError> {
        match self.first_fault() {
            Some(error) => Err(error.clone()),
            None => Ok(self.boards.into_iter().map(|read| read.board).collect()),
        }
    }

    /// The file, if it has a board. `text` is its content.
    pub(crate) fn with_boards(self, text: &str) -> Result<Self, ReadError> {
        if !self.boards.is_empty() {
            return Ok(self);
        }
        // Pictures and archives have these characters; zeros and end marks are padding of texts.
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

/// Reads a file in PBN or LIN, board by board, whichever it is.
///
/// # Errors
///
/// Returns the first problem if there is no board in the file, and [`Problem::TooManyBoards`] if there are more than `max`.
pub fn read_file(bytes: &[u8], max: usize) -> Result<BoardFile, ReadError> {
    match Notation::of(bytes) {
        Notation::Lin => lin::read_each(bytes, max),
        Notation::Pbn | Notation::Record => pbn::read_each(bytes, max),
    }
}
