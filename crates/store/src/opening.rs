//! Stored form of a match's seed exchange.

use table::{Opening, Stage};

/// Parses the stored seed exchange of a card table. Returns a description of invalid data.
pub(super) fn read(text: &str, seats: u8) -> Result<Opening, String> {
    let opening: Opening = serde_json::from_str(text).map_err(|error| error.to_string())?;
    match &opening.stage {
        Stage::Done { nonces } if nonces.len() != usize::from(seats) => {
            Err(format!("{} nonces for {seats} seats", nonces.len()))
        }
        _ => Ok(opening),
    }
}
