//! A chain of hashes through what is written of a table, and receipts of it for those who see the table.
//!
//! Each line is kept with a link, the hash of everything written so far: a line that was changed, lost or put in later does
//! not fit. A file that was set back to an earlier day fits in itself; so whoever sees a table is given a receipt of how far
//! it had come, shows it when they come back, and a house that knows less says so.
//!
//! The seed of the table is in every hash: without it, a link would tell whoever tries all orders of the few cards that are
//! left how they lie, and anybody could write receipts. When the match is over the seed is told, and receipts mean nothing.

use crate::store::{Line, TableRecord};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cards::Seed;
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// The hash of all that was written of a table up to some line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Link(pub(crate) [u8; 16]);

impl Link {
    /// Before the first line: what does not change about the table any more.
    pub(crate) fn first(record: &TableRecord) -> Self {
        let TableRecord {
            id, game, options, seats, dealer, stake, created, seed, time_control, opening, ..
        } = record;
        let setup = (id.to_string(), game, options, seats, dealer, stake, created);
        let text = serde_json::to_string(&setup).expect("options have string keys");
        let Some(opening) = opening else { return Self(hash("table", seed, &[text.as_bytes()])) };
        let opening = serde_json::to_string(&(opening, time_control)).expect("an opening has string keys");
        Self(hash("opened table", seed, &[text.as_bytes(), opening.as_bytes()]))
    }

    /// After one more line.
    pub(crate) fn after(self, seed: &Seed, line: &Line) -> Self {
        Self(hash("line", seed, &[&self.0, line.as_text().as_bytes()]))
    }

    fn short(self) -> [u8; 8] {
        *self.0.first_chunk().expect("a link is longer")
    }
}

/// Half of a SHA-256, which cannot be carried on by somebody who does not know the seed.
fn hash(purpose: &str, seed: &Seed, parts: &[&[u8]]) -> [u8; 16] {
    let mut hash = Sha256::new();
    hash.update(purpose);
    hash.update([0]);
    hash.update(String::from(*seed));
    parts.iter().for_each(|part| hash.update(part));
    *hash.finalize().first_chunk().expect("a hash is longer")
}

/// What a house says of how far a table has come, so that it can be held to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Receipt {
    /// The version of the match.
    pub(crate) version: u32,
    link: [u8; 8],
    /// What only somebody who knows the seed can have written.
    mark: [u8; 8],
}

impl Receipt {
    /// For a match at this version, after this link.
    pub(crate) fn new(seed: &Seed, version: usize, link: Link) -> Self {
        // No match has so many lines.
        let version = u32::try_from(version).unwrap_or(u32::MAX);
        Self { version, link: link.short(), mark: mark(seed, version, link.short()) }
    }

    /// Whether a house that knows this seed wrote it.
    pub(crate) fn is_genuine(self, seed: &Seed) -> bool {
        self.mark == mark(seed, self.version, self.link)
    }

    /// Whether it was written after this link.
    pub(crate) fn is_of(self, link: Link) -> bool {
        self.link == link.short()
    }
}

fn mark(seed: &Seed, version: u32, link: [u8; 8]) -> [u8; 8] {
    let mark = hash("receipt", seed, &[&version.to_be_bytes(), &link]);
    *mark.first_chunk().expect("a hash is longer")
}

/// Text that is no receipt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a receipt is 27 letters and digits of base64url, as the server wrote it")]
pub(crate) struct ParseReceiptError;

impl FromStr for Receipt {
    type Err = ParseReceiptError;

    fn from_str(text: &str) -> Result<Self, ParseReceiptError> {
        let bytes: [u8; 20] = (text.len() == 27)
            .then(|| URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok())
            .flatten()
            .ok_or(ParseReceiptError)?;
        let [a, b, c, d, rest @ ..] = bytes;
        let (link, mark) = rest.split_at(8);
        let part = |bytes: &[u8]| bytes.try_into().map_err(|_| ParseReceiptError);
        Ok(Self { version: u32::from_be_bytes([a, b, c, d]), link: part(link)?, mark: part(mark)? })
    }
}

impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = [self.version.to_be_bytes().as_slice(), &self.link, &self.mark].concat();
        f.write_str(&URL_SAFE_NO_PAD.encode(bytes))
    }
}

impl<'de> serde::Deserialize<'de> for Receipt {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl serde::Serialize for Receipt {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
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
        let entry = |text: &str| Line::Entry(text.to_owned());
        let lines = [Line::Deal("7d 7c".into()), entry("0 7d"), entry("1 7c")];
        let whole = link(&seed, &lines);
        assert_ne!(whole, link(&seed, &lines[..2]));
        assert_ne!(whole, link(&seed, &[lines[0].clone(), lines[2].clone(), lines[1].clone()]));
        assert_ne!(whole, link(&seed, &[Line::Deal("7c 7d".into()), entry("0 7d"), entry("1 7c")]));
        assert_ne!(whole, link(&Seed::from_number(2), &lines));
        assert_ne!(link(&seed, &[entry("void")]).after(&seed, &lines[0]), link(&seed, &lines));
    }

    #[test]
    fn a_receipt_is_read_as_it_was_written_and_nobody_else_can_write_one() {
        let seed = Seed::from_number(1);
        let first = link(&seed, &[Line::Void]);
        let receipt = Receipt::new(&seed, 1, first);
        let text = receipt.to_string();
        assert_eq!(text.parse(), Ok(receipt));
        assert!(receipt.is_genuine(&seed) && receipt.is_of(first));
        assert!(!receipt.is_genuine(&Seed::from_number(2)) && !receipt.is_of(Link([0; 16])));
        assert!(!Receipt { version: 2, ..receipt }.is_genuine(&seed));
        for wrong in ["", "x", &text[1..], &format!("{text}A"), &text.replace(&text[..1], "ü")] {
            assert_eq!(wrong.parse::<Receipt>(), Err(ParseReceiptError), "{wrong}");
        }
    }
}
