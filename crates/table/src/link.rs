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
        let Some(opening) = opening else { return Self(hash("table", seed, &[text.as_bytes()])) };
        let opening = serde_json::to_string(&(opening, record.stored_time_control()))
            .expect("an opening has string keys");
        Self(hash("opened table", seed, &[text.as_bytes(), opening.as_bytes()]))
    }

    /// Returns the hash after one more match line.
    #[must_use]
    pub fn after(self, seed: &Seed, line: &Line) -> Self {
        Self(hash("line", seed, &[&self.0, line.to_string().as_bytes()]))
    }

    fn short(self) -> [u8; 8] {
        *self.0.first_chunk().expect("a link is longer")
    }
}

/// Returns half of a SHA-256. The hash can't be extended without the seed.
fn hash(purpose: &str, seed: &Seed, parts: &[&[u8]]) -> [u8; 16] {
    let mut hash = Sha256::new();
    hash.update(purpose);
    hash.update([0]);
    hash.update(String::from(*seed));
    parts.iter().for_each(|part| hash.update(part));
    *hash.finalize().first_chunk().expect("a hash is longer")
}

/// Returns the receipt of a version with this link.
pub(crate) fn receipt(seed: &Seed, version: usize, link: Link) -> Receipt {
    // No match has that many lines.
    let version = u32::try_from(version).unwrap_or(u32::MAX);
    Receipt { version, link: link.short(), mark: mark(seed, version, link.short()) }
}

/// Returns whether a server that knows this seed wrote the receipt.
pub(crate) fn is_genuine(receipt: Receipt, seed: &Seed) -> bool {
    receipt.mark == mark(seed, receipt.version, receipt.link)
}

/// Returns whether a receipt has this link.
pub(crate) fn is_of(receipt: Receipt, link: Link) -> bool {
    receipt.link == link.short()
}

fn mark(seed: &Seed, version: u32, link: [u8; 8]) -> [u8; 8] {
    let mark = hash("receipt", seed, &[&version.to_be_bytes(), &link]);
    *mark.first_chunk().expect("a hash is longer")
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
    }

    #[test]
    fn receipts_cannot_be_forged_without_the_seed() {
        let seed = Seed::from_number(1);
        let first = link(&seed, &[Line::Void]);
        let receipt = receipt(&seed, 1, first);
        assert!(is_genuine(receipt, &seed) && is_of(receipt, first));
        assert!(!is_genuine(receipt, &Seed::from_number(2)) && !is_of(receipt, Link([0; 16])));
        assert!(!is_genuine(Receipt { version: 2, ..receipt }, &seed));
    }
}
