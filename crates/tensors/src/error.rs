//! Errors of a batch.

use engine::Rejection;

/// Error of a batch. Except for [`TooMany`](Self::TooMany) the batch is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BatchError {
    /// The game has no tensors, or is unknown.
    #[error("there are no tensors for “{given}”, only for {known}")]
    NoTensors {
        /// Id of the game, as given.
        given: String,
        /// Ids of the games with tensors.
        known: String,
    },
    /// The game has no flat action numbers.
    #[error("{game} has no flat actions; use tokens or a list")]
    NoFlat {
        /// [`Game::ID`](engine::Game::ID).
        game: &'static str,
    },
    /// The batch has no rows or no threads, or its list of actions has no room.
    #[error(
        "invalid batch size; use at least one row and one thread, and a list of 1 to 65,535 actions of 1 to 255 tokens"
    )]
    Empty,
    /// An array has the wrong length.
    #[error("the array {array} has {given} elements; use {expected}")]
    Length {
        /// Name of the array.
        array: &'static str,
        /// Number of elements.
        given: usize,
        /// Expected number of elements.
        expected: usize,
    },
    /// The row does not exist.
    #[error("no row {row}; the batch has {rows}")]
    NoRow {
        /// Index of the row.
        row: usize,
        /// Number of rows.
        rows: usize,
    },
    /// The seat does not exist.
    #[error("no seat {seat}; the batch has {seats} seats")]
    NoSeat {
        /// Index of the seat.
        seat: u8,
        /// Number of seats.
        seats: usize,
    },
    /// A deck does not contain each card once.
    #[error("the deck must list each of the numbers below {cards} once")]
    Deck {
        /// Number of cards.
        cards: usize,
    },
    /// The batch has not been reset.
    #[error("the batch is not reset; call reset first")]
    NotReset,
    /// An action is illegal.
    #[error("row {row}, action {action}: {rejection}")]
    Illegal {
        /// Index of the row.
        row: usize,
        /// The action, as given.
        action: i32,
        /// Reason why the action is illegal.
        rejection: Box<Rejection>,
    },
    /// A row has more listed actions, or more tokens, than the list has room for. The batch must be reset.
    #[error(
        "the list is too short for {actions} actions of up to {tokens} tokens in row {row}; use a longer list"
    )]
    TooMany {
        /// Index of the row.
        row: usize,
        /// Number of actions.
        actions: usize,
        /// Number of tokens of the longest action.
        tokens: usize,
    },
}

impl From<BatchError> for Rejection {
    fn from(error: BatchError) -> Self {
        match error {
            BatchError::Illegal { row, action, rejection } => {
                let message = format!("row {row}, action {action}: {}", rejection.message);
                Self { message, ..*rejection }
            }
            BatchError::NoTensors { .. } => Self::new("no-tensors", error.to_string()),
            BatchError::NotReset => Self::new("not-reset", error.to_string()),
            error => Self::new("batch", error.to_string()),
        }
    }
}
