//! Reference bots of Thirty-One that follow one piece of advice.

use bots::{FullState, Ismcts};
use cards::{Card, CardSet, Rank, Rng, Seat};
use engine::{Bot, Budget, Observation};
use games::thirty_one::{Action, EquilibriumGuide, ThirtyOne};

/// Returns a reference bot.
///
/// `knocks:27` collects its best suit, takes the upcard if that raises the value at once, and
/// knocks from 27 points. `answers:1000` searches the best response to `equilibrium`, with this
/// budget.
pub(crate) fn reference(name: &str) -> Option<Box<dyn Bot<ThirtyOne>>> {
    if let Some(budget) = name.strip_prefix("answers:").and_then(Budget::read) {
        return Some(Box::new(Ismcts::<FullState<ThirtyOne, EquilibriumGuide>>::new(budget)));
    }
    let from = name.strip_prefix("knocks:")?.parse().ok()?;
    Some(Box::new(Knocks { from }))
}

struct Knocks {
    from: u32,
}

impl Bot<ThirtyOne> for Knocks {
    fn choose(&mut self, seen: &Observation<ThirtyOne>, seat: Seat, _rng: &mut Rng) -> Action {
        let view = &seen.view;
        let hand = view.hands[seat].known();
        let discard = seen.legal.iter().filter_map(|action| match action {
            Action::Discard(card) => {
                Some((value(hand - CardSet::only(*card)), u32::MAX - points(*card), *action))
            }
            _ => None,
        });
        if let Some((.., best)) = discard.max_by_key(|(value, low, _)| (*value, *low)) {
            return best;
        }
        if value(hand) >= self.from && seen.legal.contains(&Action::Knock) {
            return Action::Knock;
        }
        let helps = view.upcard.is_some_and(|upcard| {
            let with = hand | CardSet::only(upcard);
            hand.iter().any(|card| value(with - CardSet::only(card)) > value(hand))
        });
        let wanted = if helps { Action::Upcard } else { Action::Stock };
        if seen.legal.contains(&wanted) { wanted } else { seen.legal[0] }
    }
}

/// Returns the most points in one suit.
fn value(hand: CardSet) -> u32 {
    hand.iter().map(|card| (hand & CardSet::of_suit(card.suit())).iter().map(points).sum()).max().unwrap_or(0)
}

fn points(card: Card) -> u32 {
    match card.rank() {
        Rank::Ace => 11,
        Rank::Jack | Rank::Queen | Rank::King => 10,
        rank => rank as u32 + 1,
    }
}
