//! Table: one state machine without I/O, which a server and a page drive.
//!
//! It connects the games of `catalog` with the messages of `protocol`. [`Table`] is the state machine. The
//! other functions check new tables, convert snapshots, keep the last events, and replay finished deals. The
//! crate reads no clock, starts no threads and draws no random numbers: the driver supplies the time and the
//! answers of its store, and performs the [`Effects`]. Nothing is applied or shown before it is written.
//!
//! ```
//! use cards::{Seat, Seed, Viewer};
//! let game = catalog::find("scopa").expect("in the catalog");
//! let mut played = game.open(&catalog::SetupText::first_preset(2), Seat::new(1))?;
//! let deck = played.next_deck(&Seed::from_number(7));
//! played.deal(&deck, &[])?;
//! let snapshot = table::to_snapshot(played.snapshot(Viewer::Public));
//! assert_eq!((snapshot.version, snapshot.phase), (1, protocol::Phase::Playing));
//! # Ok::<(), catalog::Rejection>(())
//! ```

mod answers;
mod between_deals;
mod bot_seats;
mod chairs;
mod clocks;
mod command;
mod convert;
mod countdown;
mod effects;
mod end_vote;
mod error;
mod finished;
mod history;
mod id;
mod journal;
mod link;
mod machine;
mod name;
mod new_table;
mod pace;
mod phrases;
mod presence;
mod race;
mod rate;
mod receipt;
mod record;
mod replay;
mod revive;
mod seat_clock;
mod seed_exchange;
#[cfg(test)]
mod tests;
mod time_control;
mod timestamp;
mod window;

pub use chairs::Chairs;
pub use command::{AtVersion, Input, JobId, Play, Reveal, Sit, TableCommand};
pub use convert::{games, to_deal_score, to_hint, to_options, to_snapshot};
pub use effects::{
    Answer, BotJob, Effects, Event, HintChange, HintJob, Message, Rematch, Revived, Wanted, Write,
};
pub use error::{StorageError, TableError};
pub use finished::{FinishedMatch, FinishedSeat, SeatOutcome};
pub use history::{EventBatch, History, LINES};
pub use id::{GuestId, Id, IdKind, ParseIdError, SubscriberId, TableId};
pub use link::Link;
pub use machine::{Games, PublicMatch, Table, TableSettings};
pub use name::plain_name;
pub use new_table::{LONGEST_THOUGHT, begun_deals, check_new_table, day_of, follow_begun, setup};
pub use pace::Pace;
pub use race::Delay;
pub use rate::{Bucket, Rate};
pub use receipt::{ParseReceiptError, Receipt};
pub use record::{
    Fingerprint, FirstDealer, MissedDeals, Opening, PoolOrigin, Stage, StoredChair, StoredClocks,
    StoredTable, StoredTimeControl, TableRecord, Timed,
};
pub use replay::{DealReplay, replay_deal, to_replay};
pub use revive::{Fault, Unrevived, begin, catch_panic, revive};
pub use seat_clock::SeatClock;
pub use time_control::{TimeControlError, check_time_control};
pub use timestamp::{Moment, Now, Timestamp, millis};
