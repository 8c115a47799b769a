//! Card sets of one's own, for the game that is played with them, read from text. (`docs/sets.md`)

use crate::Rejected;
use engine::CardSets;
use games::sharks::sets::{HOUSE_ID, Set};

/// Reads card sets: each the name of its file, for what is to be said of it, and its text. One with the name of the set
/// that the house has is passed over.
///
/// # Errors
///
/// When a set is wrong, naming file and line; or when two have the same name.
///
/// ```
/// let error = house::read_card_sets(&[("mine.toml".to_owned(), "id = 5".to_owned())]).unwrap_err();
/// assert!(error.message.starts_with("mine.toml: line 1: "));
/// ```
pub fn read_card_sets(texts: &[(String, String)]) -> Result<CardSets, Rejected> {
    let wrong = |message: String| Rejected::new("card-set", message);
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
