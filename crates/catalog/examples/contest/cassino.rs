//! Reference bot of Cassino, after a published description.

use super::best;
use cards::{Card, CardSet, Rank, Rng, Seat, Suit};
use engine::{Bot, Observation};
use games::cassino::{Action, Cassino};

/// Returns `plain`: it captures the most valuable cards, otherwise builds, otherwise trails the
/// least valuable card.
pub(crate) fn reference(name: &str) -> Option<Box<dyn Bot<Cassino>>> {
    (name == "plain").then(|| Box::new(Plain) as Box<dyn Bot<Cassino>>)
}

struct Plain;

/// Value of a sweep, beside its cards.
const SWEEP: u32 = 100;

impl Bot<Cassino> for Plain {
    fn choose(&mut self, seen: &Observation<Cassino>, _seat: Seat, rng: &mut Rng) -> Action {
        let table = seen.view.loose | seen.view.builds.cards();
        let value = |action: &Action| {
            let joined = action.loose() | action.builds().cards();
            match action {
                Action::Trail(card) => (0, u32::MAX - worth(*card)),
                Action::Build { .. } => (1, total(joined)),
                Action::Capture { card, .. } => {
                    (2, if joined == table { SWEEP } else { 0 } + total(joined) + worth(*card))
                }
            }
        };
        best(&seen.legal, value, rng)
    }
}

fn total(cards: CardSet) -> u32 {
    cards.iter().map(worth).sum()
}

/// Returns the value of a card in hundredths of a point: its own points, and its share of the
/// points for most cards and most spades.
fn worth(card: Card) -> u32 {
    let alone = match (card.rank(), card.suit()) {
        (Rank::Ten, Suit::Diamonds) => 200,
        (Rank::Two, Suit::Spades) | (Rank::Ace, _) => 100,
        _ => 0,
    };
    alone + 11 + if card.suit() == Suit::Spades { 14 } else { 0 }
}
