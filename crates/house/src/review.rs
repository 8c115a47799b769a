//! A match looked at once more: what every decision cost, by what whoever made it could know.

use crate::erased::SHUFFLE;
use crate::record::split_entry;
use crate::{AnyMatch, Appraised, AppraisedWorth, Catalog, LineWorth, RecordText, Rejected};
use bots::Effort;
use cards::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A place in a record: before this entry of this deal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Place {
    /// Which deal, from 0.
    pub deal: usize,
    /// Which of its entries, from 0.
    pub entry: usize,
}

/// A decision, looked at once more.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Decision {
    /// Where it was made.
    pub place: Place,
    /// Who made it.
    pub seat: Seat,
    /// What was done, and what it was worth.
    pub played: Appraised,
    /// What could have been done, best first; what was clearly worse is not among it.
    pub choices: Vec<Appraised>,
    /// How many points it cost; 0 where nothing is known to be better.
    pub cost: f64,
    /// Why the best would have been better.
    pub why: Vec<LineWorth>,
}

/// A cost is told when it is so many standard errors: the best of many actions has been lucky as well.
const CLEARLY: f64 = 2.5;

impl Decision {
    fn new(place: Place, seat: Seat, played: &str, choices: Vec<Appraised>) -> Self {
        let found = choices.iter().find(|choice| choice.action == played).cloned();
        let unknown =
            || Appraised { action: played.to_owned(), events: Value::Array(Vec::new()), worth: None };
        let played = found.unwrap_or_else(unknown);
        let best = choices.first().and_then(|best| best.worth.as_ref());
        let behind = best.zip(played.worth.as_ref());
        let clearly = |(best, worth): &(&AppraisedWorth, &AppraisedWorth)| {
            best.lead - worth.lead > CLEARLY * worth.error
        };
        let (cost, why) = behind
            .filter(clearly)
            .map_or((0.0, Vec::new()), |(best, worth)| (best.lead - worth.lead, best.reasons(worth)));
        Self { place, seat, played, choices, cost, why }
    }
}

/// The decisions of a match, one after the other; what was the only thing to do is none.
pub struct Review<'r> {
    record: &'r RecordText,
    game: Box<dyn AnyMatch>,
    /// Nothing before this is looked at.
    from: Place,
    /// Where the game stands: before its next entry.
    stands: Place,
    effort: Effort,
}

impl RecordText {
    /// Looks at the decisions of a match from a place on, each by what its seat could know then. The same record and number of worlds
    /// give the same.
    ///
    /// # Errors
    ///
    /// When the record is refused, or the game is a race: what a moment is worth depends on when it was, and a record does not say that.
    pub fn review(&self, catalog: &Catalog, from: Place, effort: Effort) -> Result<Review<'_>, Rejected> {
        if self.replay(catalog).into_match()?.is_race() {
            let message = format!("a match of {} is a race: there are no turns to look at", self.game);
            return Err(Rejected::new("no-review", message));
        }
        let mut begun = self.clone();
        begun.deals.clear();
        let game = begun.replay(catalog).into_match()?;
        Ok(Review { record: self, game, from, stands: Place::default(), effort })
    }
}

impl Iterator for Review<'_> {
    type Item = Decision;

    fn next(&mut self) -> Option<Decision> {
        loop {
            let Place { deal, entry } = self.stands;
            let text = self.record.deals.get(deal)?;
            if entry == 0 {
                self.game.deal(&text.deck, &[]).ok()?;
            }
            let Some(action) = text.actions.get(entry) else {
                self.stands = Place { deal: deal + 1, entry: 0 };
                continue;
            };
            let decision = if self.stands < self.from { None } else { self.decision(action) };
            self.game.enter(action, &[]).ok()?;
            self.stands.entry += 1;
            if decision.is_some() {
                return decision;
            }
        }
    }
}

impl Review<'_> {
    fn decision(&self, entry: &str) -> Option<Decision> {
        if entry.starts_with(SHUFFLE) {
            return None;
        }
        let (seat, action) = split_entry(entry).ok()?;
        if self.game.legal(seat).len() < 2 {
            return None;
        }
        let luck = (self.stands.deal as u64) << 32 | self.stands.entry as u64;
        let think = self.game.pending_advice(seat, Some(action), self.effort.clone(), luck).ok()??;
        Some(Decision::new(self.stands, seat, action, think()))
    }
}
