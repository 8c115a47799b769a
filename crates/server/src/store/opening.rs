//! How the opening of a match is stored.

use ::table::{Opening, Stage};

/// Reads what the file has, for a table of so many seats; says what is strange about it.
pub(super) fn read(text: &str, seats: u8) -> Result<Opening, String> {
    let opening: Opening = serde_json::from_str(text).map_err(|error| error.to_string())?;
    match &opening.stage {
        Stage::Done { nonces } if nonces.len() != usize::from(seats) => {
            Err(format!("{} nonces for {seats} seats", nonces.len()))
        }
        _ => Ok(opening),
    }
}
