//! Encoding of views and actions as numbers.

use crate::Columns;
use cards::{BySeat, Seat, Side};
use engine::{Game, Ruleset, Setup};

/// Game whose views and actions can be encoded as numbers.
///
/// Every encoding is a function of a view, so hidden information cannot reach a network: it would
/// not compile. Seats are relative to the observing seat: 0 is that seat, 1 the next in the order
/// of play.
pub trait Encode: Game {
    /// Version of the encoding. It increases when [`LAYOUT`](Self::LAYOUT),
    /// [`TOKENS`](Self::TOKENS), [`FLAT`](Self::FLAT) or the meaning of a number changes, because
    /// networks trained before cannot read the new numbers.
    const VERSION: u32;
    /// Blocks of an observation, in order.
    const LAYOUT: &'static [Block];
    /// Words of actions. The number of a word is its index. There are at most 254.
    const TOKENS: &'static [&'static str];
    /// Ranges of action numbers, in order. Empty in a game without natural action numbers.
    const FLAT: &'static [Range] = &[];

    /// Writes the observation of `seat` from its view: the blocks of [`LAYOUT`](Self::LAYOUT) in
    /// order, into zeroed bytes.
    fn observe(view: &Self::View, seat: Seat, columns: &mut Columns<'_>);

    /// Writes `action` as [`TOKENS`](Self::TOKENS), word by word as in a record. Actions listed at
    /// the same time differ in their tokens.
    fn say(action: Self::Action, tokens: &mut Tokens<'_>);

    /// Returns the number of a listed action by [`FLAT`](Self::FLAT). Actions listed at the same
    /// time differ in their numbers.
    fn flat(_action: Self::Action) -> u16 {
        0
    }

    /// Returns the action of a number, legal or not, for the owner of the view. `None` if the
    /// number has no meaning here.
    fn from_flat(_number: u16, _view: &Self::View) -> Option<Self::Action> {
        None
    }

    /// Whether the action claims a result that play would also show. A batch can omit claims.
    fn is_claim(_action: Self::Action) -> bool {
        false
    }
}

/// Numbers of seats and sides, which determine the lengths of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Number of seats.
    pub seats: u8,
    /// Number of sides.
    pub sides: u8,
}

impl Size {
    /// Returns the numbers of seats and sides under this setup.
    #[must_use]
    pub fn of<G: Game>(setup: &Setup<G::Options>) -> Self {
        let sides: BySeat<Side> = G::sides(setup);
        let sides = sides.iter().map(|(_, side)| side.index() as u8 + 1).max().unwrap_or_default();
        Self { seats: setup.options.seats(), sides }
    }
}

/// Block of an observation: columns that belong together, such as those of one hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Name of the block: `"hand"`.
    pub name: &'static str,
    /// Repetition of the block.
    pub each: Each,
    /// Number of columns per repetition.
    pub len: usize,
    /// Maximum value of a column.
    pub max: u8,
    /// Meaning of the columns.
    pub meaning: &'static str,
}

impl Block {
    /// Returns a block of `len` columns of 0 or 1.
    #[must_use]
    pub const fn flags(name: &'static str, len: usize, meaning: &'static str) -> Self {
        Self { name, each: Each::Once, len, max: 1, meaning }
    }

    /// Returns a block with one column per card of the 52, in canonical order: from the ace up, of
    /// each rank clubs, diamonds, hearts, spades.
    #[must_use]
    pub const fn cards(name: &'static str, meaning: &'static str) -> Self {
        Self::flags(name, 52, meaning)
    }

    /// Returns a block with one column, for a number.
    #[must_use]
    pub const fn number(name: &'static str, max: u8, meaning: &'static str) -> Self {
        Self { name, each: Each::Once, len: 1, max, meaning }
    }

    /// Sets the repetition of the block.
    #[must_use]
    pub const fn each(self, each: Each) -> Self {
        Self { each, ..self }
    }

    /// Returns the number of columns for these numbers of seats and sides.
    #[must_use]
    pub const fn columns(&self, size: Size) -> usize {
        self.len * self.each.count(size)
    }
}

/// Repetition of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Each {
    /// The block occurs once.
    Once,
    /// The block is repeated for each seat, from the observing one.
    Seat,
    /// The block is repeated for each other seat, from the next one.
    Other,
    /// The block is repeated for each side, from that of the observing seat.
    Side,
}

impl Each {
    /// Returns the number of repetitions for these numbers of seats and sides.
    #[must_use]
    pub const fn count(self, size: Size) -> usize {
        match self {
            Self::Once => 1,
            Self::Seat => size.seats as usize,
            Self::Other => size.seats as usize - 1,
            Self::Side => size.sides as usize,
        }
    }
}

/// Range of action numbers that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// Name of the range: `"discard"`.
    pub name: &'static str,
    /// Number of actions in the range.
    pub len: u16,
    /// Meaning of the actions.
    pub meaning: &'static str,
}

impl Range {
    /// Returns a range of `len` numbers.
    #[must_use]
    pub const fn new(name: &'static str, len: u16, meaning: &'static str) -> Self {
        Self { name, len, meaning }
    }

    /// Returns the total length of the ranges.
    #[must_use]
    pub const fn count(ranges: &[Self]) -> usize {
        let (mut count, mut index) = (0, 0);
        while index < ranges.len() {
            count += ranges[index].len as usize;
            index += 1;
        }
        count
    }
}

/// Writer for the tokens of an action.
#[derive(Debug)]
pub struct Tokens<'a>(&'a mut Vec<u8>);

impl<'a> Tokens<'a> {
    /// Returns a writer that appends to `tokens`.
    pub const fn new(tokens: &'a mut Vec<u8>) -> Self {
        Self(tokens)
    }

    /// Writes the token with this number.
    #[inline]
    pub fn token(&mut self, number: u8) {
        self.0.push(number);
    }

    /// Writes a card, in a game whose first 52 tokens are the cards.
    #[inline]
    pub fn card(&mut self, card: cards::Card) {
        self.token(card.index());
    }

    /// Writes cards in canonical order.
    #[inline]
    pub fn cards(&mut self, cards: cards::CardSet) {
        cards.iter().for_each(|card| self.card(card));
    }
}

/// Builds a token list of the 52 cards followed by these words.
macro_rules! tokens_after_cards {
    ($($word:literal),* $(,)?) => {
        &[
            "Ac", "Ad", "Ah", "As", "2c", "2d", "2h", "2s", "3c", "3d", "3h", "3s", "4c", "4d", "4h", "4s", "5c", "5d", "5h",
            "5s", "6c", "6d", "6h", "6s", "7c", "7d", "7h", "7s", "8c", "8d", "8h", "8s", "9c", "9d", "9h", "9s", "Tc", "Td",
            "Th", "Ts", "Jc", "Jd", "Jh", "Js", "Qc", "Qd", "Qh", "Qs", "Kc", "Kd", "Kh", "Ks", $($word),*
        ]
    };
}
pub(crate) use tokens_after_cards;
