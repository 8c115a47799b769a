//! Players who meet at a server.
//!
//! [`Rating`] is how well a player plays, and [`rate`] updates the ratings of all players of a match. A [`Pool`]
//! holds players who look for others, and pairs them. The crate reads no clock, keeps no data and draws no random
//! numbers: the caller supplies the time and stores the results.
//!
//! ```
//! use people::{Rating, Side, rate};
//! let winner = Side { players: vec![Rating::NEW], place: 1 };
//! let loser = Side { players: vec![Rating::NEW], place: 2 };
//! let rated = rate(&[winner, loser], 1.0)?;
//! assert_eq!(rated[0][0].to_string(), "1662?");
//! # Ok::<(), people::RatingError>(())
//! ```

mod pool;
mod rating;

pub use pool::{Limits, Pool, PoolError, Seating, Seeker};
pub use rating::{Rating, RatingError, Side, rate};
