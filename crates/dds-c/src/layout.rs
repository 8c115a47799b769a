//! Structures of the C header, with the same memory layout.

use std::ffi::{c_char, c_int, c_uint};

/// Maximum number of boards per call.
pub const MAXNOOFBOARDS: usize = 200;
/// Maximum number of tables per call with all strains.
pub const MAXNOOFTABLES: usize = 40;
/// Maximum number of tables per call with one strain each.
pub const MOST_TABLES: usize = MAXNOOFTABLES * 5;
/// Maximum number of par contracts.
pub const MOST_PAR_CONTRACTS: usize = 10;
/// Length of a text of par contracts, with the zero at its end.
pub const PAR_TEXT: usize = 128;
/// Maximum number of cards of a play.
pub const MOST_CARDS: usize = 52;

/// Position. Spades, hearts, diamonds, clubs and notrump are 0 to 4, North to West 0 to 3, ranks 2
/// to 14.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct BoardDeal {
    /// Strain.
    pub trump: c_int,
    /// Leader of the current trick.
    pub first: c_int,
    /// Suits of the cards on the table.
    pub current_trick_suit: [c_int; 3],
    /// Ranks of the cards on the table. 0 means no card.
    pub current_trick_rank: [c_int; 3],
    /// Cards of each hand in each suit, one bit per rank.
    pub remain_cards: [[c_uint; 4]; 4],
}

/// Position with the cards as text.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct BoardDealPbn {
    /// Strain.
    pub trump: c_int,
    /// Leader of the current trick.
    pub first: c_int,
    /// Suits of the cards on the table.
    pub current_trick_suit: [c_int; 3],
    /// Ranks of the cards on the table. 0 means no card.
    pub current_trick_rank: [c_int; 3],
    /// Cards of each hand in PBN.
    pub remain_cards: [c_char; 80],
}

/// Legal cards, with the tricks each leads to.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct FutureTricks {
    /// Searched nodes.
    pub nodes: c_int,
    /// Number of cards.
    pub cards: c_int,
    /// Suits of the cards.
    pub suit: [c_int; 13],
    /// Ranks of the cards.
    pub rank: [c_int; 13],
    /// Bits of the lower cards that are equivalent, because no other hand holds a card between
    /// them.
    pub equals: [c_int; 13],
    /// Tricks.
    pub score: [c_int; 13],
}

/// Positions to solve.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Boards {
    /// Number of positions.
    pub no_of_boards: c_int,
    /// Positions.
    pub deals: [BoardDeal; MAXNOOFBOARDS],
    /// Target tricks of each.
    pub target: [c_int; MAXNOOFBOARDS],
    /// Number of solutions wanted.
    pub solutions: [c_int; MAXNOOFBOARDS],
    /// Whether a single legal card is searched too.
    pub mode: [c_int; MAXNOOFBOARDS],
}

/// Positions to solve, with the cards as text.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct BoardsPbn {
    /// Number of positions.
    pub no_of_boards: c_int,
    /// Positions.
    pub deals: [BoardDealPbn; MAXNOOFBOARDS],
    /// Target tricks of each.
    pub target: [c_int; MAXNOOFBOARDS],
    /// Number of solutions wanted.
    pub solutions: [c_int; MAXNOOFBOARDS],
    /// Whether a single legal card is searched too.
    pub mode: [c_int; MAXNOOFBOARDS],
}

/// Results of many positions.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct SolvedBoards {
    /// Number of positions.
    pub no_of_boards: c_int,
    /// Results.
    pub solved_board: [FutureTricks; MAXNOOFBOARDS],
}

/// Four hands, one bit per rank in each suit.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct TableDeal {
    /// Cards.
    pub cards: [[c_uint; 4]; 4],
}

/// Four hands as text.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct TableDealPbn {
    /// Cards in PBN.
    pub cards: [c_char; 80],
}

/// Deals for tables.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct TableDeals {
    /// Number of deals.
    pub no_of_tables: c_int,
    /// Deals.
    pub deals: [TableDeal; MOST_TABLES],
}

/// Deals for tables, as text.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct TableDealsPbn {
    /// Number of deals.
    pub no_of_tables: c_int,
    /// Deals.
    pub deals: [TableDealPbn; MOST_TABLES],
}

/// Tricks by strain and declarer.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct TableResults {
    /// Tricks.
    pub res_table: [[c_int; 4]; 5],
}

/// Tables of many deals.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct TablesResults {
    /// Number of solved pairs of deal and strain. DDS calls each a board.
    pub no_of_boards: c_int,
    /// Tables.
    pub results: [TableResults; MOST_TABLES],
}

/// Play, with suits 0 to 3 for spades to clubs and ranks 2 to 14.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PlayTraceBin {
    /// Number of cards.
    pub number: c_int,
    /// Suits of the cards.
    pub suit: [c_int; MOST_CARDS],
    /// Ranks of the cards.
    pub rank: [c_int; MOST_CARDS],
}

/// Play as text.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PlayTracePbn {
    /// Number of cards.
    pub number: c_int,
    /// Suit and rank of each card, without spaces: `SQD2`.
    pub cards: [c_char; 106],
}

/// Declarer's tricks before a play and after each of its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct SolvedPlay {
    /// Number of results, one more than analysed cards.
    pub number: c_int,
    /// Declarer's tricks in the whole play. Index 0 is before the first card.
    pub tricks: [c_int; MOST_CARDS + 1],
}

impl Default for SolvedPlay {
    fn default() -> Self {
        Self { number: 0, tricks: [0; MOST_CARDS + 1] }
    }
}

/// Plays of many positions.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PlayTracesBin {
    /// Number of plays.
    pub no_of_boards: c_int,
    /// Plays.
    pub plays: [PlayTraceBin; MAXNOOFBOARDS],
}

/// Plays of many positions, as text.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PlayTracesPbn {
    /// Number of plays.
    pub no_of_boards: c_int,
    /// Plays.
    pub plays: [PlayTracePbn; MAXNOOFBOARDS],
}

/// Results of many plays.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct SolvedPlays {
    /// Number of plays.
    pub no_of_boards: c_int,
    /// Results.
    pub solved: [SolvedPlay; MAXNOOFBOARDS],
}

/// Par as text, for each side as the first bidder: North-South first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct ParResults {
    /// Score of the side: `NS -110`.
    pub par_score: [[c_char; 16]; 2],
    /// Contracts, with all levels that score par: `NS:NS 23S,N 23H`.
    pub par_contracts_string: [[c_char; 128]; 2],
}

impl Default for ParResults {
    fn default() -> Self {
        Self { par_score: [[0; 16]; 2], par_contracts_string: [[0; 128]; 2] }
    }
}

/// Par of many tables.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct AllParResults {
    /// Par of each table.
    pub presults: [ParResults; MAXNOOFTABLES],
}

/// Par with each contract as text.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct ParResultsDealer {
    /// Number of contracts.
    pub number: c_int,
    /// Score.
    pub score: c_int,
    /// Contracts: `2S-NS+1`, `4S*-EW-1`, or `pass`.
    pub contracts: [[c_char; 10]; MOST_PAR_CONTRACTS],
}

/// Par contract with its result.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct ContractType {
    /// Undertricks.
    pub under_tricks: c_int,
    /// Overtricks.
    pub over_tricks: c_int,
    /// Level; 0 if the deal is passed out.
    pub level: c_int,
    /// Strain: notrump, spades, hearts, diamonds and clubs are 0 to 4.
    pub denom: c_int,
    /// Declarers: North to West are 0 to 3, North and South 4, East and West 5.
    pub seats: c_int,
}

/// Par with each contract in numbers.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct ParResultsMaster {
    /// Score.
    pub score: c_int,
    /// Number of contracts.
    pub number: c_int,
    /// Contracts.
    pub contracts: [ContractType; MOST_PAR_CONTRACTS],
}

/// Par as a text for each side as the first bidder: North-South first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct ParTextResults {
    /// Texts: `Par -110: EW 2S EW 2D+1`.
    pub par_text: [[c_char; PAR_TEXT]; 2],
    /// Whether par is the same for both first bidders.
    pub equal: bool,
}

impl Default for ParTextResults {
    fn default() -> Self {
        Self { par_text: [[0; PAR_TEXT]; 2], equal: false }
    }
}

/// Description of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct DdsInfo {
    /// Major version of DDS.
    pub major: c_int,
    /// Minor version of DDS.
    pub minor: c_int,
    /// Patch version of DDS.
    pub patch: c_int,
    /// Version of DDS: `2.9.0`.
    pub version_string: [c_char; 10],
    /// Operating system: 0 for another, 1 for Windows, 3 for Linux, 4 for macOS.
    pub system: c_int,
    /// Bits of a pointer.
    pub num_bits: c_int,
    /// C++ compiler. 0 means none of those that DDS knows.
    pub compiler: c_int,
    /// Kind of constructor. 0 means none.
    pub constructor: c_int,
    /// Cores of the machine.
    pub num_cores: c_int,
    /// Kind of threads, as in `SetThreading`.
    pub threading: c_int,
    /// Threads for calls with many boards.
    pub no_of_threads: c_int,
    /// Memory of each thread. Empty.
    pub thread_sizes: [c_char; 128],
    /// Description.
    pub system_string: [c_char; 1024],
}

impl Default for DdsInfo {
    fn default() -> Self {
        Self {
            major: 0,
            minor: 0,
            patch: 0,
            version_string: [0; 10],
            system: 0,
            num_bits: 0,
            compiler: 0,
            constructor: 0,
            num_cores: 0,
            threading: 0,
            no_of_threads: 0,
            thread_sizes: [0; 128],
            system_string: [0; 1024],
        }
    }
}
