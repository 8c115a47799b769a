//! A double-dummy bridge solver: with all four hands open, how many tricks does each side make?
//!
//! | question | answer |
//! |---|---|
//! | tricks for one strain and leader | [`Solver::solve`] |
//! | tricks for every strain and declarer | [`Solver::solve_all`] |
//! | tricks after each playable card, also in the middle of a trick | [`Solver::lead_table`] |
//! | cards that reach a number of tricks | [`Solver::leads_reaching`] |
//! | cost of each card of a play | [`Solver::analyse`] |
//! | contract and score with perfect bidding by both sides | [`par()`] |
//! | all of this for many deals, on all cores | [`solve_many`], [`ask_many_on`] |
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
//! Deals of fewer than thirteen tricks work as well. All results are exact, and the crate has no
//! `unsafe` code. `DESIGN.md` beside the source explains the search and lists what was tried.

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
pub use score::{Contract, ParseContractError, Vulnerability};
pub use solver::{Lead, Played, Solver};
pub use strain::{ParseStrainError, Strain};
pub use table::{Declarers, Table};

/// Runs the README's example as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
