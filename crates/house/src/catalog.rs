//! Every game of the house, with the card sets it can be played with.

use crate::erased::{AnyGame, Erased};
use engine::CardSets;
use games::ReadCommand;
#[cfg(feature = "catalog")]
use std::sync::LazyLock;

/// The games of the house as somebody plays them who has these card sets.
#[derive(Debug)]
pub struct Catalog {
    card_sets: CardSets,
    games: Vec<Box<dyn AnyGame>>,
}

/// The games as they come, without card sets of one's own.
#[cfg(feature = "catalog")]
pub static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Catalog::new(CardSets::NONE));

/// Games that nobody is offered: one with a fault, for tests.
#[cfg(feature = "faulty")]
static HIDDEN: &[&dyn AnyGame] = &[&Erased::<crate::faulty::Faulty>::new(CardSets::NONE)];
#[cfg(not(feature = "faulty"))]
static HIDDEN: &[&dyn AnyGame] = &[];

impl Catalog {
    /// Every game, as [`games::for_each_game`] lists them.
    #[cfg(feature = "catalog")]
    #[must_use]
    pub fn new(card_sets: CardSets) -> Self {
        macro_rules! games {
            ($($game:ty),+ $(,)?) => { vec![$(Box::new(Erased::<$game>::new(card_sets.clone()))),+] };
        }
        let games: Vec<Box<dyn AnyGame>> = games::for_each_game!(games);
        Self { card_sets, games }
    }

    /// One game alone, as it comes: a program that has to be small brings no other along.
    #[must_use]
    pub fn of<G: ReadCommand>() -> Self {
        Self { card_sets: CardSets::NONE, games: vec![Box::new(Erased::<G>::new(CardSets::NONE))] }
    }

    /// The card sets beside those that games come with.
    #[must_use]
    pub fn card_sets(&self) -> &CardSets {
        &self.card_sets
    }

    /// The games, in the order in which they are offered.
    pub fn games(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.games.iter().map(Box::as_ref)
    }

    /// The game of this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&dyn AnyGame> {
        self.games().chain(HIDDEN.iter().copied()).find(|game| game.id() == id)
    }
}

/// The game of this id, as it comes.
#[cfg(feature = "catalog")]
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    CATALOG.find(id)
}
