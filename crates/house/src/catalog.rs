//! Every game of the house.

use crate::erased::{AnyGame, Erased};

/// Every game of the house. Adding a game is a folder in `games` and a line here.
pub static CATALOG: &[&dyn AnyGame] = &[
    &Erased::<games::scopa::Scopa>::GAME,
    &Erased::<games::wall_street::WallStreet>::GAME,
    &Erased::<games::bridge::Bridge>::GAME,
    &Erased::<games::cassino::Cassino>::GAME,
    &Erased::<games::gin_rummy::GinRummy>::GAME,
    &Erased::<games::thirty_one::ThirtyOne>::GAME,
    &Erased::<games::speed::Speed>::GAME,
];

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
