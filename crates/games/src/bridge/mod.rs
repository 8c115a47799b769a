//! Contract Bridge: the auction so far.

mod auction;
mod call;

pub use auction::{Auction, CallError, Contract, DeclarerRule, Doubling, LONGEST};
pub use call::{Bid, Call, Level, ParseCallError};
