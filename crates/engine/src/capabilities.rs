//! Optional capabilities of a [`Game`], each one value: its parts exist together or not at all.

use crate::Game;
use cards::{BySeat, Rng, Seat};
use serde::Serialize;

/// Race: a game in which seats do not wait for each other.
pub struct Race<G: Game> {
    /// Strips the target from an action: the form that is recorded and applied. The target only
    /// decides whether the action came too late.
    pub canonical: fn(G::Action) -> G::Action,
    /// Adds the target that a player sees in this view to an action.
    pub with_target: fn(&G::View, G::Action) -> G::Action,
    /// Returns whether this legal action needs a countdown: the table counts to three before it
    /// happens.
    pub needs_countdown: fn(&G::State, Seat, G::Action) -> bool,
    /// Returns the public action, and its seat, that happens by itself after a timeout, if any.
    pub timeout_action: fn(&G::State) -> Option<(Seat, G::Action)>,
}

/// Reshuffle of cards during a deal.
pub struct Reshuffle<G: Game> {
    /// Returns the cards to shuffle before a seat can act, if any.
    pub due: fn(&G::State) -> Option<Vec<G::Card>>,
    /// Puts the due cards in this order, the first to come into play first, and emits the events.
    pub shuffle: fn(&mut G::State, &[G::Card], &mut dyn FnMut(G::Event)),
}

/// Answers hidden from the other seats.
pub struct Sealed<G: Game> {
    /// Returns the open window of sealed answers, if any.
    ///
    /// All actors answer. The answers are read in the order of play until one settles the matter.
    /// At a table each window lasts the same time, so its length does not show which seat had a
    /// decision.
    pub window: fn(&G::State) -> Option<Window<G::Action>>,
}

/// Separate decks. The server shuffles all cards together; the game deals each deck in the order of
/// its cards there.
pub struct Parts<G: Game> {
    /// Names of the decks.
    pub names: &'static [&'static str],
    /// Returns the index of a card's deck.
    pub of: fn(G::Card) -> usize,
}

/// Stakes of a match.
pub struct Stakes<G: Game> {
    /// Unit of the stake.
    pub unit: Stake,
    /// Returns the payment of each seat after the match, negative if it pays, in the unit of the
    /// stake.
    ///
    /// The argument is the agreed sum for a point, or each seat's share of the pot. Returns `None`
    /// if these rules are not played for stakes.
    pub payments: fn(&G::Standing, u32) -> Option<BySeat<i64>>,
}

/// Playout policy of a search.
pub struct Playout<G: Game> {
    /// Returns a legal action of an actor, by heuristics. The vector is a scratch buffer.
    pub action: fn(&G::State, Seat, &mut Vec<G::Action>, &mut Rng) -> G::Action,
    /// Whether the heuristics are strong enough for a one-ply search that uses them as its playout
    /// policy.
    pub guides: bool,
    /// Whether people also play by this policy, which differs from that of the bot `heuristic`. The
    /// other seats then play by it in most determinizations of an appraisal.
    pub is_alternative: bool,
}

/// Window in which every actor may answer, hidden from the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window<A> {
    /// Seat whose answer is read first.
    pub first: Seat,
    /// Action of a seat that does not answer.
    pub silent: A,
}

/// Unit of the stakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Stake {
    /// A sum for each point.
    Point,
    /// A sum each seat puts into the pot.
    Pot,
}

/// Returns the cards that must be shuffled before a seat can act, if any.
#[must_use]
pub fn shuffle_due<G: Game>(state: &G::State) -> Option<Vec<G::Card>> {
    G::RESHUFFLE.and_then(|reshuffle| (reshuffle.due)(state))
}

/// Puts the due cards in this `order`. `emit` receives the events.
///
/// # Panics
///
/// Panics if the game has no [`RESHUFFLE`](Game::RESHUFFLE), in which case no shuffle is ever due.
pub fn shuffle<G: Game>(state: &mut G::State, order: &[G::Card], emit: &mut dyn FnMut(G::Event)) {
    let reshuffle = G::RESHUFFLE.expect("a shuffle is due");
    (reshuffle.shuffle)(state, order, emit);
}

/// Returns the action of actor `seat` in a playout: by the game's [`PLAYOUT`](Game::PLAYOUT), or
/// else any legal one. `actions` is a scratch buffer.
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
