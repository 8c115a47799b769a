//! A double-dummy bridge solver: with all four hands open, how many tricks does each side make?
//!
//! | question | answer |
//! |---|---|
//! | how many tricks with this strain and this lead? | [`Solver::solve`] |
//! | all twenty: every strain, every declarer? | [`Solver::solve_all`] |
//! | what does each card lead to, here in the middle of a trick? | [`Solver::lead_table`] |
//! | which cards take so many tricks? | [`Solver::leads_reaching`] |
//! | what did each card of this play cost? | [`Solver::analyse`] |
//! | what would both sides bid, seeing everything? | [`par()`] |
//! | all that for a file of deals, on all cores? | [`solve_many`], [`ask_many_on`] |
//!
//! ```
//! use dds::{Deal, Direction, Solver, Strain, Vulnerability, par};
//!
//! let deal: Deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse()?;
//! let table = Solver::new().solve_all(&deal);
//! assert_eq!(table[Strain::Spades][Direction::East], 8);
//! assert_eq!(par(&table, Direction::North, Vulnerability::None).score, -110);
//! # Ok::<(), dds::ParseDealError>(())
//! ```
//!
//! Deals of fewer than thirteen tricks are as good as whole ones. Everything is exact; nothing is `unsafe`. How the
//! search works, and what was tried, is in `DESIGN.md` beside the source.

mod deal;
mod direction;
mod many;
mod par;
mod pbn;
mod position;
mod score;
mod search;
mod solver;
mod strain;
mod table;

pub use deal::{Deal, DealError};
pub use direction::{Direction, ParseDirectionError};
pub use many::{ask_many_on, solve_many, solve_many_on, solve_many_within};
pub use par::{Par, ParContract, par};
pub use pbn::{ParseDealError, read_hand, write_hand};
pub use position::{PlayError, Position};
pub use score::{Contract, Vulnerability};
pub use solver::{Lead, Played, Solver};
pub use strain::{ParseStrainError, Strain};
pub use table::{Declarers, Table};

/// The examples of the front page are run as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
