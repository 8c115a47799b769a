//! Guide of the search: the playout policy and the bids to compare.

use super::bot::{self, DEFAULT_PARAMETERS, TWO_PLAYER_PARAMETERS};
use super::{Action, Sharks, Stage, State};
use bots::{FullState, Guide};
use cards::{Rng, Seat};

/// Game of the search.
pub(super) type Searched = FullState<Sharks, Auctions>;

/// Guide for auctions.
///
/// A few evenly spaced bids represent all totals of a hand. The differences between neighbours are
/// lost in the variance of the determinizations, and more candidates leave fewer determinizations
/// for each. The searching seat plays on with better parameters than the others. Otherwise every
/// bid would look as good as the heuristic continuation makes it.
pub(super) struct Auctions;

/// Maximum number of bids compared.
const MAX_BIDS: usize = 8;

impl Guide<Sharks> for Auctions {
    fn policy(
        state: &State,
        _policy: u8,
        seat: Seat,
        searcher: Seat,
        moves: &mut Vec<Action>,
        rng: &mut Rng,
    ) -> Action {
        let is_tuned = seat == searcher && state.options.seats == 2;
        bot::playout_action(
            if is_tuned { &TWO_PLAYER_PARAMETERS } else { &DEFAULT_PARAMETERS },
            state,
            seat,
            moves,
            rng,
        )
    }

    /// Keeps bids evenly spaced from the lowest to the highest.
    fn prune(state: &State, _seat: Seat, moves: &mut Vec<Action>) {
        if !matches!(state.stage, Stage::Bid(_)) {
            return;
        }
        let bids = moves.iter().filter(|action| matches!(action, Action::Bid(_))).count();
        if bids <= MAX_BIDS {
            return;
        }
        let mut seen = 0;
        moves.retain(|action| {
            if !matches!(action, Action::Bid(_)) {
                return true;
            }
            let before = seen;
            seen += 1;
            before == 0 || before * MAX_BIDS / bids != seen * MAX_BIDS / bids
        });
    }
}
