//! Log of a pad: operations that are only ever added.
//!
//! A log is a growing set. Merging is the union, ordered by id, so the result does not depend on
//! the device, the order or repetitions.

use crate::{Act, InputError, Operation, OperationId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Format tag of a pad document.
pub const FORMAT: &str = "parlour-pad/1";

/// Maximum number of operations. Without it a received pad could have any size.
pub const MAX_OPERATIONS: usize = 10_000;

/// All operations of a pad.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Log {
    operations: BTreeMap<OperationId, Operation>,
}

/// Pad document, as stored and sent.
#[derive(Serialize, Deserialize)]
struct Document {
    format: String,
    operations: Vec<Operation>,
}

impl Log {
    /// Reads a pad. Empty text is an empty pad.
    ///
    /// # Errors
    ///
    /// Returns [`InputError`] if the text is not a pad, or has another format.
    pub fn read(text: &str) -> Result<Self, InputError> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let document: Document =
            serde_json::from_str(text).map_err(|error| InputError::NoPad { problem: error.to_string() })?;
        if document.format != FORMAT {
            let given = document.format.chars().take(40).collect::<String>();
            return Err(InputError::NoPad {
                problem: format!("its format is “{given}”, not “{FORMAT}”")
            });
        }
        let mut log = Self::default();
        document.operations.into_iter().for_each(|operation| log.add(operation));
        log.check_size()?;
        Ok(log)
    }

    /// Writes the pad. Equal logs give equal text.
    #[must_use]
    pub fn write(&self) -> String {
        let operations = self.operations.values().cloned().collect();
        let document = Document { format: FORMAT.to_owned(), operations };
        serde_json::to_string(&document).expect("an operation has string keys")
    }

    fn check_size(&self) -> Result<(), InputError> {
        if self.operations.len() > MAX_OPERATIONS {
            Err(InputError::Full { max: MAX_OPERATIONS })
        } else {
            Ok(())
        }
    }

    /// Adds an operation. If a different one has the same id, which a correct device never
    /// produces, all devices keep the same one of the two.
    pub fn add(&mut self, operation: Operation) {
        let written = |operation: &Operation| serde_json::to_string(operation).unwrap_or_default();
        match self.operations.get_mut(&operation.id) {
            Some(held) if *held != operation => {
                if written(&operation) < written(held) {
                    *held = operation;
                }
            }
            Some(_) => {}
            None => {
                self.operations.insert(operation.id.clone(), operation);
            }
        }
    }

    /// Adds all operations of `other`.
    ///
    /// # Errors
    ///
    /// Returns [`InputError`] if the pad would be too large, and changes nothing.
    pub fn merge(&mut self, other: &Self) -> Result<(), InputError> {
        let mut both = self.clone();
        other.operations.values().for_each(|operation| both.add(operation.clone()));
        both.check_size()?;
        *self = both;
        Ok(())
    }

    /// Appends a new operation after all others and returns its id.
    ///
    /// # Errors
    ///
    /// Returns [`InputError`] if the device name is invalid, or if the pad is full.
    pub fn append(&mut self, device: &str, at: Option<String>, act: Act) -> Result<OperationId, InputError> {
        if self.operations.len() >= MAX_OPERATIONS {
            return Err(InputError::Full { max: MAX_OPERATIONS });
        }
        let clock = self.operations.last_key_value().map_or(0, |(id, _)| id.clock()) + 1;
        let id =
            OperationId::new(clock, device).map_err(|error| InputError::NoOperation { given: error.0 })?;
        self.add(Operation { id: id.clone(), at, act });
        Ok(id)
    }

    /// Iterates over the operations in order.
    pub fn operations(&self) -> impl DoubleEndedIterator<Item = &Operation> {
        self.operations.values()
    }

    /// Returns an operation.
    #[must_use]
    pub fn find(&self, id: &OperationId) -> Option<&Operation> {
        self.operations.get(id)
    }

    /// Returns the ids of the operations in effect: all except withdrawn ones.
    #[must_use]
    pub fn holding(&self) -> BTreeSet<&OperationId> {
        let mut withdrawn = BTreeSet::new();
        // In reverse order, a withdrawal is resolved before the operation it withdraws.
        for operation in self.operations.values().rev() {
            if let Act::Undo { of } = &operation.act
                && *of < operation.id
                && !withdrawn.contains(&operation.id)
            {
                withdrawn.insert(of);
            }
        }
        self.operations.keys().filter(|id| !withdrawn.contains(id)).collect()
    }
}
