//! Search state of Gin Rummy.

use super::melds::{self, Deadwood, Meld, Melds};
use super::options::{LastTwo, SEATS, SameCardDiscard};
use super::policy::{EARLY, GIN_ONLY, KNOCK_AT_ONCE, PlayerKnowledge, around, draws};
use super::rules::{ACTION_LIMIT, CLOSED};
use super::state::{Going, Knock, Phase};
use super::{Action, GinRummy, Options, Tally, View};
use bots::{FullState, Next, SearchState};
use cards::{BySeat, Card, CardSet, Holding, Pile, Rng, Seat, Suit};
use engine::insertion_sort;

/// Weight of a future draw against present deadwood in the first turn, and its decay per turn.
const FUTURE_WEIGHT: f32 = 3.0;
const FUTURE_DECAY: f32 = 0.9;
/// Cost in points of a discard near a card that the opponent took, and near an unseen card.
const COLLECTED_COST: f32 = 1.0;
const UNSEEN_COST: f32 = 0.2;
/// Odds that the opponent plays for gin and does not knock at once, and their growth per later turn
/// without a knock.
const GIN_ODDS: f32 = 0.6;
const GIN_ODDS_GROWTH: f32 = 1.3;
/// Offset that exceeds the deadwood of any hand.
const BEYOND_ANY_HAND: f32 = 1000.0;
/// Maximum number of discards that the search compares.
const MAX_DISCARDS: u8 = 4;
/// Maximum number of draws of a determinization that fits the opponent's play.
const DRAWS: u8 = 8;
/// Points of reluctance that divide the likelihood of the last discard by e.
const RELUCTANCE_SCALE: f32 = 6.0;
/// Weight of a sampled hand in which a card that the player declined could be melded. It is not 0, because
/// the hand may have changed since the player declined.
const DECLINED_LIKELIHOOD: f32 = 0.5;

/// Deal without its score, and without the fields that are unused after a seat has gone out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SmallState {
    hands: [CardSet; 2],
    /// Cards that each seat took from the pile and has not shown since.
    taken: [CardSet; 2],
    /// Cards in the pile, unordered, because only the top can be taken.
    pile: CardSet,
    /// The stock, top last. Empty after a seat has gone out.
    stock: Pile<31>,
    /// The card that may be taken from the pile, during a draw.
    upcard: Option<Card>,
    just_taken: Option<Card>,
    /// Melds of the seat that went out.
    knocked: Melds,
    knock: Option<Knock>,
    /// Deadwood of each seat, after the end of the deal.
    deadwood: [u8; 2],
    phase: Phase,
    turn: Seat,
    limit: u8,
    actions: u16,
    /// Whether the opponent plays for gin in this determinization. It is drawn at random, because
    /// it cannot be observed.
    other_is_patient: bool,
}

/// The rules and the knowledge of the searching seat, shared by all determinizations.
#[derive(Clone, Copy, Debug)]
pub(super) struct InformationSet {
    options: Options,
    deadwood: Deadwood,
    first_upcard: Card,
    dealer: Seat,
    /// The part of the deal that the searching seat sees.
    seen: SmallState,
    /// Unseen cards, in any order.
    unseen: Pile<41>,
    /// The seat with hidden cards, and their number.
    hidden: Option<(Seat, u8)>,
    /// Number of draws of each seat.
    draws: u8,
    /// Probability that the opponent plays for gin.
    patience: f32,
    /// Cards that the hidden seat declined, and its last discard.
    declined: CardSet,
    last_discard: Option<Card>,
}

/// Action with the default melds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Move {
    Stock,
    Upcard,
    Pass,
    Discard(Card),
    Knock(Card),
    Gin(Option<Card>),
    LayOff(Card, Meld),
    Done,
}

impl Move {
    /// Returns the action of the game.
    #[inline]
    pub(super) const fn action(self) -> Action {
        match self {
            Self::Stock => Action::Stock,
            Self::Upcard => Action::Upcard,
            Self::Pass => Action::Pass,
            Self::Discard(card) => Action::Discard(card),
            Self::Knock(card) => Action::Knock(card, None),
            Self::Gin(card) => Action::Gin(card, None),
            Self::LayOff(card, meld) => Action::LayOff { cards: CardSet::only(card), meld },
            Self::Done => Action::Done(None),
        }
    }
}

impl SmallState {
    /// Returns the search state of a fully known deal.
    #[cfg(test)]
    pub(super) fn of(state: &super::State) -> Self {
        let begun = state.knock.is_none();
        let over = state.phase == Phase::Over;
        let values = state.options().deadwood();
        let hands = [Seat::new(0), Seat::new(1)].map(|seat| state.hands[seat]);
        Self {
            hands: if over { [CardSet::EMPTY; 2] } else { hands },
            taken: if begun && !over {
                [state.taken[Seat::new(0)], state.taken[Seat::new(1)]]
            } else {
                [CardSet::EMPTY; 2]
            },
            pile: if begun && !over {
                state.pile.as_slice().iter().copied().collect()
            } else {
                CardSet::EMPTY
            },
            stock: if begun && !over { state.stock } else { Pile::EMPTY },
            upcard: if is_draw(state.phase) { state.pile.top() } else { None },
            just_taken: if begun && !over { state.just_taken } else { None },
            knocked: match state.knock {
                Some(knock) if !over => state.melds[knock.seat],
                _ => Melds::EMPTY,
            },
            knock: state.knock,
            deadwood: if over { hands.map(|hand| values.sum(hand)) } else { [0; 2] },
            phase: state.phase,
            turn: state.turn.unwrap_or_default(),
            limit: if over { 0 } else { state.limit },
            actions: if over { 0 } else { state.actions },
            other_is_patient: false,
        }
    }

    /// Clears the fields that are unused after a seat has gone out, so that equal situations
    /// compare equal.
    fn clear_unused(&mut self) {
        self.taken = [CardSet::EMPTY; 2];
        self.pile = CardSet::EMPTY;
        self.stock = Pile::EMPTY;
        (self.upcard, self.just_taken) = (None, None);
    }

    fn finish(&mut self, deadwood: [u8; 2]) {
        self.clear_unused();
        self.hands = [CardSet::EMPTY; 2];
        self.knocked = Melds::EMPTY;
        self.deadwood = deadwood;
        self.phase = Phase::Over;
        self.turn = Seat::default();
        (self.limit, self.actions) = (0, 0);
    }

    #[cfg(test)]
    pub(super) fn hand_of(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    fn hand(&mut self, seat: Seat) -> &mut CardSet {
        &mut self.hands[seat.index()]
    }

    /// Returns the card that may not be discarded, or no card. (GR-O2)
    fn forbidden(&self, info: &InformationSet) -> CardSet {
        match info.options.same_card_discard {
            SameCardDiscard::Allowed => CardSet::EMPTY,
            SameCardDiscard::Forbidden => self.just_taken.map_or(CardSet::EMPTY, CardSet::only),
        }
    }

    /// Calls `found` with every way to go out with these eleven cards.
    fn ways_out(
        &self,
        info: &InformationSet,
        hand: CardSet,
        forbidden: CardSet,
        found: &mut impl FnMut(Move),
    ) {
        let min = info.deadwood.min(hand);
        if min > self.limit + info.deadwood.max() {
            return;
        }
        for card in hand - forbidden {
            match info.deadwood.min(hand - CardSet::only(card)) {
                0 => found(Move::Gin(Some(card))),
                left if left <= self.limit => found(Move::Knock(card)),
                _ => {}
            }
        }
        if min == 0 && info.options.big_gin_bonus().is_some() {
            found(Move::Gin(None));
        }
    }

    fn go_out(&mut self, info: &InformationSet, seat: Seat, going: Going, discard: Option<Card>) {
        let own = *self.hand(seat);
        let hand = own - discard.map_or(CardSet::EMPTY, CardSet::only);
        self.knock = Some(Knock { seat, going });
        let other = seat.next(SEATS);
        let theirs = self.hands[other.index()];
        if going == Going::Knock || info.options.layoff_on_gin {
            let arranged = melds::best(hand, own, info.deadwood);
            self.clear_unused();
            *self.hand(seat) = arranged.unmelded;
            self.knocked = arranged.melds;
            (self.phase, self.turn) = (Phase::LayOff, other);
        } else {
            let mut deadwood = [0; 2];
            deadwood[other.index()] = info.deadwood.min(theirs);
            self.finish(deadwood);
        }
    }

    fn discard(&mut self, info: &InformationSet, seat: Seat, card: Card) {
        self.hand(seat).remove(card);
        self.taken[seat.index()].remove(card);
        self.pile.insert(card);
        let closed = self.stock.len() <= CLOSED; // GR-S8
        if closed && info.options.last_two == LastTwo::DrawNow || self.actions > ACTION_LIMIT {
            return self.finish(self.hands.map(|hand| info.deadwood.min(hand)));
        }
        self.phase = if closed { Phase::LastDiscard } else { Phase::Draw };
        self.turn = seat.next(SEATS);
        self.limit = info.options.limit(info.first_upcard, card); // GR-S10
        self.just_taken = None;
        self.upcard = Some(card);
    }
}

/// Returns whether the seat decides where to draw from: the upcard or the stock. The offer of the first
/// upcard is included.
const fn is_draw(phase: Phase) -> bool {
    matches!(phase, Phase::Offer | Phase::StockOnly | Phase::Draw | Phase::LastDiscard)
}

impl SmallState {
    /// Draws a determinization in which the hidden hand has improved by as many draws as its owner
    /// made.
    pub(super) fn draw_improved(info: &InformationSet, rng: &mut Rng) -> Self {
        let mut sample = info.seen;
        let Some((seat, count)) = info.hidden else { return sample };
        let mut unseen = info.unseen;
        rng.shuffle(unseen.as_mut_slice());
        let (hand, stock) = unseen.as_slice().split_at(usize::from(count));
        hand.iter().for_each(|card| sample.hands[seat.index()].insert(*card));
        sample.stock = stock.iter().copied().collect();
        sample.other_is_patient = happens(info.patience, rng);
        // An impatient player would have knocked, so its hand has more than the limit.
        let limit = if sample.other_is_patient { 0 } else { sample.limit };
        let taken = sample.taken[seat.index()];
        for _ in 0..info.draws {
            let index = rng.below(usize::from(sample.stock.len()));
            let drawn = sample.stock.as_slice()[index];
            let hand = sample.hands[seat.index()] | CardSet::only(drawn);
            let spare = PlayerKnowledge::spare(hand, taken, sample.pile, info.deadwood);
            let Some(spare) = spare.filter(|spare| *spare != drawn) else { continue };
            let kept = hand - CardSet::only(spare);
            if info.deadwood.min(kept) > limit {
                sample.hands[seat.index()] = kept;
                sample.stock.as_mut_slice()[index] = spare;
            }
        }
        sample
    }

    /// Whether the hidden hand of `seat` is accepted as one that would have acted as its owner did.
    ///
    /// The decision is random. It accepts a hand the more readily, the better the declined cards
    /// and the last discard fit it.
    fn fits_play(&self, info: &InformationSet, seat: Seat, rng: &mut Rng) -> bool {
        let hand = self.hands[seat.index()];
        let wanted = info.declined.iter().filter(|card| PlayerKnowledge::melds(hand, *card, info.deadwood));
        let mut chance = DECLINED_LIKELIHOOD.powi(wanted.count() as i32);
        if let Some(card) = info.last_discard {
            let (before, gone) = (hand | CardSet::only(card), self.pile - CardSet::only(card));
            let reluctance = PlayerKnowledge::reluctance(card, before, gone, info.deadwood);
            chance *= (-reluctance as f32 / RELUCTANCE_SCALE).exp();
        }
        happens(chance, rng)
    }
}

/// Returns true with probability `chance`.
fn happens(chance: f32, rng: &mut Rng) -> bool {
    const STEPS: usize = 1 << 20;
    rng.below(STEPS) as f32 <= chance * STEPS as f32
}

/// Returns the cards that `seat` could have taken from the pile and declined.
fn declined(view: &View, seat: Seat) -> CardSet {
    let pile: CardSet = view.pile.as_slice().iter().copied().collect();
    // The first upcard is offered to the non-dealer first. (GR-S1)
    let was_offered = view.actions > u16::from(view.dealer == seat);
    let first = if was_offered { pile & CardSet::only(view.first_upcard) } else { CardSet::EMPTY };
    view.discarded[seat.next(SEATS)] | first
}

/// Returns the last discard of `seat`, if it is still visible or was just taken.
fn last_discard(view: &View, seat: Seat) -> Option<Card> {
    match view.just_taken {
        Some(card) => Some(card).filter(|card| *card != view.first_upcard),
        None => view.upcard.filter(|card| view.discarded[seat].contains(*card)),
    }
}

impl SearchState for SmallState {
    type Game = GinRummy;
    type InformationSet = InformationSet;
    type Move = Move;
    type Fallback = FullState<GinRummy>;

    const IS_GUIDED: bool = true;
    const MIN_SIGNIFICANCE: f64 = 1.0;

    fn information_set(view: &View) -> Option<InformationSet> {
        let mut hidden = None;
        for (seat, hand) in view.hands.iter() {
            if let Holding::Closed(count) = hand {
                hidden = Some((seat, count - view.taken[seat].len()));
            }
        }
        let odds = GIN_ODDS * GIN_ODDS_GROWTH.powi(i32::from(draws(view).saturating_sub(EARLY)));
        let begun = view.knock.is_none();
        let both = [Seat::new(0), Seat::new(1)];
        let seen = SmallState {
            hands: both.map(|seat| match view.hands[seat] {
                Holding::Open(cards) => cards,
                Holding::Closed(_) => view.taken[seat],
            }),
            taken: if begun { both.map(|seat| view.taken[seat]) } else { [CardSet::EMPTY; 2] },
            pile: if begun { view.pile.as_slice().iter().copied().collect() } else { CardSet::EMPTY },
            stock: Pile::EMPTY,
            upcard: view.upcard.filter(|_| is_draw(view.phase)),
            just_taken: view.just_taken.filter(|_| begun),
            knocked: view.knock.map_or(Melds::EMPTY, |knock| view.melds[knock.seat]),
            knock: view.knock,
            deadwood: [0; 2],
            phase: view.phase,
            turn: view.turn?,
            limit: view.limit,
            actions: view.actions,
            other_is_patient: false,
        };
        Some(InformationSet {
            options: *view.options(),
            deadwood: view.options().deadwood(),
            first_upcard: view.first_upcard,
            dealer: view.dealer,
            seen,
            unseen: if begun { view.unseen().iter().collect() } else { Pile::EMPTY },
            hidden,
            draws: draws(view),
            patience: odds / (1.0 + odds),
            declined: hidden.map_or(CardSet::EMPTY, |(seat, _)| declined(view, seat)),
            last_discard: hidden.and_then(|(seat, _)| last_discard(view, seat)),
        })
    }

    fn draw(info: &InformationSet, rng: &mut Rng) -> Self {
        let mut sample = Self::draw_improved(info, rng);
        let Some((seat, _)) = info.hidden else { return sample };
        for _ in 1..DRAWS {
            if sample.fits_play(info, seat, rng) {
                break;
            }
            sample = Self::draw_improved(info, rng);
        }
        sample
    }

    #[inline]
    fn next(&self, _info: &InformationSet) -> Next {
        if self.phase == Phase::Over { Next::Over } else { Next::Seat(self.turn) }
    }

    fn deal(&mut self, _info: &InformationSet, _rng: &mut Rng) {}

    fn moves(&self, info: &InformationSet, seat: Seat, moves: &mut Vec<Move>) {
        let hand = self.hands[seat.index()];
        match self.phase {
            Phase::Offer => moves.extend([Move::Upcard, Move::Pass]),
            Phase::StockOnly => moves.push(Move::Stock),
            Phase::Draw => moves.extend([Move::Stock, Move::Upcard]),
            Phase::Discard => {
                let forbidden = self.forbidden(info);
                moves.extend((hand - forbidden).iter().map(Move::Discard));
                self.ways_out(info, hand, forbidden, &mut |out| moves.push(out));
            }
            Phase::LastDiscard => {
                moves.push(Move::Pass);
                let card = self.upcard.map_or(CardSet::EMPTY, CardSet::only);
                let forbidden = match info.options.same_card_discard {
                    SameCardDiscard::Allowed => CardSet::EMPTY,
                    SameCardDiscard::Forbidden => card,
                };
                let mut any = false;
                self.ways_out(info, hand | card, forbidden, &mut |_| any = true);
                if any {
                    moves.push(Move::Upcard);
                }
            }
            Phase::GoOut => {
                self.ways_out(info, hand, self.forbidden(info), &mut |out| moves.push(out));
            }
            Phase::LayOff => {
                for meld in self.knocked.iter() {
                    for card in meld.fitting(info.deadwood.corner) & hand {
                        moves.push(Move::LayOff(card, meld));
                    }
                }
                moves.push(Move::Done);
            }
            Phase::Over => {}
        }
    }

    fn play(&mut self, info: &InformationSet, seat: Seat, chosen: Move) {
        self.actions = self.actions.saturating_add(1);
        match chosen {
            Move::Stock => {
                let card = self.stock.pop().map_or(CardSet::EMPTY, CardSet::only);
                *self.hand(seat) = *self.hand(seat) | card;
                self.phase = Phase::Discard;
                self.upcard = None;
            }
            Move::Upcard => {
                let card = self.upcard.take().map_or(CardSet::EMPTY, CardSet::only);
                self.pile = self.pile - card;
                *self.hand(seat) = *self.hand(seat) | card;
                self.taken[seat.index()] = self.taken[seat.index()] | card;
                self.just_taken = card.first();
                self.phase = if self.phase == Phase::LastDiscard { Phase::GoOut } else { Phase::Discard };
            }
            Move::Pass => match self.phase {
                Phase::LastDiscard => self.finish(self.hands.map(|hand| info.deadwood.min(hand))),
                // GR-S1
                _ if seat == info.dealer => {
                    (self.phase, self.turn) = (Phase::StockOnly, seat.next(SEATS));
                }
                _ => self.turn = info.dealer,
            },
            Move::Discard(card) => self.discard(info, seat, card),
            Move::Knock(card) => self.go_out(info, seat, Going::Knock, Some(card)),
            Move::Gin(Some(card)) => self.go_out(info, seat, Going::Gin, Some(card)),
            Move::Gin(None) => self.go_out(info, seat, Going::BigGin, None),
            Move::LayOff(card, meld) => {
                self.hand(seat).remove(card);
                if let Some(grown) = Meld::of(meld.cards() | CardSet::only(card)) {
                    self.knocked.replace(meld, grown);
                }
            }
            Move::Done => {
                let mut deadwood = [info.deadwood.min(self.hands[seat.index()]); 2];
                let knocker = seat.next(SEATS).index();
                deadwood[knocker] = info.deadwood.sum(self.hands[knocker]);
                self.finish(deadwood);
            }
        }
    }

    fn returns(&self, info: &InformationSet) -> BySeat<f32> {
        let tally = Tally {
            knock: self.knock,
            deadwood: BySeat::new(SEATS, |seat| self.deadwood[seat.index()]),
            first_upcard_is_spade: info.first_upcard.suit() == Suit::Spades,
        };
        tally.outcome(&info.options).returns
    }

    fn action(chosen: Move) -> Action {
        chosen.action()
    }

    fn policy(
        &self,
        info: &InformationSet,
        seat: Seat,
        searcher: Seat,
        _moves: &mut Vec<Move>,
        _rng: &mut Rng,
    ) -> Move {
        let mut player = PlayerKnowledge {
            hand: self.hands[seat.index()],
            upcard: self.upcard,
            just_taken: self.just_taken,
            wanted: self.taken[seat.next(SEATS).index()],
            gone: self.pile,
            knocked: self.knocked,
            phase: self.phase,
            limit: self.limit,
            big_gin: info.options.big_gin_bonus().is_some(),
            may_return: info.options.same_card_discard == SameCardDiscard::Allowed,
            deadwood: info.deadwood,
            patience: KNOCK_AT_ONCE,
        };
        if seat == searcher || self.other_is_patient {
            player.patience = GIN_ONLY;
        }
        player.choose()
    }

    /// Keeps the few discards that leave the best hands, and one knock. Gin needs no comparison.
    fn candidates(&self, info: &InformationSet, seat: Seat, moves: &mut Vec<Move>, rng: &mut Rng) {
        let usual = self.policy(info, seat, seat, moves, rng);
        moves.clear();
        if matches!(usual, Move::Gin(_)) {
            return moves.push(usual);
        }
        self.moves(info, seat, moves);
        if self.phase != Phase::Discard {
            moves.retain(|chosen| *chosen != usual);
            return moves.insert(0, usual);
        }
        let hand = self.hands[seat.index()];
        let collected = self.taken[seat.next(SEATS).index()];
        let live = CardSet::FULL - hand - self.pile - collected;
        let future = (0..info.draws).fold(FUTURE_WEIGHT, |future, _| future * FUTURE_DECAY);
        // Cost of a discard: the hand that it leaves, and the help that it may give. Early knocks
        // rank before all discards, later knocks after them.
        let cost = |chosen: &Move| match chosen {
            Move::Discard(card) => {
                let near = around(*card);
                info.deadwood.less_draws(hand - CardSet::only(*card), live, future)
                    + COLLECTED_COST * f32::from((near & collected).len())
                    + UNSEEN_COST * f32::from((near & live).len())
            }
            Move::Knock(card) => {
                let left = f32::from(info.deadwood.min(hand - CardSet::only(*card)));
                if info.draws < EARLY { left - BEYOND_ANY_HAND } else { left + BEYOND_ANY_HAND }
            }
            _ => 0.0,
        };
        let mut costs: Vec<(f32, Move)> = moves.iter().map(|chosen| (cost(chosen), *chosen)).collect();
        insertion_sort(&mut costs, |(a, _), (b, _)| a.total_cmp(b).is_lt());
        let (mut discards, mut knocks) = (MAX_DISCARDS, 1);
        moves.clear();
        for (_, chosen) in costs {
            let left = if matches!(chosen, Move::Discard(_)) { &mut discards } else { &mut knocks };
            if *left > 0 {
                *left -= 1;
                moves.push(chosen);
            }
        }
    }

    /// Whether a seat has gone out, so that only lay-offs remain.
    fn is_open(info: &InformationSet) -> bool {
        info.seen.phase == Phase::LayOff
    }
}
