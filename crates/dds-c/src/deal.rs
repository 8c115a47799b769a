//! Conversion of the header's structures to deals, positions and tables.

use crate::layout::{BoardDeal, BoardDealPbn, TableDeal, TableDealPbn, TableResults};
use cards::{Card, CardSet, Rank, Suit};
use dds::{Deal, Direction, Position, Strain, Table};
use std::ffi::{c_char, c_int, c_uint};

/// Faults of a call, with the codes of DDS. The thread codes -15, -102 and -103, and -10, only have a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub(crate) enum Fault {
    Unknown = -1,
    ZeroCards = -2,
    TargetTooHigh = -3,
    DuplicateCards = -4,
    TargetTooLow = -5,
    TargetOverThirteen = -7,
    SolutionsTooLow = -8,
    SolutionsTooHigh = -9,
    TooManyCards = -10,
    SuitOrRank = -12,
    PlayedCard = -13,
    CardCount = -14,
    ThreadIndex = -15,
    ModeTooLow = -16,
    ModeTooHigh = -17,
    Trump = -18,
    First = -19,
    Play = -98,
    Pbn = -99,
    TooManyBoards = -101,
    ThreadCreate = -102,
    ThreadWait = -103,
    ThreadMissing = -104,
    NoStrain = -201,
    TooManyTables = -202,
    ChunkSize = -301,
    /// Additional code: DDS has no node limit.
    NodeLimit = -1001,
}

impl Fault {
    pub(crate) const ALL: [Self; 27] = [
        Self::Unknown,
        Self::ZeroCards,
        Self::TargetTooHigh,
        Self::DuplicateCards,
        Self::TargetTooLow,
        Self::TargetOverThirteen,
        Self::SolutionsTooLow,
        Self::SolutionsTooHigh,
        Self::TooManyCards,
        Self::SuitOrRank,
        Self::PlayedCard,
        Self::CardCount,
        Self::ThreadIndex,
        Self::ModeTooLow,
        Self::ModeTooHigh,
        Self::Trump,
        Self::First,
        Self::Play,
        Self::Pbn,
        Self::TooManyBoards,
        Self::ThreadCreate,
        Self::ThreadWait,
        Self::ThreadMissing,
        Self::NoStrain,
        Self::TooManyTables,
        Self::ChunkSize,
        Self::NodeLimit,
    ];

    pub(crate) const fn sentence(self) -> &'static str {
        match self {
            Self::Unknown => "General error",
            Self::ZeroCards => "Zero cards",
            Self::TargetTooHigh => "Target exceeds number of tricks",
            Self::DuplicateCards => "Cards duplicated",
            Self::TargetTooLow => "Target is less than -1",
            Self::TargetOverThirteen => "Target is higher than 13",
            Self::SolutionsTooLow => "Solutions parameter is less than 1",
            Self::SolutionsTooHigh => "Solutions parameter is higher than 3",
            Self::TooManyCards => "Too many cards",
            Self::SuitOrRank => "currentTrickSuit or currentTrickRank has wrong data",
            Self::PlayedCard => "Played card also remains in a hand",
            Self::CardCount => "Wrong number of remaining cards in a hand",
            Self::ThreadIndex => "Thread index is not 0 .. maximum",
            Self::ModeTooLow => "Mode parameter is less than 0",
            Self::ModeTooHigh => "Mode parameter is higher than 2",
            Self::Trump => "Trump is not in 0 .. 4",
            Self::First => "First is not in 0 .. 3",
            Self::Play => "AnalysePlay input error",
            Self::Pbn => "PBN string error",
            Self::TooManyBoards => "Too many boards requested",
            Self::ThreadCreate => "Could not create threads",
            Self::ThreadWait => "Something failed waiting for thread to end",
            Self::ThreadMissing => "Multi-threading system not present",
            Self::NoStrain => "Denomination filter vector has no entries",
            Self::TooManyTables => "Too many DD tables requested",
            Self::ChunkSize => "Chunk size is less than 1",
            Self::NodeLimit => "Node limit reached",
        }
    }
}

/// Strains in the numbering of DDS.
pub(crate) const STRAINS: [Strain; 5] =
    [Strain::Spades, Strain::Hearts, Strain::Diamonds, Strain::Clubs, Strain::Notrump];
/// Suits in the numbering of DDS.
const SUITS: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
/// Ranks in the numbering of DDS, from 2 to 14 for the ace.
const RANKS: [Rank; 13] = [
    Rank::Two,
    Rank::Three,
    Rank::Four,
    Rank::Five,
    Rank::Six,
    Rank::Seven,
    Rank::Eight,
    Rank::Nine,
    Rank::Ten,
    Rank::Jack,
    Rank::Queen,
    Rank::King,
    Rank::Ace,
];

/// Returns the card with these numbers of DDS.
pub(crate) fn card(suit: c_int, rank: c_int) -> Option<Card> {
    let suit = SUITS.get(usize::try_from(suit).ok()?)?;
    let rank = RANKS.get(usize::try_from(rank).ok()?.checked_sub(2)?)?;
    Some(Card::new(*rank, *suit))
}

/// Returns the number of a suit in DDS.
pub(crate) fn suit_number(card: Card) -> c_int {
    3 - card.suit() as c_int
}

/// Returns the number of a rank in DDS.
pub(crate) fn rank_number(card: Card) -> c_int {
    (card.rank() as c_int + 12) % 13 + 2
}

fn hands(cards: &[[c_uint; 4]; 4]) -> Result<[CardSet; 4], Fault> {
    let mut hands = [CardSet::EMPTY; 4];
    let mut all = CardSet::EMPTY;
    for (hand, suits) in hands.iter_mut().zip(cards) {
        for (suit, &bits) in (0..).zip(suits) {
            for rank in (2..15).filter(|rank| bits >> rank & 1 == 1) {
                let card = card(suit, rank).ok_or(Fault::Unknown)?;
                if all.contains(card) {
                    return Err(Fault::DuplicateCards);
                }
                all.insert(card);
                hand.insert(card);
            }
        }
    }
    Ok(hands)
}

/// Parses four hands in PBN. In a position, some hands have fewer cards.
fn written_hands(text: &[c_char; 80]) -> Result<[CardSet; 4], Fault> {
    let text: Vec<u8> = text.iter().take_while(|&&byte| byte != 0).map(|&byte| byte as u8).collect();
    let text = std::str::from_utf8(&text).map_err(|_| Fault::Pbn)?.trim();
    let (first, texts) = text.split_once(':').ok_or(Fault::Pbn)?;
    let first: Direction = first.trim().parse().map_err(|_| Fault::Pbn)?;
    let mut hands = [CardSet::EMPTY; 4];
    let mut count = 0;
    for text in texts.split_ascii_whitespace() {
        let direction = first.after(count);
        let hand = dds::read_hand(direction, text).map_err(|_| Fault::Pbn)?;
        *hands.get_mut(direction as usize).ok_or(Fault::Pbn)? = hand;
        count += 1;
    }
    if count == 4 { Ok(hands) } else { Err(Fault::Pbn) }
}

fn deal(hands: [CardSet; 4]) -> Result<Deal, Fault> {
    let deal = Deal::new(hands).map_err(|error| match error {
        dds::DealError::Twice { .. } => Fault::DuplicateCards,
        dds::DealError::Uneven { .. } => Fault::CardCount,
    })?;
    if deal.tricks() == 0 { Err(Fault::ZeroCards) } else { Ok(deal) }
}

impl TableDeal {
    pub(crate) fn read(&self) -> Result<Deal, Fault> {
        deal(hands(&self.cards)?)
    }
}

impl TableDealPbn {
    pub(crate) fn read(&self) -> Result<Deal, Fault> {
        deal(written_hands(&self.cards)?)
    }
}

/// Returns the position of these hands after the cards on the table.
fn position(
    (trump, first): (c_int, c_int),
    suits: &[c_int; 3],
    ranks: &[c_int; 3],
    mut hands: [CardSet; 4],
) -> Result<Position, Fault> {
    let strain = usize::try_from(trump).ok().and_then(|trump| STRAINS.get(trump)).ok_or(Fault::Trump)?;
    let leader =
        usize::try_from(first).ok().and_then(|first| Direction::ALL.get(first)).ok_or(Fault::First)?;
    let mut trick = Vec::new();
    for (&suit, &rank) in suits.iter().zip(ranks).take_while(|(_, rank)| **rank != 0) {
        let card = card(suit, rank).ok_or(Fault::SuitOrRank)?;
        if trick.contains(&card) || hands.iter().any(|hand| hand.contains(card)) {
            return Err(Fault::PlayedCard);
        }
        if let Some(hand) = hands.get_mut(leader.after(trick.len()) as usize) {
            hand.insert(card);
        }
        trick.push(card);
    }
    let mut position = Position::new(&deal(hands)?, *strain, *leader);
    for card in trick {
        position.play(card).map_err(|_| Fault::SuitOrRank)?;
    }
    Ok(position)
}

impl BoardDeal {
    pub(crate) fn read(&self) -> Result<Position, Fault> {
        let hands = hands(&self.remain_cards)?;
        position((self.trump, self.first), &self.current_trick_suit, &self.current_trick_rank, hands)
    }
}

impl BoardDealPbn {
    pub(crate) fn read(&self) -> Result<Position, Fault> {
        let hands = written_hands(&self.remain_cards)?;
        position((self.trump, self.first), &self.current_trick_suit, &self.current_trick_rank, hands)
    }
}

impl TableResults {
    pub(crate) fn read(&self) -> Result<Table, Fault> {
        let mut table = Table::default();
        for (strain, tricks) in STRAINS.into_iter().zip(self.res_table) {
            for (declarer, tricks) in Direction::ALL.into_iter().zip(tricks) {
                let tricks = u8::try_from(tricks).ok().filter(|tricks| *tricks <= 13);
                table[strain][declarer] = tricks.ok_or(Fault::Unknown)?;
            }
        }
        Ok(table)
    }
}
