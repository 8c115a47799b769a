//! Every card and every fact.

use super::{Options, Standing};
use crate::fishing::Deal;
use cards::Seat;

/// One deal of Scopa.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Public: the rules.
    pub options: Options,
    /// Public: the score before this deal.
    pub standing: Standing,
    /// The cards; each field says who sees it.
    pub deal: Deal,
    /// Public: whether somebody ended the deal by claiming to have reached the target.
    pub claim: Option<Claim>,
}

/// A claim to have reached the target. (SC-S12)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Who claimed.
    pub seat: Seat,
    /// Whether it was so.
    pub right: bool,
}
