//! All games, with the available card sets.

use crate::erased::{AnyGame, Erased};
use engine::CardSets;
use engine::command::ReadCommand;
#[cfg(feature = "all-games")]
use std::sync::LazyLock;

/// All games, with the user's card sets.
#[derive(Debug)]
pub struct Catalog {
    card_sets: CardSets,
    games: Vec<Box<dyn AnyGame>>,
}

/// All games, with the built-in card sets only.
#[cfg(feature = "all-games")]
pub static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Catalog::new(CardSets::NONE));

/// Games that only [`Catalog::find`] returns: one with faults, for tests.
#[cfg(feature = "faulty")]
static HIDDEN: &[&dyn AnyGame] = &[&Erased::<crate::faulty::Faulty>::new(CardSets::NONE)];
#[cfg(not(feature = "faulty"))]
static HIDDEN: &[&dyn AnyGame] = &[];

impl Catalog {
    /// Creates the catalog of all games in [`for_each_game!`](crate::for_each_game).
    #[cfg(feature = "all-games")]
    #[must_use]
    pub fn new(card_sets: CardSets) -> Self {
        macro_rules! games {
            ($($game:ty),+ $(,)?) => { vec![$(Box::new(Erased::<$game>::new(card_sets.clone()))),+] };
        }
        let games: Vec<Box<dyn AnyGame>> = crate::for_each_game!(games);
        Self { card_sets, games }
    }

    /// Creates a catalog of one game, so that a small program contains no other.
    #[must_use]
    pub fn of<G: ReadCommand>() -> Self {
        Self { card_sets: CardSets::NONE, games: vec![Box::new(Erased::<G>::new(CardSets::NONE))] }
    }

    /// Returns the user's card sets.
    #[must_use]
    pub fn card_sets(&self) -> &CardSets {
        &self.card_sets
    }

    /// Iterates over the games, in the order for players.
    pub fn games(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.games.iter().map(Box::as_ref)
    }

    /// Returns the game with this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&dyn AnyGame> {
        self.games().chain(HIDDEN.iter().copied()).find(|game| game.id() == id)
    }
}

/// Returns the game with this id, with the built-in card sets only.
#[cfg(feature = "all-games")]
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    CATALOG.find(id)
}
