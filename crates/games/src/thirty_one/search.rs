//! What a search is told of the game: how people play on.

use super::{Action, State, ThirtyOne, bot};
use bots::{Guide, Whole};
use cards::{Rng, Seat};

/// A deal as a search plays it.
pub(super) type Searched = Whole<ThirtyOne, TwoPolicies>;

/// Nobody knows whether others collect and knock by rules of thumb or as it was learned for two. Whoever counts on the one loses to the
/// other, so half of the worlds are of each kind.
pub(super) struct TwoPolicies;

const LEARNED: u8 = 1;

impl Guide<ThirtyOne> for TwoPolicies {
    const PLAYOUT_POLICIES: u8 = 2;

    fn policy(
        state: &State,
        policy: u8,
        seat: Seat,
        _searcher: Seat,
        _moves: &mut Vec<Action>,
        _rng: &mut Rng,
    ) -> Action {
        if policy == LEARNED { bot::learned_action(state, seat) } else { bot::playout_action(state, seat) }
    }
}

/// A search that counts on everybody to play as it was learned: it measures what whoever plays so loses to somebody who knows.
#[derive(Clone, Copy, Debug)]
pub struct AsLearned;

impl Guide<ThirtyOne> for AsLearned {
    fn policy(
        state: &State,
        _policy: u8,
        seat: Seat,
        _searcher: Seat,
        _moves: &mut Vec<Action>,
        _rng: &mut Rng,
    ) -> Action {
        bot::learned_action(state, seat)
    }
}
