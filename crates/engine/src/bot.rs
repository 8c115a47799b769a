//! What a bot is: a function of what its seat may see.

use crate::Game;
use cards::{Rng, Seat, SeatSet, Viewer};
use serde::Serialize;
use std::time::Duration;

/// All of a deal that reaches one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation<G: Game> {
    /// What this viewer knows.
    pub view: G::View,
    /// Who may act.
    pub actors: SeatSet,
    /// What this viewer may do, in no particular order.
    pub legal: Vec<G::Action>,
}

impl<G: Game> Observation<G> {
    /// What reaches `viewer`.
    #[must_use]
    pub fn new(state: &G::State, viewer: Viewer) -> Self {
        let mut legal = Vec::new();
        if let Viewer::Seat(seat) = viewer {
            G::legal_actions(state, seat, &mut legal);
        }
        Self { view: G::view(state, viewer), actors: G::actors(state), legal }
    }
}

/// Somebody who plays. It is given an [`Observation`] and nothing else, so a bot that peeks does not compile.
pub trait Bot<G: Game>: Send {
    /// One of `seen.legal`, of which there is at least one, for `seat`.
    fn choose(&mut self, seen: &Observation<G>, seat: Seat, rng: &mut Rng) -> G::Action;
}

/// How long a bot may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Budget {
    /// So many worlds: the same answer on every machine.
    Iterations(u32),
    /// So long: as strong as the machine is fast.
    Time(Duration),
}

/// A bot nobody knows.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "there is no bot “{name}”: write {known}, and after ismcts how long it may think, like ismcts:20ms or ismcts:1000"
)]
pub struct UnknownBot {
    /// What was asked for.
    pub name: String,
    /// What there is, as words.
    pub known: String,
}
