//! A board: what PBN, LIN and records say of one deal at one table.

use cards::{Card, CardSet};
use dds::{Deal, Direction, Strain, Vulnerability};
use games::bridge::{Call, Contract};

/// Something a file may say.
///
/// ```
/// use notation::Given;
/// assert_eq!(Given::Known(7).known(), Some(&7));
/// assert_eq!(Given::<u8>::Inapplicable.known(), None);
/// assert_eq!(Given::from(None::<u8>), Given::Unknown);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Given<T> {
    /// It is so.
    Known(T),
    /// It is, and the file does not know it: `?` in PBN.
    #[default]
    Unknown,
    /// It is not: the contract of a deal that nobody played, an empty text in PBN.
    Inapplicable,
}

impl<T> Given<T> {
    /// What it is, if it is known.
    pub const fn known(&self) -> Option<&T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Unknown | Self::Inapplicable => None,
        }
    }
}

impl<T> From<Option<T>> for Given<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Unknown, Self::Known)
    }
}

/// One deal at one table: the cards, and what was made of them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Board {
    /// The tournament or match.
    pub event: Given<String>,
    /// Where.
    pub site: Given<String>,
    /// When, as PBN writes it: `2026.11.21`.
    pub date: Given<String>,
    /// The number of the board.
    pub number: Given<u32>,
    /// Who sits where, North first.
    pub players: [Given<String>; 4],
    /// Who calls first.
    pub dealer: Given<Direction>,
    /// Which sides are vulnerable.
    pub vulnerability: Given<Vulnerability>,
    /// The cards.
    pub hands: Given<Hands>,
    /// How the scores are compared: `MP`, `IMP`.
    pub scoring: Given<String>,
    /// Who plays the contract.
    pub declarer: Given<Declarer>,
    /// What is played.
    pub contract: Given<FinalContract>,
    /// What came of it.
    pub result: Given<Tricks>,
    /// The tricks of the sides, if the file names them and the declarer is not known.
    pub tricks_by_side: Option<SideTricks>,
    /// Every other tag, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The auction.
    pub auction: Option<CallRow>,
    /// The play.
    pub play: Option<CardRows>,
    /// Tables and sections of other programs, in the order of the file.
    pub sections: Vec<Section>,
    /// Comments on the board and its tags. Those on a call or a card stand there.
    pub comments: Vec<TagComment>,
}

/// The hands that are known, North's first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hands(pub [Option<CardSet>; 4]);

impl Hands {
    /// One hand, if it is known.
    #[must_use]
    pub const fn hand(&self, direction: Direction) -> Option<CardSet> {
        self.0[direction as usize]
    }

    /// The whole deal, if all hands are known and of one length.
    #[must_use]
    pub fn deal(&self) -> Option<Deal> {
        let [Some(north), Some(east), Some(south), Some(west)] = self.0 else { return None };
        Deal::new([north, east, south, west]).ok()
    }
}

impl From<Deal> for Hands {
    fn from(deal: Deal) -> Self {
        Self(deal.hands().map(Some))
    }
}

/// Who plays the contract.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Declarer {
    /// Where.
    pub direction: Direction,
    /// Whether declarer and dummy were swapped by mistake.
    pub swapped: bool,
}

/// What is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FinalContract {
    /// Nothing: all four passed.
    PassedOut,
    /// A contract.
    Contract(Contract),
    /// The end of a play, of which only the strain is known.
    Ending(Strain),
}

impl FinalContract {
    /// The strain, unless all passed.
    #[must_use]
    pub const fn strain(self) -> Option<Strain> {
        match self {
            Self::PassedOut => None,
            Self::Contract(contract) => Some(contract.bid.strain),
            Self::Ending(strain) => Some(strain),
        }
    }
}

/// What came of a contract.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tricks {
    /// The tricks of declarer's side.
    pub won: u8,
    /// Whether the players agreed on a number other than that of the tricks won.
    pub agreed_wrongly: bool,
}

/// Tricks of the sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SideTricks {
    /// Tricks of North and South.
    pub north_south: Option<u8>,
    /// Tricks of East and West.
    pub east_west: Option<u8>,
    /// Whether the players agreed on a number other than that of the tricks won.
    pub agreed_wrongly: bool,
}

impl SideTricks {
    /// The tricks of a declarer's side, in a deal of `all` tricks.
    pub(crate) fn of(&self, declarer: Direction, all: u8) -> Tricks {
        let (own, others) = match declarer {
            Direction::North | Direction::South => (self.north_south, self.east_west),
            Direction::East | Direction::West => (self.east_west, self.north_south),
        };
        let rest = || all.saturating_sub(others.unwrap_or_default());
        Tricks { won: own.unwrap_or_else(rest), agreed_wrongly: self.agreed_wrongly }
    }
}

/// How a section stops before its natural end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    /// Nothing more is to come: `*`.
    Ended,
    /// It is to be continued: `+`.
    Continues,
}

/// The calls of an auction, from the dealer on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CallRow {
    /// The calls.
    pub calls: Vec<CallMade>,
    /// Whether it stops before its end.
    pub stop: Option<Stop>,
}

/// A call and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallMade {
    /// The call; none when this turn was skipped because somebody called out of rotation.
    pub call: Option<Call>,
    /// Whether it was insufficient, and accepted.
    pub insufficient: bool,
    /// What is said about it.
    pub remarks: Remarks,
}

/// The cards of a play, a row a trick; the opening leader's are the first of each row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardRows {
    /// Who leads first.
    pub leader: Direction,
    /// The tricks. A card may be unknown.
    pub tricks: Vec<[Option<CardPlayed>; 4]>,
    /// Whether it stops before its end.
    pub stop: Option<Stop>,
}

/// A card and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardPlayed {
    /// The card.
    pub card: Card,
    /// What was wrong with it, if anything.
    pub irregularity: Option<Irregularity>,
    /// What is said about it.
    pub remarks: Remarks,
}

/// What can be wrong with a card, and was accepted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Irregularity {
    /// The player held a card of the suit led.
    Revoke,
    /// It was led out of turn.
    LedOutOfTurn,
}

/// What is said about a call or a card.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Remarks {
    /// Whether it was alerted.
    pub alerted: bool,
    /// What it means.
    pub note: Option<String>,
    /// Judgements by number, as PBN numbers them: `$1`.
    pub glyphs: Vec<u8>,
    /// Comments.
    pub comments: Vec<Comment>,
}

impl Remarks {
    /// Whether there is a note to write, be it an empty one.
    #[must_use]
    pub const fn has_note(&self) -> bool {
        self.alerted || self.note.is_some()
    }
}

/// A comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comment {
    /// In braces; it may have several lines.
    Braced(String),
    /// To the end of the line.
    Line(String),
    /// A line for other programs: `%`.
    Escape(String),
}

/// A comment on a tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagComment {
    /// The tag it stands after; none before the first.
    pub tag: Option<String>,
    /// The comment.
    pub comment: Comment,
}

/// A tag with data below it: a table, or what another program put there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The tag.
    pub name: String,
    /// Its value; in a table, the columns.
    pub value: String,
    /// The data, row by row.
    pub rows: Vec<Vec<Cell>>,
}

/// One datum of a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Without quotation marks.
    Word(String),
    /// In quotation marks.
    Text(String),
}

impl Board {
    /// The value of one of the other tags.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The whole deal, if it is known.
    #[must_use]
    pub fn deal(&self) -> Option<Deal> {
        self.hands.known().and_then(Hands::deal)
    }

    /// Who leads to the first trick, if the declarer is known.
    #[must_use]
    pub fn leader(&self) -> Option<Direction> {
        self.declarer.known().map(|declarer| declarer.direction.next())
    }

    /// The strain of the contract, if there is one.
    #[must_use]
    pub fn strain(&self) -> Option<Strain> {
        self.contract.known().and_then(|contract| contract.strain())
    }

    /// Who deals board `number`.
    ///
    /// ```
    /// use dds::Direction;
    /// use notation::Board;
    /// assert_eq!([1, 2, 5].map(Board::dealer_of), [Direction::North, Direction::East, Direction::North]);
    /// ```
    #[must_use]
    pub const fn dealer_of(number: u32) -> Direction {
        Direction::North.after((number as usize).wrapping_sub(1) % 4)
    }

    /// Who is vulnerable on board `number`: the pattern comes back after sixteen boards.
    ///
    /// ```
    /// use dds::Vulnerability;
    /// use notation::Board;
    /// assert_eq!(Board::vulnerability_of(4), Vulnerability::Both);
    /// assert_eq!(Board::vulnerability_of(20), Vulnerability::Both);
    /// ```
    #[must_use]
    pub const fn vulnerability_of(number: u32) -> Vulnerability {
        use Vulnerability::{Both, EastWest, None, NorthSouth};
        let position = number.wrapping_sub(1) % 16;
        [None, NorthSouth, EastWest, Both][((position + position / 4) % 4) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dealer_and_vulnerability_follow_from_the_number() {
        let written: String = (1..=16)
            .map(|number| match Board::vulnerability_of(number) {
                Vulnerability::None => '-',
                Vulnerability::NorthSouth => 'n',
                Vulnerability::EastWest => 'e',
                Vulnerability::Both => 'b',
            })
            .collect();
        assert_eq!(written, "-nebneb-eb-nb-ne");
        assert_eq!(Board::vulnerability_of(17), Board::vulnerability_of(1));
        assert_eq!(Board::dealer_of(1), Direction::North);
        assert_eq!(Board::dealer_of(4), Direction::West);
        assert_eq!(Board::dealer_of(30), Direction::East);
    }
}
