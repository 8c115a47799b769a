//! Card sets of one's own: what somebody has beside the cards that games come with.

use std::any::Any;

/// The card sets that somebody has read, of whichever games. It is a value that is handed to whoever reads options: what
/// is played with is then part of the options, whatever else is read before or after.
///
/// A set is kept for as long as the program runs: positions refer to it, and are copied millions of times.
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
    /// None: every game is played with the cards it comes with.
    pub const NONE: Self = Self(Vec::new());

    /// Those of one game, which knows them by their type.
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
