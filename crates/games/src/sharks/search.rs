//! What a search is told of the game: which bids are worth comparing.

use super::{Action, Sharks, Stage, State};
use bots::{Guide, Whole};
use cards::Seat;

/// A game as a search plays it.
pub(super) type Searched = Whole<Sharks, FewBids>;

/// Of the many sums a hand comes to, a few tell as much: what one more or less brings is lost in the luck of the worlds, which are all the
/// fewer the more is compared.
pub(super) struct FewBids;

/// So many bids are compared with the one that is usual.
const BIDS: usize = 8;

impl Guide<Sharks> for FewBids {
    /// Leaves bids that lie evenly between the lowest and the highest.
    fn thin_out(state: &State, _seat: Seat, moves: &mut Vec<Action>) {
        if !matches!(state.stage, Stage::Bid(_)) {
            return;
        }
        let bids = moves.iter().filter(|action| matches!(action, Action::Bid(_))).count();
        if bids <= BIDS {
            return;
        }
        let mut seen = 0;
        moves.retain(|action| {
            if !matches!(action, Action::Bid(_)) {
                return true;
            }
            let before = seen;
            seen += 1;
            before == 0 || before * BIDS / bids != seen * BIDS / bids
        });
    }
}
