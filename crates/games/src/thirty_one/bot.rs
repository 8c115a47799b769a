//! Bots of Thirty-One, and the heuristics that they and the playouts use.

use super::equilibrium::EquilibriumView;
use super::search::Searched;
use super::value::{self, points};
use super::{Action, Options, Stage, State, ThirtyOne, View, rules};
use bots::Ismcts;
use cards::{Card, CardSet, Rng, Seat, Suit};
use engine::{Bot, Observation};

pub(super) const BOTS: &[&str] = &["heuristic", "equilibrium"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<ThirtyOne>>> {
    match name {
        "heuristic" => Some(Box::new(Heuristic)),
        "equilibrium" => Some(Box::new(Equilibrium)),
        name => Ismcts::<Searched>::named(name),
    }
}

/// Bot that plays the equilibrium with two players, and the heuristics otherwise.
struct Equilibrium;

impl Bot<ThirtyOne> for Equilibrium {
    fn choose(&mut self, seen: &Observation<ThirtyOne>, seat: Seat, _rng: &mut Rng) -> Action {
        let may_knock = seen.legal.contains(&Action::Knock);
        PlayerKnowledge::of_view(&seen.view, seat).choose_equilibrium(may_knock)
    }
}

/// Bot that collects the most promising suit and knocks at a threshold. The threshold depends on
/// the number of players and the round.
struct Heuristic;

impl Bot<ThirtyOne> for Heuristic {
    fn choose(&mut self, seen: &Observation<ThirtyOne>, seat: Seat, _rng: &mut Rng) -> Action {
        let may_knock = seen.legal.contains(&Action::Knock);
        PlayerKnowledge::of_view(&seen.view, seat).choose(may_knock)
    }
}

/// Returns the heuristic action of `seat`, from what that seat sees.
#[inline]
pub(super) fn playout_action(state: &State, seat: Seat) -> Action {
    PlayerKnowledge::of_state(state, seat).choose(rules::check_knock(state).is_ok())
}

/// Returns the equilibrium action of `seat` with two players, and the heuristic action otherwise.
#[inline]
pub(super) fn equilibrium_action(state: &State, seat: Seat) -> Action {
    PlayerKnowledge::of_state(state, seat).choose_equilibrium(rules::check_knock(state).is_ok())
}

/// Number of future draws in the estimate of a hand. This and the numbers below were tuned by play
/// between bots.
const FUTURE_DRAWS: f32 = 2.0;

/// Cost per point of a discard in a suit that the next player collects.
const HELP_COST: f32 = 0.2;

/// Knock thresholds by the number of players, from two, and by the round, from the first. The last
/// round stands for all later ones.
const KNOCK_THRESHOLDS: [[u8; 4]; 8] = [
    [22, 23, 24, 26],
    [20, 22, 24, 26],
    [18, 22, 24, 26],
    [18, 21, 24, 26],
    [18, 22, 24, 26],
    [18, 22, 24, 26],
    [18, 22, 24, 26],
    [18, 22, 24, 26],
];

/// Knowledge of one seat.
struct PlayerKnowledge<'a> {
    options: &'a Options,
    hand: CardSet,
    stage: Stage,
    upcard: Option<Card>,
    /// Cards whose place the seat does not know: in the stock or in other hands.
    unseen: CardSet,
    /// Cards that the next player took openly. Empty if that player has no more turn.
    collected: CardSet,
    knocked: bool,
    players: u8,
    turns: u16,
    lives: i32,
    /// The view for the equilibrium, with two players and solved rules.
    equilibrium: Option<EquilibriumView>,
}

impl<'a> PlayerKnowledge<'a> {
    fn of_view(view: &'a View, seat: Seat) -> Self {
        let next = rules::after(&view.standing, view.options.seats, seat);
        let (hand, unseen) = (view.hands[seat].known(), view.unseen());
        Self {
            options: &view.options,
            hand,
            stage: view.stage,
            upcard: view.upcard,
            unseen,
            collected: if view.knocker == Some(next) { CardSet::EMPTY } else { view.memory.taken[next] },
            knocked: view.knocker.is_some(),
            players: view.playing.len(),
            turns: view.turns,
            lives: view.lives[seat],
            equilibrium: EquilibriumView::new(
                &view.options,
                &view.standing,
                seat,
                view.turns,
                view.knocker,
                (hand, view.upcard),
                (unseen, view.memory.taken[next]),
            ),
        }
    }

    #[inline]
    fn of_state(state: &'a State, seat: Seat) -> Self {
        let State { options, standing, hands, memory, .. } = state;
        let next = rules::after(standing, options.seats, seat);
        let taken = standing.playing.iter().fold(CardSet::EMPTY, |taken, other| taken | memory.taken[other]);
        let discards: CardSet = state.discards.as_slice().iter().copied().collect();
        let unseen = CardSet::FULL - hands[seat] - taken - discards;
        Self {
            options,
            hand: hands[seat],
            stage: state.stage,
            upcard: state.discards.top(),
            unseen,
            collected: if state.knocker == Some(next) { CardSet::EMPTY } else { memory.taken[next] },
            knocked: state.knocker.is_some(),
            players: standing.playing.len(),
            turns: state.turns,
            lives: standing.lives[seat],
            equilibrium: EquilibriumView::new(
                options,
                standing,
                seat,
                state.turns,
                state.knocker,
                (hands[seat], state.discards.top()),
                (unseen, memory.taken[next]),
            ),
        }
    }

    /// Returns the equilibrium action, or the heuristic action without one.
    #[inline]
    fn choose_equilibrium(&self, may_knock: bool) -> Action {
        let Some(equilibrium) = &self.equilibrium else { return self.choose(may_knock) };
        match self.stage {
            Stage::Discard { taken, .. } => {
                let allowed = self.hand - rules::forbidden_discard(self.options, taken);
                equilibrium.discard(allowed).map_or_else(|| self.choose(may_knock), Action::Discard)
            }
            _ => equilibrium.draw(may_knock),
        }
    }

    /// Returns the heuristic action. It is deterministic.
    #[inline]
    fn choose(&self, may_knock: bool) -> Action {
        if let Stage::Discard { taken, .. } = self.stage {
            return Action::Discard(
                self.best_discard(self.hand - rules::forbidden_discard(self.options, taken)),
            );
        }
        if may_knock && value::halves(self.options, self.hand) >= 2 * self.knock_threshold() {
            return Action::Knock;
        }
        // Taking the upcard uses up a draw from the stock.
        let draws = self.draws();
        let with = |card: Card| {
            let four = self.hand | CardSet::only(card);
            let kept = self.hand.iter().map(|thrown| four - CardSet::only(thrown));
            kept.map(|kept| self.estimate(kept, draws)).fold(0.0, f32::max)
        };
        let upcard = self.upcard.map_or(0.0, with);
        if upcard > self.estimate(self.hand, draws + 1.0) { Action::Upcard } else { Action::Stock }
    }

    /// Returns the number of future draws in the estimate. After a knock there are none beyond this
    /// turn.
    #[inline]
    fn draws(&self) -> f32 {
        if self.knocked { 0.0 } else { FUTURE_DRAWS }
    }

    /// Returns the value from which the seat knocks.
    #[inline]
    fn knock_threshold(&self) -> u8 {
        let round = usize::from(self.turns / u16::from(self.players)).min(KNOCK_THRESHOLDS[0].len() - 1);
        let knock_threshold = KNOCK_THRESHOLDS[usize::from(self.players - 2)][round];
        // A player with one life left cannot pay twice.
        if self.lives <= 1 { knock_threshold - 1 } else { knock_threshold }
    }

    /// Returns the best discard: it leaves the highest estimate, less the cost of helping the next
    /// player. Of equal discards the lowest card goes.
    #[inline]
    fn best_discard(&self, discards: CardSet) -> Card {
        let draws = self.draws();
        let mut best: Option<(f32, Card)> = None;
        for card in discards {
            let given = !(self.collected & CardSet::of_suit(card.suit())).is_empty();
            let cost = if given { HELP_COST * f32::from(points(card)) } else { 0.0 };
            let left = self.estimate(self.hand - CardSet::only(card), draws) - cost;
            if best.is_none_or(|(max, _)| left > max) {
                best = Some((left, card));
            }
        }
        best.map(|(_, card)| card).expect("a seat that has drawn has a card to discard")
    }

    /// Returns the estimated value of three cards: the best suit's points, plus the expected gain
    /// of `draws` draws.
    #[inline]
    fn estimate(&self, hand: CardSet, draws: f32) -> f32 {
        let share = draws / f32::from(self.unseen.len().max(1));
        let suits = Suit::ALL.map(|suit| {
            let held = hand & CardSet::of_suit(suit);
            let sum: u8 = held.iter().map(points).sum();
            // A fourth card of the suit replaces the lowest.
            let lowest = if held.len() < 3 { 0 } else { held.iter().map(points).min().unwrap_or_default() };
            let coming = (self.unseen & CardSet::of_suit(suit)).iter();
            let gain: u8 = coming.map(|card| points(card).saturating_sub(lowest)).sum();
            f32::from(sum) + share * f32::from(gain)
        });
        suits.into_iter().fold(0.0, f32::max)
    }
}
