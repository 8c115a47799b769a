//! Heuristic play: maximizes the value taken minus the value left to the next player.

use super::capture::Captures;
use super::play::Play;
use super::view::View;
use cards::{Card, CardSet, Rank, Seat};

/// Approximate values in points, supplied by a game.
pub trait CardValues {
    /// Returns the value of capturing this card.
    fn card(&self, card: Card) -> f32;
    /// Returns the value of a sweep.
    fn sweep(&self) -> f32;
}

/// Returns the best of the `legal` plays for `seat`.
///
/// A play's value is the value it takes minus the expected value of the next player's best capture.
/// The expectation runs over the unseen cards, weighted by the probability that the next player
/// holds them.
///
/// # Panics
///
/// Panics if there is no legal play.
#[must_use]
pub fn heuristic(
    view: &View,
    seat: Seat,
    legal: impl Iterator<Item = Play>,
    values: &impl CardValues,
) -> Play {
    let next = view.playing.next_after(seat, view.rules.seats).unwrap_or(seat);
    let partner = view.rules.side(next) == view.rules.side(seat);
    let held = if partner { 0 } else { view.hands[next].len() };
    let unseen = view.unseen();
    let value = |play: Play| {
        let (card, taken) = (play.card(), play.taken());
        let gain = taken.map_or(0.0, |taken| {
            let cards = taken | CardSet::only(card);
            let sweep = taken == view.table && !taken.is_empty() && last_to_sweep(view, card, held);
            total(cards, values) + if sweep { values.sweep() } else { 0.0 }
        });
        let left = match taken {
            Some(taken) => view.table - taken,
            None => view.table | CardSet::only(card),
        };
        gain - threat(view, left, unseen, held, values)
    };
    let scored = legal.map(|play| (value(play), play));
    // Among equal plays the lowest is chosen, so that the choice depends only on the view.
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    best.map(|(_, play)| play).expect("a seat to act has a legal play")
}

/// Returns whether a capture that clears the table counts as a sweep.
fn last_to_sweep(view: &View, card: Card, held_by_next: u8) -> bool {
    let last_card = view.stock == 0 && held_by_next == 0;
    let ace = view.rules.matching.ace.is_some_and(|ace| !ace.sweeps) && card.rank() == Rank::Ace;
    !ace && (!last_card || view.rules.last_play_sweep == super::LastPlaySweep::IfReallyCaptured)
}

fn total(cards: CardSet, values: &impl CardValues) -> f32 {
    cards.iter().map(|card| values.card(card)).sum()
}

/// Returns the expected value of the next player's capture from the cards `left` on the table.
fn threat(view: &View, left: CardSet, unseen: CardSet, held: u8, values: &impl CardValues) -> f32 {
    if unseen.is_empty() || held == 0 {
        return 0.0;
    }
    let captures = Captures::new(&view.rules.matching, left);
    let mut sum = 0.0;
    for card in unseen {
        let mut best = 0.0_f32;
        captures.of(card, &mut |taken| {
            let sweep = if taken == left && last_to_sweep(view, card, held) { values.sweep() } else { 0.0 };
            best = best.max(total(taken | CardSet::only(card), values) + sweep);
        });
        sum += best;
    }
    // The next player chooses the best card of a hand. One card in four captures, so a hand of n
    // gains less than n times.
    let share = f32::from(held).sqrt();
    share * sum / f32::from(unseen.len())
}
