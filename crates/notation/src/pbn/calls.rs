//! Auction section of a PBN file.

use super::cells::{Annotated, Sign, signs};
use super::scan::Tag;
use super::sections::{Read, ReadFailure, direction};
use crate::auction;
use crate::board::{CallMade, CallRow, Comment, Remarks, Stop};
use crate::error::{Problem, shorten};
use bridge::{Auction, Call, ParseCallError};
use dds::Direction;

/// Parses the auction. Without a dealer, the first caller counts as dealer.
pub(super) fn read_auction(
    tag: &Tag<'_>,
    dealer: Option<Direction>,
    notes: &[(u16, String)],
) -> Result<(Direction, Read<CallRow>), ReadFailure> {
    let first_column: Option<Direction> = match tag.value.as_str() {
        "" | "?" => dealer,
        value => Some(direction(tag, value)?),
    };
    let signs = signs(&tag.data)?;
    let hyphens = signs.iter().take_while(|(_, sign)| *sign == Sign::Name("-")).count();
    let given = first_column.ok_or((tag.at, Problem::NoDealer))?.after(hyphens);
    let dealer = dealer.unwrap_or(given);
    if given != dealer
        && let Some((first_call, _)) = signs.get(hyphens)
    {
        // Without hyphens, the tag names the first caller.
        let at = if hyphens == 0 { tag.value_at } else { *first_call };
        return Err((at, Problem::FirstCaller { dealer, given }));
    }
    let mut calls = Calls::new(dealer);
    for (at, sign) in signs.into_iter().skip(hyphens) {
        calls.take(at, sign)?;
    }
    Ok((dealer, calls.finish(notes)?))
}

/// Calls of the section so far.
struct Calls {
    dealer: Direction,
    row: CallRow,
    positions: Vec<usize>,
    annotated: Annotated,
    comments: Vec<Comment>,
    /// Offset of the mark that the next call is insufficient.
    insufficient: Option<usize>,
    /// The mark that ends the section, with its offset.
    stopped: Option<(usize, char)>,
}

impl Calls {
    fn new(dealer: Direction) -> Self {
        Self {
            dealer,
            row: CallRow::default(),
            positions: Vec::new(),
            annotated: Annotated::default(),
            comments: Vec::new(),
            insufficient: None,
            stopped: None,
        }
    }

    fn take(&mut self, at: usize, sign: Sign<'_>) -> Result<(), ReadFailure> {
        if let (Sign::Name(name), Some((stopped_at, mark))) = (&sign, self.stopped) {
            return Err((stopped_at, Problem::EndsTooEarly { mark, next: shorten(name) }));
        }
        match sign {
            // A hyphen that only fills a line after the last call.
            Sign::Name("-") if self.follow()?.is_some_and(|auction| auction.is_over()) => {}
            Sign::Name("-") => return Err((at, self.not_called())),
            Sign::Name(name) if name.eq_ignore_ascii_case("AP") => {
                // Three passes after an accepted irregular call.
                let passes = self.follow()?.map_or(3, |auction| auction::passes_to_the_end(&auction));
                (0..passes).for_each(|_| self.call(at, Some(Call::Pass)));
            }
            Sign::Name(name) => {
                let call = name.parse().map_err(|error: ParseCallError| (at, error.into()))?;
                self.call(at, Some(call));
            }
            Sign::Irregular('S') => self.call(at, None),
            Sign::Irregular('I') => self.insufficient = Some(at),
            Sign::Irregular(other) => return Err((at, Problem::Sign(format!("^{other}")))),
            Sign::Ended => self.stop(at, '*', Stop::Ended),
            Sign::Continues => self.stop(at, '+', Stop::Continues),
            Sign::Comment(comment) if self.row.calls.is_empty() => self.comments.push(comment.clone()),
            remark => {
                let last = self.row.calls.len().checked_sub(1).ok_or((at, Problem::Remark))?;
                self.annotated.add(&remark, last, 0, &mut self.row.calls[last].remarks);
            }
        }
        Ok(())
    }

    fn stop(&mut self, at: usize, mark: char, stop: Stop) {
        self.row.stop = Some(stop);
        self.stopped = Some((at, mark));
    }

    fn call(&mut self, at: usize, call: Option<Call>) {
        let insufficient = call.is_some() && self.insufficient.take().is_some();
        self.row.calls.push(CallMade { call, insufficient, remarks: Remarks::default() });
        self.positions.push(at);
    }

    fn follow(&self) -> Result<Option<Auction>, ReadFailure> {
        auction::follow(self.dealer, &self.row).map_err(|(call, problem)| (self.positions[call], problem))
    }

    fn not_called(&self) -> Problem {
        Problem::NotCalled(self.dealer.after(self.row.calls.len()))
    }

    fn finish(mut self, notes: &[(u16, String)]) -> Result<Read<CallRow>, ReadFailure> {
        if let Some(at) = self.insufficient {
            return Err((at, self.not_called()));
        }
        let unreferenced = self.annotated.explain(notes, |call, text| {
            self.row.calls[call].remarks.note = Some(text.to_owned());
        });
        Ok(Read {
            section: self.row,
            positions: self.positions,
            unreferenced: unreferenced.into_iter().cloned().collect(),
            comments: self.comments,
        })
    }
}
