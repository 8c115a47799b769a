//! LIN, the notation of online bridge clubs: a file is a row of commands, `mb|1N|`, that tell a screen what to show.
//!
//! It was never laid down by those who made it; this is what files have, and what people have found out about them.
//! Commands that only move the screen are passed over.

mod read;
mod scan;
mod write;

pub use read::{read, read_each};
pub use write::write;

use dds::Direction;

/// The order of players and hands.
const ORDER: [Direction; 4] = [Direction::South, Direction::West, Direction::North, Direction::East];
