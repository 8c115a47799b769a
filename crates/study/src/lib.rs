//! Deals and boards of bridge that nobody plays at a table: what the double-dummy solver says of them, and what is in a
//! file. All of it follows from what is asked alone, wherever that is: on a server, or in the page itself.
//!
//! There is neither a clock nor a thread here. How much the solver may do is counted in the nodes of its search, and who
//! is asked by many at a time sees to their order.
//!
//! ```
//! let file = b"[Dealer \"N\"]\n[Deal \"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3\"]\n";
//! let listed = study::boards::list(file)?;
//! assert!(listed.boards[0].watchable);
//! # Ok::<(), study::StudyError>(())
//! ```

pub mod boards;
mod double_dummy;
mod error;

pub use double_dummy::{Answer, Asked};
pub use error::StudyError;
