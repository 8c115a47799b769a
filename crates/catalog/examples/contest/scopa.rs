//! Reference bot of Scopa, after published descriptions.

use super::best;
use cards::{Card, CardSet, Rank, Rng, Seat, Suit};
use engine::{Bot, Observation};
use games::scopa::{Action, Scopa};

/// Returns `capture-first`: it captures whenever possible, by fixed card values and without regard
/// to the remaining table.
///
/// If it cannot capture, it plays the least valuable card. Several programs call such a bot greedy.
pub(crate) fn reference(name: &str) -> Option<Box<dyn Bot<Scopa>>> {
    (name == "capture-first").then(|| Box::new(CaptureFirst) as Box<dyn Bot<Scopa>>)
}

struct CaptureFirst;

/// Value of a sweep, beside its cards.
const SWEEP: u32 = 100;

impl Bot<Scopa> for CaptureFirst {
    fn choose(&mut self, seen: &Observation<Scopa>, _seat: Seat, rng: &mut Rng) -> Action {
        let table = seen.view.deal.table;
        let value = |action: &Action| match action {
            Action::Claim => (2, 0),
            Action::Play(play) => match play.taken() {
                None => (0, u32::MAX - worth(play.card())),
                Some(taken) => {
                    let sweep = if taken == table { SWEEP } else { 0 };
                    (1, sweep + total(taken) + worth(play.card()))
                }
            },
        };
        best(&seen.legal, value, rng)
    }
}

fn total(cards: CardSet) -> u32 {
    cards.iter().map(worth).sum()
}

/// Returns the value of a card: the settebello, then sevens, coins, and cards that count for the
/// primiera.
fn worth(card: Card) -> u32 {
    let primiera = match card.rank() {
        Rank::Seven => 12,
        Rank::Six => 6,
        Rank::Ace => 4,
        _ => 0,
    };
    let coins = if card.suit() == Suit::Diamonds { 10 } else { 0 };
    let settebello = if card.rank() == Rank::Seven && card.suit() == Suit::Diamonds { 60 } else { 0 };
    5 + primiera + coins + settebello
}
