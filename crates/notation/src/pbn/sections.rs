//! Tables and other sections, notes, and what auction and play have in common.

use super::TABLES;
use super::scan::Tag;
use crate::board::{Cell, Comment, Section};
use crate::error::{Problem, shorten};
use dds::Direction;

/// A problem and where it is.
pub(super) type ReadFailure = (usize, Problem);

/// An auction or a play, where its parts stand, and what belongs to none of them.
pub(super) struct Read<T> {
    pub(super) section: T,
    /// The places of the calls, or of the cards: row after row, four a row.
    pub(super) positions: Vec<usize>,
    /// Notes that nobody refers to.
    pub(super) loose: Vec<(u16, String)>,
    /// Comments before the first call or card.
    pub(super) comments: Vec<Comment>,
}

/// Reads a table, row by row, or the lines of a section that is none.
pub(super) fn read_section(tag: &Tag<'_>) -> Result<Section, ReadFailure> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let columns = tag.value.split(';').count();
    let is_table = TABLES.contains(&tag.name.as_str()) && !tag.value.is_empty();
    for datum in &tag.data {
        let Some(cell) = datum.kind.cell() else { continue };
        match rows.last_mut() {
            Some(row) if is_table && row.len() < columns => row.push(cell),
            Some(row) if !is_table && !datum.begins_line => row.push(cell),
            _ => rows.push(vec![cell]),
        }
    }
    if let Some(row) = rows.last().filter(|row| is_table && row.len() < columns) {
        let at = tag.data.last().map_or(tag.at, |datum| datum.at);
        return Err((at, Problem::Row { table: tag.name.clone(), columns, cells: row.len() }));
    }
    Ok(Section { name: tag.name.clone(), value: tag.value.clone(), rows })
}

/// The number and the text of a note: `1:two suits`.
pub(super) fn read_note(tag: &Tag<'_>) -> Result<(u16, String), ReadFailure> {
    let parts =
        tag.value.split_once(':').and_then(|(number, text)| Some((number.trim().parse().ok()?, text)));
    let (number, text) = parts.ok_or((tag.value_at, Problem::Note))?;
    Ok((number, text.to_owned()))
}

pub(super) fn direction(tag: &Tag<'_>, value: &str) -> Result<Direction, ReadFailure> {
    value.parse().map_err(|_| unfit(tag, "it is N, E, S or W"))
}

pub(super) fn unfit(tag: &Tag<'_>, expected: &'static str) -> ReadFailure {
    (tag.value_at, Problem::Value { tag: tag.name.clone(), value: shorten(&tag.value), expected })
}
