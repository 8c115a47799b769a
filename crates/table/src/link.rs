//! Hash chain through the lines of a table, and receipts of it for clients.
//!
//! Each line is stored with a link, the hash of all lines so far. A line that was changed, lost or inserted
//! does not fit. An old copy of a data file does fit, so clients get a receipt of the version they saw, and
//! present it when they return.
//!
//! Every hash contains the table's seed. Without it, a client could find the order of the last cards by
//! trying all orders against a link, and anyone could write receipts. After the match the seed is public, and
//! receipts mean nothing.

use crate::receipt::Receipt;
use crate::record::TableRecord;
use cards::Seed;
use catalog::Line;
use hmac_sha256::Hash as Sha256;

/// Hash of a card table's record and its match lines so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link(
    /// Bytes of the hash, as stored.
    pub [u8; 16],
);

impl Link {
    /// Returns the link before the first line: the hash of the facts that no longer change.
    #[must_use]
    pub fn first(record: &TableRecord) -> Self {
        let TableRecord { id, game, options, seats, dealer, stake, created, seed, opening, .. } = record;
        let setup = (id.to_string(), game, options, seats, dealer, stake, created);
        let text = serde_json::to_string(&setup).expect("options have string keys");
        let mut hash = begin(if opening.is_none() { "table" } else { "opened table" }, seed);
        hash.update(text);
        if let Some(opening) = opening {
            let opening = serde_json::to_string(&(opening, record.stored_time_control()));
            hash.update(opening.expect("an opening has string keys"));
        }
        Self(half(hash))
    }

    /// Returns the hash after one more match line.
    #[must_use]
    pub fn after(self, seed: &Seed, line: &Line) -> Self {
        self.followed_by(line, begin("line", seed))
    }

    fn followed_by(self, line: &Line, mut hash: Sha256) -> Self {
        hash.update(self.0);
        hash.update(line.to_string());
        Self(half(hash))
    }

    fn short(self) -> [u8; 8] {
        *self.0.first_chunk().expect("a link is longer")
    }
}

/// Begins a hash, which can't be extended without the seed.
fn begin(purpose: &str, seed: &Seed) -> Sha256 {
    let mut hash = Sha256::new();
    hash.update(purpose);
    hash.update([0]);
    hash.update(String::from(*seed));
    hash
}

/// Returns half of a SHA-256.
fn half(hash: Sha256) -> [u8; 16] {
    *hash.finalize().first_chunk().expect("a hash is longer")
}

/// Hash states of one table after purpose and seed. They are kept, because every action needs a link and a receipt.
pub(crate) struct TableHashes {
    line: Sha256,
    receipt: Sha256,
}

impl TableHashes {
    pub(crate) fn new(seed: &Seed) -> Self {
        Self { line: begin("line", seed), receipt: begin("receipt", seed) }
    }

    /// Returns the link after one more match line.
    pub(crate) fn link_after(&self, link: Link, line: &Line) -> Link {
        link.followed_by(line, self.line)
    }

    /// Returns the receipt of a version with this link.
    pub(crate) fn receipt(&self, version: usize, link: Link) -> Receipt {
        // No match has that many lines.
        let version = u32::try_from(version).unwrap_or(u32::MAX);
        Receipt { version, link: link.short(), mark: self.mark(version, link.short()) }
    }

    /// Returns whether a server that knows the seed wrote the receipt.
    pub(crate) fn is_genuine(&self, receipt: Receipt) -> bool {
        receipt.mark == self.mark(receipt.version, receipt.link)
    }

    fn mark(&self, version: u32, link: [u8; 8]) -> [u8; 8] {
        let mut hash = self.receipt;
        hash.update(version.to_be_bytes());
        hash.update(link);
        *half(hash).first_chunk().expect("a hash is longer")
    }
}

/// Returns whether a receipt has this link.
pub(crate) fn is_of(receipt: Receipt, link: Link) -> bool {
    receipt.link == link.short()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(seed: &Seed, lines: &[Line]) -> Link {
        lines.iter().fold(Link([0; 16]), |link, line| link.after(seed, line))
    }

    #[test]
    fn a_link_changes_with_every_line_before_it_and_with_the_seed() {
        let seed = Seed::from_number(1);
        let entry = |text: &str| Line::Entry(text.parse().unwrap());
        let lines = [Line::Deal("7d 7c".into()), entry("0 7d"), entry("1 7c")];
        let whole = link(&seed, &lines);
        assert_ne!(whole, link(&seed, &lines[..2]));
        assert_ne!(whole, link(&seed, &[lines[0].clone(), lines[2].clone(), lines[1].clone()]));
        assert_ne!(whole, link(&seed, &[Line::Deal("7c 7d".into()), entry("0 7d"), entry("1 7c")]));
        assert_ne!(whole, link(&Seed::from_number(2), &lines));
        assert_ne!(link(&seed, &[Line::Void]).after(&seed, &lines[0]), link(&seed, &lines));
        let two = link(&seed, &lines[..2]);
        assert_eq!(TableHashes::new(&seed).link_after(two, &lines[2]), whole);
    }

    #[test]
    fn receipts_cannot_be_forged_without_the_seed() {
        let seed = Seed::from_number(1);
        let first = link(&seed, &[Line::Void]);
        let hashes = TableHashes::new(&seed);
        let receipt = hashes.receipt(1, first);
        assert!(hashes.is_genuine(receipt) && is_of(receipt, first));
        assert!(!TableHashes::new(&Seed::from_number(2)).is_genuine(receipt));
        assert!(!is_of(receipt, Link([0; 16])));
        assert!(!hashes.is_genuine(Receipt { version: 2, ..receipt }));
    }
}
