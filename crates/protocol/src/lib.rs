//! The messages between clients and tables, in both directions.
//!
//! A client sends [`Command`]s over a WebSocket and gets [`Notice`]s. Over HTTP it sends the types of a resource, such
//! as [`NewTable`], and gets others, or an [`ApiError`]. A table in the page uses the same protocol.
//! `docs/protocol.md` describes the order of messages.
//!
//! The crate knows no game and no bot. Views and events of games are [`Json`]; the crate of a game reads them.
//!
//! ```
//! use protocol::{Command, DecodeError, Notice};
//!
//! let play = Command::Play { table: "Xk3pQ2".into(), version: 7, action: "7d".into(), id: "a".into() };
//! assert_eq!(play.encode(), r#"{"type":"play","table":"Xk3pQ2","version":7,"action":"7d","id":"a"}"#);
//!
//! let notice = Notice::decode(r#"{"type":"refused","id":"a","code":"stale","message":"the table has moved on"}"#)?;
//! assert_eq!(notice.id(), Some("a"));
//! let Notice::Refused(refused) = notice else { panic!("it is a refusal") };
//! assert_eq!(refused.error.kind, protocol::ErrorKind::Stale);
//!
//! // A newer server may send notices that this version does not know.
//! assert_eq!(Notice::decode(r#"{"type":"fanfare"}"#), Err(DecodeError::UnknownType("fanfare".into())));
//! # Ok::<(), DecodeError>(())
//! ```
//!
//! # Modules
//!
//! Each file has one purpose:
//!
//! | file | contents |
//! |---|---|
//! | `command` | [`Command`], from a client to a table |
//! | `notice` | [`Notice`], from a table to a client, and a struct for each in [`notice`] |
//! | `table_info` | [`TableInfo`]: the table without its match |
//! | `snapshot` | [`Snapshot`]: the match as one viewer sees it |
//! | `hint` | [`HintChoice`]: an action and its worth |
//! | `new_table` | [`NewTable`] and its answers |
//! | `time_control` | [`TimeControl`] |
//! | `lobby` | [`LobbyPool`], [`LobbySeek`], [`LobbyTable`], [`WatchList`] and [`RatingChange`] |
//! | `replay` | [`Replay`] |
//! | `bridge_analysis` | [`Question`] about open cards at bridge, [`BoardFile`] |
//! | `accounts` | accounts: names that players keep |
//! | `challenges`, `bells` | invitations to a match, and notices of players who look for others |
//! | `resources` | the smaller HTTP resources |
//! | `error` | [`ApiError`] and its [`ErrorKind`] |
//! | `decode` | [`decode`] and [`DecodeError`] |
//! | `client` | the client (feature `client`): addresses, tokens, a blocking WebSocket |
//! | `json`, `receipt` | [`Json`] and [`Receipt`], text that is passed on unread |
//!
//! The page's TypeScript types in `web/src/backend/wire.ts` are generated from these types. A test fails if they differ.

mod accounts;
mod bells;
mod bridge_analysis;
mod challenges;
#[cfg(feature = "client")]
pub mod client;
mod command;
mod decode;
mod error;
mod hint;
mod json;
mod lobby;
mod moderation;
mod new_table;
pub mod notice;
mod players;
mod receipt;
mod replay;
mod resources;
#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod schema;
mod snapshot;
mod table_info;
mod ties;
mod time_control;
#[cfg(test)]
mod typescript;

pub use accounts::{
    AccountChange, AccountDevice, AccountInfo, AccountPasskey, AccountProof, BeginPasskey, FinishPasskey, Me,
    NewAccount, PasskeyOptions, PasskeySignIn, Proven, RecoveryCodes, SignIn, SignedIn,
};
pub use bells::{Bells, NewBells};
pub use bridge_analysis::{
    BoardFile, BoardListed, CardTricks, CardsQuestion, ParContract, ParScore, PlayCost, Position, Question,
    TrickOnTable, Tricks,
};
pub use challenges::{AcceptChallenge, Challenge, ChallengeSetup, Challenges, NewChallenge};
pub use command::{Command, Phrase};
pub use decode::{DecodeError, decode};
pub use error::{ApiError, ErrorKind};
pub use hint::{ActionWorth, HintChoice, LineWorth};
pub use json::Json;
pub use lobby::{
    LobbyPool, LobbySeek, LobbyTable, RatingChange, WatchList, WatchedPlayer, WatchedTable, feature,
};
pub use moderation::{NewReport, ReportReason, RulingInfo, RulingReply};
pub use new_table::{
    Audience, BegunDeal, BegunDeals, BegunDealsError, BegunElsewhere, NewChair, NewTable, Opened, Resolved,
};
pub use notice::{Happened, Notice};
pub use players::{FamilyRating, Leaderboard, PlayerMatch, Profile, RankedPlayer};
pub use receipt::Receipt;
pub use replay::{Replay, Step};
pub use resources::{LanAddress, PushKey, SharedPad, Subscription};
pub use snapshot::{DealScore, Phase, ScoreLine, Snapshot};
pub use table_info::{Chair, Ended, PlayerClock, TableInfo};
pub use ties::{Friend, Ties};
pub use time_control::TimeControl;

/// The version of the protocol. `docs/protocol.md` says when it grows.
pub const PROTOCOL: u32 = 3;

/// The longest message from a client, in bytes.
pub const LONGEST: usize = 64 * 1024;
