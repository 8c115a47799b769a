//! Random bridge deals under conditions, and what follows from many of them. Every deal that fits has the same probability.
//!
//! * [`Condition`]: a condition on the four hands, read from text.
//! * [`Generator`]: draws deals that fit a condition.
//! * [`Evaluation`]: points, suit lengths, losers and controls of a hand.
//! * [`HandEvaluation`]: a hand by the methods that players use, such as Kaplan-Rubens and the New Losing-Trick Count.
//! * [`LeadQuestion`], [`ContractQuestion`]: double-dummy results over random layouts.
//!
//! ```
//! use bridge_deals::{Condition, Evaluation, Generator};
//! use cards::Rng;
//! use dds::Direction;
//!
//! // South opens one notrump, and the side has eight spades.
//! let condition: Condition = "south.hcp in 15..17 and south.balanced and ns.spades >= 8".parse()?;
//! let mut generator = Generator::new(condition)?;
//! let deal = generator.draw(&mut Rng::from_number(1), 10_000)?;
//! assert!((15..=17).contains(&Evaluation::of(deal.hand(Direction::South)).points));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A generator draws one hand exactly, without trial and error: the hand whose own conditions are rarest. It draws the
//! other three from the remaining cards, and begins again if they don't fit.

mod condition;
mod evaluation;
mod generator;
mod hand;
mod hand_evaluation;
mod hand_sampler;
mod parse;
mod simulation;

pub use condition::Condition;
pub use evaluation::Evaluation;
pub use generator::{DrawError, Generator, Statistics};
pub use hand::{ParseHandError, parse_hand};
pub use hand_evaluation::{HandEvaluation, TrickEstimate, total_trumps};
pub use parse::ParseConditionError;
pub use simulation::{
    ContractQuestion, ContractResult, LeadQuestion, LeadResult, Mean, Progress, Sampling, SimulationError,
};

#[cfg(test)]
mod tests;
