//! Every card and every fact.

use super::{Options, Standing};
use crate::fishing::Deal;

/// One deal of Wall Street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Public: the rules.
    pub options: Options,
    /// Public: the score before this deal, and who plays in it.
    pub standing: Standing,
    /// The cards; each field says who sees it.
    pub deal: Deal,
}
