//! Bridge analysis outside a table: questions to the double-dummy solver, its answers, and files of boards.

use cards::{Card, Seat};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A question to the double-dummy solver. Hands are in the order North, East, South, West.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "ask", rename_all = "camelCase", deny_unknown_fields)]
pub enum Question {
    /// Asks for the tricks of every declarer in every strain, and par. The answer is [`Tricks`].
    Tricks {
        /// The cards of each hand.
        #[cfg_attr(test, ts(as = "Vec<Vec<Card>>"))]
        hands: [Vec<Card>; 4],
        /// The dealer of the board.
        dealer: Seat,
        /// Whether North and South, and East and West, are vulnerable.
        vulnerable: [bool; 2],
    },
    /// Asks for the cost of each card of a play. The answer is a list of [`PlayCost`].
    Costs(CardsQuestion),
    /// Asks for the position after a play, with the result of each legal card. The answer is a [`Position`].
    Cards(CardsQuestion),
}

/// A deal and the cards played so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct CardsQuestion {
    /// The hands before the first card.
    #[cfg_attr(test, ts(as = "Vec<Vec<Card>>"))]
    pub hands: [Vec<Card>; 4],
    /// The strain: `C`, `D`, `H`, `S` or `N`.
    pub strain: String,
    /// The opening leader of the play.
    pub leader: Seat,
    /// The cards played so far, in order.
    pub play: Vec<Card>,
}

/// The tricks of every declarer in every strain, and par.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Tricks {
    /// The tricks by strain, clubs first, and declarer, North first.
    #[cfg_attr(test, ts(as = "Vec<Vec<u8>>"))]
    pub tricks: [[u8; 4]; 5],
    /// The par score, for a whole deal.
    pub par: Option<ParScore>,
}

/// The par score: the score if both sides bid as well as open cards allow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ParScore {
    /// The par score of North and South, in points.
    pub score: i32,
    /// The contracts that score par. Empty if all pass.
    pub contracts: Vec<ParContract>,
}

/// A contract that scores par.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ParContract {
    /// The contract: `4SX`.
    pub contract: String,
    /// The declarer of the contract.
    pub declarer: Seat,
    /// The tricks of the declarer's side.
    pub tricks: u8,
}

/// The cost of a card that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayCost {
    /// The seat that played the card.
    pub seat: Seat,
    /// The card that was played.
    pub card: Card,
    /// The double-dummy tricks of the player's side, won tricks included, just before this card.
    pub before: u8,
    /// The double-dummy tricks of the player's side, won tricks included, just after this card.
    pub after: u8,
}

/// A position in a play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// The cards in hand.
    #[cfg_attr(test, ts(as = "Vec<Vec<Card>>"))]
    pub hands: [Vec<Card>; 4],
    /// The seat to play. Null at the end.
    pub turn: Option<Seat>,
    /// The current trick of the play.
    pub trick: TrickOnTable,
    /// The last complete trick.
    pub last_trick: Option<TrickOnTable>,
    /// The tricks of North and South, and of East and West.
    pub tricks: [u8; 2],
    /// The legal cards, best first.
    pub cards: Vec<CardTricks>,
}

/// The cards of a trick.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "Trick"))]
pub struct TrickOnTable {
    /// The player who leads to the trick.
    pub leader: Option<Seat>,
    /// The cards, in the order played.
    pub cards: Vec<Card>,
    /// The winner, if the trick is complete.
    pub winner: Option<Seat>,
}

/// A legal card and its result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct CardTricks {
    /// The legal card.
    pub card: Card,
    /// The tricks that the player's side makes in total with this card.
    pub tricks: u8,
}

/// The boards of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct BoardFile {
    /// The boards, in the order of the file.
    pub boards: Vec<BoardListed>,
}

/// A board of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct BoardListed {
    /// The board's number.
    pub number: Option<u32>,
    /// The room, in a team match.
    pub room: Option<String>,
    /// The contract: `4SX`.
    pub contract: Option<String>,
    /// Whether all players passed.
    pub passed_out: bool,
    /// The declarer of the board. Null if unknown, or if all players passed.
    pub declarer: Option<Seat>,
    /// The tricks of the declarer's side.
    pub tricks: Option<u8>,
    /// The score of North and South.
    pub points: Option<i32>,
    /// The number of steps of the board's replay.
    pub steps: usize,
    /// The problem that hides a part of the board.
    pub missing: Option<String>,
    /// Whether all cards are known.
    pub watchable: bool,
}
