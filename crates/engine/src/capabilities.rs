//! What only some games have, as values of the [`Game`] trait: what belongs together is there together or not at all.

use crate::Game;
use cards::{BySeat, Rng, Seat};
use serde::Serialize;

/// A game in which seats do not wait for each other.
pub struct Race<G: Game> {
    /// The action as it is written down and done. An action may also say what it was aimed at, which only decides whether
    /// it came too late.
    pub canonical: fn(G::Action) -> G::Action,
    /// The action of somebody who acts on what they see in the view: it says what it is aimed at.
    pub with_target: fn(&G::View, G::Action) -> G::Action,
    /// Whether this legal action is done on a common count: the table counts to three before it happens.
    pub needs_countdown: fn(&G::State, Seat, G::Action) -> bool,
    /// What happens by itself when the table has waited for it long enough, if anything: an action, and whose. Public.
    pub timeout_action: fn(&G::State) -> Option<(Seat, G::Action)>,
}

/// Cards that are shuffled again during a deal.
pub struct Reshuffle<G: Game> {
    /// The cards that must be shuffled before anybody can act, if any.
    pub due: fn(&G::State) -> Option<Vec<G::Card>>,
    /// Puts the cards that were due in this order, the first to come into play first, and says what happens.
    pub shuffle: fn(&mut G::State, &[G::Card], &mut dyn FnMut(G::Event)),
}

/// Answers that are given unseen by the others.
pub struct Sealed<G: Game> {
    /// The sealed answers the game waits for, if it does: every actor answers, and the answers are read in the order of
    /// play from the first, until one settles the matter. For a table this takes always the same time, so that nobody
    /// learns from it who had something to decide.
    pub window: fn(&G::State) -> Option<Window<G::Action>>,
}

/// Decks that are never mixed. The house shuffles all cards together; the game deals each part in the order its cards have
/// there.
pub struct Parts<G: Game> {
    /// What they are called.
    pub names: &'static [&'static str],
    /// Which of them a card belongs to.
    pub of: fn(G::Card) -> usize,
}

/// What people play for.
pub struct Stakes<G: Game> {
    /// What is agreed.
    pub unit: Stake,
    /// What each seat is paid, or pays if it is negative, once the match is over, in the unit of the stake: the sum that
    /// was agreed for a point, or the share of each in the pot. `None` where these rules are not played for stakes.
    pub payments: fn(&G::Standing, u32) -> Option<BySeat<i64>>,
}

/// How a search plays a deal to its end.
pub struct Playout<G: Game> {
    /// What an actor does, by rules of thumb: a legal action. The vector is a buffer.
    pub action: fn(&G::State, Seat, &mut Vec<G::Action>, &mut Rng) -> G::Action,
    /// Whether the rules of thumb play so well that a search need look no further than one action ahead, and let them play
    /// on.
    pub guides: bool,
}

/// A time in which everybody asked may answer, unseen by the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window<A> {
    /// Whose answer is read first.
    pub first: Seat,
    /// What it means to say nothing.
    pub silent: A,
}

/// What is agreed where people play for stakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Stake {
    /// A sum for each point.
    Point,
    /// A sum that each puts into the pot.
    Pot,
}

/// The cards that must be shuffled before anybody can act, if any.
#[must_use]
pub fn shuffle_due<G: Game>(state: &G::State) -> Option<Vec<G::Card>> {
    G::RESHUFFLE.and_then(|reshuffle| (reshuffle.due)(state))
}

/// Shuffles the cards that were due into this `order`; `emit` is told what happens.
///
/// # Panics
///
/// In a game without [`RESHUFFLE`](Game::RESHUFFLE), where nothing is ever due.
pub fn shuffle<G: Game>(state: &mut G::State, order: &[G::Card], emit: &mut dyn FnMut(G::Event)) {
    let reshuffle = G::RESHUFFLE.expect("a shuffle is due");
    (reshuffle.shuffle)(state, order, emit);
}

/// What the actor `seat` does where a search plays a deal to its end: what the game's [`PLAYOUT`](Game::PLAYOUT) says, or
/// anything legal. `actions` is a buffer.
#[inline]
pub fn playout_action<G: Game>(
    state: &G::State,
    seat: Seat,
    actions: &mut Vec<G::Action>,
    rng: &mut Rng,
) -> G::Action {
    match G::PLAYOUT {
        Some(playout) => (playout.action)(state, seat, actions, rng),
        None => G::random_action(state, seat, actions, rng),
    }
}
