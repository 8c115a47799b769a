//! The log of a pad: operations that are only ever added, so that two devices that wrote apart come together again.
//!
//! A log is a set that grows. Merging is the union, in the order of the names: it does not matter who merges with whom,
//! in which order, or how often.

use crate::{Act, InputError, Operation, OperationId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What a pad's document says it is.
pub const FORMAT: &str = "parlour-pad/1";

/// More operations than many evenings need: a pad that somebody sends can not grow for ever.
pub const MAX_OPERATIONS: usize = 10_000;

/// Everything ever written on a pad.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Log {
    operations: BTreeMap<OperationId, Operation>,
}

/// A pad as it is stored and sent.
#[derive(Serialize, Deserialize)]
struct Document {
    format: String,
    operations: Vec<Operation>,
}

impl Log {
    /// Reads a pad. Nothing, or white space, is an empty one.
    ///
    /// # Errors
    ///
    /// When it is no pad, or one of another format.
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

    /// Writes it down: the same operations are always written alike.
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

    /// Adds an operation. One of the same name that says something else cannot come from a device that counts as it
    /// should; then everybody keeps the same one of the two.
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

    /// Adds everything `other` has.
    ///
    /// # Errors
    ///
    /// When that would be more than a pad holds; then nothing has changed.
    pub fn merge(&mut self, other: &Self) -> Result<(), InputError> {
        let mut both = self.clone();
        other.operations.values().for_each(|operation| both.add(operation.clone()));
        both.check_size()?;
        *self = both;
        Ok(())
    }

    /// Writes something new, after everything there is, and tells its name.
    ///
    /// # Errors
    ///
    /// When the device has no name that can be written, or the pad is full.
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

    /// Everything in order.
    pub fn operations(&self) -> impl DoubleEndedIterator<Item = &Operation> {
        self.operations.values()
    }

    /// One operation.
    #[must_use]
    pub fn find(&self, id: &OperationId) -> Option<&Operation> {
        self.operations.get(id)
    }

    /// The names of what holds: of everything but what was withdrawn.
    #[must_use]
    pub fn holding(&self) -> BTreeSet<&OperationId> {
        let mut withdrawn = BTreeSet::new();
        // From the last on: whether a withdrawal holds is known before it is met.
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
