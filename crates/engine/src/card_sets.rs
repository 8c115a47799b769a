//! Custom card sets, in addition to the cards that games come with.

use std::any::Any;

/// The custom card sets of a user, for any games.
///
/// The collection is passed explicitly to every function that reads options. The cards in play are thus part
/// of the options and do not depend on other sets loaded before or after.
///
/// A set is never freed: positions refer to it, and positions are copied millions of times.
///
/// ```
/// use engine::CardSets;
/// #[derive(Debug, PartialEq)]
/// struct Tarot(u8);
/// let sets: CardSets = [Tarot(54), Tarot(78)].into_iter().collect();
/// assert_eq!(sets.of::<Tarot>().map(|set| set.0).collect::<Vec<_>>(), [54, 78]);
/// assert!(CardSets::NONE.of::<Tarot>().next().is_none());
/// ```
#[derive(Clone, Default, Debug)]
pub struct CardSets(Vec<&'static (dyn Any + Send + Sync)>);

impl CardSets {
    /// Empty collection: every game uses its built-in cards.
    pub const NONE: Self = Self(Vec::new());

    /// Returns the sets of one game, selected by their type.
    pub fn of<S: Any + Send + Sync>(&self) -> impl Iterator<Item = &'static S> {
        self.0.iter().filter_map(|set| set.downcast_ref())
    }
}

impl<S: Any + Send + Sync> FromIterator<S> for CardSets {
    fn from_iter<I: IntoIterator<Item = S>>(sets: I) -> Self {
        let kept = |set: S| -> &'static (dyn Any + Send + Sync) { Box::leak(Box::new(set)) };
        Self(sets.into_iter().map(kept).collect())
    }
}
