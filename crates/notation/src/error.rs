//! What can be wrong with a file, and where.

use cards::Card;
use dds::{DealError, Direction, ParseDealError, PlayError};
use games::bridge::{Illegal, ParseCallError};
use std::fmt;

/// A place in a file, counted from 1 as editors do. Columns are characters, not bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// The longest text that boards take over from others, which each of them holds anew: a line of the standard.
pub(crate) const LONGEST_INHERITED: usize = 255;

/// The places of bytes in a text, one after the other: what was counted for one is not counted again for the next.
pub(crate) struct Positions<'t> {
    text: &'t str,
    counted: usize,
    position: Position,
}

impl<'t> Positions<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, counted: 0, position: Position { line: 1, column: 1 } }
    }

    /// The place of a byte.
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
    /// A problem of the file as a whole.
    pub(crate) const fn at_start(problem: Problem) -> Self {
        Self { position: Position { line: 1, column: 1 }, problem }
    }
}

/// A problem of a file, and its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{position}: {problem}")]
pub struct ReadError {
    /// Where.
    pub position: Position,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a file.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A comment in braces that is never closed.
    #[error("this comment is never closed: a “}}” is missing")]
    OpenComment,
    /// A quotation mark without its partner on the same line.
    #[error("the quotation mark that closes this text is missing")]
    OpenText,
    /// A file that is no text: a picture, an archive.
    #[error("this is no text: choose a file in PBN or LIN")]
    NotText,
    /// An address without boards in it.
    #[error("this address has no “lin=” with the cards behind it: paste the LIN of the hand instead")]
    Address,
    /// A bracket that begins no tag.
    #[error("a tag is a name and a text in quotation marks, like [Board \"7\"]")]
    Tag,
    /// Something that stands where only a tag can.
    #[error("“{0}” belongs to no section: only tags and comments can stand here")]
    Stray(String),
    /// A board with more tags than any has.
    #[error("a board has at most {max} tags")]
    TooManyTags {
        /// How many it may have.
        max: usize,
    },
    /// A file with more boards than are wanted.
    #[error("a file may have at most {max} boards here")]
    TooManyBoards {
        /// How many it may have.
        max: usize,
    },
    /// A value that is too long to be taken over by other boards.
    #[error("a text that other boards take over has at most {max} bytes")]
    TooLongToInherit {
        /// How many it may have.
        max: usize,
    },
    /// A tag that may not take its value from the board before.
    #[error("{0} cannot be taken over from another board with “#”")]
    Inherited(String),
    /// A tag whose value is none it can have.
    #[error("{tag} cannot be “{value}”: {expected}")]
    Value {
        /// The tag.
        tag: String,
        /// What it says.
        value: String,
        /// What it could say.
        expected: &'static str,
    },
    /// Tricks of both sides that are not all tricks of the deal.
    #[error("Result cannot be “{value}”: both sides have {all} tricks together, not {sum}")]
    TrickSum {
        /// The text of the tag.
        value: String,
        /// The tricks of the deal.
        all: u8,
        /// The tricks by the tag.
        sum: u8,
    },
    /// Hands that are no deal.
    #[error(transparent)]
    Deal(#[from] ParseDealError),
    /// A hand of too many or too few cards.
    #[error("{direction} holds {cards} cards, and a whole hand has 13")]
    HandSize {
        /// Whose hand.
        direction: Direction,
        /// How many cards it has.
        cards: u8,
    },
    /// A text that is no call.
    #[error(transparent)]
    NoCall(#[from] ParseCallError),
    /// A call that may not be made.
    #[error("{direction} cannot call {call}: {why}")]
    Call {
        /// Whose call.
        direction: Direction,
        /// The call.
        call: String,
        /// Why not.
        why: Illegal,
    },
    /// A hyphen, or a skipped turn, where somebody has to call.
    #[error("it is {0}'s turn to call, and here is no call")]
    NotCalled(Direction),
    /// An auction that somebody other than the dealer begins.
    #[error("{dealer} is the dealer and calls first, not {given}")]
    FirstCaller {
        /// The dealer.
        dealer: Direction,
        /// Who is said to call first.
        given: Direction,
    },
    /// An auction whose first caller is not known.
    #[error("nobody can call before the dealer is known")]
    NoDealer,
    /// A text that is no card.
    #[error("“{0}” is no card: write the suit and the rank, like SA or HT")]
    NoCard(String),
    /// A card that cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A card that was played before.
    #[error("{0} was played before")]
    PlayedTwice(Card),
    /// A card on a table where all hands are empty.
    #[error("all thirteen tricks were played before {0}")]
    PlayOver(Card),
    /// Cards without a contract.
    #[error("nobody can play before the contract and its declarer are known")]
    NoContract,
    /// A sign that belongs to no call and no card.
    #[error("“{0}” is not understood here")]
    Sign(String),
    /// A mark that ends a section, with calls or cards behind it.
    #[error(
        "“{mark}” ends the section, and “{next}” stands behind it: leave “{mark}” out, or mark an alert as =1="
    )]
    EndsTooEarly {
        /// `*` or `+`.
        mark: char,
        /// The next call or card.
        next: String,
    },
    /// An auction that fits all else if another player begins it.
    #[error("{problem}; it fits if {first} calls first: write the passes before")]
    FitsFrom {
        /// The problem of the auction as it stands.
        problem: Box<Problem>,
        /// The player who makes the first call.
        first: Direction,
    },
    /// A judgement or a note on nothing.
    #[error("a remark stands behind a call or a card, and here is none")]
    Remark,
    /// A tag that is no note.
    #[error("a note is a number, a colon and a text, like [Note \"1:two suits\"]")]
    Note,
    /// A table whose rows do not fill its columns.
    #[error("{table} has {columns} columns, and this row has {cells}")]
    Row {
        /// The table.
        table: String,
        /// How many columns.
        columns: usize,
        /// How many are in the row.
        cells: usize,
    },
    /// A tag that says other than the auction or the play.
    #[error("{tag} says {given}, and the {by} says {found}")]
    Contradiction {
        /// The tag.
        tag: &'static str,
        /// What it says.
        given: String,
        /// `"auction"` or `"play"`.
        by: &'static str,
        /// What that says.
        found: String,
    },
    /// LIN: text that is no command.
    #[error("“{0}” is no command: a command is two letters, a bar, a value and a bar")]
    Command(String),
    /// LIN: a last value without its bar.
    #[error("the file ends in the middle of “{0}”: the bar that closes it is missing")]
    OpenCommand(String),
    /// LIN: a hand, call, card or claim outside a board.
    #[error("“{0}” stands before any deal")]
    BeforeDeal(String),
    /// Nothing at all.
    #[error("there is no board in this file")]
    Empty,
}

/// Why boards cannot be written in some notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("board {board}: {why}")]
pub struct WriteError {
    /// Which board of those given, from 1.
    pub board: usize,
    /// Why.
    pub why: Unwritable,
}

/// What some notation has no way to say.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unwritable {
    /// A call or a card that was wrong and accepted, or tricks that were agreed upon and not won.
    #[error("only PBN can say that something was wrong and accepted")]
    Irregular,
    /// A card that nobody knows between others.
    #[error("only PBN can leave out a card in the middle of the play")]
    UnknownCard,
    /// The play of an end position, or of a contract without its auction.
    #[error("the play cannot be told without the auction that led to it")]
    NoContract,
    /// Records: more boards than a match has.
    #[error("a record has at most {0} boards, places without a board included")]
    TooMany(usize),
    /// Records: hands that are not known.
    #[error("not all 52 cards are known")]
    NoDeal,
    /// Records: a board that is not dealt by whom its number says.
    #[error("{expected} deals board {number}, not {given}: a record has standard boards only")]
    Dealer {
        /// The number.
        number: u32,
        /// Who deals it.
        expected: Direction,
        /// Who is said to.
        given: Direction,
    },
    /// Records: a board whose vulnerability is not that of its number.
    #[error("the vulnerability is not that of board {0}: a record has standard boards only")]
    Vulnerable(u32),
    /// Records: boards that do not follow one another.
    #[error(
        "board {given} stands where board {expected} or a later one is due: the boards of a record are in order"
    )]
    NotNext {
        /// Which is there.
        given: u32,
        /// The lowest number that can be there.
        expected: u32,
    },
    /// Records: a board that was not played to its end.
    #[error("it was not played to its end: only the last board of a record can be left so")]
    Unfinished,
    /// Records: a result without any card.
    #[error("the result is known, and no card of the play is")]
    NoLead,
    /// Records: a result that the play cannot have any more.
    #[error("declarer's side cannot have {0} tricks after this play")]
    Result(u8),
    /// Records: something the rules refuse.
    #[error("{0}")]
    Refused(String),
}

impl From<DealError> for Problem {
    fn from(error: DealError) -> Self {
        Self::Deal(error.into())
    }
}

/// A few signs of something, to be named in a sentence.
pub(crate) fn shorten(text: &str) -> String {
    text.chars().take(24).collect()
}
