//! Card sets of one's own, for the game that is played with them: read from text once, when a program starts.
//! (`docs/sets.md`)

use crate::Rejected;
use games::sharks::sets::{self, Set};
use std::collections::BTreeSet;

/// Adds card sets: each the name of its file, for what is to be said of it, and its text. One with the name of the set
/// that the house has is passed over.
///
/// # Errors
///
/// When a set is wrong, naming file and line; when two have the same name; or when the sets have been looked at already.
///
/// ```
/// let error = house::add_card_sets(&[("mine.toml".to_owned(), "id = 5".to_owned())]).unwrap_err();
/// assert!(error.message.starts_with("mine.toml: line 1: "));
/// ```
pub fn add_card_sets(texts: &[(String, String)]) -> Result<(), Rejected> {
    let wrong = |message: String| Rejected::new("card-set", message);
    let house = sets::HOUSE_ID;
    let (mut read, mut names) = (Vec::new(), BTreeSet::from([house.to_owned()]));
    for (file, text) in texts {
        let set = Set::read(text).map_err(|error| wrong(format!("{file}: {error}")))?;
        if set.id() == house {
            continue;
        }
        if !names.insert(set.id().to_owned()) {
            return Err(wrong(format!("{file}: there are two card sets called “{}”", set.id())));
        }
        read.push(set);
    }
    sets::add_sets(read).map_err(|error| wrong(error.to_string()))
}
