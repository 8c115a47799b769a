//! Play section of a PBN file.

use super::cells::{Annotated, Sign, signs};
use super::scan::Tag;
use super::sections::{Read, ReadFailure, direction};
use crate::board::{CardPlayed, CardRows, Comment, Irregularity, Remarks, Stop};
use crate::error::{Problem, shorten};
use cards::Card;
use dds::Direction;

/// Parses a card, suit first: `SA`, `h10`.
pub(crate) fn read_card(word: &str) -> Option<Card> {
    let suit = word.chars().next().filter(char::is_ascii_alphabetic)?;
    format!("{}{suit}", &word[1..]).parse().ok()
}

/// Parses the play and rotates the rows so that `leader` comes first. Without a leader, the first
/// column leads.
pub(super) fn read_play(
    tag: &Tag<'_>,
    leader: Option<Direction>,
    notes: &[(u16, String)],
) -> Result<Read<CardRows>, ReadFailure> {
    let first_column = match (tag.value.as_str(), leader) {
        ("" | "?", Some(leader)) => leader,
        (value, _) => direction(tag, value)?,
    };
    let mut cells = Cells::default();
    for (at, sign) in signs(&tag.data)? {
        cells.take(at, sign)?;
    }
    let leader = leader.unwrap_or(first_column);
    Ok(cells.finish(notes, leader, (4 + first_column as usize - leader as usize) % 4))
}

/// Cells for cards so far, row by row.
#[derive(Default)]
struct Cells {
    cells: Vec<Option<CardPlayed>>,
    positions: Vec<usize>,
    annotated: Annotated,
    comments: Vec<Comment>,
    stop: Option<Stop>,
    /// Offset of the `*` that ends the section.
    ended_at: Option<usize>,
    /// Irregularity of the next card.
    irregularity: Option<Irregularity>,
}

impl Cells {
    fn take(&mut self, at: usize, sign: Sign<'_>) -> Result<(), ReadFailure> {
        if let (Sign::Name(name), Some(ended_at)) = (&sign, self.ended_at) {
            return Err((ended_at, Problem::EndsTooEarly { mark: '*', next: shorten(name) }));
        }
        match sign {
            Sign::Name("-") => self.put(at, None),
            Sign::Name(name) => {
                let card = read_card(name).ok_or_else(|| (at, Problem::NoCard(shorten(name))))?;
                if self.cells.len() >= 52 {
                    return Err((at, Problem::PlayOver(card)));
                }
                let irregularity = self.irregularity.take();
                self.put(at, Some(CardPlayed { card, irregularity, remarks: Remarks::default() }));
            }
            // The mark is in the cell of the next card.
            Sign::Continues => {
                self.stop = Some(Stop::Continues);
                self.put(at, None);
            }
            Sign::Ended => {
                self.stop = Some(Stop::Ended);
                self.ended_at = Some(at);
            }
            Sign::Irregular('R') => self.irregularity = Some(Irregularity::Revoke),
            Sign::Irregular('L') => self.irregularity = Some(Irregularity::LedOutOfTurn),
            Sign::Irregular(other) => return Err((at, Problem::Sign(format!("^{other}")))),
            remark => self.remark(at, &remark)?,
        }
        Ok(())
    }

    fn put(&mut self, at: usize, card: Option<CardPlayed>) {
        self.cells.push(card);
        self.positions.push(at);
    }

    fn remark(&mut self, at: usize, remark: &Sign<'_>) -> Result<(), ReadFailure> {
        let last = self.cells.len().wrapping_sub(1);
        match (self.cells.last_mut(), remark) {
            (Some(Some(card)), remark) => self.annotated.add(remark, last, 6, &mut card.remarks),
            (_, Sign::Comment(comment)) => self.comments.push((*comment).clone()),
            _ => return Err((at, Problem::Remark)),
        }
        Ok(())
    }

    /// Finishes the section. `turn` is the number of places from the leader to the first column of
    /// the file.
    fn finish(mut self, notes: &[(u16, String)], leader: Direction, turn: usize) -> Read<CardRows> {
        let unreferenced = self.annotated.explain(notes, |cell, text| {
            if let Some(card) = &mut self.cells[cell] {
                card.remarks.note = Some(text.to_owned());
            }
        });
        let rows = self.cells.iter().rposition(Option::is_some).map_or(0, |last| last / 4 + 1);
        self.cells.resize(4 * rows, None);
        self.positions.resize(4 * rows, 0);
        let source = |position: usize| position / 4 * 4 + (position % 4 + 4 - turn) % 4;
        let trick = |row| std::array::from_fn(|position| self.cells[source(4 * row + position)].clone());
        Read {
            section: CardRows { leader, tricks: (0..rows).map(trick).collect(), stop: self.stop },
            positions: (0..4 * rows).map(|position| self.positions[source(position)]).collect(),
            unreferenced: unreferenced.into_iter().cloned().collect(),
            comments: self.comments,
        }
    }
}
