//! Players who meet at a server.
//!
//! A [`PlayerName`] names an account and no other that looks like it. [`check_password`] and [`RecoveryCode`] are
//! what proves an account, and [`owner_of_token`] is the rule by which a token means an account or a guest.
//! [`Rating`] is how well a player plays, and [`rate`] updates the ratings of all players of a match. A [`Pool`]
//! holds players who look for others, and pairs them; a [`Leaderboard`] ranks them; [`pause_until`] tells when a player
//! who leaves matches may look for others again. A [`Ruling`] of an operator restricts an account. A [`Pair`] holds the
//! ties of two accounts: friends, mutes and blocks, and a [`ChallengeCode`] is the link of a challenge. The crate reads no
//! clock, keeps no data and draws no random numbers: the caller supplies the time and stores the results.
//!
//! ```
//! use people::{Rating, Side, rate};
//! let winner = Side { players: vec![Rating::NEW], place: 1 };
//! let loser = Side { players: vec![Rating::NEW], place: 2 };
//! let rated = rate(&[winner, loser], 1.0)?;
//! assert_eq!(rated[0][0].to_string(), "1662?");
//! # Ok::<(), people::RatingError>(())
//! ```

mod base32;
mod challenge;
mod conduct;
mod leaderboard;
mod name;
mod password;
mod pool;
mod rating;
mod recovery;
mod report;
mod ruling;
mod ties;
mod token;

pub use challenge::{CHALLENGE_LIFETIME, ChallengeCode};
pub use conduct::{Conduct, pause_until};
pub use leaderboard::{Candidate, LISTED_FOR, Leaderboard, Ranked};
pub use name::{NAME_LENGTH, NameError, PlayerName, folded};
pub use password::{MAX_PASSWORD, MIN_PASSWORD, PasswordError, check_password};
pub use pool::{Limits, Pool, PoolError, Seating, Seeker};
pub use rating::{Rating, RatingError, Side, rate};
pub use recovery::{CODES, CodeError, RecoveryCode};
pub use report::{REPORTED_PHRASES, REPORTS_A_DAY, ReportReason};
pub use ruling::{RULING_TEXT, Ruling, RulingError, RulingKind, Standing};
pub use ties::{Apart, MAX_REQUESTS, MAX_TIES, Pair, Tie, TieChange, TieKind};
pub use token::{TokenOwner, owner_of_token};
