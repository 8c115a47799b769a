//! What a search is told of the game: how people play on, and which bids are worth comparing.

use super::bot::{self, PLAIN, SHREWD};
use super::{Action, Sharks, Stage, State};
use bots::{Guide, Whole};
use cards::{Rng, Seat};

/// A game as a search plays it.
pub(super) type Searched = Whole<Sharks, Auctions>;

/// How a search thinks of auctions.
///
/// Of the many sums a hand comes to, a few tell as much: what one more or less brings is lost in the luck of the worlds, which are all the
/// fewer the more is compared. And whoever searches goes on to bid better than the others, or every bid would look as good as what
/// they make of it who go by thumb.
pub(super) struct Auctions;

/// So many bids are compared with the one that is usual.
const BIDS: usize = 8;

impl Guide<Sharks> for Auctions {
    fn policy(
        state: &State,
        _policy: u8,
        seat: Seat,
        searcher: Seat,
        moves: &mut Vec<Action>,
        rng: &mut Rng,
    ) -> Action {
        let is_shrewd = seat == searcher && state.options.seats == 2;
        bot::playout_action(if is_shrewd { &SHREWD } else { &PLAIN }, state, seat, moves, rng)
    }

    /// Leaves bids that lie evenly between the lowest and the highest.
    fn prune(state: &State, _seat: Seat, moves: &mut Vec<Action>) {
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
