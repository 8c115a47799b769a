//! The heuristic bot of Wall Street.

use super::search::SmallState;
use super::{Action, Options, WallStreet};
use crate::fishing::{CardValues, heuristic};
use bots::{ExactEnd, Ismcts};
use cards::{Card, Rank, Rng, Seat, Suit};
use engine::{Bot, Observation};

pub(super) const BOTS: &[&str] = &["heuristic"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<WallStreet>>> {
    match name {
        "heuristic" => Some(Box::new(ExactEnd::<SmallState, _>::after(Heuristic))),
        _ => Ismcts::<SmallState>::named(name),
    }
}

/// Heuristic: prefers kings, then diamonds, and leaves little on the table.
struct Heuristic;

impl Bot<WallStreet> for Heuristic {
    fn choose(&mut self, seen: &Observation<WallStreet>, seat: Seat, _rng: &mut Rng) -> Action {
        heuristic(&seen.view.deal, seat, seen.legal.iter().copied(), &seen.view.options)
    }
}

impl CardValues for Options {
    /// Approximate value of a card: four kings, nine preferred and twenty-seven common decide one
    /// point each.
    fn card(&self, card: Card) -> f32 {
        match (card.rank(), card.suit()) {
            (Rank::King, _) => 0.45,
            (_, Suit::Diamonds) => 0.2,
            _ => 0.07,
        }
    }

    fn sweep(&self) -> f32 {
        1.0
    }
}
