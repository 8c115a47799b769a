//! What a game as numbers is.

use crate::Columns;
use cards::{BySeat, Seat, Side};
use engine::{Game, Ruleset, Setup};

/// A game whose views and actions can be written as numbers. Everything is a function of a view, so what is hidden from a seat
/// cannot be in what a network is given: that would not compile.
///
/// Seats are counted from the one that looks: 0 is itself, 1 the next in the order of play.
pub trait Encode: Game {
    /// Counts on when [`LAYOUT`](Self::LAYOUT), [`TOKENS`](Self::TOKENS), [`FLAT`](Self::FLAT) or the meaning of a number changes:
    /// networks that were trained before cannot read what is written after.
    const VERSION: u32;
    /// What a row of an observation is made of, in order.
    const LAYOUT: &'static [Block];
    /// Every word an action can be made of; the number of a word is its place here. There are at most 254.
    const TOKENS: &'static [&'static str];
    /// What the numbers of actions mean, in order; empty in a game in which no list of numbers is natural.
    const FLAT: &'static [Range] = &[];

    /// Writes what `seat`, whose view this is, sees: the blocks of [`LAYOUT`](Self::LAYOUT) in their order, into bytes that are 0.
    fn observe(view: &Self::View, seat: Seat, columns: &mut Columns<'_>);

    /// Says `action` in [`TOKENS`](Self::TOKENS), word by word as a record writes it. The actions listed at one time differ in them.
    fn say(action: Self::Action, tokens: &mut Tokens<'_>);

    /// The number of a listed action by [`FLAT`](Self::FLAT). The actions listed at one time differ in their numbers.
    fn flat(_action: Self::Action) -> u16 {
        0
    }

    /// The action of this number for whom this view belongs to, whether it is legal or not; none, if the number means nothing here.
    fn from_flat(_number: u16, _view: &Self::View) -> Option<Self::Action> {
        None
    }

    /// Whether an action claims something that the play would show too. A batch can leave claims out.
    fn is_claim(_action: Self::Action) -> bool {
        false
    }
}

/// How many there are of what blocks are counted by, at a table of this setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Seats.
    pub seats: u8,
    /// Sides.
    pub sides: u8,
}

impl Size {
    /// That of a table with this setup.
    #[must_use]
    pub fn of<G: Game>(setup: &Setup<G::Options>) -> Self {
        let sides: BySeat<Side> = G::sides(setup);
        let sides = sides.iter().map(|(_, side)| side.index() as u8 + 1).max().unwrap_or_default();
        Self { seats: setup.options.seats(), sides }
    }
}

/// A part of an observation: columns that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// What it is called: `"hand"`.
    pub name: &'static str,
    /// Once, or once for each of several.
    pub each: Each,
    /// How many columns, for each.
    pub len: usize,
    /// The greatest value a column can have.
    pub max: u8,
    /// What the columns mean.
    pub meaning: &'static str,
}

impl Block {
    /// So many columns of 0 or 1.
    #[must_use]
    pub const fn flags(name: &'static str, len: usize, meaning: &'static str) -> Self {
        Self { name, each: Each::Once, len, max: 1, meaning }
    }

    /// A column for each card of the 52, in canonical order: from the ace up, of each rank clubs, diamonds, hearts, spades.
    #[must_use]
    pub const fn cards(name: &'static str, meaning: &'static str) -> Self {
        Self::flags(name, 52, meaning)
    }

    /// One number.
    #[must_use]
    pub const fn number(name: &'static str, max: u8, meaning: &'static str) -> Self {
        Self { name, each: Each::Once, len: 1, max, meaning }
    }

    /// The same for each of several.
    #[must_use]
    pub const fn each(self, each: Each) -> Self {
        Self { each, ..self }
    }

    /// How many columns it has at a table.
    #[must_use]
    pub const fn columns(&self, size: Size) -> usize {
        self.len * self.each.count(size)
    }
}

/// What a block is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Each {
    /// Once.
    Once,
    /// Each seat, from the one that looks.
    Seat,
    /// Each other seat, from the next.
    Other,
    /// Each side, from that of the seat that looks.
    Side,
}

impl Each {
    /// How often that is at a table.
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

/// Numbers of actions that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// What they are called: `"discard"`.
    pub name: &'static str,
    /// How many.
    pub len: u16,
    /// What they mean.
    pub meaning: &'static str,
}

impl Range {
    /// So many numbers.
    #[must_use]
    pub const fn new(name: &'static str, len: u16, meaning: &'static str) -> Self {
        Self { name, len, meaning }
    }

    /// How many numbers there are in all.
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

/// The tokens of an action, one after the other.
#[derive(Debug)]
pub struct Tokens<'a>(&'a mut Vec<u8>);

impl<'a> Tokens<'a> {
    /// They are added to these.
    pub const fn new(tokens: &'a mut Vec<u8>) -> Self {
        Self(tokens)
    }

    /// The token of this number.
    #[inline]
    pub fn token(&mut self, number: u8) {
        self.0.push(number);
    }

    /// A card, in a game whose first 52 tokens are the cards.
    #[inline]
    pub fn card(&mut self, card: cards::Card) {
        self.token(card.index());
    }

    /// Cards, in canonical order.
    #[inline]
    pub fn cards(&mut self, cards: cards::CardSet) {
        cards.iter().for_each(|card| self.card(card));
    }
}

/// The 52 cards as tokens, and these words after them.
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
