//! Heuristics that use only the knowledge of one seat, fast enough for playouts.

use super::melds::{self, Deadwood, Melds};
use super::options::{SEATS, SameCardDiscard};
use super::search::Move;
use super::state::Phase;
use super::view::FULL_STOCK;
use super::{State, View};
use cards::{Card, CardSet, Rank, Seat};

/// Knowledge of one seat with perfect memory.
pub(super) struct PlayerKnowledge {
    pub(super) hand: CardSet,
    pub(super) upcard: Option<Card>,
    pub(super) just_taken: Option<Card>,
    /// Cards that the opponent took from the pile and still holds.
    pub(super) wanted: CardSet,
    /// Cards that were discarded to the pile.
    pub(super) gone: CardSet,
    /// Melds of the opponent after a knock.
    pub(super) knocked: Melds,
    pub(super) phase: Phase,
    pub(super) limit: u8,
    pub(super) big_gin: bool,
    pub(super) may_return: bool,
    pub(super) deadwood: Deadwood,
    /// Most deadwood with which the heuristic knocks, within the limit.
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
            patience: KNOCK_AT_ONCE,
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
            patience: if draws(view) < EARLY { KNOCK_AT_ONCE } else { GIN_ONLY },
        }
    }

    /// Returns the move of the heuristics. It is always legal.
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

    /// Whether `card` could be melded with `hand`.
    #[inline]
    pub(super) fn melds(hand: CardSet, card: Card, deadwood: Deadwood) -> bool {
        deadwood.min(hand | CardSet::only(card)) < deadwood.min(hand) + deadwood.of(card)
    }

    /// Whether to take the upcard: if it can be melded, or if the seat can go out with it.
    fn wants_upcard(&self) -> bool {
        let Some(card) = self.upcard else { return false };
        Self::melds(self.hand, card, self.deadwood) || self.can_go_out(self.limit.min(self.patience))
    }

    /// Whether the seat can go out with the upcard, with at most `limit` deadwood.
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

    /// Returns the cost of discarding `card`, without regard to the opponent. Only differences
    /// matter.
    #[inline]
    fn cost(card: Card, hand: CardSet, gone: CardSet, deadwood: Deadwood) -> i32 {
        let rest = hand - CardSet::only(card);
        i32::from(deadwood.min(rest)) * WEIGHTS.deadwood + promise(card, rest, gone)
    }

    /// Returns the card of least cost outside `kept`, without regard to the opponent.
    pub(super) fn spare(hand: CardSet, kept: CardSet, gone: CardSet, deadwood: Deadwood) -> Option<Card> {
        (hand - kept).iter().min_by_key(|card| Self::cost(*card, hand, gone, deadwood))
    }

    /// Returns the cost of `card` minus that of the cheapest card of `hand`.
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
        // The least cost decides among the discards: deadwood left, promise lost and danger. A card
        // the opponent collects costs extra.
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

    /// Returns the cost of helping the opponent with `card`, from the cards seen to be taken.
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

/// Returns the approximate number of draws of each seat.
pub(super) fn draws(view: &View) -> u8 {
    (FULL_STOCK - view.stock) / 2
}

/// Returns the value of `card` for melds with the `rest` of the hand, based on the cards not
/// `gone`.
#[inline]
fn promise(card: Card, rest: CardSet, gone: CardSet) -> i32 {
    let near = NEAR[usize::from(card.index())];
    let count = |cards: CardSet| i32::from(cards.len());
    let live = |cards: CardSet| count(cards - gone - rest);
    WEIGHTS.mate * count(near.mates & rest) * live(near.mates)
        + WEIGHTS.beside * count(near.beside & rest) * live(near.around).min(2)
        + WEIGHTS.gap * count(near.gap & rest)
}

/// Returns the cards that could be in a meld of three with `card`.
#[inline]
pub(super) fn around(card: Card) -> CardSet {
    let near = NEAR[usize::from(card.index())];
    near.mates | near.around
}

/// Weights of the cost terms.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// Weight per point of remaining deadwood.
    deadwood: i32,
    /// Weight per card of equal rank, times the live cards that could complete the set.
    mate: i32,
    /// Weight per neighbour in the suit, times the live cards that could complete the run, at most two.
    beside: i32,
    /// Weight per card of the suit two ranks away.
    gap: i32,
    /// Weight per nearby card that the opponent has taken.
    danger: i32,
}

/// Tuned by play of the weights against each other.
const WEIGHTS: Weights = Weights { deadwood: 3, mate: 3, beside: 3, gap: 2, danger: 6 };

/// Number of draws up to which the heuristic knocks at once, because the opponent has melded
/// little. Afterwards it plays for gin.
pub(super) const EARLY: u8 = 3;
/// Patience of a player that knocks as soon as possible.
pub(super) const KNOCK_AT_ONCE: u8 = u8::MAX;
/// Patience of a player that plays for gin.
pub(super) const GIN_ONLY: u8 = 0;

/// Cards near a card: those of its rank, and those of its suit one and two ranks away.
#[derive(Clone, Copy)]
struct Near {
    mates: CardSet,
    beside: CardSet,
    gap: CardSet,
    around: CardSet,
}

static NEAR: [Near; Card::COUNT as usize] = near();

/// Returns the card of the same suit `ranks` above, or below if negative, or no card.
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
