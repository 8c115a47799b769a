//! File to which the record is saved.

use std::path::{Path, PathBuf};

/// File to which the record is saved, and whether it contains the match as it is now.
#[derive(Default)]
pub(crate) struct RecordFile {
    /// File to which the record is saved after every change.
    path: Option<PathBuf>,
    /// File that contains the match as it is now.
    saved: Option<PathBuf>,
    /// Whether the player leaves as soon as the match is saved.
    leaves_once_saved: bool,
}

impl RecordFile {
    /// Creates the state for a match that is saved to `path` after every change. `is_saved` tells whether the file contains the
    /// match already.
    pub(crate) fn new(path: Option<PathBuf>, is_saved: bool) -> Self {
        Self { saved: path.clone().filter(|_| is_saved), path, leaves_once_saved: false }
    }

    /// Returns the file that contains the match as it is now.
    pub(crate) fn saved(&self) -> Option<&Path> {
        self.saved.as_deref()
    }

    /// Notes a change of the match. Returns the file to save it to.
    pub(crate) fn change(&mut self) -> Option<PathBuf> {
        self.saved = None;
        self.path.clone()
    }

    /// Notes whether the player leaves as soon as the match is saved.
    pub(crate) const fn leave_once_saved(&mut self, leaves: bool) {
        self.leaves_once_saved = leaves;
    }

    /// Notes the end of an attempt to save: to which file, or `None` if it failed.
    pub(crate) fn finish(&mut self, saved: Option<&Path>) -> Finished {
        let leaves = std::mem::take(&mut self.leaves_once_saved) && saved.is_some();
        let is_usual = saved.is_some() && saved == self.path.as_deref();
        if let Some(path) = saved {
            self.saved = Some(path.to_owned());
        }
        Finished { leaves, is_usual }
    }
}

/// End of an attempt to save.
pub(crate) struct Finished {
    /// Whether the player leaves now. A player stays if saving failed, because the match would be lost.
    pub(crate) leaves: bool,
    /// Whether the file is the one that is saved after every change.
    pub(crate) is_usual: bool,
}
