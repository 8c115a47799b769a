//! What a batch does not do.

use engine::Rejected;

/// What a batch does not do. But for [`TooMany`](Self::TooMany) nothing has moved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BatchError {
    /// One number for each action is natural in few games.
    #[error("{game} has no flat actions: take tokens or a list")]
    NoFlat {
        /// [`Game::ID`](engine::Game::ID).
        game: &'static str,
    },
    /// A batch has at least one row, one thread, and a list has room.
    #[error(
        "a batch has at least one row and one thread, and a list room for 1 to 65,535 actions of 1 to 255 tokens"
    )]
    Empty,
    /// An array has another length than the batch.
    #[error("the array of {array} has {given} elements in place of {expected}")]
    Length {
        /// Which.
        array: &'static str,
        /// How many elements it has.
        given: usize,
        /// How many it should have.
        expected: usize,
    },
    /// There is no such row.
    #[error("there is no row {row}: the batch has {rows}")]
    NoRow {
        /// Which.
        row: usize,
        /// How many there are.
        rows: usize,
    },
    /// Nothing was dealt.
    #[error("reset comes before the first step, and after too many actions for the list")]
    NotReset,
    /// An action is not legal.
    #[error("row {row}, action {action}: {rejected}")]
    Illegal {
        /// The row.
        row: usize,
        /// The action as it was given.
        action: i32,
        /// Why not.
        rejected: Box<Rejected>,
    },
    /// There are more listed actions, or more tokens, than the list has room for. The row stands there; the batch has to be reset.
    #[error("row {row} lists {actions} actions of up to {tokens} tokens, and there is no room for so many")]
    TooMany {
        /// The row.
        row: usize,
        /// How many actions.
        actions: usize,
        /// How many tokens the longest has.
        tokens: usize,
    },
}

impl From<BatchError> for Rejected {
    fn from(error: BatchError) -> Self {
        match error {
            BatchError::Illegal { row, action, rejected } => {
                let message = format!("row {row}, action {action}: {}", rejected.message);
                Self { message, ..*rejected }
            }
            error => Self::new("batch", error.to_string()),
        }
    }
}
