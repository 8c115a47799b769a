//! Play of the cards: tricks, their winners, and the legal cards.

use super::{Contract, side::Side};
use cards::{Card, CardSet, Pile, Suit};
use dds::{Direction, Strain};

/// Number of tricks in a deal.
pub const TRICKS: u8 = 13;

/// Play from the opening lead on. All of it is public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    contract: Contract,
    declarer: Direction,
    /// Every card played, in order.
    cards: Pile<52>,
    /// Leader of each trick. The element after the last complete trick is the leader of the current one.
    leaders: [Direction; TRICKS as usize + 1],
    /// Hand to play. It is derived from the rest and stored because it is used most often.
    turn: Direction,
    /// Hand that wins the current trick so far, and the height of its card.
    winning: (Direction, u8),
    taken: [u8; 2],
}

/// Trick, complete or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trick<'a> {
    /// Player who led to the trick.
    pub leader: Direction,
    /// The cards, in the order played.
    pub cards: &'a [Card],
}

impl<'a> Trick<'a> {
    /// Iterates over the cards and their hands.
    pub fn by_hand(self) -> impl Iterator<Item = (Direction, Card)> + 'a {
        self.cards.iter().enumerate().map(move |(index, card)| (self.leader.after(index), *card))
    }
}

/// Returns the height of a card in a trick: trumps above the led suit, that above all others, aces
/// high. (BR-R6)
const fn height(card: Card, led: Suit, trumps: Option<Suit>) -> u8 {
    const ACE: u8 = 13;
    let (rank, suit) = (card.rank() as u8, card.suit() as u8);
    let rank = if rank == 0 { ACE } else { rank };
    let trump = matches!(trumps, Some(trumps) if trumps as u8 == suit);
    // Products replace a branch that would be mispredicted half of the time.
    (rank + ACE * trump as u8) * (trump | (led as u8 == suit)) as u8
}

impl Play {
    /// Returns the play of `contract` before the opening lead by the defender at declarer's left.
    /// (BR-R5)
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

    /// Returns the contract being played.
    #[must_use]
    pub const fn contract(&self) -> Contract {
        self.contract
    }

    /// Returns the strain of the contract.
    #[must_use]
    pub const fn strain(&self) -> Strain {
        self.contract.bid.strain
    }

    /// The declarer, who also plays dummy's cards.
    #[must_use]
    pub const fn declarer(&self) -> Direction {
        self.declarer
    }

    /// Returns the direction of dummy.
    #[must_use]
    pub const fn dummy(&self) -> Direction {
        self.declarer.partner()
    }

    /// Whether the opening lead was made, so that dummy is open.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        !self.cards.is_empty()
    }

    /// Returns the number of complete tricks.
    #[must_use]
    pub const fn complete(&self) -> u8 {
        self.cards.len() / 4
    }

    /// Returns the number of incomplete tricks.
    #[must_use]
    pub const fn left(&self) -> u8 {
        TRICKS - self.complete()
    }

    /// Returns the number of tricks that a side has taken.
    #[must_use]
    pub const fn taken(&self, side: Side) -> u8 {
        self.taken[side as usize]
    }

    /// Returns the hand to play, until all are empty.
    #[must_use]
    pub const fn turn(&self) -> Direction {
        self.turn
    }

    /// Returns the player of a hand: declarer for dummy. (BR-R5, BR-S19)
    #[must_use]
    pub const fn player_of(&self, hand: Direction) -> Direction {
        if hand as u8 == self.dummy() as u8 { self.declarer } else { hand }
    }

    const fn leader(&self) -> Direction {
        self.leaders[self.complete() as usize]
    }

    /// Returns every card played, in order.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        self.cards.as_slice()
    }

    /// Iterates over the tricks from the first. The last may be incomplete.
    pub fn tricks(&self) -> impl DoubleEndedIterator<Item = Trick<'_>> + ExactSizeIterator {
        let tricks = self.cards().chunks(4).enumerate();
        tricks.map(|(number, cards)| Trick { leader: self.leaders[number], cards })
    }

    /// Returns the current trick.
    #[must_use]
    pub fn trick(&self) -> Trick<'_> {
        Trick { leader: self.leader(), cards: &self.cards()[usize::from(self.complete()) * 4..] }
    }

    /// Returns the last complete trick, until the next lead. (BR-S18)
    #[must_use]
    pub fn last_trick(&self) -> Option<Trick<'_>> {
        self.tricks().next_back().filter(|trick| trick.cards.len() == 4)
    }

    /// Returns the winner of complete trick `number`, from 0.
    #[must_use]
    pub const fn winner(&self, number: u8) -> Direction {
        self.leaders[number as usize + 1]
    }

    /// Returns the suit led to the current trick.
    #[must_use]
    pub fn led(&self) -> Option<Suit> {
        let cards = self.cards();
        cards.get(cards.len() / 4 * 4).map(|card| card.suit())
    }

    /// Returns the cards of `hand` that may be played: those of the led suit if it has any,
    /// otherwise all. (BR-R6)
    #[inline]
    #[must_use]
    pub fn playable(&self, hand: CardSet) -> CardSet {
        let following = self.led().map_or(CardSet::EMPTY, |led| hand & CardSet::of_suit(led));
        if following.is_empty() { hand } else { following }
    }

    /// Returns the hand that wins the current trick so far, or won the last one.
    #[must_use]
    pub const fn winning_hand(&self) -> Direction {
        self.winning.0
    }

    /// Plays a card of the hand to play, and returns the winner if it completes a trick.
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

    /// Awards `tricks` of the incomplete tricks to `side`, and the rest to the other side.
    pub(super) fn award(&mut self, side: Side, tricks: u8) {
        let left = self.left();
        self.taken[side as usize] += tricks;
        self.taken[side.other() as usize] += left - tricks;
    }

    /// Returns the cards that `hand` has played.
    #[must_use]
    pub fn played_by(&self, hand: Direction) -> CardSet {
        self.by_hand().filter(|(by, _)| *by == hand).map(|(_, card)| card).collect()
    }

    /// Iterates over every card played and its hand, in order.
    pub fn by_hand(&self) -> impl Iterator<Item = (Direction, Card)> + '_ {
        self.tricks().flat_map(Trick::by_hand)
    }

    /// Returns the suits in which a hand failed to follow.
    #[must_use]
    pub fn voids(&self, hand: Direction) -> Suits {
        self.tricks().fold(Suits::NONE, |voids, trick| {
            let led = trick.cards[0].suit();
            let discarded = trick.by_hand().any(|(by, card)| by == hand && card.suit() != led);
            if discarded { voids.with(led) } else { voids }
        })
    }
}

/// Set of suits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Suits(u8);

impl Suits {
    /// A set without suits.
    pub const NONE: Self = Self(0);

    /// Returns the set with `suit` added.
    #[must_use]
    pub const fn with(self, suit: Suit) -> Self {
        Self(self.0 | 1 << suit as u8)
    }

    /// Whether the set contains `suit`.
    #[must_use]
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 >> suit as u8 & 1 == 1
    }
}
