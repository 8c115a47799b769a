//! Writer for a row of an observation.

use crate::{Block, Size};
use cards::{Card, CardSet, Seat, SeatSet};

/// Bits of each byte, one byte per bit, lowest first.
static SPREAD: [[u8; 8]; 256] = {
    let mut spread = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// Columns of one row, written in order. Columns that are not written are 0.
///
/// Each block is named before it is written. Debug assertions check the order of the layout and the
/// lengths of the blocks.
#[derive(Debug)]
pub struct Columns<'a> {
    bytes: &'a mut [u8],
    at: usize,
    layout: &'static [Block],
    size: Size,
    begun: usize,
    ends: usize,
}

impl<'a> Columns<'a> {
    /// Returns the columns of an observation. `bytes` must have the length of `layout` and be all 0.
    pub const fn new(bytes: &'a mut [u8], layout: &'static [Block], size: Size) -> Self {
        Self { bytes, at: 0, layout, size, begun: 0, ends: 0 }
    }

    /// Starts the next block of the observation.
    #[inline]
    pub fn block(&mut self, name: &'static str) -> &mut Self {
        if cfg!(debug_assertions) {
            assert_eq!(self.at, self.ends, "the block before “{name}” is complete");
            assert_eq!(self.layout[self.begun].name, name, "blocks are written in the order of the layout");
            self.ends += self.layout[self.begun].columns(self.size);
            self.begun += 1;
        }
        self
    }

    /// Whether every column was written.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// Returns the numbers of seats and sides.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Writes a number. The caller must keep it within the maximum of the block.
    #[inline]
    pub fn number(&mut self, number: u8) {
        self.bytes[self.at] = number;
        self.at += 1;
    }

    /// Writes a number of any type, capped at `max`.
    #[inline]
    pub fn at_most(&mut self, number: impl TryInto<u8>, max: u8) {
        self.number(number.try_into().unwrap_or(max).min(max));
    }

    /// Writes a flag as 0 or 1.
    #[inline]
    pub fn flag(&mut self, flag: bool) {
        self.number(u8::from(flag));
    }

    /// Writes `len` columns with a 1 at `index`, if there is one.
    #[inline]
    pub fn one_of(&mut self, index: Option<usize>, len: usize) {
        if let Some(index) = index {
            self.bytes[self.at..self.at + len][index] = 1;
        }
        self.at += len;
    }

    /// Skips `len` columns, which stay 0.
    #[inline]
    pub const fn nothing(&mut self, len: usize) {
        self.at += len;
    }

    /// Writes the lowest `len` bits of a number, at most 64, lowest first.
    #[inline]
    pub fn bits(&mut self, bits: u64, len: usize) {
        let out = &mut self.bytes[self.at..self.at + len];
        let mut bytes = bits.to_le_bytes().into_iter();
        let (eights, rest) = out.as_chunks_mut::<8>();
        for (eight, byte) in eights.iter_mut().zip(&mut bytes) {
            *eight = SPREAD[usize::from(byte)];
        }
        let last = bytes.next().unwrap_or_default();
        rest.copy_from_slice(&SPREAD[usize::from(last)][..rest.len()]);
        self.at += len;
    }

    /// Writes 52 columns with a 1 for each card.
    #[inline]
    pub fn cards(&mut self, cards: CardSet) {
        self.bits(cards.bits(), 52);
    }

    /// Writes 52 columns with a 1 for the card, if there is one.
    #[inline]
    pub fn card(&mut self, card: Option<Card>) {
        self.one_of(card.map(|card| usize::from(card.index())), 52);
    }

    /// Writes one column per seat, from `me` on, with a 1 for the seat, if there is one.
    #[inline]
    pub fn seat(&mut self, seat: Option<Seat>, me: Seat) {
        let seats = self.size.seats;
        self.one_of(seat.map(|seat| places_after(seat, me, seats)), usize::from(seats));
    }

    /// Writes one column per seat, from `me` on, with a 1 for each seat in the set.
    #[inline]
    pub fn seats(&mut self, seats: SeatSet, me: Seat) {
        let out = &mut self.bytes[self.at..self.at + usize::from(self.size.seats)];
        seats.iter().for_each(|seat| out[places_after(seat, me, self.size.seats)] = 1);
        self.at += usize::from(self.size.seats);
    }
}

/// Returns the number of seats from `me` to `seat`, in the order of play.
#[inline]
pub(crate) fn places_after(seat: Seat, me: Seat, seats: u8) -> usize {
    let places = seat.index() + usize::from(seats) - me.index();
    if places >= usize::from(seats) { places - usize::from(seats) } else { places }
}

/// Iterates over every seat from `me` on.
#[inline]
pub(crate) fn from(me: Seat, seats: u8) -> impl Iterator<Item = Seat> {
    std::iter::successors(Some(me), move |seat| Some(seat.next(seats))).take(usize::from(seats))
}

/// Iterates over every side from `mine` on.
#[inline]
pub(crate) fn sides_from(mine: cards::Side, sides: u8) -> impl Iterator<Item = cards::Side> {
    (0..sides).map(move |more| cards::Side::new((mine.index() as u8 + more) % sides))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_has_the_column_of_its_index() {
        static LAYOUT: [Block; 1] = [Block::cards("hand", "")];
        for index in 0..52 {
            let mut bytes = [0; 52];
            let mut columns = Columns::new(&mut bytes, &LAYOUT, Size { seats: 2, sides: 2 });
            columns.block("hand").cards(Card::from_index(index).map_or(CardSet::EMPTY, CardSet::only));
            assert!(columns.is_complete());
            let ones: Vec<usize> = (0..52).filter(|column| bytes[*column] == 1).collect();
            assert_eq!(ones, [usize::from(index)]);
        }
    }

    #[test]
    #[should_panic(expected = "in the order of the layout")]
    fn blocks_are_written_in_order() {
        static LAYOUT: [Block; 2] = [Block::flags("first", 1, ""), Block::flags("second", 1, "")];
        Columns::new(&mut [0; 2], &LAYOUT, Size { seats: 2, sides: 2 }).block("second");
    }
}
