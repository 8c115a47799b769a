//! Every game of the house.

use crate::erased::{AnyGame, Erased};

macro_rules! catalog {
    ($($game:ty),+ $(,)?) => {
        /// Every game of the house, as [`games::for_each_game`] lists them.
        pub static CATALOG: &[&dyn AnyGame] = &[$(&Erased::<$game>::GAME),+];
    };
}
games::for_each_game!(catalog);

/// Games that nobody is offered: one with a fault, for tests.
#[cfg(feature = "faulty")]
static HIDDEN: &[&dyn AnyGame] = &[&Erased::<crate::faulty::Faulty>::GAME];
#[cfg(not(feature = "faulty"))]
static HIDDEN: &[&dyn AnyGame] = &[];

/// The game of this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    CATALOG.iter().copied().chain(HIDDEN.iter().copied()).find(|game| game.id() == id)
}
