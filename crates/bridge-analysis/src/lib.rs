//! Analysis of bridge deals and board files outside any table: double-dummy results and the content
//! of files. Every answer depends on the question alone, on a server and in the browser alike.
//!
//! The crate has no clock and no threads. The caller limits the solver by search nodes, and
//! schedules concurrent questions.
//!
//! ```
//! let file = b"[Dealer \"N\"]\n[Deal \"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3\"]\n";
//! let listed = bridge_analysis::boards::list(file)?;
//! assert!(listed.boards[0].watchable);
//! # Ok::<(), bridge_analysis::AnalysisError>(())
//! ```

pub mod boards;
mod double_dummy;
mod error;

pub use double_dummy::{Answer, Asked};
pub use error::AnalysisError;
