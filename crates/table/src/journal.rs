//! State of the store as the table knows it: the hash of what was written, whether the store is uncertain,
//! and whether it has lost a part of the match.

use crate::error::StorageError;
use crate::link::{Link, TableHashes};
use crate::receipt::Receipt;
use crate::record::TableRecord;
use crate::timestamp::Timestamp;
use cards::Seed;
use catalog::Line;
use std::time::Duration;

/// Delay before a failed operation is repeated.
pub(crate) const RETRY: Duration = Duration::from_secs(2);

/// State of the store as the table knows it.
pub(crate) struct Journal {
    /// Hash of all match lines. `None` for a table without receipts.
    link: Option<Link>,
    /// Hash states after the seed of the record. Boxed, because a server keeps many tables in memory.
    hashes: Box<TableHashes>,
    /// Whether the store may differ from the table: see [`StorageError::Unknown`].
    is_uncertain: bool,
    /// Whether another server owns the table now.
    has_lost_lease: bool,
    /// Time at which a failed operation is repeated.
    retry_at: Option<Timestamp>,
    /// Version that a player has seen and the store does not have.
    diverged: Option<u32>,
    /// Whether the store was already asked because of a receipt that may be forged.
    has_looked_again: bool,
}

impl Journal {
    pub(crate) fn new(link: Option<Link>, seed: &Seed) -> Self {
        Self {
            link,
            hashes: Box::new(TableHashes::new(seed)),
            is_uncertain: false,
            has_lost_lease: false,
            retry_at: None,
            diverged: None,
            has_looked_again: false,
        }
    }

    pub(crate) fn link(&self) -> Option<Link> {
        self.link
    }

    pub(crate) fn set_link(&mut self, link: Option<Link>) {
        self.link = link;
    }

    /// Returns the hash after one more match line.
    pub(crate) fn link_after(&self, line: &Line) -> Option<Link> {
        self.link.map(|link| self.hashes.link_after(link, line))
    }

    /// Returns the receipt of the stored version.
    pub(crate) fn receipt(&self, version: usize) -> Option<Receipt> {
        self.link.map(|link| self.hashes.receipt(version, link))
    }

    /// Returns whether a server that knows the seed wrote the receipt.
    pub(crate) fn is_genuine(&self, receipt: Receipt) -> bool {
        self.hashes.is_genuine(receipt)
    }

    pub(crate) fn is_uncertain(&self) -> bool {
        self.is_uncertain
    }

    pub(crate) fn has_lost_lease(&self) -> bool {
        self.has_lost_lease
    }

    pub(crate) fn lose_lease(&mut self) {
        self.has_lost_lease = true;
    }

    pub(crate) fn retry_at(&self) -> Option<Timestamp> {
        self.retry_at
    }

    /// Returns whether the table can continue by itself.
    pub(crate) fn is_ready(&self) -> bool {
        self.retry_at.is_none() && !self.is_uncertain
    }

    /// Records an error of the store.
    pub(crate) fn note_error(&mut self, error: StorageError, now: Timestamp) {
        match error {
            StorageError::Full | StorageError::ReadOnly | StorageError::Closed => {}
            StorageError::LeaseLost => self.has_lost_lease = true,
            StorageError::Failed | StorageError::Unknown => self.is_uncertain = true,
        }
        self.retry_at = Some(now + RETRY);
    }

    /// Records that the store must be read again.
    pub(crate) fn doubt(&mut self, now: Timestamp) {
        self.is_uncertain = true;
        self.retry_at = Some(now + RETRY);
    }

    /// Plans a retry after a pause, unless one is planned.
    pub(crate) fn retry_later(&mut self, now: Timestamp) {
        self.retry_at.get_or_insert(now + RETRY);
    }

    /// Takes the planned retry if it is due. Returns `false` if it is planned for later.
    pub(crate) fn take_retry(&mut self, now: Timestamp) -> bool {
        self.retry_at.take_if(|at| *at <= now);
        self.retry_at.is_none()
    }

    /// Begins the chain anew with a record that was written. The seed exchange can change its seed.
    pub(crate) fn restart(&mut self, record: &TableRecord) {
        self.link = self.link.map(|_| Link::first(record));
        *self.hashes = TableHashes::new(&record.seed);
    }

    /// Records that the table in memory equals the stored one.
    pub(crate) fn reloaded(&mut self, link: Option<Link>, seed: &Seed) {
        self.link = link;
        *self.hashes = TableHashes::new(seed);
        self.is_uncertain = false;
    }

    pub(crate) fn diverged(&self) -> Option<u32> {
        self.diverged
    }

    pub(crate) fn set_diverged(&mut self, seen: Option<u32>) {
        self.diverged = seen;
    }

    /// Returns whether the store may be asked because of a receipt that may be forged. This happens only
    /// once.
    pub(crate) fn may_look_again(&self) -> bool {
        !self.has_looked_again
    }

    pub(crate) fn note_look(&mut self) {
        self.has_looked_again = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_stops_the_table_for_a_moment_and_only_some_leave_it_in_doubt() {
        let at = |seconds| Timestamp::new(Duration::from_secs(seconds));
        let mut journal = Journal::new(None, &Seed::from_number(1));
        journal.note_error(StorageError::Full, at(1));
        assert!(!journal.is_ready() && !journal.is_uncertain());
        journal.retry_later(at(2));
        assert_eq!(journal.retry_at(), Some(at(3)), "the first pause counts");
        assert!(!journal.take_retry(at(2)) && journal.take_retry(at(3)) && journal.is_ready());
        journal.note_error(StorageError::Unknown, at(4));
        assert!(journal.take_retry(at(6)) && !journal.is_ready());
        journal.reloaded(None, &Seed::from_number(1));
        assert!(journal.is_ready() && !journal.has_lost_lease());
        journal.note_error(StorageError::LeaseLost, at(7));
        assert!(journal.has_lost_lease());
    }
}
