//! Points of the scored deals of a match.

use cards::BySeat;
use catalog::{AnyMatch, DealScore};

/// Points of the scored deals, and the last score in full. At a remote table, deals from before the user joined are
/// missing.
#[derive(Clone, Default)]
pub(crate) struct Scores {
    deals: Vec<BySeat<i32>>,
    last: Option<DealScore>,
}

impl Scores {
    /// Reads all scores of a match.
    pub(crate) fn of(game: &dyn AnyMatch) -> Self {
        let deals = (0..).map_while(|deal| game.score_of_deal(deal)).map(|deal| deal.points).collect();
        Self { deals, last: game.deal_score() }
    }

    /// Returns the points of each deal by seat, oldest first.
    pub(crate) fn deals(&self) -> &[BySeat<i32>] {
        &self.deals
    }

    /// Returns the score of the last deal.
    pub(crate) const fn last(&self) -> Option<&DealScore> {
        self.last.as_ref()
    }

    /// Returns the number of deals that were scored before the oldest of [`Self::deals`].
    pub(crate) fn missing(&self) -> usize {
        self.scored().saturating_sub(self.deals.len())
    }

    /// Returns the number of deals that were scored, with those that are missing.
    pub(crate) fn scored(&self) -> usize {
        self.last.as_ref().map_or(0, |score| score.deal + 1)
    }

    /// Adds the score of a deal. A repeated score replaces the earlier one, because an undo may have changed it. After a
    /// gap, the list begins anew.
    pub(crate) fn add(&mut self, score: &DealScore) {
        match &self.last {
            Some(last) if last.deal == score.deal => {
                self.deals.pop();
            }
            Some(last) if last.deal + 1 != score.deal => self.deals.clear(),
            _ => {}
        }
        self.deals.push(score.points);
        self.last = Some(score.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(deal: usize, points: i32) -> DealScore {
        DealScore { deal, thrown_in: false, points: BySeat::new(2, |_| points), lines: Vec::new() }
    }

    fn points(scores: &Scores) -> Vec<i32> {
        scores.deals().iter().map(|deal| deal.as_slice()[0]).collect()
    }

    #[test]
    fn scores_of_consecutive_deals_are_kept() {
        let mut scores = Scores::default();
        [score(0, 3), score(1, 4), score(1, 5)].iter().for_each(|score| scores.add(score));
        assert_eq!((points(&scores), scores.missing(), scores.scored()), (vec![3, 5], 0, 2));
    }

    #[test]
    fn the_list_begins_anew_after_a_gap() {
        let mut scores = Scores::default();
        [score(2, 3), score(5, 4)].iter().for_each(|score| scores.add(score));
        assert_eq!((points(&scores), scores.missing(), scores.scored()), (vec![4], 5, 6));
    }
}
