//! State of a deal.

use super::{Options, Standing};
use crate::fishing::Deal;

/// Deal of Wall Street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Rules of the match. Public.
    pub options: Options,
    /// The score before this deal, and the seats that play in it. Public.
    pub standing: Standing,
    /// The cards; each field states its visibility.
    pub deal: Deal,
}
