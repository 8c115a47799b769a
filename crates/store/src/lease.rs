//! Right of one server to write to a table.

/// Number of a card table in the storage. It is shorter than the id, because every stored line has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableNumber(pub(crate) i64);

/// Exclusive right to write to a table, held by the server that took it last. It includes the index of the
/// next line, so that a writer who does not know all lines fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    pub(crate) number: TableNumber,
    /// Number of takeovers. A file has only one server, because its folder is locked.
    pub(crate) epoch: i64,
    /// Number of stored lines. Some of them may not belong to the match; the number of those that do is its
    /// version.
    pub(crate) next: usize,
}
