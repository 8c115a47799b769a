//! Rules of thumb: take what is worth most, and leave little behind.

use super::capture::Captures;
use super::play::Play;
use super::view::View;
use cards::{Card, CardSet, Rank, Seat};

/// What a game tells the rules of thumb: points, roughly.
pub trait Worth {
    /// What taking this card is worth.
    fn card(&self, card: Card) -> f32;
    /// What a sweep is worth.
    fn sweep(&self) -> f32;
}

/// The play that looks best to `seat`, of those that are legal.
///
/// Each is worth what it takes, less what the next player can be expected to take: over the cards nobody has
/// shown, the best capture each would make, as likely as that player is to hold one.
///
/// # Panics
///
/// When there is no legal play.
#[must_use]
pub fn greedy(view: &View, seat: Seat, legal: impl Iterator<Item = Play>, worth: &impl Worth) -> Play {
    let next = view.playing.next_after(seat, view.rules.seats).unwrap_or(seat);
    let partner = view.rules.side(next) == view.rules.side(seat);
    let held = if partner { 0 } else { view.hands[next].len() };
    let unseen = view.unseen();
    let value = |play: Play| {
        let (card, taken) = (play.card(), play.taken());
        let gain = taken.map_or(0.0, |taken| {
            let cards = taken | CardSet::only(card);
            let sweep = taken == view.table && !taken.is_empty() && last_to_sweep(view, card, held);
            total(cards, worth) + if sweep { worth.sweep() } else { 0.0 }
        });
        let left = match taken {
            Some(taken) => view.table - taken,
            None => view.table | CardSet::only(card),
        };
        gain - threat(view, left, unseen, held, worth)
    };
    let scored = legal.map(|play| (value(play), play));
    // Of plays that look alike the lowest is taken, so that the choice follows from the view alone.
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    best.map(|(_, play)| play).expect("whoever is to act has a legal play")
}

/// Whether a capture that clears the table counts as a sweep here.
fn last_to_sweep(view: &View, card: Card, held_by_next: u8) -> bool {
    let last_card = view.stock == 0 && held_by_next == 0;
    let ace = view.rules.matching.ace.is_some_and(|ace| !ace.sweeps) && card.rank() == Rank::Ace;
    !ace && (!last_card || view.rules.last_play_sweep == super::LastPlaySweep::IfReallyCaptured)
}

fn total(cards: CardSet, worth: &impl Worth) -> f32 {
    cards.iter().map(|card| worth.card(card)).sum()
}

/// What the next player can be expected to take from what is `left` on the table.
fn threat(view: &View, left: CardSet, unseen: CardSet, held: u8, worth: &impl Worth) -> f32 {
    if unseen.is_empty() || held == 0 {
        return 0.0;
    }
    let captures = Captures::new(&view.rules.matching, left);
    let mut sum = 0.0;
    for card in unseen {
        let mut best = 0.0_f32;
        captures.of(card, &mut |taken| {
            let sweep = if taken == left && last_to_sweep(view, card, held) { worth.sweep() } else { 0.0 };
            best = best.max(total(taken | CardSet::only(card), worth) + sweep);
        });
        sum += best;
    }
    // The next player picks the best of the hand; one card in four hits, so a hand of n hits less than n times.
    let share = f32::from(held).sqrt();
    share * sum / f32::from(unseen.len())
}
