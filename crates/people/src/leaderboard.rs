//! Ranking of the players of a family.

use crate::rating::Rating;

/// Number of rated matches from which a player is listed.
const ENOUGH_MATCHES: u32 = 10;

/// Number of listed players from which there is a ranking. With fewer, each place would say more about the number of
/// players than about their play.
const ENOUGH_PLAYERS: usize = 5;

/// Time of the last rated match after which a player is no longer listed, in seconds: 90 days.
pub const LISTED_FOR: u64 = 90 * 24 * 60 * 60;

/// Number of players at the top that are shown.
const TOP: usize = 50;

/// Number of players that are shown before and after a player's own place.
const NEIGHBOURS: usize = 5;

/// Player with a rating in a family.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate<Id> {
    /// Id of the player.
    pub id: Id,
    /// The rating at this time.
    pub rating: Rating,
    /// Number of rated matches.
    pub matches: u32,
}

/// Player with a place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ranked<Id> {
    /// The place, from 1.
    pub place: usize,
    /// The player.
    pub player: Candidate<Id>,
}

/// Ranking of a family's players by the low end of their ratings, the mean minus two deviations. A player who is listed
/// has ten rated matches and no provisional rating.
///
/// ```
/// use people::{Candidate, Leaderboard, Rating};
/// let candidate = |id, mean| Candidate { id, rating: Rating::new(mean, 60.0).expect("a rating"), matches: 12 };
/// let four = Leaderboard::new((0..4).map(|id| candidate(id, 1500.0)));
/// assert_eq!((four.listed(), four.top().len()), (4, 0));
/// let five = Leaderboard::new((0..5).map(|id| candidate(id, 1500.0 + f64::from(id))));
/// assert_eq!(five.top()[0].player.id, 4);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Leaderboard<Id> {
    /// The listed players, the best first.
    ranked: Vec<Ranked<Id>>,
}

impl<Id: Copy + Ord> Leaderboard<Id> {
    /// Number of listed players from which there is a ranking.
    pub const NEEDED: usize = ENOUGH_PLAYERS;

    /// Ranks the candidates who qualify. The caller has left out the players whose last match was more than [`LISTED_FOR`]
    /// ago.
    pub fn new(candidates: impl IntoIterator<Item = Candidate<Id>>) -> Self {
        let qualifies = |one: &Candidate<Id>| one.matches >= ENOUGH_MATCHES && !one.rating.is_provisional();
        let mut listed: Vec<Candidate<Id>> = candidates.into_iter().filter(qualifies).collect();
        // The id decides between equals, so that two requests show the same order.
        listed.sort_by(|one, other| low_end(other).total_cmp(&low_end(one)).then(one.id.cmp(&other.id)));
        let ranked =
            listed.into_iter().enumerate().map(|(index, player)| Ranked { place: index + 1, player });
        Self { ranked: ranked.collect() }
    }

    /// Returns the number of listed players.
    #[must_use]
    pub fn listed(&self) -> usize {
        self.ranked.len()
    }

    /// Returns the best 50 players, or none while too few are listed.
    #[must_use]
    pub fn top(&self) -> &[Ranked<Id>] {
        if self.ranked.len() < ENOUGH_PLAYERS { &[] } else { &self.ranked[..self.ranked.len().min(TOP)] }
    }

    /// Returns a player below the top with five players before and five after, without those at the top.
    #[must_use]
    pub fn around(&self, id: Id) -> &[Ranked<Id>] {
        match self.ranked.iter().position(|one| one.player.id == id) {
            Some(own) if own >= TOP => {
                let end = self.ranked.len().min(own + NEIGHBOURS + 1);
                &self.ranked[own.saturating_sub(NEIGHBOURS).max(TOP)..end]
            }
            _ => &[],
        }
    }
}

/// Returns the rating that a player has with high probability at least.
fn low_end<Id>(candidate: &Candidate<Id>) -> f64 {
    candidate.rating.mean() - 2.0 * candidate.rating.deviation()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(id: usize, mean: f64, deviation: f64, matches: u32) -> Candidate<usize> {
        Candidate { id, rating: Rating::new(mean, deviation).expect("a rating"), matches }
    }

    fn ids(ranked: &[Ranked<usize>]) -> Vec<usize> {
        ranked.iter().map(|one| one.player.id).collect()
    }

    #[test]
    fn ten_matches_and_a_certain_rating_are_listed() {
        let certain = (0..5).map(|id| candidate(id, 1500.0, 60.0, 10));
        let others = [candidate(5, 1900.0, 110.5, 50), candidate(6, 1900.0, 60.0, 9)];
        let board = Leaderboard::new(certain.chain(others));
        assert_eq!((board.listed(), ids(board.top())), (5, vec![0, 1, 2, 3, 4]));
        let limit = Leaderboard::new((0..5).map(|id| candidate(id, 1500.0, 110.0, 10)));
        assert_eq!(limit.listed(), 5);
    }

    #[test]
    fn the_low_end_of_the_interval_decides() {
        let players = [
            candidate(0, 1700.0, 100.0, 10),
            candidate(1, 1600.0, 40.0, 10),
            candidate(2, 1500.0, 30.0, 10),
            candidate(3, 1500.0, 30.0, 10),
            candidate(4, 1400.0, 30.0, 10),
        ];
        let board = Leaderboard::new(players);
        assert_eq!(ids(board.top()), [1, 0, 2, 3, 4]);
        assert_eq!(board.top().iter().map(|one| one.place).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn fewer_than_five_have_no_ranking() {
        let board = Leaderboard::new((0..4).map(|id| candidate(id, 1500.0, 60.0, 10)));
        assert_eq!((board.listed(), board.top(), board.around(3)), (4, &[][..], &[][..]));
    }

    #[test]
    fn a_player_below_the_top_has_ten_neighbours_without_the_top() {
        let board = Leaderboard::new((0..70).map(|id| candidate(id, 2000.0 - id as f64, 60.0, 10)));
        assert_eq!(ids(board.top()), (0..50).collect::<Vec<_>>());
        assert_eq!(board.around(49), &[]);
        assert_eq!(ids(board.around(50)), (50..56).collect::<Vec<_>>());
        assert_eq!(ids(board.around(60)), (55..66).collect::<Vec<_>>());
        assert_eq!(ids(board.around(69)), (64..70).collect::<Vec<_>>());
        assert_eq!(board.around(70), &[]);
        assert_eq!(board.around(60)[5].place, 61);
    }
}
