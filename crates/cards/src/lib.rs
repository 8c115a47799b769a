//! Cards, sets, piles, seats and randomness: plain values without rules, input or output.
//!
//! The README has a runnable example. Everything here is a small value. [`CardSet`] is one 64-bit
//! word, and [`Pile`] never allocates. [`Seed`] shuffles verifiable decks; [`Rng`] is for bots and
//! tests.
//!
//! Glossary of the project:
//!
//! | word | meaning |
//! |---|---|
//! | card | a rank and a suit, written `7d` |
//! | set | cards without order: a hand, a captured pile ([`CardSet`]) |
//! | pile | cards in order: a stock ([`Pile`]) |
//! | deck | all cards of a game, in the order in which they come into play |
//! | holding | a hand as one viewer sees it ([`Holding`]) |
//! | seat | a place at the table, numbered from 0 in the order of play ([`Seat`]) |
//! | side | the seats that score together: partners, or one seat alone ([`Side`]) |
//! | viewer | a seat, or the public ([`Viewer`]) |
//! | deal | the play from one shuffle to its score |
//! | match | a series of deals until a side has won |
//! | standing | the score between deals |
//! | actor | a seat that may act now |
//! | view | the knowledge of a viewer |
//! | record | options, seats, dealer, decks and actions: everything stored of a match |
//! | determinize | draw a full state that agrees with a view |
//! | playout | play a state to its end, at random or by a light policy |

/// Runs the README's example as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod by;
mod card;
mod chance;
mod holding;
mod pile;
mod seat;
mod set;
#[cfg(feature = "wire")]
mod wire;

pub use by::{By, BySeat, BySide, Numbered};
pub use card::{Card, ParseCardError, ParseRankError, ParseSuitError, Rank, Suit, parse_cards};
pub use chance::{Commitment, Nonce, ParseCommitmentError, ParseNonceError, ParseSeedError, Rng, Seed};
pub use holding::Holding;
pub use pile::Pile;
pub use seat::{MAX_SEATS, NoSuchSeat, NoSuchSide, Seat, SeatSet, Side, Viewer};
pub use set::CardSet;
#[cfg(feature = "wire")]
#[doc(hidden)]
pub use ts_rs;
