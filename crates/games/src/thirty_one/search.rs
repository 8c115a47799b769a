//! What a search is told of the game: how people play on.

use super::{Action, State, ThirtyOne, bot};
use bots::{Guide, Whole};
use cards::{Rng, Seat};

/// A deal as a search plays it.
pub(super) type Searched = Whole<ThirtyOne, Manners>;

/// Nobody knows whether others collect and knock by rules of thumb or as it was learned for two. Whoever counts on the one loses to the
/// other, so half of the worlds are of each kind.
pub(super) struct Manners;

const LEARNED: u8 = 1;

impl Guide<ThirtyOne> for Manners {
    const MANNERS: u8 = 2;

    fn policy(
        state: &State,
        manner: u8,
        seat: Seat,
        _searcher: Seat,
        _moves: &mut Vec<Action>,
        _rng: &mut Rng,
    ) -> Action {
        if manner == LEARNED { bot::learned_action(state, seat) } else { bot::playout_action(state, seat) }
    }
}

/// A search that counts on everybody to play as it was learned: it measures what whoever plays so loses to somebody who knows.
#[derive(Clone, Copy, Debug)]
pub struct AsLearned;

impl Guide<ThirtyOne> for AsLearned {
    fn policy(
        state: &State,
        _manner: u8,
        seat: Seat,
        _searcher: Seat,
        _moves: &mut Vec<Action>,
        _rng: &mut Rng,
    ) -> Action {
        bot::learned_action(state, seat)
    }
}
