//! Measurements of the store.

use std::time::Duration;

/// Receiver of measurements. The store calls it from the threads and tasks that write.
pub trait Observer: Send + Sync {
    /// A transaction with this number of changes was on disk after this time.
    fn committed(&self, changes: usize, took: Duration);

    /// A change was not saved. The label is a word for the error.
    fn not_saved(&self, label: &'static str);
}

/// Ignores all measurements.
impl Observer for () {
    fn committed(&self, _: usize, _: Duration) {}

    fn not_saved(&self, _: &'static str) {}
}

/// Size of the data in bytes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sizes {
    /// Size of the data file, or of the database.
    pub file: u64,
    /// Size of the log beside the file, or 0.
    pub log: u64,
}
