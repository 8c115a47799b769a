//! The game's own rules of thumb.

use super::search::SmallState;
use super::{Action, Options, Scopa, View, score};
use crate::fishing::{Worth, greedy};
use bots::{Careless, ExactEnd, Ismcts};
use cards::{Card, Rank, Rng, Seat, Suit};
use engine::{Bot, Game, Observation};

pub(super) const BOTS: &[&str] = &["greedy"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<Scopa>>> {
    match name {
        "greedy" => Some(greedy_bot()),
        // Who overlooks every play does not claim for want of anything else.
        _ => match Careless::named(name, greedy_bot()) {
            Some(careless) => Some(Box::new(Claimant(careless))),
            None => Ismcts::<SmallState>::named(name),
        },
    }
}

fn greedy_bot() -> Box<dyn Bot<Scopa>> {
    Box::new(Claimant(Box::new(ExactEnd::<SmallState, _>::after(Greedy))))
}

/// Claims to be out when it is, and else plays as another does, who hears of no claims.
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

/// Takes what scores, coins and sevens before all, and leaves little behind.
struct Greedy;

impl Bot<Scopa> for Greedy {
    fn choose(&mut self, seen: &Observation<Scopa>, seat: Seat, _rng: &mut Rng) -> Action {
        let plays = seen.legal.iter().filter_map(|action| match action {
            Action::Play(play) => Some(*play),
            Action::Claim => None,
        });
        Action::Play(greedy(&seen.view.deal, seat, plays, &seen.view.options))
    }
}

/// Every card of a pile was seen by everybody, so whether a claim is right follows from any world that looks alike.
fn claim_is_right(view: &View, seat: Seat) -> bool {
    let world = Scopa::determinize(view, &mut Rng::from_number(0));
    score::has_reached_target(&world, seat)
}

impl Worth for Options {
    /// A card in 40 is a fortieth of what a majority of 21 decides, a coin a tenth; sevens, sixes and aces make
    /// the primiera.
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
