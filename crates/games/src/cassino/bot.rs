//! The heuristic bot of Cassino.

use super::build::Builds;
use super::capture::Table;
use super::options::Spade;
use super::score::{BIG_CASSINO, LITTLE_CASSINO, MAX_CARDS, SPADES, points_for_spade};
use super::search::SmallState;
use super::{Action, Cassino, Options, View};
use bots::{ExactEnd, Ismcts};
use cards::{Card, CardSet, Rank, Rng, Seat};
use engine::{Bot, Observation};

pub(super) const BOTS: &[&str] = &["heuristic"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<Cassino>>> {
    match name {
        "heuristic" => Some(Box::new(ExactEnd::<SmallState, _>::after(Heuristic))),
        _ => Ismcts::<SmallState>::named(name),
    }
}

/// Heuristic: prefers scoring captures, builds for its next turn, and leaves little to the next
/// player.
struct Heuristic;

/// Discount for captures in the next turn, because the table may change in between.
const NEXT_TIME: f32 = 0.5;

impl Bot<Cassino> for Heuristic {
    fn choose(&mut self, seen: &Observation<Cassino>, seat: Seat, _rng: &mut Rng) -> Action {
        let position = Position::new(&seen.view, seat);
        let scored = seen.legal.iter().map(|action| (position.value(*action), *action));
        // Among equal actions the lowest is chosen, so that the choice depends only on the view.
        let best = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        best.map(|(_, action)| action).expect("a seat to act has a legal action")
    }
}

/// Position as seen by a seat, with the inputs of the heuristic.
struct Position<'a> {
    view: &'a View,
    seat: Seat,
    hand: CardSet,
    unseen: CardSet,
    /// Number of cards in the next player's hand.
    held: u8,
}

/// Cards left on the table after an action.
struct Left {
    loose: CardSet,
    builds: Builds,
}

impl<'a> Position<'a> {
    fn new(view: &'a View, seat: Seat) -> Self {
        let next = seat.next(view.options.seats);
        let hand = view.hands[seat].known();
        Self { view, seat, hand, unseen: view.unseen(), held: view.hands[next].len() }
    }

    /// Returns the approximate value of an action in points: its captures, plus a share of the
    /// captures possible next time, minus the next player's expected captures.
    fn value(&self, action: Action) -> f32 {
        let options = &self.view.options;
        let (card, taken) = (action.card(), action.loose() | action.builds().cards());
        let rest = self.hand - CardSet::only(card);
        let left = self.left_by(action);
        let table_is_empty = left.loose.is_empty() && left.builds.as_slice().is_empty();
        let captures = matches!(action, Action::Capture { .. });
        let mut gain = 0.0;
        if captures {
            gain += total(options, taken | CardSet::only(card));
            if table_is_empty {
                gain += self.sweep();
            }
        }
        if self.view.stock == 0 && rest.is_empty() {
            // The remaining cards go to the last capturer, unless a later player captures.
            let mine = captures
                || self.view.last_capturer.is_some_and(|last| options.side(last) == options.side(self.seat));
            let table = total(options, left.loose | left.builds.cards());
            return gain + if mine { table } else { -table } * if self.held == 0 { 1.0 } else { 0.5 };
        }
        let table = Table::new(options, left.loose, left.builds.as_slice());
        let next_time = rest.iter().map(|card| self.best_take(&table, card)).fold(0.0, f32::max);
        gain + NEXT_TIME * next_time - self.threat(&table)
    }

    fn left_by(&self, action: Action) -> Left {
        let (card, joined) = (action.card(), action.builds());
        let mut left = Left { loose: self.view.loose - action.loose(), builds: self.view.builds };
        left.builds.remove(joined.cards());
        match action {
            Action::Trail(_) => left.loose.insert(card),
            Action::Capture { .. } => {}
            Action::Build { loose, announced, .. } => {
                let table = Table::new(&self.view.options, self.view.loose, self.view.builds.as_slice());
                let value = table.announced_value(announced).unwrap_or_default();
                left.builds.insert(table.result(card, loose, &joined, value, self.seat));
            }
        }
        left
    }

    fn sweep(&self) -> f32 {
        self.view.options.sweeps as f32
    }

    /// Returns the best capture value of `card` on a table.
    fn best_take(&self, table: &Table<'_>, card: Card) -> f32 {
        if !table.can_capture(card) {
            return 0.0;
        }
        let everything = table.loose | table.cards_of_builds();
        let mut best = 0.0_f32;
        table.captures(card, &mut |loose, builds| {
            let taken = loose | builds.cards();
            let sweep = if taken == everything { self.sweep() } else { 0.0 };
            best = best.max(total(table.options, taken) + sweep);
        });
        best + worth(table.options, card)
    }

    /// Returns the expected value of the next player's best capture, over hands of unseen cards.
    fn threat(&self, table: &Table<'_>) -> f32 {
        let (unseen, held) = (f32::from(self.unseen.len()), f32::from(self.held));
        if self.unseen.is_empty() || self.held == 0 {
            return 0.0;
        }
        let mut takes: Vec<f32> = self.unseen.iter().map(|card| self.best_take(table, card)).collect();
        takes.sort_unstable_by(|a, b| b.total_cmp(a));
        let mut expected = 0.0;
        // Probability that the hand contains none of the better cards.
        let mut none_better = 1.0;
        for (better, take) in takes.iter().enumerate() {
            let others = unseen - better as f32;
            let is_held = (held / others).min(1.0);
            expected += none_better * is_held * take;
            none_better *= ((others - held) / others).max(0.0);
        }
        expected
    }
}

fn total(options: &Options, cards: CardSet) -> f32 {
    cards.iter().map(|card| worth(options, card)).sum()
}

/// Returns the value of a captured card. The points for most cards and most spades are shared among
/// the deciding cards.
fn worth(options: &Options, card: Card) -> f32 {
    let share_of_cards = MAX_CARDS as f32 / 27.0;
    let spade = match options.spade {
        _ if !SPADES.contains(card) => 0.0,
        Spade::Off => 1.0 / 7.0,
        Spade::EachSpade => points_for_spade(card) as f32,
    };
    let ace = if card.rank() == Rank::Ace { 1.0 } else { 0.0 };
    let single = match card {
        BIG_CASSINO => 2.0,
        LITTLE_CASSINO => 1.0,
        _ => 0.0,
    };
    share_of_cards + spade + ace + single
}
