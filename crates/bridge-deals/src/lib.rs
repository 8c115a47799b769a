//! Random bridge deals under conditions. Every deal that fits has the same probability.
//!
//! * [`Condition`]: a condition on the four hands, read from text.
//! * [`Generator`]: draws deals that fit a condition.
//! * [`Evaluation`]: points, suit lengths, losers and controls of a hand.
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
mod hand_sampler;
mod parse;

pub use condition::Condition;
pub use evaluation::Evaluation;
pub use generator::{DrawError, Generator, Statistics};
pub use parse::ParseConditionError;

#[cfg(test)]
mod tests;
