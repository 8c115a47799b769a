//! What is stored of a table.

use crate::id::{GuestId, TableId};
use crate::link::Link;
use crate::seat_clock::SeatClock;
use cards::{Nonce, Seed};
use engine::OptionValue;
use house::{Day, Line};
use protocol::{Ended, TimeControl};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A table as it was stored.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// The table.
    pub record: TableRecord,
    /// The players, in seat order.
    pub chairs: Vec<StoredChair>,
    /// The match, line by line.
    pub lines: Vec<Line>,
    /// The command that led to each line, where it could be done twice.
    pub commands: Vec<Option<Fingerprint>>,
    /// The clocks.
    pub clocks: Option<StoredClocks>,
    /// The hash of the lines. `None` for a table without receipts.
    pub link: Option<Link>,
    /// Whether it is noted that the match is over.
    pub finished: bool,
    /// How the match ended before its end.
    pub ended: Option<Ended>,
    /// The table of the rematch.
    pub next: Option<String>,
}

/// What does not change about a table any more, once its match is opened.
#[derive(Clone, Debug)]
pub struct TableRecord {
    /// Its name in addresses.
    pub id: TableId,
    /// The game.
    pub game: String,
    /// What differs from the preset, and the preset itself as `"preset"`.
    pub options: BTreeMap<String, OptionValue>,
    /// How many play.
    pub seats: u8,
    /// The first dealer.
    pub dealer: u8,
    /// What is played for, in hundredths.
    pub stake: Option<u32>,
    /// How long everybody may think, if that is bounded.
    pub time_control: Option<TimeControl>,
    /// Who opened it; older files do not say.
    pub founder: Option<GuestId>,
    /// What the house adds to the shuffle: secret until the match is over.
    pub seed: Seed,
    /// What the players add; none, if the table is from before they could.
    pub opening: Option<Opening>,
    /// When it was opened, in seconds since 1970.
    pub created: u64,
}

/// Who sits on a chair, as the file has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum StoredChair {
    /// Nobody yet.
    Open,
    /// A guest.
    Person {
        /// Who it is.
        guest: GuestId,
        /// How they are called.
        name: String,
        /// The bot that plays for them until they come back.
        #[serde(default, rename = "standIn", skip_serializing_if = "Option::is_none")]
        stand_in: Option<String>,
        /// Whether they have left in the middle of the match.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        left: bool,
        /// Whether they have asked for a hint.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hinted: bool,
    },
    /// A bot.
    Bot {
        /// Which one: `"ismcts:20ms"`.
        bot: String,
        /// What it is called at this table; older files do not say.
        #[serde(default)]
        name: String,
    },
}

/// What tells commands of a seat apart: all that is said in them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint(pub [u8; 16]);

impl Fingerprint {
    /// Of what is said.
    pub fn of(said: &impl Serialize) -> Self {
        let text = serde_json::to_string(said).expect("what is said has string keys");
        Self(*Sha256::digest(text).first_chunk().expect("a hash is longer"))
    }
}

/// The clocks of a table, as the file has them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredClocks {
    /// What everybody has left.
    pub seats: Vec<SeatClock>,
    /// When the turn began that is played, in seconds since 1970.
    pub moved: u64,
}

/// What goes along with a line at a table with a time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timed {
    /// What whoever acted was charged for it, in milliseconds; nothing, if nobody waited for them.
    pub spent: Option<u32>,
    /// The clocks after it.
    pub clocks: StoredClocks,
}

/// The opening of a match, in which the players add nonces to the house's seed. (`docs/fairness.md`)
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// How often it began again, each time with another seed.
    pub restarts: u32,
    /// How the first dealer is found.
    pub dealer: FirstDealer,
    /// How far it is.
    pub stage: Stage,
}

/// How the first dealer is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FirstDealer {
    /// Drawn when the match is opened; before that the table names none.
    Drawn,
    /// It was the next one's turn.
    Kept,
}

/// How far an opening is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    /// It has not begun.
    Due,
    /// The players were asked for their nonces. A house that was cut off here does not ask for them again: it may have
    /// learnt some, and could choose its moment by them. It takes another seed, and that is counted.
    Begun,
    /// Nothing can be added any more.
    Done {
        /// What each seat added.
        nonces: Vec<Option<Nonce>>,
    },
    /// Nobody adds anything: the match was begun in a browser.
    Elsewhere {
        /// So many deals were dealt there.
        deals: u32,
    },
    /// Nobody adds anything: it is the deal of this day, the same for everybody.
    OfTheDay {
        /// Which.
        day: Day,
    },
}

impl Opening {
    /// Of a new match.
    pub const fn due(dealer: FirstDealer) -> Self {
        Self { restarts: 0, dealer, stage: Stage::Due }
    }

    /// Of a deal of the day.
    pub const fn of_the_day(day: Day) -> Self {
        Self { restarts: 0, dealer: FirstDealer::Drawn, stage: Stage::OfTheDay { day } }
    }

    /// Of a match that was begun in a browser, where so many deals were dealt.
    pub const fn elsewhere(deals: u32) -> Self {
        Self { restarts: 0, dealer: FirstDealer::Kept, stage: Stage::Elsewhere { deals } }
    }

    /// Begun again.
    pub const fn again(&self) -> Self {
        Self { restarts: self.restarts.saturating_add(1), dealer: self.dealer, stage: Stage::Due }
    }
}

impl TableRecord {
    /// What the match is dealt from; none while the players may still add to it.
    pub fn key(&self) -> Option<Seed> {
        match self.opening.as_ref().map(|opening| &opening.stage) {
            // From before there were nonces.
            None | Some(Stage::OfTheDay { .. } | Stage::Elsewhere { .. }) => Some(self.seed),
            Some(Stage::Done { nonces }) => Some(self.seed.with_nonces(nonces)),
            Some(Stage::Due | Stage::Begun) => None,
        }
    }

    /// The day of which it is the deal, if it is one.
    pub fn day(&self) -> Option<Day> {
        match self.opening.as_ref()?.stage {
            Stage::OfTheDay { day } => Some(day),
            _ => None,
        }
    }

    /// The same table, opened with these nonces: the first dealer too is clear now.
    pub fn opened(&self, nonces: Vec<Option<Nonce>>) -> Self {
        let Some(opening) = &self.opening else { return self.clone() };
        let dealer = match opening.dealer {
            FirstDealer::Drawn => self.seed.with_nonces(&nonces).first_dealer(self.seats).into(),
            FirstDealer::Kept => self.dealer,
        };
        let opening = Opening { stage: Stage::Done { nonces }, ..opening.clone() };
        Self { dealer, opening: Some(opening), ..self.clone() }
    }

    /// So many deals were dealt in a browser in which the match was begun.
    pub fn elsewhere(&self) -> u32 {
        match self.opening.as_ref().map(|opening| &opening.stage) {
            Some(Stage::Elsewhere { deals }) => *deals,
            _ => 0,
        }
    }

    /// The same table, whose opening begins again.
    pub fn opened_again(&self, seed: Seed) -> Self {
        Self { seed, opening: self.opening.as_ref().map(Opening::again), ..self.clone() }
    }

    /// The same table, whose players are asked for their nonces.
    pub fn opening_begun(&self) -> Self {
        let begun = |opening: &Opening| Opening { stage: Stage::Begun, ..opening.clone() };
        Self { opening: self.opening.as_ref().map(begun), ..self.clone() }
    }

    /// How often the opening began again.
    pub fn restarts(&self) -> u32 {
        self.opening.as_ref().map_or(0, |opening| opening.restarts)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A table of two at which the match can begin.
    pub(crate) fn record(game: &str, seats: u8) -> TableRecord {
        TableRecord {
            id: TableId::from_bytes([7; 16]),
            game: game.to_owned(),
            options: BTreeMap::new(),
            seats,
            dealer: 1,
            stake: None,
            time_control: None,
            founder: Some(GuestId::LOCAL),
            seed: Seed::from_number(7),
            opening: Some(Opening {
                restarts: 0,
                dealer: FirstDealer::Kept,
                stage: Stage::Done { nonces: vec![None; seats.into()] },
            }),
            created: 0,
        }
    }
}
