//! The game's own rules of thumb.

use super::search::SmallState;
use super::{Action, Options, WallStreet};
use crate::fishing::{Worth, greedy};
use bots::{ExactEnd, Ismcts};
use cards::{Card, Rank, Rng, Seat, Suit};
use engine::{Bot, Observation};

pub(super) const BOTS: &[&str] = &["greedy"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<WallStreet>>> {
    match name {
        "greedy" => Some(Box::new(ExactEnd::<SmallState, _>::after(Greedy))),
        _ => Ismcts::<SmallState>::named(name),
    }
}

/// Takes kings first, then diamonds, and leaves little behind.
struct Greedy;

impl Bot<WallStreet> for Greedy {
    fn choose(&mut self, seen: &Observation<WallStreet>, seat: Seat, _rng: &mut Rng) -> Action {
        greedy(&seen.view.deal, seat, seen.legal.iter().copied(), &seen.view.options)
    }
}

impl Worth for Options {
    /// Four kings, nine preferred and twenty-seven common decide one point each.
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
