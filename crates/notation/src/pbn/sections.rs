//! Tables, other sections, notes, and common parts of auction and play.

use super::TABLES;
use super::scan::Tag;
use crate::board::{Cell, Comment, Section};
use crate::error::{Problem, shorten};
use dds::Direction;

/// Problem with its byte offset.
pub(super) type ReadFailure = (usize, Problem);

/// Auction or play with the offsets of its items, and content that belongs to none of them.
pub(super) struct Read<T> {
    pub(super) section: T,
    /// Offsets of the calls, or of the cards: row by row, four per row.
    pub(super) positions: Vec<usize>,
    /// Notes that no call or card refers to, by number.
    pub(super) unreferenced: Vec<(u16, String)>,
    /// Comments before the first call or card.
    pub(super) comments: Vec<Comment>,
}

/// Reads a table row by row, or the lines of another section.
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
    if is_table && rows.last().is_some_and(|row| row.len() < columns) {
        let (at, cells) = uneven_line(tag, columns);
        return Err((at, Problem::Row { table: tag.name.clone(), columns, cells }));
    }
    Ok(Section { name: tag.name.clone(), value: tag.value.clone(), rows })
}

/// Returns the first line of a table whose cells do not form whole rows, and their number.
///
/// A row may continue on the next line. Without an uneven line, the last line is returned.
fn uneven_line(tag: &Tag<'_>, columns: usize) -> (usize, usize) {
    let mut lines: Vec<(usize, usize)> = Vec::new();
    for datum in tag.data.iter().filter(|datum| datum.kind.cell().is_some()) {
        match lines.last_mut() {
            Some((_, cells)) if !datum.begins_line => *cells += 1,
            _ => lines.push((datum.at, 1)),
        }
    }
    let uneven = lines.iter().find(|(_, cells)| !cells.is_multiple_of(columns));
    uneven.or(lines.last()).copied().unwrap_or((tag.at, 0))
}

/// Parses the number and the text of a note: `1:two suits`.
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
