//! The game's own rules of thumb.

use super::value::{self, points};
use super::{Action, Stage, ThirtyOne, View};
use cards::{Card, CardSet, Rng, Seat};
use engine::{Bot, Observation};

pub(super) const BOTS: &[&str] = &["greedy"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<ThirtyOne>>> {
    (name == "greedy").then(|| Box::new(Greedy) as Box<dyn Bot<ThirtyOne>>)
}

/// Collects the suit that promises most, and knocks with what is enough for the number of players and the round.
struct Greedy;

/// How many draws a hand can hope for: what it may become counts so much beside what it is.
const DRAWS: f32 = 1.0;

/// What a point given to the next player costs, if it is of a suit that player was seen to collect.
const GIVEN: f32 = 0.25;

/// What is enough to knock with: by the number of players, from two, and by the round, from the first.
const ENOUGH: [[u8; 4]; 8] = [
    [20, 23, 25, 26],
    [19, 22, 24, 26],
    [18, 22, 24, 26],
    [18, 22, 24, 26],
    [18, 22, 24, 26],
    [18, 22, 24, 26],
    [18, 22, 24, 26],
    [18, 22, 24, 26],
];

impl Bot<ThirtyOne> for Greedy {
    fn choose(&mut self, seen: &Observation<ThirtyOne>, seat: Seat, _rng: &mut Rng) -> Action {
        let view = &seen.view;
        let hand = view.hands[seat].known();
        let hopes = Hopes::new(view.unseen());
        if matches!(view.stage, Stage::Discard { .. }) {
            let discards = seen.legal.iter().filter_map(|action| match action {
                Action::Discard(card) => Some(*card),
                _ => None,
            });
            return Action::Discard(worst(view, seat, &hopes, hand, discards));
        }
        if seen.legal.contains(&Action::Knock) && value::halves(&view.options, hand) >= 2 * enough(view, seat)
        {
            return Action::Knock;
        }
        let draws = if view.knocker.is_some() { 0.0 } else { DRAWS };
        // Taking the upcard uses up a draw that the stock would have been.
        let upcard = view.upcard.map_or(0.0, |card| {
            let kept = hand.iter().map(|thrown| hand | CardSet::only(card) - CardSet::only(thrown));
            kept.map(|kept| hopes.of(kept, draws)).fold(0.0, f32::max)
        });
        if upcard > hopes.of(hand, draws + 1.0) { Action::Upcard } else { Action::Stock }
    }
}

/// What is enough to knock with.
fn enough(view: &View, seat: Seat) -> u8 {
    let players = view.playing.len();
    let round = usize::from(view.turns / u16::from(players)).min(3);
    let enough = ENOUGH[usize::from(players - 2)][round];
    // Who can lose but one life cannot pay twice.
    if view.lives[seat] <= 1 { enough - 1 } else { enough }
}

/// The card to discard: what is left is worth most, and the next player is not given what he collects.
fn worst(
    view: &View,
    seat: Seat,
    hopes: &Hopes,
    hand: CardSet,
    discards: impl Iterator<Item = Card>,
) -> Card {
    let next = view.playing.next_after(seat, view.options.seats).unwrap_or(seat);
    let collected = view.memory.taken[next];
    // The knocker has no turn any more.
    let takes = view.knocker != Some(next);
    let draws = if view.knocker.is_some() { 0.0 } else { DRAWS };
    let left = |card: Card| {
        let given = takes && collected.iter().any(|taken| taken.suit() == card.suit());
        let cost = if given { GIVEN * f32::from(points(card)) } else { 0.0 };
        hopes.of(hand - CardSet::only(card), draws) - cost
    };
    let best = discards.map(|card| (left(card), card));
    // Of cards that look alike the lowest is thrown, so that the choice follows from the view alone.
    let best = best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    best.map(|(_, card)| card).expect("who has drawn has a card to discard")
}

/// What a draw may add.
struct Hopes {
    unseen: CardSet,
    /// What each unseen card is likely to be drawn next with.
    share: f32,
}

impl Hopes {
    fn new(unseen: CardSet) -> Self {
        Self { unseen, share: 1.0 / f32::from(unseen.len().max(1)) }
    }

    /// What three cards are worth: what their best suit counts, and what each of so many draws can be expected to
    /// add to it.
    fn of(&self, hand: CardSet, draws: f32) -> f32 {
        let suits = cards::Suit::ALL.map(|suit| self.of_suit(hand & of_suit(suit), suit, draws));
        suits.into_iter().fold(0.0, f32::max)
    }

    fn of_suit(&self, held: CardSet, suit: cards::Suit, draws: f32) -> f32 {
        let sum: u8 = held.iter().map(points).sum();
        // A fourth card of the suit takes the place of the lowest.
        let lowest = if held.len() < 3 { 0 } else { held.iter().map(points).min().unwrap_or_default() };
        let gain: u8 =
            (self.unseen & of_suit(suit)).iter().map(|card| points(card).saturating_sub(lowest)).sum();
        f32::from(sum) + draws * self.share * f32::from(gain)
    }
}

/// The thirteen cards of a suit.
const fn of_suit(suit: cards::Suit) -> CardSet {
    CardSet::from_bits(0x1_1111_1111_1111 << suit as u8)
}
