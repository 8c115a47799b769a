//! The game's own rules of thumb, for the bot and for the playouts of a search.

use super::equilibrium::Seen;
use super::search::Searched;
use super::value::{self, points};
use super::{Action, Options, Stage, State, ThirtyOne, View, rules};
use bots::Ismcts;
use cards::{Card, CardSet, Rng, Seat, Suit};
use engine::{Bot, Observation};

pub(super) const BOTS: &[&str] = &["greedy", "equilibrium"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<ThirtyOne>>> {
    match name {
        "greedy" => Some(Box::new(Greedy)),
        "equilibrium" => Some(Box::new(Equilibrium)),
        name => Ismcts::<Searched>::named(name),
    }
}

/// Plays between two, by the rules that were learned, what nobody wins much of; anything else by the rules of thumb.
struct Equilibrium;

impl Bot<ThirtyOne> for Equilibrium {
    fn choose(&mut self, seen: &Observation<ThirtyOne>, seat: Seat, _rng: &mut Rng) -> Action {
        let may_knock = seen.legal.contains(&Action::Knock);
        PlayerKnowledge::of_view(&seen.view, seat).choose_well(may_knock)
    }
}

/// Collects the suit that promises most, and knocks with what is enough for the number of players and the round.
struct Greedy;

impl Bot<ThirtyOne> for Greedy {
    fn choose(&mut self, seen: &Observation<ThirtyOne>, seat: Seat, _rng: &mut Rng) -> Action {
        let may_knock = seen.legal.contains(&Action::Knock);
        PlayerKnowledge::of_view(&seen.view, seat).choose(may_knock)
    }
}

/// What the seat would do by the same rules of thumb: it looks at nothing that this seat does not see.
#[inline]
pub(super) fn playout_action(state: &State, seat: Seat) -> Action {
    PlayerKnowledge::of_state(state, seat).choose(rules::check_knock(state).is_ok())
}

/// The same as it was learned, between two; by the rules of thumb else.
#[inline]
pub(super) fn learned_action(state: &State, seat: Seat) -> Action {
    PlayerKnowledge::of_state(state, seat).choose_well(rules::check_knock(state).is_ok())
}

/// How many draws a hand can hope for: what it may become counts so much beside what it is. This and the numbers below
/// were found by letting bots with other numbers play each other.
const DRAWS: f32 = 2.0;

/// What a point costs that is given to the next player, if it is of a suit that player was seen to collect.
const GIVEN: f32 = 0.2;

/// What is enough to knock with: by the number of players, from two, and by the round, from the first; the last stands
/// for all that follow.
const ENOUGH: [[u8; 4]; 8] = [
    [22, 23, 24, 26],
    [20, 22, 24, 26],
    [18, 22, 24, 26],
    [18, 21, 24, 26],
    [18, 22, 24, 26],
    [18, 22, 24, 26],
    [18, 22, 24, 26],
    [18, 22, 24, 26],
];

/// What one seat sees of what matters here.
struct PlayerKnowledge<'a> {
    options: &'a Options,
    hand: CardSet,
    stage: Stage,
    upcard: Option<Card>,
    /// What lies in the stock or in other hands, for all this seat can tell.
    unseen: CardSet,
    /// What the next player was seen to take; nothing if that player has no turn any more.
    collected: CardSet,
    knocked: bool,
    players: u8,
    turns: u16,
    lives: i32,
    /// The same for two who play by what was learned.
    seen: Option<Seen>,
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
            seen: Seen::new(
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
            seen: Seen::new(
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

    /// What was learned for two, or else what looks best.
    #[inline]
    fn choose_well(&self, may_knock: bool) -> Action {
        let Some(seen) = &self.seen else { return self.choose(may_knock) };
        match self.stage {
            Stage::Discard { taken, .. } => {
                let may_be = self.hand - rules::staying(self.options, taken);
                seen.discard(may_be).map_or_else(|| self.choose(may_knock), Action::Discard)
            }
            _ => seen.draw(may_knock),
        }
    }

    /// What looks best; the same for the same sight.
    #[inline]
    fn choose(&self, may_knock: bool) -> Action {
        if let Stage::Discard { taken, .. } = self.stage {
            return Action::Discard(self.worst(self.hand - rules::staying(self.options, taken)));
        }
        if may_knock && value::halves(self.options, self.hand) >= 2 * self.enough() {
            return Action::Knock;
        }
        // Taking the upcard uses up a draw that the stock would have been.
        let draws = self.draws();
        let with = |card: Card| {
            let four = self.hand | CardSet::only(card);
            let kept = self.hand.iter().map(|thrown| four - CardSet::only(thrown));
            kept.map(|kept| self.hope(kept, draws)).fold(0.0, f32::max)
        };
        let upcard = self.upcard.map_or(0.0, with);
        if upcard > self.hope(self.hand, draws + 1.0) { Action::Upcard } else { Action::Stock }
    }

    /// After a knock there is no draw to hope for beyond the one of this turn.
    #[inline]
    fn draws(&self) -> f32 {
        if self.knocked { 0.0 } else { DRAWS }
    }

    /// What is enough to knock with.
    #[inline]
    fn enough(&self) -> u8 {
        let round = usize::from(self.turns / u16::from(self.players)).min(ENOUGH[0].len() - 1);
        let enough = ENOUGH[usize::from(self.players - 2)][round];
        // Who can lose but one life cannot pay twice.
        if self.lives <= 1 { enough - 1 } else { enough }
    }

    /// The card to discard: what is left is worth most, and the next player is not given what he collects. Of cards
    /// that look alike the lowest is thrown.
    #[inline]
    fn worst(&self, discards: CardSet) -> Card {
        let draws = self.draws();
        let mut best: Option<(f32, Card)> = None;
        for card in discards {
            let given = !(self.collected & CardSet::of_suit(card.suit())).is_empty();
            let cost = if given { GIVEN * f32::from(points(card)) } else { 0.0 };
            let left = self.hope(self.hand - CardSet::only(card), draws) - cost;
            if best.is_none_or(|(max, _)| left > max) {
                best = Some((left, card));
            }
        }
        best.map(|(_, card)| card).expect("who has drawn has a card to discard")
    }

    /// What three cards are worth: what their best suit counts, and what each of so many draws can be expected to
    /// add to it.
    #[inline]
    fn hope(&self, hand: CardSet, draws: f32) -> f32 {
        let share = draws / f32::from(self.unseen.len().max(1));
        let suits = Suit::ALL.map(|suit| {
            let held = hand & CardSet::of_suit(suit);
            let sum: u8 = held.iter().map(points).sum();
            // A fourth card of the suit takes the place of the lowest.
            let lowest = if held.len() < 3 { 0 } else { held.iter().map(points).min().unwrap_or_default() };
            let coming = (self.unseen & CardSet::of_suit(suit)).iter();
            let gain: u8 = coming.map(|card| points(card).saturating_sub(lowest)).sum();
            f32::from(sum) + share * f32::from(gain)
        });
        suits.into_iter().fold(0.0, f32::max)
    }
}
