//! Boards: everything that PBN, LIN and records say about one deal at one table.

use bridge::{Call, Contract};
use cards::{Card, CardSet};
use dds::{Deal, Direction, Strain, Vulnerability};

/// Optional information in a file.
///
/// ```
/// use notation::Given;
/// assert_eq!(Given::Known(7).known(), Some(&7));
/// assert_eq!(Given::<u8>::Inapplicable.known(), None);
/// assert_eq!(Given::from(None::<u8>), Given::Unknown);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Given<T> {
    /// The value is known.
    Known(T),
    /// Unknown to the file: `?` in PBN.
    #[default]
    Unknown,
    /// Inapplicable, such as the contract of a deal that was not played: an empty text in PBN.
    Inapplicable,
}

impl<T> Given<T> {
    /// Returns the value, if it is known.
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

/// Deal at one table: the cards, the auction and the play.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Board {
    /// Tournament or match in which the board was played.
    pub event: Given<String>,
    /// Place where the board was played.
    pub site: Given<String>,
    /// Date in PBN notation: `2026.11.21`.
    pub date: Given<String>,
    /// Number of the board.
    pub number: Given<u32>,
    /// Names of the players, North first.
    pub players: [Given<String>; 4],
    /// Dealer of the board.
    pub dealer: Given<Direction>,
    /// Vulnerable sides of the board.
    pub vulnerability: Given<Vulnerability>,
    /// Cards of the four hands.
    pub hands: Given<Hands>,
    /// Scoring method: `MP`, `IMP`.
    pub scoring: Given<String>,
    /// Declarer of the final contract.
    pub declarer: Given<Declarer>,
    /// Final contract of the auction.
    pub contract: Given<FinalContract>,
    /// Number of tricks that the declarer's side won.
    pub result: Given<Tricks>,
    /// Tricks of the sides, if the file gives them by side and the declarer is unknown.
    pub tricks_by_side: Option<SideTricks>,
    /// All other tags, in file order.
    pub tags: Vec<(String, String)>,
    /// Calls of the auction.
    pub auction: Option<CallRow>,
    /// Cards of the play.
    pub play: Option<CardRows>,
    /// Tables of values and other sections, in file order.
    pub sections: Vec<Section>,
    /// Comments on the board and its tags. Comments on a call or a card are in its remarks.
    pub comments: Vec<TagComment>,
}

/// The known hands, North's first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hands(pub [Option<CardSet>; 4]);

impl Hands {
    /// Returns one hand, if it is known.
    #[must_use]
    pub const fn hand(&self, direction: Direction) -> Option<CardSet> {
        self.0[direction as usize]
    }

    /// Returns the whole deal, if all hands are known and equally long.
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

/// Declarer of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Declarer {
    /// Direction of the declarer.
    pub direction: Direction,
    /// Whether declarer and dummy were swapped by mistake.
    pub swapped: bool,
}

/// Outcome of the auction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FinalContract {
    /// All four players passed.
    PassedOut,
    /// The auction ended with a contract.
    Contract(Contract),
    /// An end position of which only the strain is known.
    Ending(Strain),
}

impl FinalContract {
    /// Returns the strain, unless the deal was passed out.
    #[must_use]
    pub const fn strain(self) -> Option<Strain> {
        match self {
            Self::PassedOut => None,
            Self::Contract(contract) => Some(contract.bid.strain),
            Self::Ending(strain) => Some(strain),
        }
    }
}

/// Result of a contract.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tricks {
    /// Number of tricks that the declarer's side won.
    pub won: u8,
    /// Whether the players agreed on a number other than the tricks won.
    pub agreed_wrongly: bool,
}

/// Tricks won by each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SideTricks {
    /// Tricks of North-South.
    pub north_south: Option<u8>,
    /// Tricks of East-West.
    pub east_west: Option<u8>,
    /// Whether the players agreed on a number other than the tricks won.
    pub agreed_wrongly: bool,
}

impl SideTricks {
    /// Returns the tricks of a declarer's side in a deal of `all` tricks.
    pub(crate) fn of(&self, declarer: Direction, all: u8) -> Tricks {
        let (own, others) = match declarer {
            Direction::North | Direction::South => (self.north_south, self.east_west),
            Direction::East | Direction::West => (self.east_west, self.north_south),
        };
        let rest = || all.saturating_sub(others.unwrap_or_default());
        Tricks { won: own.unwrap_or_else(rest), agreed_wrongly: self.agreed_wrongly }
    }
}

/// Early end of a section.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    /// The section ends here: `*`.
    Ended,
    /// The section ends here but is to be continued: `+`.
    Continues,
}

/// Calls of an auction, beginning with the dealer.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CallRow {
    /// Calls with their annotations.
    pub calls: Vec<CallMade>,
    /// Mark that ends the auction section early, if there is one.
    pub stop: Option<Stop>,
}

/// Call of an auction with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallMade {
    /// The call; `None` if this turn was skipped after a call out of rotation.
    pub call: Option<Call>,
    /// Whether the call was an insufficient bid that was accepted.
    pub insufficient: bool,
    /// Annotations of the call.
    pub remarks: Remarks,
}

/// Cards of a play, one row per trick. The first card of each row is the opening leader's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardRows {
    /// Direction of the opening leader.
    pub leader: Direction,
    /// The tricks; cards may be unknown.
    pub tricks: Vec<[Option<CardPlayed>; 4]>,
    /// Mark that ends the play section early, if there is one.
    pub stop: Option<Stop>,
}

/// Played card with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardPlayed {
    /// Card that was played.
    pub card: Card,
    /// Accepted irregularity, if any.
    pub irregularity: Option<Irregularity>,
    /// Annotations of the card.
    pub remarks: Remarks,
}

/// Accepted irregularity of a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Irregularity {
    /// The player held a card of the suit led.
    Revoke,
    /// The card was led out of turn.
    LedOutOfTurn,
}

/// Remarks on a call or a card.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Remarks {
    /// Whether the call or card was alerted.
    pub alerted: bool,
    /// Explanation of the call or card.
    pub note: Option<String>,
    /// Numeric annotation glyphs of PBN: `$1`.
    pub glyphs: Vec<u8>,
    /// Comments on the call or card.
    pub comments: Vec<Comment>,
}

impl Remarks {
    /// Returns whether there is a note to write, even an empty one.
    #[must_use]
    pub const fn has_note(&self) -> bool {
        self.alerted || self.note.is_some()
    }
}

/// Comment in a PBN file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comment {
    /// A comment in braces, possibly of several lines.
    Braced(String),
    /// A comment to the end of the line.
    Line(String),
    /// A line for other programs: `%`.
    Escape(String),
}

/// Comment on a tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagComment {
    /// The tag before the comment. `None` before the first tag.
    pub tag: Option<String>,
    /// Comment on the tag.
    pub comment: Comment,
}

/// Tag with data: a table, or data of another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Name of the tag.
    pub name: String,
    /// Value of the tag. In a table of values it names the columns.
    pub value: String,
    /// Data, row by row.
    pub rows: Vec<Vec<Cell>>,
}

/// Datum of a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// A datum without quotation marks.
    Word(String),
    /// A datum in quotation marks.
    Text(String),
}

impl Board {
    /// Creates a board with its deal, and with the dealer and the vulnerability of its number. Number 0 counts as 1.
    ///
    /// ```
    /// use dds::{Direction, Vulnerability};
    /// use notation::Board;
    /// let deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse()?;
    /// let board = Board::numbered(7, deal);
    /// assert_eq!(board.dealer.known(), Some(&Direction::South));
    /// assert_eq!(board.vulnerability.known(), Some(&Vulnerability::Both));
    /// # Ok::<(), dds::ParseDealError>(())
    /// ```
    #[must_use]
    pub fn numbered(number: u32, deal: Deal) -> Self {
        let number = number.max(1);
        Self {
            number: Given::Known(number),
            dealer: Given::Known(Self::dealer_of(number)),
            vulnerability: Given::Known(Self::vulnerability_of(number)),
            hands: Given::Known(Hands::from(deal)),
            ..Self::default()
        }
    }

    /// Returns the value of one of the other tags.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Returns the whole deal, if it is known.
    #[must_use]
    pub fn deal(&self) -> Option<Deal> {
        self.hands.known().and_then(Hands::deal)
    }

    /// Returns the opening leader, if the declarer is known.
    #[must_use]
    pub fn leader(&self) -> Option<Direction> {
        self.declarer.known().map(|declarer| declarer.direction.next())
    }

    /// Returns the strain of the contract, if there is one.
    #[must_use]
    pub fn strain(&self) -> Option<Strain> {
        self.contract.known().and_then(|contract| contract.strain())
    }

    /// Returns the dealer of board `number`.
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

    /// Returns the vulnerability of board `number`. The pattern repeats after sixteen boards.
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
