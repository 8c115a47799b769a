//! Lists of deals, one per line in the form of `[Deal "…"]`: `N:AK5.QJ… …`.

use super::read::{Faults, read_hands};
use super::scan::Tag;
use crate::board::{Board, Given};
use crate::file::Part;

/// Returns whether a text begins with a deal outside a tag.
pub(super) fn is_list(text: &str) -> bool {
    let text = text.trim_start_matches(super::scan::is_blank);
    matches!(text.as_bytes(), [b'N' | b'E' | b'S' | b'W' | b'n' | b'e' | b's' | b'w', b':', ..])
}

/// Returns the nonempty lines with their offsets.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.split(['\n', '\r']).map(|line| line.trim_matches(super::scan::is_blank));
    lines.filter(|line| !line.is_empty()).map(|line| (line.as_ptr() as usize - text.as_ptr() as usize, line))
}

/// Parses a deal from one line of the file.
pub(super) fn read(at: usize, line: &str) -> (Board, Faults) {
    let tag = Tag {
        name: "Deal".to_owned(),
        value: line.to_owned(),
        at,
        value_at: at,
        comments: Vec::new(),
        data: Vec::new(),
    };
    match read_hands(&tag) {
        Ok(hands) => (Board { hands: Given::Known(hands), ..Board::default() }, Vec::new()),
        Err(failure) => (Board::default(), vec![(Part::Deal, failure)]),
    }
}
