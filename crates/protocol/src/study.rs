//! What is said of deals and boards of bridge that nobody plays at a table: the double-dummy solver's questions and
//! answers, and what is in a file.

use cards::{Card, Seat};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// What the solver is asked. The hands are North's, East's, South's and West's.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(Serialize, TS))]
#[serde(tag = "ask", rename_all = "camelCase", deny_unknown_fields)]
pub enum Question {
    /// The tricks of every declarer in every strain, and par.
    Tricks {
        #[cfg_attr(test, ts(as = "Vec<Vec<Card>>"))]
        hands: [Vec<Card>; 4],
        dealer: Seat,
        vulnerable: [bool; 2],
    },
    /// What each card of a play cost.
    Costs(CardsQuestion),
    /// The position after a play, and what each card that may be played leads to.
    Cards(CardsQuestion),
}

/// A deal, and what was played of it.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(Serialize, TS))]
#[serde(deny_unknown_fields)]
pub struct CardsQuestion {
    #[cfg_attr(test, ts(as = "Vec<Vec<Card>>"))]
    pub hands: [Vec<Card>; 4],
    /// C, D, H, S or N.
    pub strain: String,
    pub leader: Seat,
    pub play: Vec<Card>,
}

/// The tricks of every declarer, North first, in every strain, clubs first; and par, for a whole deal.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Tricks {
    #[cfg_attr(test, ts(as = "Vec<Vec<u8>>"))]
    pub tricks: [[u8; 4]; 5],
    pub par: Option<ParScore>,
}

/// What North and South score when both sides bid as well as the open cards allow; no contract when all pass.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ParScore {
    pub score: i32,
    pub contracts: Vec<ParContract>,
}

/// A contract that scores par.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ParContract {
    pub contract: String,
    pub declarer: Seat,
    pub tricks: u8,
}

/// A card that was played: the tricks of the whole play its side could reach before it, and after it.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayCost {
    pub seat: Seat,
    pub card: Card,
    pub before: u8,
    pub after: u8,
}

/// A position in a play, and what each card that may be played leads to, best first.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Position {
    #[cfg_attr(test, ts(as = "Vec<Vec<Card>>"))]
    pub hands: [Vec<Card>; 4],
    /// Whose hand is to play; nobody's at the end.
    pub turn: Option<Seat>,
    pub trick: TrickOnTable,
    pub last_trick: Option<TrickOnTable>,
    /// What each side has taken.
    pub tricks: [u8; 2],
    pub cards: Vec<CardTricks>,
}

/// The cards of a trick, as the views of bridge have them.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS), ts(rename = "Trick"))]
pub struct TrickOnTable {
    pub leader: Option<Seat>,
    pub cards: Vec<Card>,
    pub winner: Option<Seat>,
}

/// A card, and the tricks its side takes in all once it is played.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct CardTricks {
    pub card: Card,
    pub tricks: u8,
}

/// The boards of a file, in its order.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct BoardFile {
    pub boards: Vec<BoardListed>,
}

/// A board of a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct BoardListed {
    pub number: Option<u32>,
    pub room: Option<String>,
    /// 4SX
    pub contract: Option<String>,
    pub passed_out: bool,
    pub declarer: Option<Seat>,
    /// The tricks of declarer's side.
    pub tricks: Option<u8>,
    /// What North and South scored.
    pub points: Option<i32>,
    pub steps: usize,
    /// Why not everything the file tells of it can be watched, if it cannot.
    pub missing: Option<String>,
    /// Whether all its cards are known.
    pub watchable: bool,
}
