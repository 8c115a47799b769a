//! The heuristic bot of Scopa.

use super::search::SmallState;
use super::{Action, Options, Scopa, View, score};
use crate::fishing::{CardValues, heuristic};
use bots::{ExactEnd, Ismcts, Noisy};
use cards::{Card, Rank, Rng, Seat, Suit};
use engine::{Bot, Game, Observation};

pub(super) const BOTS: &[&str] = &["heuristic"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<Scopa>>> {
    match name {
        "heuristic" => Some(heuristic_bot()),
        // A noisy bot that overlooks every play must not claim for lack of alternatives, so claims
        // are handled outside it.
        _ => match Noisy::named(name, heuristic_bot()) {
            Some(noisy) => Some(Box::new(Claimant(noisy))),
            None => Ismcts::<SmallState>::named(name),
        },
    }
}

fn heuristic_bot() -> Box<dyn Bot<Scopa>> {
    Box::new(Claimant(Box::new(ExactEnd::<SmallState, _>::after(Heuristic))))
}

/// Bot that claims when it has reached the target, and otherwise plays like the wrapped bot, which
/// sees no claims.
struct Claimant(Box<dyn Bot<Scopa>>);

impl Bot<Scopa> for Claimant {
    fn choose(&mut self, seen: &Observation<Scopa>, seat: Seat, rng: &mut Rng) -> Action {
        if !seen.legal.contains(&Action::Claim) {
            return self.0.choose(seen, seat, rng);
        }
        let mut plays = seen.clone();
        plays.legal.retain(|action| *action != Action::Claim);
        if plays.legal.is_empty() || claim_is_right(&seen.view, seat) {
            return Action::Claim;
        }
        self.0.choose(&plays, seat, rng)
    }
}

/// Heuristic: prefers scoring captures, coins and sevens, and leaves little on the table.
struct Heuristic;

impl Bot<Scopa> for Heuristic {
    fn choose(&mut self, seen: &Observation<Scopa>, seat: Seat, _rng: &mut Rng) -> Action {
        let plays = seen.legal.iter().filter_map(|action| match action {
            Action::Play(play) => Some(*play),
            Action::Claim => None,
        });
        Action::Play(heuristic(&seen.view.deal, seat, plays, &seen.view.options))
    }
}

/// Returns whether a claim would be correct. All captured cards were public, so every
/// determinization gives the answer.
fn claim_is_right(view: &View, seat: Seat) -> bool {
    let determinization = Scopa::determinize(view, &mut Rng::from_number(0));
    score::has_reached_target(&determinization, seat)
}

impl CardValues for Options {
    /// Approximate value of a card: each card contributes to the majority of 21 of 40, each coin to
    /// the majority of ten; sevens, sixes and aces to the primiera.
    fn card(&self, card: Card) -> f32 {
        let coin = if card.suit() == Suit::Diamonds { 0.2 } else { 0.0 };
        let primiera = match card.rank() {
            Rank::Seven => 0.35,
            Rank::Six => 0.12,
            Rank::Ace => 0.08,
            _ => 0.0,
        };
        let single = match (card.rank(), card.suit()) {
            (Rank::Seven, Suit::Diamonds) => 1.0,
            (Rank::King, Suit::Diamonds) if self.re_bello => 1.0,
            (Rank::Ace | Rank::Two | Rank::Three, Suit::Diamonds) if self.napola => 0.5,
            _ => 0.0,
        };
        0.05 + coin + primiera + single
    }

    fn sweep(&self) -> f32 {
        1.0
    }
}
