//! Bridge boards as text, in the notations that tournaments, clubs and programs exchange.
//!
//! * [`Board`]: one deal at one table, with its auction, play, result and remarks.
//! * [`pbn`]: Portable Bridge Notation 2.1, read in import format and written in export format.
//! * [`lin`]: the notation of online clubs.
//! * [`record`]: conversion between boards and Parlour's match records.
//! * [`Comparison`]: matchpoints and IMPs of boards that were played at several tables.
//! * [`hand_records_svg`]: a picture of boards, as clubs print hand records.
//! * [`watchable`]: one board as a match record that can be replayed step by step.
//!
//! `read` refuses a file with a fault and gives its line and column. [`read_file`] reads a file
//! board by board and returns the sound parts of each and all faults. `docs/notation.md` lists what
//! is kept of a file and what each format can't hold.
//!
//! ```
//! let file = br#"
//! [Board "1"] [Dealer "N"] [Vulnerable "None"]
//! [Deal "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"]
//! [Auction "N"]
//! Pass Pass 1C 1S AP
//! "#;
//! let boards = notation::pbn::read(file)?;
//! assert_eq!(boards[0].leader(), Some(dds::Direction::North));
//! let lin = notation::lin::write(&boards)?;
//! assert!(lin.contains("|mb|1C|mb|1S|mb|p|mb|p|mb|p|"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// Runs the README's example as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod address;
mod auction;
mod board;
mod comparison;
mod encoding;
mod error;
mod file;
mod format;
mod hand_record;
pub mod lin;
mod lost;
pub mod pbn;
mod play;
pub mod record;
mod watch;

pub use board::{
    Board, CallMade, CallRow, CardPlayed, CardRows, Cell, Comment, Declarer, FinalContract, Given, Hands,
    Irregularity, Remarks, Section, SideTricks, Stop, TagComment, Tricks,
};
pub use comparison::{BoardComparison, Comparison, NotCompared, PairTotal, TableComparison};
pub use encoding::Encoding;
pub use error::{Position, Problem, ReadError, Unwritable, WriteError};
pub use file::{BoardFile, Fault, Part, ReadBoard, read_file};
pub use format::{Notation, ParseNotationError};
pub use hand_record::{HandRecord, hand_records_svg};
pub use watch::{Watchable, watchable};
