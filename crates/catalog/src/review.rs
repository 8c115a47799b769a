//! Review of a match: the cost of each decision, judged by the information its player had.

use crate::{
    AnyMatch, Appraised, AppraisedWorth, Catalog, DealText, Entry, LineWorth, RecordText, Rejection,
};
use bots::Effort;
use cards::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Position in a record, before an entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Place {
    /// Index of the deal, from 0.
    pub deal: usize,
    /// Index of the entry in the deal, from 0.
    pub entry: usize,
}

/// Decision of a player with its review.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Decision {
    /// Position of the decision in the record.
    pub place: Place,
    /// Seat of the player.
    pub seat: Seat,
    /// The played action, with its value.
    pub played: Appraised,
    /// Possible actions, best first. Clearly worse ones are left out.
    pub choices: Vec<Appraised>,
    /// Cost in points. 0 if no action is known to be better.
    pub cost: f64,
    /// Reasons why the best action is better than the played one, by scoring category.
    pub why: Vec<LineWorth>,
}

/// Minimum of a reported cost, in standard errors. It is high, because the best of many estimates is on average
/// too high.
const CLEARLY: f64 = 2.5;

impl Decision {
    fn new(place: Place, seat: Seat, played: &str, choices: Vec<Appraised>) -> Self {
        let found = choices.iter().find(|choice| choice.action == played).cloned();
        let unknown = || Appraised {
            action: played.to_owned(),
            events: Value::Array(Vec::new()),
            worth: None,
            meaning: None,
        };
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

/// Iterator over the decisions of a match. Forced actions are skipped.
pub struct Review<'r> {
    record: &'r RecordText,
    game: Box<dyn AnyMatch>,
    /// Start of the review.
    from: Place,
    /// Position of the game in the record, before the next entry.
    at: Place,
    effort: Effort,
}

impl RecordText {
    /// Reviews the decisions of a match from a place on. The same record and number of determinizations give the same
    /// result.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the record is refused, or if the game is a race. The value of an action in a race
    /// depends on its time, which a record does not contain.
    pub fn review(&self, catalog: &Catalog, from: Place, effort: Effort) -> Result<Review<'_>, Rejection> {
        if self.replay(catalog).into_match()?.is_race() {
            let message = format!("{} is a race, which has no turns to review", self.game);
            return Err(Rejection::new("no-review", message));
        }
        let mut begun = self.clone();
        begun.deals.clear();
        let game = begun.replay(catalog).into_match()?;
        Ok(Review { record: self, game, from, at: Place::default(), effort })
    }
}

impl Iterator for Review<'_> {
    type Item = Decision;

    fn next(&mut self) -> Option<Decision> {
        loop {
            let Place { deal, entry } = self.at;
            let DealText { deck, actions } = self.record.deals.get(deal)?;
            if entry == 0 {
                self.game.deal(deck, &[]).ok()?;
            }
            let Some(text) = actions.get(entry) else {
                self.at = Place { deal: deal + 1, entry: 0 };
                continue;
            };
            let entry = text.parse().ok()?;
            let decision = if self.at < self.from { None } else { self.decision(&entry) };
            self.game.enter(&entry, &[]).ok()?;
            self.at.entry += 1;
            if decision.is_some() {
                return decision;
            }
        }
    }
}

impl Review<'_> {
    fn decision(&self, entry: &Entry) -> Option<Decision> {
        let (seat, action) = entry.action()?;
        if self.game.legal(seat).len() < 2 {
            return None;
        }
        let rng_seed = (self.at.deal as u64) << 32 | self.at.entry as u64;
        let think = self.game.pending_advice(seat, Some(action), self.effort.clone(), rng_seed).ok()??;
        Some(Decision::new(self.at, seat, action, think()))
    }
}
