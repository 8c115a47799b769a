//! What is asked beside the tables: deals of bridge solved with all hands open, files of boards read.

pub(crate) mod boards;
pub(crate) mod double_dummy;
