//! Reader of the user's own card sets. (`docs/sets.md`)

use crate::Rejection;
use engine::CardSets;
use games::sharks::sets::{HOUSE_ID, Set};

/// Reads card sets from pairs of file name and text. A set with the name of the built-in set is skipped.
///
/// # Errors
///
/// Returns [`Rejection`] if a set is invalid, with file and line, or if two sets have the same name.
///
/// ```
/// let error = catalog::read_card_sets(&[("mine.toml".to_owned(), "id = 5".to_owned())]).unwrap_err();
/// assert!(error.message.starts_with("mine.toml: line 1: "));
/// ```
pub fn read_card_sets(texts: &[(String, String)]) -> Result<CardSets, Rejection> {
    let wrong = |message: String| Rejection::new("card-set", message);
    let mut sets: Vec<Set> = Vec::new();
    for (file, text) in texts {
        let set = Set::read(text).map_err(|error| wrong(format!("{file}: {error}")))?;
        if sets.iter().any(|before| before.id() == set.id()) {
            return Err(wrong(format!("{file}: there are two card sets called “{}”", set.id())));
        }
        if set.id() != HOUSE_ID {
            sets.push(set);
        }
    }
    Ok(sets.into_iter().collect())
}
