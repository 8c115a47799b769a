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
pub(crate) enum Question {
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
pub(crate) struct CardsQuestion {
    #[cfg_attr(test, ts(as = "Vec<Vec<Card>>"))]
    pub(crate) hands: [Vec<Card>; 4],
    /// C, D, H, S or N.
    pub(crate) strain: String,
    pub(crate) leader: Seat,
    pub(crate) play: Vec<Card>,
}

/// The tricks of every declarer, North first, in every strain, clubs first; and par, for a whole deal.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Tricks {
    #[cfg_attr(test, ts(as = "Vec<Vec<u8>>"))]
    pub(crate) tricks: [[u8; 4]; 5],
    pub(crate) par: Option<ParScore>,
}

/// What North and South score when both sides bid as well as the open cards allow; no contract when all pass.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct ParScore {
    pub(crate) score: i32,
    pub(crate) contracts: Vec<ParContract>,
}

/// A contract that scores par.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct ParContract {
    pub(crate) contract: String,
    pub(crate) declarer: Seat,
    pub(crate) tricks: u8,
}

/// A card that was played: the tricks of the whole play its side could reach before it, and after it.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct PlayCost {
    pub(crate) seat: Seat,
    pub(crate) card: Card,
    pub(crate) before: u8,
    pub(crate) after: u8,
}

/// A position in a play, and what each card that may be played leads to, best first.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Position {
    #[cfg_attr(test, ts(as = "Vec<Vec<Card>>"))]
    pub(crate) hands: [Vec<Card>; 4],
    /// Whose hand is to play; nobody's at the end.
    pub(crate) turn: Option<Seat>,
    pub(crate) trick: TrickOnTable,
    pub(crate) last_trick: Option<TrickOnTable>,
    /// What each side has taken.
    pub(crate) tricks: [u8; 2],
    pub(crate) cards: Vec<CardTricks>,
}

/// The cards of a trick, as the views of bridge have them.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS), ts(rename = "Trick"))]
pub(crate) struct TrickOnTable {
    pub(crate) leader: Option<Seat>,
    pub(crate) cards: Vec<Card>,
    pub(crate) winner: Option<Seat>,
}

/// A card, and the tricks its side takes in all once it is played.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct CardTricks {
    pub(crate) card: Card,
    pub(crate) tricks: u8,
}

/// The boards of a file, in its order.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct BoardFile {
    pub(crate) boards: Vec<BoardListed>,
}

/// A board of a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct BoardListed {
    pub(crate) number: Option<u32>,
    pub(crate) room: Option<String>,
    /// 4SX
    pub(crate) contract: Option<String>,
    pub(crate) passed_out: bool,
    pub(crate) declarer: Option<Seat>,
    /// The tricks of declarer's side.
    pub(crate) tricks: Option<u8>,
    /// What North and South scored.
    pub(crate) points: Option<i32>,
    pub(crate) steps: usize,
    /// Why not everything the file tells of it can be watched, if it cannot.
    pub(crate) missing: Option<String>,
    /// Whether all its cards are known.
    pub(crate) watchable: bool,
}
