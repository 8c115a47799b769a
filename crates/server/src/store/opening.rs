//! How a match is opened, as the file has it: what the players add to the shuffle, and how often it began again.

use super::TableRecord;
use cards::{Nonce, Seed};
use house::Day;
use serde::{Deserialize, Serialize};

/// The opening of a match, in which the players add nonces to the house's seed. (`docs/fairness.md`)
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Opening {
    /// How often it began again, each time with another seed.
    pub(crate) restarts: u32,
    /// How the first dealer is found.
    pub(crate) dealer: FirstDealer,
    /// How far it is.
    pub(crate) stage: Stage,
}

/// How the first dealer is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum FirstDealer {
    /// Drawn when the match is opened; before that the table names none.
    Drawn,
    /// It was the next one's turn.
    Kept,
}

/// How far an opening is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Stage {
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
        /// Number of deals dealt there.
        deals: u32,
        /// Number of lines played there; 0 in tables of older versions. The hash chain covers the opening as it is written,
        /// so 0 is not.
        #[serde(default, skip_serializing_if = "is_zero")]
        lines: u32,
    },
    /// Nobody adds anything: it is the deal of this day, the same for everybody.
    OfTheDay {
        /// Which.
        day: Day,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(lines: &u32) -> bool {
    *lines == 0
}

impl Opening {
    /// Of a new match.
    pub(crate) const fn due(dealer: FirstDealer) -> Self {
        Self { restarts: 0, dealer, stage: Stage::Due }
    }

    /// Of a deal of the day.
    pub(crate) const fn of_the_day(day: Day) -> Self {
        Self { restarts: 0, dealer: FirstDealer::Drawn, stage: Stage::OfTheDay { day } }
    }

    /// Creates the opening of a match that was begun in a browser.
    pub(crate) const fn elsewhere(deals: u32, lines: u32) -> Self {
        Self { restarts: 0, dealer: FirstDealer::Kept, stage: Stage::Elsewhere { deals, lines } }
    }

    /// Begun again.
    pub(crate) const fn again(&self) -> Self {
        Self { restarts: self.restarts.saturating_add(1), dealer: self.dealer, stage: Stage::Due }
    }
}

impl TableRecord {
    /// What the match is dealt from; none while the players may still add to it.
    pub(crate) fn key(&self) -> Option<Seed> {
        match self.opening.as_ref().map(|opening| &opening.stage) {
            // From before there were nonces.
            None | Some(Stage::OfTheDay { .. } | Stage::Elsewhere { .. }) => Some(self.seed),
            Some(Stage::Done { nonces }) => Some(self.seed.with_nonces(nonces)),
            Some(Stage::Due | Stage::Begun) => None,
        }
    }

    /// The day of which it is the deal, if it is one.
    pub(crate) fn day(&self) -> Option<Day> {
        match self.opening.as_ref()?.stage {
            Stage::OfTheDay { day } => Some(day),
            _ => None,
        }
    }

    /// The same table, opened with these nonces: the first dealer too is clear now.
    pub(crate) fn opened(&self, nonces: Vec<Option<Nonce>>) -> Self {
        let Some(opening) = &self.opening else { return self.clone() };
        let dealer = match opening.dealer {
            FirstDealer::Drawn => self.seed.with_nonces(&nonces).first_dealer(self.seats).into(),
            FirstDealer::Kept => self.dealer,
        };
        let opening = Opening { stage: Stage::Done { nonces }, ..opening.clone() };
        Self { dealer, opening: Some(opening), ..self.clone() }
    }

    /// So many deals were dealt in a browser in which the match was begun.
    pub(crate) fn elsewhere(&self) -> u32 {
        match self.opening.as_ref().map(|opening| &opening.stage) {
            Some(Stage::Elsewhere { deals, .. }) => *deals,
            _ => 0,
        }
    }

    /// The same table, whose opening begins again.
    pub(crate) fn opened_again(&self, seed: Seed) -> Self {
        Self { seed, opening: self.opening.as_ref().map(Opening::again), ..self.clone() }
    }

    /// The same table, whose players are asked for their nonces.
    pub(crate) fn opening_begun(&self) -> Self {
        let begun = |opening: &Opening| Opening { stage: Stage::Begun, ..opening.clone() };
        Self { opening: self.opening.as_ref().map(begun), ..self.clone() }
    }

    /// How often the opening began again.
    pub(crate) fn restarts(&self) -> u32 {
        self.opening.as_ref().map_or(0, |opening| opening.restarts)
    }
}

/// Reads what the file has, for a table of so many seats; says what is strange about it.
pub(super) fn read(text: &str, seats: u8) -> Result<Opening, String> {
    let opening: Opening = serde_json::from_str(text).map_err(|error| error.to_string())?;
    match &opening.stage {
        Stage::Done { nonces } if nonces.len() != usize::from(seats) => {
            Err(format!("{} nonces for {seats} seats", nonces.len()))
        }
        _ => Ok(opening),
    }
}
