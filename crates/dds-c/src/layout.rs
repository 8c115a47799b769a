//! The structures of the header, number for number.

use std::ffi::{c_char, c_int, c_uint};

/// The most boards of one call.
pub const MAXNOOFBOARDS: usize = 200;
/// The most tables of one call, if every strain of each is asked for.
pub const MAXNOOFTABLES: usize = 40;
/// The most tables of one call that have a strain each.
pub const MOST_TABLES: usize = MAXNOOFTABLES * 5;

/// A position: spades, hearts, diamonds, clubs and no trump are 0 to 4, North to West 0 to 3, ranks 2 to 14.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct BoardDeal {
    /// The strain.
    pub trump: c_int,
    /// Who leads, or led, to this trick.
    pub first: c_int,
    /// The suits of the cards on the table.
    pub current_trick_suit: [c_int; 3],
    /// Their ranks; none is 0.
    pub current_trick_rank: [c_int; 3],
    /// The cards of each hand in each suit, the bit of a rank for each.
    pub remain_cards: [[c_uint; 4]; 4],
}

/// The same with the cards as text.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct BoardDealPbn {
    /// The strain.
    pub trump: c_int,
    /// Who leads, or led, to this trick.
    pub first: c_int,
    /// The suits of the cards on the table.
    pub current_trick_suit: [c_int; 3],
    /// Their ranks; none is 0.
    pub current_trick_rank: [c_int; 3],
    /// The cards of each hand, as in PBN.
    pub remain_cards: [c_char; 80],
}

/// Cards, and the tricks that each leads to.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct FutureTricks {
    /// The tricks that the search began.
    pub nodes: c_int,
    /// How many cards follow.
    pub cards: c_int,
    /// Their suits.
    pub suit: [c_int; 13],
    /// Their ranks.
    pub rank: [c_int; 13],
    /// The bits of lower cards that do as well, since no other card parts them.
    pub equals: [c_int; 13],
    /// The tricks.
    pub score: [c_int; 13],
}

/// Boards to solve.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Boards {
    /// How many.
    pub no_of_boards: c_int,
    /// The boards.
    pub deals: [BoardDeal; MAXNOOFBOARDS],
    /// The tricks wanted of each.
    pub target: [c_int; MAXNOOFBOARDS],
    /// How many cards are asked for.
    pub solutions: [c_int; MAXNOOFBOARDS],
    /// Whether a card without an alternative is searched.
    pub mode: [c_int; MAXNOOFBOARDS],
}

/// The same with the cards as text.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct BoardsPbn {
    /// How many.
    pub no_of_boards: c_int,
    /// The boards.
    pub deals: [BoardDealPbn; MAXNOOFBOARDS],
    /// The tricks wanted of each.
    pub target: [c_int; MAXNOOFBOARDS],
    /// How many cards are asked for.
    pub solutions: [c_int; MAXNOOFBOARDS],
    /// Whether a card without an alternative is searched.
    pub mode: [c_int; MAXNOOFBOARDS],
}

/// What came of them.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct SolvedBoards {
    /// How many.
    pub no_of_boards: c_int,
    /// The answers.
    pub solved_board: [FutureTricks; MAXNOOFBOARDS],
}

/// Four hands: each suit the bits of its ranks.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct TableDeal {
    /// The cards.
    pub cards: [[c_uint; 4]; 4],
}

/// The same as text.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct TableDealPbn {
    /// The cards, as in PBN.
    pub cards: [c_char; 80],
}

/// Deals of which tables are made.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct TableDeals {
    /// How many.
    pub no_of_tables: c_int,
    /// The deals.
    pub deals: [TableDeal; MOST_TABLES],
}

/// The same as text.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct TableDealsPbn {
    /// How many.
    pub no_of_tables: c_int,
    /// The deals.
    pub deals: [TableDealPbn; MOST_TABLES],
}

/// Tricks by strain and declarer.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct TableResults {
    /// The tricks.
    pub res_table: [[c_int; 4]; 5],
}

/// The tables of many deals.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct TablesResults {
    /// How many strains of deals were solved.
    pub no_of_boards: c_int,
    /// The tables.
    pub results: [TableResults; MOST_TABLES],
}
