//! LIN, the notation of online bridge clubs: a sequence of commands such as `mb|1N|` that control a
//! display.
//!
//! LIN has no official specification. This module follows existing files and what others have
//! published about them. Commands that only affect the display are ignored.

mod read;
mod scan;
mod write;

pub use read::{read, read_each};
pub use write::write;

use dds::Direction;

/// Order of players and hands.
const ORDER: [Direction; 4] = [Direction::South, Direction::West, Direction::North, Direction::East];
