//! Pauses of players who leave matches of the lobby.

use ::people::{Conduct, pause_until};
use ::table::GuestId;
use store::{Before, LoadError, PlayedMatch, Store, unix_time};

/// Number of the newest matches from which pauses follow: the last twenty, and those of three days before.
const CONSIDERED: u32 = 100;

/// Returns the minutes, rounded up, until a player may look for others; 0 if the player need not pause. With `leaves`, as
/// if the player left a match now. A guest has no matches in the list and never pauses.
///
/// # Errors
///
/// Returns [`LoadError`] if the matches can't be read.
pub(crate) async fn pause_minutes(store: &Store, player: GuestId, leaves: bool) -> Result<u64, LoadError> {
    let mut played = store.played(player, Before::all(), CONSIDERED).await?;
    played.reverse();
    let now = unix_time();
    let conduct = |played: &PlayedMatch| Conduct { at: played.finished, is_finished: played.is_finished() };
    let left = leaves.then_some(Conduct { at: now, is_finished: false });
    let matches: Vec<Conduct> = played.iter().map(conduct).chain(left).collect();
    Ok(pause_until(&matches).unwrap_or_default().saturating_sub(now).div_ceil(60))
}
