//! Matches and ratings of the model.

#[cfg(test)]
use crate::matches::Logged;
use crate::matches::{
    Before, PlayedMatch, SeatRow, StoredRating, a_day_before, change, opponents, people, rated,
};
use protocol::RatingChange;
use std::collections::{BTreeMap, BTreeSet};
use table::{FinishedMatch, GuestId, TableId};

/// Rows of matches, and the ratings that follow from them.
#[derive(Default)]
pub(super) struct Rated {
    rows: Vec<MatchRow>,
    ratings: BTreeMap<(String, String), StoredRating>,
}

struct MatchRow {
    id: String,
    family: String,
    finished: u64,
    row: SeatRow,
}

impl Rated {
    pub(super) fn finish(
        &mut self,
        id: TableId,
        finished: &FinishedMatch,
        at: u64,
        has_account: impl Fn(&str) -> bool,
    ) {
        let Some(pool) = &finished.pool else { return };
        let accounts: BTreeSet<String> = people(finished).into_iter().filter(|id| has_account(id)).collect();
        let key = |person: &str| (person.to_owned(), pool.family.clone());
        let ratings = accounts.iter().filter_map(|id| Some((id.clone(), *self.ratings.get(&key(id))?)));
        let ratings: BTreeMap<String, StoredRating> = ratings.collect();
        let pairs = opponents(finished, &accounts);
        let met = pairs.iter().map(|pair| self.meetings(pair, a_day_before(at))).max().unwrap_or_default();
        for row in rated(finished, &accounts, &ratings, met, at) {
            if let (Some([_, after]), Some(person), true) = (row.ratings, &row.person, row.weight > 0.0) {
                let matches = ratings.get(person).map_or(0, |rating| rating.matches) + 1;
                self.ratings.insert(key(person), StoredRating { rating: after, matches, at });
            }
            let (id, family) = (id.to_string(), pool.family.clone());
            self.rows.push(MatchRow { id, family, finished: at, row });
        }
    }

    fn meetings(&self, [one, other]: &[String; 2], since: u64) -> i64 {
        let of = |person: &String| {
            let rows = self.rows.iter().filter(|row| row.row.person.as_ref() == Some(person));
            rows.filter(|row| row.finished > since).map(|row| (&row.id, &row.row)).collect::<BTreeMap<_, _>>()
        };
        let (ones, others) = (of(one), of(other));
        let met = ones.iter().filter(|(id, row)| {
            others.get(*id).is_some_and(|other| other.side != row.side && other.weight + row.weight > 0.0)
        });
        met.count() as i64
    }

    pub(super) fn forget(&mut self, person: &str) {
        for row in &mut self.rows {
            row.row.person.take_if(|one| one == person);
        }
        self.ratings.retain(|(one, _), _| one != person);
    }

    pub(super) fn changes(&self, id: TableId) -> Vec<RatingChange> {
        let id = id.to_string();
        self.rows.iter().filter(|row| row.id == id).filter_map(|row| told(&row.row)).collect()
    }

    pub(super) fn of(&self, person: GuestId) -> Vec<(String, StoredRating)> {
        let person = String::from(person);
        let own = self.ratings.iter().filter(|((one, _), _)| *one == person);
        own.map(|((_, family), rating)| (family.clone(), *rating)).collect()
    }

    pub(super) fn played(
        &self,
        person: GuestId,
        before: &Before,
        limit: u32,
        name: impl Fn(&str) -> Option<String>,
        exists: impl Fn(&str) -> bool,
    ) -> Vec<PlayedMatch> {
        let person = String::from(person);
        let is_before =
            |row: &&MatchRow| (row.finished, row.id.as_str()) < (before.finished, before.id.as_str());
        let own = self.rows.iter().filter(|row| row.row.person.as_ref() == Some(&person));
        let mut own: Vec<&MatchRow> = own.filter(is_before).collect();
        own.sort_by_key(|row| std::cmp::Reverse((row.finished, row.id.as_str())));
        let played = |row: &&MatchRow| {
            let mut others = [Vec::new(), Vec::new()];
            for other in self.rows.iter().filter(|other| other.id == row.id) {
                let name = other.row.person.as_deref().filter(|one| *one != person).and_then(&name);
                others[usize::from(other.row.side != row.row.side)].extend(name);
            }
            PlayedMatch {
                id: row.id.clone(),
                family: row.family.clone(),
                finished: row.finished,
                place: row.row.place as u8,
                outcome: row.row.outcome.to_owned(),
                weight: row.row.weight,
                change: told(&row.row),
                has_record: exists(&row.id),
                others,
            }
        };
        own.iter().take(limit as usize).map(played).collect()
    }

    #[cfg(test)]
    pub(super) fn log(&self) -> Vec<Logged> {
        let logged = |row: &MatchRow| {
            Some(Logged {
                id: row.id.clone(),
                person: row.row.person.clone(),
                family: row.family.clone(),
                at: row.finished,
                side: row.row.side,
                place: row.row.place,
                weight: row.row.weight,
                ratings: row.row.ratings?,
            })
        };
        self.rows.iter().filter_map(logged).collect()
    }
}

fn told(row: &SeatRow) -> Option<RatingChange> {
    let [before, after] = row.ratings.filter(|_| row.weight > 0.0)?;
    change(row.seat, before.mean(), [after.mean(), after.deviation()])
}
