//! Errors of reading and writing, with their positions.

use bridge::{Illegal, ParseCallError};
use cards::Card;
use dds::{DealError, Direction, ParseDealError, PlayError};
use std::fmt;

/// Position in a file, counted from 1. Columns are characters, not bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// Number of the line.
    pub line: usize,
    /// Number of the column.
    pub column: usize,
}

/// Maximum length of an inherited text, since each board stores its own copy: the longest line of
/// the standard.
pub(crate) const LONGEST_INHERITED: usize = 255;

/// Converter from byte offsets to positions. For ascending offsets, no text is counted twice.
pub(crate) struct Positions<'t> {
    text: &'t str,
    counted: usize,
    position: Position,
}

impl<'t> Positions<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, counted: 0, position: Position { line: 1, column: 1 } }
    }

    /// Returns the position of a byte.
    pub(crate) fn of(&mut self, offset: usize) -> Position {
        if offset < self.counted {
            *self = Self::new(self.text);
        }
        let rest = &self.text[self.counted..];
        let end = offset - self.counted;
        for (at, sign) in rest.char_indices().take_while(|(at, _)| *at < end) {
            match sign {
                '\r' if rest[at..].starts_with("\r\n") => {}
                '\r' | '\n' => self.position = Position { line: self.position.line + 1, column: 1 },
                '\u{feff}' => {}
                _ => self.position.column += 1,
            }
            self.counted += sign.len_utf8();
        }
        self.position
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl ReadError {
    /// Creates an error of the file as a whole.
    pub(crate) const fn at_start(problem: Problem) -> Self {
        Self { position: Position { line: 1, column: 1 }, problem }
    }
}

/// Problem of a file with its position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{position}: {problem}")]
pub struct ReadError {
    /// Position of the problem.
    pub position: Position,
    /// Problem at the position.
    pub problem: Problem,
}

/// Problem of a file.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A comment in braces is not closed.
    #[error("this comment is not closed; add a “}}”")]
    OpenComment,
    /// A quotation mark is not closed on its line.
    #[error("the closing quotation mark is missing")]
    OpenText,
    /// The file is not text, but for example a picture or an archive.
    #[error("this is not a text file; choose a PBN or LIN file")]
    NotText,
    /// An address contains no boards.
    #[error("this address has no “lin=” with a hand; paste the hand's LIN instead")]
    Address,
    /// A bracket does not begin a tag.
    #[error("a tag needs a name and a text in quotation marks, such as [Board \"7\"]")]
    Tag,
    /// Text where only a tag is allowed.
    #[error("“{0}” does not belong to a section; only tags and comments are allowed here")]
    Stray(String),
    /// A board has too many tags.
    #[error("a board has at most {max} tags")]
    TooManyTags {
        /// Maximum number of tags.
        max: usize,
    },
    /// The file has too many boards.
    #[error("a file may have at most {max} boards here")]
    TooManyBoards {
        /// Maximum number of boards.
        max: usize,
    },
    /// A value is too long to be inherited by other boards.
    #[error("an inherited text has at most {max} bytes")]
    TooLongToInherit {
        /// Maximum number of bytes.
        max: usize,
    },
    /// The tag may not inherit its value.
    #[error("{0} cannot be inherited from another board with “#”")]
    Inherited(String),
    /// A tag that was there before has a section of its own.
    #[error("{0} is there for the second time; the lines below it are not read")]
    Repeated(String),
    /// The value is not allowed for the tag.
    #[error("{tag} cannot be “{value}”: {expected}")]
    Value {
        /// Name of the tag.
        tag: String,
        /// Value of the tag.
        value: String,
        /// Values that the tag allows.
        expected: &'static str,
    },
    /// The tricks of both sides do not add up to the tricks of the deal.
    #[error("Result cannot be “{value}”: both sides have {all} tricks together, not {sum}")]
    TrickSum {
        /// Text of the tag.
        value: String,
        /// Tricks of the deal.
        all: u8,
        /// Sum of the tag's tricks.
        sum: u8,
    },
    /// The hands do not form a deal.
    #[error(transparent)]
    Deal(#[from] ParseDealError),
    /// A hand has too many or too few cards.
    #[error("{direction} holds {cards} cards instead of 13")]
    HandSize {
        /// Hand with the wrong number of cards.
        direction: Direction,
        /// Number of cards in the hand.
        cards: u8,
    },
    /// The text is not a call.
    #[error(transparent)]
    NoCall(#[from] ParseCallError),
    /// The call is illegal.
    #[error("{direction} cannot call {call}: {why}")]
    Call {
        /// Player who made the call.
        direction: Direction,
        /// Text of the call.
        call: String,
        /// Reason why the call is illegal.
        why: Illegal,
    },
    /// A hyphen or a skipped turn where a call is due.
    #[error("{0}'s call is missing")]
    NotCalled(Direction),
    /// A player other than the dealer calls first.
    #[error("{dealer} is the dealer and calls first, not {given}")]
    FirstCaller {
        /// Dealer of the board.
        dealer: Direction,
        /// Player who calls first in the file.
        given: Direction,
    },
    /// The first caller of the auction is unknown.
    #[error("the auction needs a dealer, and none is given")]
    NoDealer,
    /// The text is not a card.
    #[error("“{0}” is not a card; write the suit and the rank, such as SA or HT")]
    NoCard(String),
    /// The card cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The card was played before.
    #[error("{0} was played before")]
    PlayedTwice(Card),
    /// A card after thirteen tricks.
    #[error("all thirteen tricks were played before {0}")]
    PlayOver(Card),
    /// The play has no contract.
    #[error("the play needs a contract and a declarer, and one of them is missing")]
    NoContract,
    /// A character that belongs neither to a call nor to a card.
    #[error("“{0}” is not understood here")]
    Sign(String),
    /// Calls or cards after the mark that ends a section.
    #[error("“{mark}” ends the section, but “{next}” follows; remove “{mark}”, or mark an alert as =1=")]
    EndsTooEarly {
        /// Mark in the file: `*` or `+`.
        mark: char,
        /// The next call or card.
        next: String,
    },
    /// An auction that fits everything else if another player calls first.
    #[error("{problem}; it fits if {first} calls first, so add the passes before")]
    FitsFrom {
        /// The problem of the auction as it is.
        problem: Box<Problem>,
        /// The player who must call first.
        first: Direction,
    },
    /// A glyph or a note without a call or card.
    #[error("a remark must follow a call or a card")]
    Remark,
    /// The tag is not a valid note.
    #[error("a note needs a number, a colon and a text, such as [Note \"1:two suits\"]")]
    Note,
    /// The rows of a table do not match its columns.
    #[error("{table} has {columns} columns, but this row has {cells}")]
    Row {
        /// Name of the table of values.
        table: String,
        /// Number of columns.
        columns: usize,
        /// Number of cells in the row.
        cells: usize,
    },
    /// A tag contradicts the auction or the play.
    #[error("{tag} says {given}, but the {by} says {found}")]
    Contradiction {
        /// Name of the tag.
        tag: &'static str,
        /// Value of the tag.
        given: String,
        /// Part that contradicts the tag: `"auction"` or `"play"`.
        by: &'static str,
        /// The value found there.
        found: String,
    },
    /// LIN: the text is not a command.
    #[error("“{0}” is not a command; a command is two letters, a bar, a value and a bar")]
    Command(String),
    /// LIN: the last value is not closed.
    #[error("the file ends within “{0}”; the closing bar is missing")]
    OpenCommand(String),
    /// LIN: a hand, call, card or claim outside a board.
    #[error("“{0}” comes before any deal")]
    BeforeDeal(String),
    /// The file has no board.
    #[error("there is no board in this file")]
    Empty,
}

/// Reason why boards cannot be written in a notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("board {board}: {why}")]
pub struct WriteError {
    /// Index of the board among those given, from 1.
    pub board: usize,
    /// Reason why the boards cannot be written.
    pub why: Unwritable,
}

/// Content that a notation cannot express.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unwritable {
    /// An accepted irregularity, or tricks that were agreed on but not won.
    #[error("only PBN can record an accepted irregularity")]
    Irregular,
    /// An unknown card between known ones.
    #[error("only PBN can omit a card in the middle of the play")]
    UnknownCard,
    /// The play of an end position, or of a contract without an auction.
    #[error("the play cannot be written without its auction")]
    NoContract,
    /// Records: more boards than a match has.
    #[error("a record has at most {0} boards, including gaps")]
    TooMany(usize),
    /// Records: a hand is unknown.
    #[error("not all 52 cards are known")]
    NoDeal,
    /// Records: the dealer does not match the board number.
    #[error("{expected} deals board {number}, not {given}; a record has standard boards only")]
    Dealer {
        /// Number of the board.
        number: u32,
        /// The dealer of that number.
        expected: Direction,
        /// Dealer of the board in the file.
        given: Direction,
    },
    /// Records: the vulnerability does not match the board number.
    #[error("the vulnerability is not that of board {0}; a record has standard boards only")]
    Vulnerable(u32),
    /// Records: the boards are not in order.
    #[error(
        "board {given} comes where board {expected} or a later one must be; the boards of a record are in order"
    )]
    NotNext {
        /// Number in the file.
        given: u32,
        /// The lowest allowed number.
        expected: u32,
    },
    /// Records: the board is unfinished.
    #[error("the board is unfinished; only the last board of a record may be")]
    Unfinished,
    /// Records: a result without a card.
    #[error("the result is known, but the play is missing")]
    NoLead,
    /// Records: the result is impossible after the play.
    #[error("declarer's side cannot have {0} tricks after this play")]
    Result(u8),
    /// Records: the rules refuse something.
    #[error("{0}")]
    Refused(String),
}

impl From<DealError> for Problem {
    fn from(error: DealError) -> Self {
        Self::Deal(error.into())
    }
}

/// Shortens outside text for an error message.
pub(crate) fn shorten(text: &str) -> String {
    text.chars().take(24).collect()
}
