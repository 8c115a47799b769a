//! Stored data of a card table.

use crate::id::{GuestId, TableId};
use crate::link::Link;
use crate::seat_clock::SeatClock;
use cards::{Nonce, Seat, Seed};
use catalog::{Day, Line};
use engine::OptionValue;
use hmac_sha256::Hash as Sha256;
use protocol::{Audience, Ended, TimeControl};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Card table as stored, with its match.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// Facts of the table that no longer change.
    pub record: TableRecord,
    /// The chairs, in seat order.
    pub chairs: Vec<StoredChair>,
    /// Lines of the match log.
    pub lines: Vec<Line>,
    /// The command that led to each line, if it could be repeated.
    pub commands: Vec<Option<Fingerprint>>,
    /// Clocks of the players.
    pub clocks: Option<StoredClocks>,
    /// Hash of the match lines. `None` for a table without receipts.
    pub link: Option<Link>,
    /// Whether the match is marked as finished.
    pub finished: bool,
    /// Early end of the match.
    pub ended: Option<Ended>,
    /// Id of the rematch's table.
    pub next: Option<String>,
}

/// Facts of a table that no longer change once its match has begun.
#[derive(Clone, Debug)]
pub struct TableRecord {
    /// The table's id, as in its link.
    pub id: TableId,
    /// Id of the game.
    pub game: String,
    /// The options that differ from the preset, and the preset as `"preset"`.
    pub options: BTreeMap<String, OptionValue>,
    /// The number of seats.
    pub seats: u8,
    /// The first dealer.
    pub dealer: u8,
    /// The stake, in hundredths.
    pub stake: Option<u32>,
    /// The time control, if there is one.
    pub time_control: Option<TimeControl>,
    /// The guest who created the table. Older records have none.
    pub host: Option<GuestId>,
    /// The server's part of the match's seed. It is secret until the match is over.
    pub seed: Seed,
    /// The seed exchange. Older records have none.
    pub opening: Option<Opening>,
    /// Creation time, in seconds since 1970.
    pub created: u64,
    /// The pool of the lobby that the players came from. `None` for a private table.
    pub pool: Option<PoolOrigin>,
    /// Whether other players may neither watch the match nor see its record.
    pub players_only: bool,
}

/// Pool that a table's players came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PoolOrigin {
    /// Family of the ratings.
    pub family: String,
    /// Whether the match is rated: every player had an account, and all came from different networks.
    pub is_rated: bool,
}

/// Time control as stored, and as hashed into the first link. The names of its fields must not change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredTimeControl {
    free: u32,
    bank: u32,
    increment: u32,
}

impl From<TimeControl> for StoredTimeControl {
    fn from(control: TimeControl) -> Self {
        let TimeControl { delay, bank, increment } = control;
        Self { free: delay, bank, increment }
    }
}

impl From<StoredTimeControl> for TimeControl {
    fn from(stored: StoredTimeControl) -> Self {
        let StoredTimeControl { free, bank, increment } = stored;
        Self { delay: free, bank, increment }
    }
}

/// Chair as stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum StoredChair {
    /// A free chair.
    Open,
    /// A person sits in the chair.
    Person {
        /// Guest who sits in the chair.
        guest: GuestId,
        /// The player's name.
        name: String,
        /// The bot that plays for the player until they return.
        #[serde(default, rename = "standIn", skip_serializing_if = "Option::is_none")]
        substitute: Option<String>,
        /// Whether the player left during the match.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        left: bool,
        /// Whether the player asked for a hint.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hinted: bool,
        /// Deals that a substitute played.
        #[serde(default, skip_serializing_if = "MissedDeals::is_none")]
        missed: MissedDeals,
    },
    /// A bot sits in the chair.
    Bot {
        /// Kind of the bot: `"ismcts:20ms"`.
        bot: String,
        /// Name of the bot at this table. Older records have none.
        #[serde(default)]
        name: String,
        /// Whether a player can take the chair between two deals.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        open: bool,
    },
}

/// Deals in which a substitute played for a player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct MissedDeals {
    /// Number of deals until the player last returned.
    #[serde(default)]
    pub deals: u32,
    /// First deal of the substitute who plays, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u32>,
}

impl MissedDeals {
    /// Returns whether no substitute played.
    fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the number of missed deals, of `begun` deals.
    #[must_use]
    pub fn of(self, begun: u32) -> u32 {
        let now = self.since.map_or(0, |since| (begun + 1).saturating_sub(since));
        self.deals.saturating_add(now).min(begun)
    }
}

/// Hash of a command, which distinguishes it from other commands of its seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint(
    /// The bytes as stored.
    pub [u8; 16],
);

impl Fingerprint {
    /// Returns the hash of all fields of a command.
    pub fn of(said: &impl Serialize) -> Self {
        let text = serde_json::to_string(said).expect("a command has string keys");
        Self(*Sha256::hash(text.as_bytes()).first_chunk().expect("a hash is longer"))
    }
}

/// Stored clocks of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredClocks {
    /// Clocks in seat order.
    pub seats: Vec<SeatClock>,
    /// Begin of the current turn, in seconds since 1970.
    pub moved: u64,
}

/// Time of an action, stored with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timed {
    /// Cost of the action, in milliseconds. `None` if the others did not wait for it.
    pub spent: Option<u32>,
    /// The clocks after the action.
    pub clocks: StoredClocks,
}

/// Seed exchange, in which the players add nonces to the server's seed (`docs/fairness.md`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// Number of restarts, each with another seed.
    pub restarts: u32,
    /// Choice of the first dealer.
    pub dealer: FirstDealer,
    /// Stage of the exchange.
    pub stage: Stage,
}

/// Choice of the first dealer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FirstDealer {
    /// The dealer is drawn from the match's seed.
    Drawn,
    /// The dealer follows the dealer of the last match.
    Kept,
}

/// Stage of a seed exchange.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    /// The exchange has not begun.
    Due,
    /// The exchange has begun: the players were asked for their nonces. A server that was interrupted here
    /// takes another seed, because it may know some nonces and could profit from the interruption.
    Begun,
    /// The exchange is done, and the seed is known.
    Done {
        /// The nonce of each seat.
        nonces: Vec<Option<Nonce>>,
    },
    /// No exchange takes place, because the match began in a browser.
    Elsewhere {
        /// Number of deals there.
        deals: u32,
        /// Number of lines there; 0 in tables of older versions. 0 is not written, because the hash chain
        /// covers the record as it is written.
        #[serde(default, skip_serializing_if = "is_zero")]
        lines: u32,
    },
    /// No exchange takes place, because the deal of the day is the same for everyone.
    OfTheDay {
        /// Day of the deal.
        day: Day,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(lines: &u32) -> bool {
    *lines == 0
}

impl Opening {
    /// Creates the exchange of a new match.
    #[must_use]
    pub const fn due(dealer: FirstDealer) -> Self {
        Self { restarts: 0, dealer, stage: Stage::Due }
    }

    /// Creates the exchange of a deal of the day.
    #[must_use]
    pub const fn of_the_day(day: Day) -> Self {
        Self { restarts: 0, dealer: FirstDealer::Drawn, stage: Stage::OfTheDay { day } }
    }

    /// Creates the exchange of a match with `deals` deals and `lines` lines in a browser.
    #[must_use]
    pub const fn from_browser(deals: u32, lines: u32) -> Self {
        Self { restarts: 0, dealer: FirstDealer::Kept, stage: Stage::Elsewhere { deals, lines } }
    }

    /// Returns the exchange after a restart.
    #[must_use]
    pub const fn again(&self) -> Self {
        Self { restarts: self.restarts.saturating_add(1), dealer: self.dealer, stage: Stage::Due }
    }
}

impl TableRecord {
    /// Returns whether the match changes the ratings of its players.
    #[must_use]
    pub fn is_rated(&self) -> bool {
        self.pool.as_ref().is_some_and(|pool| pool.is_rated)
    }

    /// Returns the audience of the match. Players who don't know each other play in public.
    #[must_use]
    pub const fn audience(&self) -> Audience {
        match self.pool {
            _ if self.players_only => Audience::Players,
            Some(_) => Audience::Everybody,
            None => Audience::Link,
        }
    }

    /// Returns whether the player in a seat, or a spectator, learns the table of the rematch. The server leads everybody
    /// to a public match, and its rematch is private.
    #[must_use]
    pub fn tells_rematch_to(&self, seat: Option<Seat>) -> bool {
        self.audience() == Audience::Link || seat.is_some()
    }

    /// Returns the time control in its stored form.
    #[must_use]
    pub fn stored_time_control(&self) -> Option<StoredTimeControl> {
        self.time_control.map(StoredTimeControl::from)
    }

    /// Returns the seed of the match. Returns `None` while the players may still add to it.
    #[must_use]
    pub fn key(&self) -> Option<Seed> {
        match self.opening.as_ref().map(|opening| &opening.stage) {
            // Older records have no nonces.
            None | Some(Stage::OfTheDay { .. } | Stage::Elsewhere { .. }) => Some(self.seed),
            Some(Stage::Done { nonces }) => Some(self.seed.with_nonces(nonces)),
            Some(Stage::Due | Stage::Begun) => None,
        }
    }

    /// Returns the day of a deal of the day.
    #[must_use]
    pub fn day(&self) -> Option<Day> {
        match self.opening.as_ref()?.stage {
            Stage::OfTheDay { day } => Some(day),
            _ => None,
        }
    }

    /// Returns the table with these nonces, and with the first dealer that follows from them.
    #[must_use]
    pub fn opened(&self, nonces: Vec<Option<Nonce>>) -> Self {
        let Some(opening) = &self.opening else { return self.clone() };
        let dealer = match opening.dealer {
            FirstDealer::Drawn => self.seed.with_nonces(&nonces).first_dealer(self.seats).into(),
            FirstDealer::Kept => self.dealer,
        };
        let opening = Opening { stage: Stage::Done { nonces }, ..opening.clone() };
        Self { dealer, opening: Some(opening), ..self.clone() }
    }

    /// Returns the number of deals in the browser in which the match began.
    #[must_use]
    pub fn unverified_deals(&self) -> u32 {
        match self.opening.as_ref().map(|opening| &opening.stage) {
            Some(Stage::Elsewhere { deals, .. }) => *deals,
            _ => 0,
        }
    }

    /// Returns the table with a restarted seed exchange.
    #[must_use]
    pub fn opened_again(&self, seed: Seed) -> Self {
        Self { seed, opening: self.opening.as_ref().map(Opening::again), ..self.clone() }
    }

    /// Returns the table after its players were asked for their nonces.
    #[must_use]
    pub fn opening_begun(&self) -> Self {
        let begun = |opening: &Opening| Opening { stage: Stage::Begun, ..opening.clone() };
        Self { opening: self.opening.as_ref().map(begun), ..self.clone() }
    }

    /// Returns the number of restarts of the seed exchange.
    #[must_use]
    pub fn restarts(&self) -> u32 {
        self.opening.as_ref().map_or(0, |opening| opening.restarts)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    #[test]
    fn a_stored_time_control_keeps_its_names() {
        let control = TimeControl { delay: 20, bank: 120, increment: 2 };
        let stored = serde_json::to_string(&StoredTimeControl::from(control)).expect("it has string keys");
        assert_eq!(stored, r#"{"free":20,"bank":120,"increment":2}"#);
        let read: StoredTimeControl = serde_json::from_str(&stored).expect("it was just written");
        assert_eq!(TimeControl::from(read), control);
    }

    /// Returns a record of a table at which the match can begin.
    pub(crate) fn record(game: &str, seats: u8) -> TableRecord {
        TableRecord {
            id: TableId::from_bytes([7; 16]),
            game: game.to_owned(),
            options: BTreeMap::new(),
            seats,
            dealer: 1,
            stake: None,
            time_control: None,
            host: Some(GuestId::LOCAL),
            seed: Seed::from_number(7),
            opening: Some(Opening {
                restarts: 0,
                dealer: FirstDealer::Kept,
                stage: Stage::Done { nonces: vec![None; seats.into()] },
            }),
            created: 0,
            pool: None,
            players_only: false,
        }
    }
}
