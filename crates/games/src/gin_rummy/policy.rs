//! Rules of thumb: quick enough to play whole deals with, and a function of what one seat sees.

use super::melds::{self, Deadwood, Melds};
use super::options::{SEATS, SameCardDiscard};
use super::search::Move;
use super::state::Phase;
use super::view::FULL_STOCK;
use super::{State, View};
use cards::{Card, CardSet, Rank, Seat};

/// What one seat sees and remembers.
pub(super) struct PlayerKnowledge {
    pub(super) hand: CardSet,
    pub(super) upcard: Option<Card>,
    pub(super) just_taken: Option<Card>,
    /// The cards the other took from the pile and still holds.
    pub(super) wanted: CardSet,
    /// The cards that lie in the pile.
    pub(super) gone: CardSet,
    /// The melds of the other, if there was a knock.
    pub(super) knocked: Melds,
    pub(super) phase: Phase,
    pub(super) limit: u8,
    pub(super) big_gin: bool,
    pub(super) may_return: bool,
    pub(super) deadwood: Deadwood,
    /// With more it does not knock, though it may.
    pub(super) patience: u8,
}

impl PlayerKnowledge {
    #[inline]
    pub(super) fn of_state(state: &State, seat: Seat) -> Self {
        let (options, other) = (state.options(), seat.next(SEATS));
        Self {
            hand: state.hands[seat],
            upcard: state.pile.top(),
            just_taken: state.just_taken,
            wanted: state.taken[other],
            gone: state.pile.as_slice().iter().copied().collect(),
            knocked: state.melds[other],
            phase: state.phase,
            limit: state.limit,
            big_gin: options.big_gin_bonus().is_some(),
            may_return: options.same_card_discard == SameCardDiscard::Allowed,
            deadwood: options.deadwood(),
            patience: AT_ONCE,
        }
    }

    pub(super) fn of_view(view: &View, seat: Seat) -> Self {
        let (options, other) = (view.options(), seat.next(SEATS));
        Self {
            hand: view.hands[seat].known(),
            upcard: view.upcard,
            just_taken: view.just_taken,
            wanted: view.taken[other],
            gone: view.pile.as_slice().iter().copied().collect(),
            knocked: view.melds[other],
            phase: view.phase,
            limit: view.limit,
            big_gin: options.big_gin_bonus().is_some(),
            may_return: options.same_card_discard == SameCardDiscard::Allowed,
            deadwood: options.deadwood(),
            patience: if draws(view) < EARLY { AT_ONCE } else { GIN_ONLY },
        }
    }

    /// What the rules of thumb say; it is always legal.
    #[inline]
    pub(super) fn choose(&self) -> Move {
        match self.phase {
            Phase::Offer if self.wants_upcard() => Move::Upcard,
            Phase::Offer => Move::Pass,
            Phase::StockOnly => Move::Stock,
            Phase::Draw if self.wants_upcard() => Move::Upcard,
            Phase::Draw => Move::Stock,
            Phase::LastDiscard if self.can_go_out(self.limit) => Move::Upcard,
            Phase::LastDiscard => Move::Pass,
            Phase::Discard | Phase::GoOut => self.discard(),
            Phase::LayOff | Phase::Over => self.lay_off(),
        }
    }

    /// Whether a hand could meld this card.
    #[inline]
    pub(super) fn melds(hand: CardSet, card: Card, deadwood: Deadwood) -> bool {
        deadwood.min(hand | CardSet::only(card)) < deadwood.min(hand) + deadwood.of(card)
    }

    /// The upcard is worth its price if it is melded, or if one can go out with it.
    fn wants_upcard(&self) -> bool {
        let Some(card) = self.upcard else { return false };
        Self::melds(self.hand, card, self.deadwood) || self.can_go_out(self.limit.min(self.patience))
    }

    /// Whether the hand and the upcard are enough to go out with so much.
    fn can_go_out(&self, limit: u8) -> bool {
        let Some(card) = self.upcard else { return false };
        let with = self.hand | CardSet::only(card);
        if self.deadwood.min(with) > limit + self.deadwood.max() {
            return false;
        }
        let discards = if self.may_return { with } else { self.hand };
        let min = |discard| self.deadwood.min(with - CardSet::only(discard));
        discards.iter().any(|discard| min(discard) <= limit) || self.big_gin && self.deadwood.min(with) == 0
    }

    /// What it costs a hand to part with a card, as if nothing were known of the other.
    #[inline]
    fn cost(card: Card, hand: CardSet, gone: CardSet, deadwood: Deadwood) -> i32 {
        let rest = hand - CardSet::only(card);
        i32::from(deadwood.min(rest)) * WEIGHTS.deadwood + promise(card, rest, gone)
    }

    /// Of all cards but the `kept` the one a hand would rather part with, as if nothing were known of the other.
    pub(super) fn spare(hand: CardSet, kept: CardSet, gone: CardSet, deadwood: Deadwood) -> Option<Card> {
        (hand - kept).iter().min_by_key(|card| Self::cost(*card, hand, gone, deadwood))
    }

    /// How much more it costs a hand to part with `card` than with the one it would rather part with.
    pub(super) fn reluctance(card: Card, hand: CardSet, gone: CardSet, deadwood: Deadwood) -> i32 {
        let cost = |card| Self::cost(card, hand, gone, deadwood);
        cost(card) - hand.iter().map(cost).min().unwrap_or_default()
    }

    fn discard(&self) -> Move {
        let allowed = match self.just_taken {
            Some(card) if !self.may_return => self.hand - CardSet::only(card),
            _ => self.hand,
        };
        let hand_min = self.deadwood.min(self.hand);
        if self.big_gin && hand_min == 0 {
            return Move::Gin(None);
        }
        // Of cards that leave the same, the one that helps least; and never for nothing one the other collects.
        let (mut best, mut lowest) = (None, None);
        for card in allowed {
            let rest = self.hand - CardSet::only(card);
            let left = self.deadwood.min(rest);
            if left == 0 {
                return Move::Gin(Some(card));
            }
            if lowest.is_none_or(|(min, _)| left < min) {
                lowest = Some((left, card));
            }
            let cost = i32::from(left) * WEIGHTS.deadwood
                + promise(card, rest, self.gone | self.wanted)
                + self.danger(card);
            if best.is_none_or(|(min, _)| cost < min) {
                best = Some((cost, card));
            }
        }
        if let Some((left, card)) = lowest
            && left <= self.limit
            && (left <= self.patience || self.phase == Phase::GoOut)
        {
            return Move::Knock(card);
        }
        let card = best.map(|(_, card)| card).or(self.hand.first());
        card.map_or(Move::Pass, Move::Discard)
    }

    /// What a card may do for the other, who holds some that were taken before all eyes.
    #[inline]
    fn danger(&self, card: Card) -> i32 {
        let near = NEAR[usize::from(card.index())];
        WEIGHTS.danger * i32::from(((near.mates | near.beside) & self.wanted).len())
    }

    fn lay_off(&self) -> Move {
        let answer = melds::best_answer(self.hand, &self.knocked, self.deadwood);
        for (meld, cards) in self.knocked.iter().zip(answer.laid_off) {
            if let Some(card) = (meld.fitting(self.deadwood.corner) & cards).first() {
                return Move::LayOff(card, meld);
            }
        }
        Move::Done
    }
}

/// How often each has drawn, about.
pub(super) fn draws(view: &View) -> u8 {
    (FULL_STOCK - view.stock) / 2
}

/// What a card does for the `rest` of the hand: the melds it could still become part of, if not too many of their cards
/// are `gone`.
#[inline]
fn promise(card: Card, rest: CardSet, gone: CardSet) -> i32 {
    let near = NEAR[usize::from(card.index())];
    let count = |cards: CardSet| i32::from(cards.len());
    let live = |cards: CardSet| count(cards - gone - rest);
    WEIGHTS.mate * count(near.mates & rest) * live(near.mates)
        + WEIGHTS.beside * count(near.beside & rest) * live(near.around).min(2)
        + WEIGHTS.gap * count(near.gap & rest)
}

/// The cards with which one could be melded.
#[inline]
pub(super) fn around(card: Card) -> CardSet {
    let near = NEAR[usize::from(card.index())];
    near.mates | near.around
}

/// How the considerations weigh against each other.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// A point of deadwood that is left.
    deadwood: i32,
    /// A card of equal rank, for each that could still make it three.
    mate: i32,
    /// A neighbour in the suit, for each that could still make it three.
    beside: i32,
    /// A neighbour but one.
    gap: i32,
    /// A card the other collects something near to.
    danger: i32,
}

/// Found by play against each other.
const WEIGHTS: Weights = Weights { deadwood: 3, mate: 3, beside: 3, gap: 2, danger: 6 };

/// In the first turns it pays to knock at once, when the other has not melded much yet; later to play on for gin.
pub(super) const EARLY: u8 = 3;
/// The patience of one who knocks as soon as they may.
pub(super) const AT_ONCE: u8 = u8::MAX;
/// The patience of one who plays on for gin.
pub(super) const GIN_ONLY: u8 = 0;

/// What is near a card: the others of its rank, and of its suit those one and two ranks away.
#[derive(Clone, Copy)]
struct Near {
    mates: CardSet,
    beside: CardSet,
    gap: CardSet,
    around: CardSet,
}

static NEAR: [Near; Card::COUNT as usize] = near();

/// The card of the same suit so many ranks above, or below, if there is one.
const fn above(card: Card, ranks: isize) -> CardSet {
    let rank = (card.rank() as usize).wrapping_add_signed(ranks);
    if rank < Rank::ALL.len() {
        CardSet::only(Card::new(Rank::ALL[rank], card.suit()))
    } else {
        CardSet::EMPTY
    }
}

const fn near() -> [Near; Card::COUNT as usize] {
    let none =
        Near { mates: CardSet::EMPTY, beside: CardSet::EMPTY, gap: CardSet::EMPTY, around: CardSet::EMPTY };
    let mut table = [none; Card::COUNT as usize];
    let mut index = 0;
    while index < Card::COUNT {
        let Some(card) = Card::from_index(index) else { break };
        let beside = above(card, -1).union(above(card, 1));
        let gap = above(card, -2).union(above(card, 2));
        table[index as usize] = Near {
            mates: CardSet::of_rank_of(card).difference(CardSet::only(card)),
            beside,
            gap,
            around: beside.union(gap),
        };
        index += 1;
    }
    table
}
