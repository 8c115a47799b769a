//! State of a deal.

use super::{Options, Standing};
use crate::fishing::Deal;
use cards::Seat;

/// Deal of Scopa.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Rules of the match. Public.
    pub options: Options,
    /// The score before this deal. Public.
    pub standing: Standing,
    /// The cards; each field states its visibility.
    pub deal: Deal,
    /// The claim that ended the deal, if any. Public.
    pub claim: Option<Claim>,
}

/// Claim to have reached the target. (SC-S12)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Seat that claims.
    pub seat: Seat,
    /// Whether the claim was correct.
    pub right: bool,
}
