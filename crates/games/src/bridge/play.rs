//! The play of the hand: tricks, who wins them, and which cards may be played.

use super::{Contract, side::Side};
use cards::{Card, CardSet, Pile, Suit};
use dds::{Direction, Strain};

/// How many tricks a deal has.
pub const TRICKS: u8 = 13;

/// The play from the opening lead on: everything in it is seen by all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    contract: Contract,
    declarer: Direction,
    /// Every card played, in order.
    cards: Pile<52>,
    /// Who led to each trick; the one after the last complete trick leads now.
    leaders: [Direction; TRICKS as usize + 1],
    /// Which hand is to play: it follows from the rest, but is asked more often than anything else.
    turn: Direction,
    /// Who wins the trick on the table so far, and how high the card is.
    winning: (Direction, u8),
    taken: [u8; 2],
}

/// One trick, complete or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trick<'a> {
    /// Who led.
    pub leader: Direction,
    /// The cards in the order played.
    pub cards: &'a [Card],
}

impl<'a> Trick<'a> {
    /// Each card with the hand it came from.
    pub fn by_hand(self) -> impl Iterator<Item = (Direction, Card)> + 'a {
        self.cards.iter().enumerate().map(move |(index, card)| (self.leader.after(index), *card))
    }
}

/// How high a card is in a trick: trumps above the suit led, that above all else, and the ace high. (BR-R6)
const fn height(card: Card, led: Suit, trumps: Option<Suit>) -> u8 {
    const ACE: u8 = 13;
    let (rank, suit) = (card.rank() as u8, card.suit() as u8);
    let rank = if rank == 0 { ACE } else { rank };
    let trump = matches!(trumps, Some(trumps) if trumps as u8 == suit);
    // Products, for a branch here would go one way as often as the other.
    (rank + ACE * trump as u8) * (trump | (led as u8 == suit)) as u8
}

impl Play {
    /// The play of `contract`, before the opening lead by the defender at declarer's left. (BR-R5)
    #[must_use]
    pub const fn new(contract: Contract, declarer: Direction) -> Self {
        Self {
            contract,
            declarer,
            cards: Pile::EMPTY,
            leaders: [declarer.next(); TRICKS as usize + 1],
            turn: declarer.next(),
            winning: (declarer, 0),
            taken: [0; 2],
        }
    }

    /// The contract.
    #[must_use]
    pub const fn contract(&self) -> Contract {
        self.contract
    }

    /// What is trumps.
    #[must_use]
    pub const fn strain(&self) -> Strain {
        self.contract.bid.strain
    }

    /// Who plays both hands of the side that won the auction.
    #[must_use]
    pub const fn declarer(&self) -> Direction {
        self.declarer
    }

    /// Whose hand lies open.
    #[must_use]
    pub const fn dummy(&self) -> Direction {
        self.declarer.partner()
    }

    /// Whether the opening lead was made, and dummy lies open.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        !self.cards.is_empty()
    }

    /// How many tricks are complete.
    #[must_use]
    pub const fn complete(&self) -> u8 {
        self.cards.len() / 4
    }

    /// How many tricks are not.
    #[must_use]
    pub const fn left(&self) -> u8 {
        TRICKS - self.complete()
    }

    /// The tricks a side has taken.
    #[must_use]
    pub const fn taken(&self, side: Side) -> u8 {
        self.taken[side as usize]
    }

    /// Which hand is to play, until all are empty.
    #[must_use]
    pub const fn turn(&self) -> Direction {
        self.turn
    }

    /// Who plays for this hand: declarer for dummy. (BR-R5, BR-S19)
    #[must_use]
    pub const fn player_of(&self, hand: Direction) -> Direction {
        if hand as u8 == self.dummy() as u8 { self.declarer } else { hand }
    }

    const fn leader(&self) -> Direction {
        self.leaders[self.complete() as usize]
    }

    /// Every card played, in order.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        self.cards.as_slice()
    }

    /// The tricks from the first on; the last may be incomplete.
    pub fn tricks(&self) -> impl DoubleEndedIterator<Item = Trick<'_>> + ExactSizeIterator {
        let tricks = self.cards().chunks(4).enumerate();
        tricks.map(|(number, cards)| Trick { leader: self.leaders[number], cards })
    }

    /// The cards on the table.
    #[must_use]
    pub fn trick(&self) -> Trick<'_> {
        Trick { leader: self.leader(), cards: &self.cards()[usize::from(self.complete()) * 4..] }
    }

    /// The last complete trick, until the next one is led. (BR-S18)
    #[must_use]
    pub fn last_trick(&self) -> Option<Trick<'_>> {
        self.tricks().next_back().filter(|trick| trick.cards.len() == 4)
    }

    /// Who won trick `number`, counted from 0; it must be complete.
    #[must_use]
    pub const fn winner(&self, number: u8) -> Direction {
        self.leaders[number as usize + 1]
    }

    /// The suit led to the trick on the table.
    #[must_use]
    pub fn led(&self) -> Option<Suit> {
        let cards = self.cards();
        cards.get(cards.len() / 4 * 4).map(|card| card.suit())
    }

    /// The cards of `hand` that may be played: the suit led if there is one, else any. (BR-R6)
    #[inline]
    #[must_use]
    pub fn playable(&self, hand: CardSet) -> CardSet {
        let following = self.led().map_or(CardSet::EMPTY, |led| hand & CardSet::of_suit(led));
        if following.is_empty() { hand } else { following }
    }

    /// Whose card is highest in the trick on the table, or was in the last.
    #[must_use]
    pub const fn winning_hand(&self) -> Direction {
        self.winning.0
    }

    /// Lays a card of the hand whose turn it is. The fourth ends the trick, and the winner is told.
    #[inline]
    pub fn lay(&mut self, card: Card) -> Option<Direction> {
        let hand = self.turn;
        let led = self.led().unwrap_or(card.suit());
        let height = height(card, led, self.strain().trumps());
        let wins = self.cards.len().is_multiple_of(4) | (height > self.winning.1);
        self.winning = if wins { (hand, height) } else { self.winning };
        self.cards.push(card);
        self.turn = hand.next();
        if !self.cards.len().is_multiple_of(4) {
            return None;
        }
        let winner = self.winning.0;
        self.taken[Side::of(winner) as usize] += 1;
        self.leaders[usize::from(self.complete())] = winner; // BR-R6: who wins leads
        self.turn = winner;
        Some(winner)
    }

    /// Gives a side so many of the tricks that are not complete, and the other side the rest of them.
    pub(super) fn award(&mut self, side: Side, tricks: u8) {
        let left = self.left();
        self.taken[side as usize] += tricks;
        self.taken[side.other() as usize] += left - tricks;
    }

    /// Everything `hand` has played.
    #[must_use]
    pub fn played_by(&self, hand: Direction) -> CardSet {
        self.by_hand().filter(|(by, _)| *by == hand).map(|(_, card)| card).collect()
    }

    /// Every card played with the hand it came from, in order.
    pub fn by_hand(&self) -> impl Iterator<Item = (Direction, Card)> + '_ {
        self.tricks().flat_map(Trick::by_hand)
    }

    /// The suits a hand has shown to have no more of, by not following. One bit a suit.
    #[must_use]
    pub fn voids(&self, hand: Direction) -> Suits {
        self.tricks().fold(Suits::NONE, |voids, trick| {
            let led = trick.cards[0].suit();
            let discarded = trick.by_hand().any(|(by, card)| by == hand && card.suit() != led);
            if discarded { voids.with(led) } else { voids }
        })
    }
}

/// A set of suits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Suits(u8);

impl Suits {
    /// No suit.
    pub const NONE: Self = Self(0);

    /// These suits and one more.
    #[must_use]
    pub const fn with(self, suit: Suit) -> Self {
        Self(self.0 | 1 << suit as u8)
    }

    /// Whether the suit is one of them.
    #[must_use]
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 >> suit as u8 & 1 == 1
    }
}
