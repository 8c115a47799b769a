//! The sections of a game: the auction, the play, and tables.

use super::TABLES;
use super::cells::{Annotated, Sign, signs};
use super::scan::Tag;
use crate::auction;
use crate::board::{CallMade, CallRow, CardPlayed, CardRows, Cell, Irregularity, Remarks, Section, Stop};
use crate::error::{Problem, shorten};
use cards::Card;
use dds::Direction;
use games::bridge::{Auction, Call};

/// A problem and where it is.
pub(super) type Misread = (usize, Problem);

/// What was read, where its parts stand, and what belongs to none of them.
pub(super) struct Read<T> {
    pub(super) section: T,
    /// The places of the calls, or of the cards: row after row, four a row.
    pub(super) places: Vec<usize>,
    /// Notes that nobody refers to.
    pub(super) loose: Vec<(u16, String)>,
    /// Comments before the first call or card.
    pub(super) comments: Vec<crate::Comment>,
}

/// The card of a word, suit first: `SA`, `h10`.
pub(crate) fn read_card(word: &str) -> Option<Card> {
    let suit = word.chars().next().filter(char::is_ascii_alphabetic)?;
    format!("{}{suit}", &word[1..]).parse().ok()
}

/// Reads the auction. Without a dealer, whoever calls first is taken for it.
pub(super) fn read_auction(
    tag: &Tag<'_>,
    dealer: Option<Direction>,
    notes: &[(u16, String)],
) -> Result<(Direction, Read<CallRow>), Misread> {
    let first_column: Option<Direction> = match tag.value.as_str() {
        "" | "?" => dealer,
        value => Some(direction(tag, value)?),
    };
    let signs = signs(&tag.data)?;
    let hyphens = signs.iter().take_while(|(_, sign)| *sign == Sign::Name("-")).count();
    let given = first_column.ok_or((tag.at, Problem::NoDealer))?.after(hyphens);
    let dealer = dealer.unwrap_or(given);
    if given != dealer && signs.len() > hyphens {
        let at = signs.get(hyphens).map_or(tag.at, |(at, _)| *at);
        return Err((at, Problem::FirstCaller { dealer, given }));
    }
    let mut row = CallRow::default();
    let (mut places, mut annotated, mut comments) = (Vec::new(), Annotated::default(), Vec::new());
    let mut insufficient = None;
    for (at, sign) in signs.into_iter().skip(hyphens) {
        let over = row.stop.is_some();
        let mut call = |call, insufficient| {
            row.calls.push(CallMade { call, insufficient, remarks: Remarks::default() });
        };
        match sign {
            Sign::Name(name) if over => return Err((at, Problem::Sign(shorten(name)))),
            Sign::Name("-") => {
                // A hyphen that only fills a line after the last call.
                let followed = follow(dealer, &row, &places)?;
                if followed.is_none_or(|auction| !auction.is_over()) {
                    return Err((at, Problem::NotCalled(dealer.after(row.calls.len()))));
                }
            }
            Sign::Name(name) if name.eq_ignore_ascii_case("AP") => {
                // After a call that was wrong and accepted, three passes.
                let followed = follow(dealer, &row, &places)?;
                let passes = followed.map_or(3, |auction| auction::passes_to_the_end(&auction));
                let pass =
                    CallMade { call: Some(Call::Pass), insufficient: false, remarks: Remarks::default() };
                row.calls.extend(std::iter::repeat_n(pass, passes));
            }
            Sign::Name(name) => {
                let read = name.parse().map_err(|error: games::bridge::ParseCallError| (at, error.into()))?;
                call(Some(read), insufficient.take().is_some());
            }
            Sign::Irregular('S') => call(None, false),
            Sign::Irregular('I') => insufficient = Some(at),
            Sign::Irregular(other) => return Err((at, Problem::Sign(format!("^{other}")))),
            Sign::Ended => row.stop = Some(Stop::Ended),
            Sign::Continues => row.stop = Some(Stop::Continues),
            annotation => match (row.calls.len().checked_sub(1), annotation) {
                (Some(last), annotation) => {
                    annotated.add(&annotation, last, 0, &mut row.calls[last].remarks);
                }
                (None, Sign::Comment(comment)) => comments.push(comment.clone()),
                (None, _) => return Err((at, Problem::NotCalled(dealer))),
            },
        }
        places.resize(row.calls.len(), at);
    }
    if let Some(at) = insufficient {
        return Err((at, Problem::NotCalled(dealer.after(row.calls.len()))));
    }
    let loose = annotated.explain(notes, |call, text| {
        row.calls[call].remarks.note = Some(text.to_owned());
    });
    let loose = loose.into_iter().cloned().collect();
    Ok((dealer, Read { section: row, places, loose, comments }))
}

fn follow(dealer: Direction, row: &CallRow, places: &[usize]) -> Result<Option<Auction>, Misread> {
    auction::follow(dealer, row).map_err(|(call, problem)| (places[call], problem))
}

/// Reads the play. The rows are turned so that `leader` comes first; without one, it is the first column.
pub(super) fn read_play(
    tag: &Tag<'_>,
    leader: Option<Direction>,
    notes: &[(u16, String)],
) -> Result<Read<CardRows>, Misread> {
    let first_column = match (tag.value.as_str(), leader) {
        ("" | "?", Some(leader)) => leader,
        (value, _) => direction(tag, value)?,
    };
    let leader = leader.unwrap_or(first_column);
    let turn = (4 + first_column as usize - leader as usize) % 4;
    let (mut cells, mut places): (Vec<Option<CardPlayed>>, Vec<usize>) = (Vec::new(), Vec::new());
    let (mut annotated, mut comments) = (Annotated::default(), Vec::new());
    let (mut stop, mut irregularity) = (None, None);
    for (at, sign) in signs(&tag.data)? {
        match sign {
            Sign::Name(name) if stop == Some(Stop::Ended) => return Err((at, Problem::Sign(shorten(name)))),
            Sign::Name("-") => {
                cells.push(None);
                places.push(at);
            }
            Sign::Continues => {
                stop = Some(Stop::Continues);
                cells.push(None);
                places.push(at);
            }
            Sign::Name(name) => {
                let card = read_card(name).ok_or_else(|| (at, Problem::NoCard(shorten(name))))?;
                if cells.len() >= 52 {
                    return Err((at, Problem::PlayOver(card)));
                }
                let remarks = Remarks::default();
                cells.push(Some(CardPlayed { card, irregularity: irregularity.take(), remarks }));
                places.push(at);
            }
            Sign::Irregular('R') => irregularity = Some(Irregularity::Revoke),
            Sign::Irregular('L') => irregularity = Some(Irregularity::LedOutOfTurn),
            Sign::Irregular(other) => return Err((at, Problem::Sign(format!("^{other}")))),
            Sign::Ended => stop = Some(Stop::Ended),
            annotation => {
                let last = cells.len().checked_sub(1);
                match (last.and_then(|last| Some((last, cells[last].as_mut()?))), annotation) {
                    (Some((last, card)), annotation) => {
                        annotated.add(&annotation, last, 6, &mut card.remarks);
                    }
                    (None, Sign::Comment(comment)) => comments.push(comment.clone()),
                    (None, _) => return Err((at, Problem::Sign("a remark on no card".to_owned()))),
                }
            }
        }
    }
    let loose = annotated.explain(notes, |cell, text| {
        if let Some(card) = &mut cells[cell] {
            card.remarks.note = Some(text.to_owned());
        }
    });
    let loose = loose.into_iter().cloned().collect();
    cells.truncate(cells.iter().rposition(Option::is_some).map_or(0, |last| last + 1));
    let rows = cells.len().div_ceil(4);
    cells.resize(4 * rows, None);
    places.resize(4 * rows, tag.at);
    // The column that comes `turn` places after the leader's is the first of the file.
    let source = |place: usize| place / 4 * 4 + (place % 4 + 4 - turn) % 4;
    let mut tricks = Vec::with_capacity(rows);
    for row in 0..rows {
        tricks.push(std::array::from_fn(|place| cells[source(4 * row + place)].take()));
    }
    let places = (0..4 * rows).map(|place| places[source(place)]).collect();
    Ok(Read { section: CardRows { leader, tricks, stop }, places, loose, comments })
}

/// Reads a table, row by row, or the lines of a section that is none.
pub(super) fn read_section(tag: &Tag<'_>) -> Result<Section, Misread> {
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
pub(super) fn read_note(tag: &Tag<'_>) -> Result<(u16, String), Misread> {
    let parts =
        tag.value.split_once(':').and_then(|(number, text)| Some((number.trim().parse().ok()?, text)));
    let (number, text) = parts.ok_or((tag.value_at, Problem::Note))?;
    Ok((number, text.to_owned()))
}

pub(super) fn direction(tag: &Tag<'_>, value: &str) -> Result<Direction, Misread> {
    value.parse().map_err(|_| unfit(tag, "it is N, E, S or W"))
}

pub(super) fn unfit(tag: &Tag<'_>, expected: &'static str) -> Misread {
    (tag.value_at, Problem::Value { tag: tag.name.clone(), value: shorten(&tag.value), expected })
}
