//! What a search is told of the game.

use super::{Cassino, View};
use bots::{Guide, Whole};
use cards::{Holding, Seat};

/// A deal as a search plays it.
pub(super) type Searched = Whole<Cassino, Ends>;

/// When the end can be seen.
pub(super) struct Ends;

impl Guide<Cassino> for Ends {
    /// The unseen cards all lie in one hand, and two sides play.
    fn is_open(view: &View) -> bool {
        let hidden =
            view.hands.iter().filter(|(_, hand)| matches!(hand, Holding::Closed(count) if *count > 0));
        view.options.sides() == 2 && view.stock == 0 && hidden.count() <= 1
    }

    fn are_partners(view: &View, one: Seat, other: Seat) -> bool {
        view.options.side(one) == view.options.side(other)
    }
}
