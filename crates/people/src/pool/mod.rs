//! Pool of waiting players, and their pairing.
//!
//! Each second the caller asks the pool for complete tables. The player who has waited longest comes first, and
//! plays with those whose ratings are nearest. The rating limit grows with the wait. The limits of the players,
//! such as a block, always hold.

use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Rating difference allowed at once, in points.
const FIRST_REACH: i32 = 100;

/// Growth of the allowed rating difference, in points a second.
const REACH_PER_SECOND: i32 = 12;

/// Maximum of the allowed rating difference, in points.
const MAX_REACH: i32 = 400;

/// Number of waiting players below which the rating limit ends.
const FEW: usize = 6;

/// Wait after which the rating limit ends with few waiting players, and a table starts with free seats left out.
const PATIENCE: Duration = Duration::from_secs(10);

/// Maximum number of steps of the search for one table. Only players with many blocks need more than a few.
const MAX_STEPS: u32 = 5_000;

/// Seats of a pool's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// Each player for themselves.
    Single {
        /// Minimum number of players. A table with fewer than the maximum starts after ten seconds.
        least: u8,
        /// Maximum number of players.
        most: u8,
    },
    /// Two against two. Players of the first and the third seat are partners.
    Partners,
}

impl Seating {
    /// Returns the numbers of players of a table.
    #[must_use]
    pub const fn players(self) -> RangeInclusive<usize> {
        match self {
            Self::Single { least, most } => least as usize..=most as usize,
            Self::Partners => 4..=4,
        }
    }
}

/// Player who waits in a pool. `K` identifies players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seeker<K> {
    /// Key of the player.
    pub key: K,
    /// Rating, in points.
    pub rating: i32,
    /// Ratings that the player accepts.
    pub accepts: RangeInclusive<i32>,
}

impl<K> Seeker<K> {
    /// Creates a seeker who accepts players of any rating.
    #[must_use]
    pub const fn new(key: K, rating: i32) -> Self {
        Self { key, rating, accepts: i32::MIN..=i32::MAX }
    }
}

/// Limits of the players that no wait changes.
pub trait Limits<K> {
    /// Returns whether a player may not be paired now: they pause, or are not connected.
    fn is_paused(&self, player: &K) -> bool;
    /// Returns whether two players may not meet, because one blocks the other.
    fn are_apart(&self, one: &K, other: &K) -> bool;
}

/// Error of a party that can't wait in a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PoolError {
    /// The number of players does not fit the pool.
    #[error("a party of {0} can't wait in this pool")]
    Size(usize),
    /// A player of the party waits already.
    #[error("a player of the party waits in this pool already")]
    Waiting,
}

/// Players who came together.
#[derive(Clone, Debug)]
struct Party<K> {
    players: Vec<Seeker<K>>,
    since: Duration,
}

impl<K> Party<K> {
    /// Returns the mean of the ratings.
    fn rating(&self) -> i32 {
        let sum: i64 = self.players.iter().map(|player| i64::from(player.rating)).sum();
        i32::try_from(sum / self.players.len().max(1) as i64).unwrap_or_default()
    }

    fn may_meet(&self, other: &Self, limits: &impl Limits<K>) -> bool {
        self.players.iter().all(|mine| {
            other.players.iter().all(|theirs| {
                mine.accepts.contains(&theirs.rating)
                    && theirs.accepts.contains(&mine.rating)
                    && !limits.are_apart(&mine.key, &theirs.key)
                    && !limits.are_apart(&theirs.key, &mine.key)
            })
        })
    }

    fn is_paused(&self, limits: &impl Limits<K>) -> bool {
        self.players.iter().any(|player| limits.is_paused(&player.key))
    }
}

/// Pool of waiting players.
///
/// Times are durations since any fixed moment.
///
/// ```
/// use people::{Limits, Pool, Seating, Seeker};
/// use std::time::Duration;
///
/// struct NoLimits;
/// impl Limits<&str> for NoLimits {
///     fn is_paused(&self, _: &&str) -> bool { false }
///     fn are_apart(&self, _: &&str, _: &&str) -> bool { false }
/// }
/// let mut pool = Pool::new(Seating::Single { least: 2, most: 2 });
/// pool.join(vec![Seeker::new("Ada", 1500)], Duration::ZERO)?;
/// pool.join(vec![Seeker::new("Bea", 1540)], Duration::ZERO)?;
/// assert_eq!(pool.pair(Duration::from_secs(1), &NoLimits), [["Ada", "Bea"]]);
/// # Ok::<(), people::PoolError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pool<K> {
    seating: Seating,
    /// Waiting parties, in the order in which they came.
    parties: Vec<Party<K>>,
}

impl<K: Clone + Eq> Pool<K> {
    /// Creates an empty pool.
    #[must_use]
    pub const fn new(seating: Seating) -> Self {
        Self { seating, parties: Vec::new() }
    }

    /// Returns the number of waiting players.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.parties.iter().map(|party| party.players.len()).sum()
    }

    /// Returns the waiting players, the longest waiting first.
    pub fn players(&self) -> impl Iterator<Item = &K> {
        self.parties.iter().flat_map(|party| party.players.iter().map(|player| &player.key))
    }

    /// Adds players who came together: one, or two partners.
    ///
    /// # Errors
    ///
    /// Returns [`PoolError`] if the party does not fit the pool, or a player of it waits already.
    pub fn join(&mut self, players: Vec<Seeker<K>>, now: Duration) -> Result<(), PoolError> {
        match (players.len(), self.seating) {
            (1, _) | (2, Seating::Partners) => {}
            (size, _) => return Err(PoolError::Size(size)),
        }
        let is_twice = players.len() == 2 && players[0].key == players[1].key;
        if is_twice || players.iter().any(|player| self.players().any(|key| *key == player.key)) {
            return Err(PoolError::Waiting);
        }
        let at = self.parties.partition_point(|party| party.since <= now);
        self.parties.insert(at, Party { players, since: now });
        Ok(())
    }

    /// Removes a player, with the partner they came with. Returns whether the player waited.
    pub fn leave(&mut self, player: &K) -> bool {
        let before = self.parties.len();
        self.parties.retain(|party| party.players.iter().all(|one| one.key != *player));
        self.parties.len() < before
    }

    /// Removes and returns the players of each table that can start now, in seat order.
    pub fn pair(&mut self, now: Duration, limits: &impl Limits<K>) -> Vec<Vec<K>> {
        let mut tables = Vec::new();
        let mut first = 0;
        while first < self.parties.len() {
            match self.find_table(first, now, limits) {
                Some(mut chosen) => {
                    let parties: Vec<&Party<K>> = chosen.iter().map(|index| &self.parties[*index]).collect();
                    tables.push(seat(self.seating, &parties));
                    chosen.sort_unstable_by_key(|index| Reverse(*index));
                    chosen.into_iter().for_each(|index| drop(self.parties.remove(index)));
                }
                None => first += 1,
            }
        }
        tables
    }

    /// Returns the largest allowed rating difference, or `None` without a limit.
    fn reach(&self, waited: Duration) -> Option<i32> {
        if self.waiting() < FEW && waited >= PATIENCE {
            return None;
        }
        let seconds = i32::try_from(waited.as_secs()).unwrap_or(i32::MAX);
        Some(seconds.saturating_mul(REACH_PER_SECOND).saturating_add(FIRST_REACH).min(MAX_REACH))
    }

    /// Returns the parties of a table with the party `first` and later ones.
    fn find_table(&self, first: usize, now: Duration, limits: &impl Limits<K>) -> Option<Vec<usize>> {
        let longest = &self.parties[first];
        if longest.is_paused(limits) {
            return None;
        }
        let waited = now.saturating_sub(longest.since);
        let (reach, rating) = (self.reach(waited), longest.rating());
        let distance = |index: usize| self.parties[index].rating().saturating_sub(rating).saturating_abs();
        let mut others: Vec<usize> = (first + 1..self.parties.len())
            .filter(|index| {
                let other = &self.parties[*index];
                reach.is_none_or(|reach| distance(*index) <= reach)
                    && !other.is_paused(limits)
                    && longest.may_meet(other, limits)
            })
            .collect();
        // A stable sort: of equally near players, the one who waited longer comes first.
        others.sort_by_key(|index| distance(*index));
        let players = self.seating.players();
        let sizes = if waited < PATIENCE { *players.end()..=*players.end() } else { players };
        sizes.rev().find_map(|size| {
            let (mut chosen, mut steps) = (vec![first], MAX_STEPS);
            let missing = size - longest.players.len();
            self.complete(&mut chosen, &others, missing, &mut steps, limits).then_some(chosen)
        })
    }

    /// Adds parties of `others` until no player is missing. All of them may meet. Returns whether there are enough.
    fn complete(
        &self,
        chosen: &mut Vec<usize>,
        others: &[usize],
        missing: usize,
        steps: &mut u32,
        limits: &impl Limits<K>,
    ) -> bool {
        if missing == 0 {
            return true;
        }
        for (place, index) in others.iter().enumerate() {
            let Some(left) = steps.checked_sub(1) else { return false };
            *steps = left;
            let party = &self.parties[*index];
            let Some(still_missing) = missing.checked_sub(party.players.len()) else { continue };
            // The first party has met all others already.
            if !chosen[1..].iter().all(|other| party.may_meet(&self.parties[*other], limits)) {
                continue;
            }
            chosen.push(*index);
            if self.complete(chosen, &others[place + 1..], still_missing, steps, limits) {
                return true;
            }
            chosen.pop();
        }
        false
    }
}

/// Returns the players of a table in seat order. Partners who came together stay together, and the sums of the
/// two sides' ratings are as close as possible.
fn seat<K: Clone>(seating: Seating, parties: &[&Party<K>]) -> Vec<K> {
    let players: Vec<(usize, &Seeker<K>)> = parties
        .iter()
        .enumerate()
        .flat_map(|(party, one)| one.players.iter().map(move |player| (party, player)))
        .collect();
    let Seating::Partners = seating else {
        return players.into_iter().map(|(_, player)| player.key.clone()).collect();
    };
    let rating = |index: usize| i64::from(players[index].1.rating);
    let party = |index: usize| players[index].0;
    let split = |partner: usize| {
        let mut others = (1..4).filter(move |index| *index != partner);
        [0, others.next().unwrap_or(0), partner, others.next().unwrap_or(0)]
    };
    let keeps_parties = |order: &[usize; 4]| {
        (0..4).all(|seat| {
            (0..4).all(|other| party(order[seat]) != party(order[other]) || seat % 2 == other % 2)
        })
    };
    let difference = |order: &[usize; 4]| {
        (rating(order[0]) + rating(order[2]) - rating(order[1]) - rating(order[3])).abs()
    };
    let best = (1..4).map(split).filter(keeps_parties).min_by_key(difference).unwrap_or([0, 1, 2, 3]);
    best.iter().map(|index| players[*index].1.key.clone()).collect()
}

#[cfg(test)]
mod tests;
