//! Playout policies of the search.

use super::{Action, State, ThirtyOne, bot};
use bots::{FullState, Guide};
use cards::{Rng, Seat};

/// Deal of the search.
pub(super) type Searched = FullState<ThirtyOne, TwoPolicies>;

/// Playout policies of the other players: the heuristics and the equilibrium.
///
/// It is unknown which of the two the others use. A search that relies on one loses to the other,
/// so half of the determinizations use each.
pub(super) struct TwoPolicies;

const EQUILIBRIUM: u8 = 1;

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
        if policy == EQUILIBRIUM {
            bot::equilibrium_action(state, seat)
        } else {
            bot::playout_action(state, seat)
        }
    }
}

/// Guide in which all players use the equilibrium. It measures the loss of the equilibrium against
/// a player who knows it.
#[derive(Clone, Copy, Debug)]
pub struct EquilibriumGuide;

impl Guide<ThirtyOne> for EquilibriumGuide {
    fn policy(
        state: &State,
        _policy: u8,
        seat: Seat,
        _searcher: Seat,
        _moves: &mut Vec<Action>,
        _rng: &mut Rng,
    ) -> Action {
        bot::equilibrium_action(state, seat)
    }
}
