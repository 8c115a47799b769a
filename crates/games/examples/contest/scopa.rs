//! A player of Scopa that others have described, rebuilt to measure ours by.

use super::best;
use cards::{Card, CardSet, Rank, Rng, Seat, Suit};
use engine::{Bot, Observation};
use games::scopa::{Action, Scopa};

/// `capture-first` takes whenever it can, what counts most at a fixed worth a card, and never asks what it leaves; if it cannot
/// take it lays the card that counts least. Several programs call such a player greedy.
pub(crate) fn reference(name: &str) -> Option<Box<dyn Bot<Scopa>>> {
    (name == "capture-first").then(|| Box::new(CaptureFirst) as Box<dyn Bot<Scopa>>)
}

struct CaptureFirst;

/// What a sweep counts beside the cards.
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

/// The settebello before sevens, coins, and the cards that count for the primiera.
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
