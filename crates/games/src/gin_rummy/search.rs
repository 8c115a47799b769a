//! A deal as a search plays it.

use super::melds::{self, Deadwood, Meld, Melds};
use super::options::{LastTwo, SEATS, SameCardDiscard};
use super::policy::{AT_ONCE, EARLY, GIN_ONLY, PlayerKnowledge, around, draws};
use super::rules::{CLOSED, PATIENCE};
use super::state::{Going, Knock, Phase};
use super::{Action, GinRummy, Options, Tally, View};
use bots::{Next, SearchState, Whole};
use cards::{BySeat, Card, CardSet, Holding, Pile, Rng, Seat, Suit};

/// What a draw that is still to come counts in the first turn, beside the deadwood there is, and how that fades from turn to turn.
const FUTURE: f32 = 3.0;
const FADES: f32 = 0.9;
/// What it costs, in points, to discard beside a card the other has taken, and beside one that has not been seen.
const COLLECTED: f32 = 1.0;
const UNSEEN: f32 = 0.2;
/// How likely it is that the other plays on for gin, as one does who searches, and does not knock as soon as they may: for each world
/// in which they do not, so many in which they do; and so many times more with each turn in which they could have knocked and did not.
const PATIENT: f32 = 0.6;
const MORE_PATIENT: f32 = 1.3;
/// More than any hand counts.
const FAR: f32 = 1000.0;
/// So many discards are compared.
const DISCARDS: u8 = 4;
/// A world is drawn again, so many times at most, while the hidden hand would not have done what its owner did.
const DRAWS: u8 = 8;
/// How much more likely a hand is that would rather have kept what its owner discarded last, by so many points of reluctance less.
const SOFTNESS: f32 = 6.0;
/// How likely it is that somebody has declined a card that their hand could meld now: it may have come to that since.
const DECLINED: f32 = 0.5;

/// A deal without its score, and without what nobody asks any more once somebody has gone out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SmallState {
    hands: [CardSet; 2],
    /// What each took from the pile and has not shown since.
    taken: [CardSet; 2],
    /// The cards that lie in the pile, in no order: but for the top none of them comes back.
    pile: CardSet,
    /// The top is drawn next; empty once somebody has gone out.
    stock: Pile<31>,
    /// The card that may be taken from the pile, while somebody may.
    upcard: Option<Card>,
    just_taken: Option<Card>,
    /// What the one who went out laid down.
    knocked: Melds,
    knock: Option<Knock>,
    /// What is left to each, once the deal is over.
    deadwood: [u8; 2],
    phase: Phase,
    turn: Seat,
    limit: u8,
    actions: u16,
    /// Whether the other, too, plays on for gin: nobody can tell, so it is so in some worlds.
    other_is_patient: bool,
}

/// What is the same in every world: the rules, and what the searching seat knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    options: Options,
    deadwood: Deadwood,
    first_upcard: Card,
    dealer: Seat,
    /// All that can be seen.
    seen: SmallState,
    /// What cannot, in any order.
    unseen: Pile<41>,
    /// The seat whose cards are hidden, and how many of them are.
    hidden: Option<(Seat, u8)>,
    /// How often each has drawn.
    draws: u8,
    /// How likely it is that the other plays on for gin.
    patience: f32,
    /// What whoever's cards are hidden could have taken and did not, and what they discarded last.
    declined: CardSet,
    last_discard: Option<Card>,
}

/// What a seat may do, with the melds that are proposed.
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
    /// The same as the game says it.
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
    /// A deal that is known to its last card.
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

    /// What nobody asks any more is the same in all deals.
    fn forget(&mut self) {
        self.taken = [CardSet::EMPTY; 2];
        self.pile = CardSet::EMPTY;
        self.stock = Pile::EMPTY;
        (self.upcard, self.just_taken) = (None, None);
    }

    fn finish(&mut self, deadwood: [u8; 2]) {
        self.forget();
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

    /// The card that may not be discarded. (GR-O2)
    fn forbidden(&self, known: &Known) -> CardSet {
        match known.options.same_card_discard {
            SameCardDiscard::Allowed => CardSet::EMPTY,
            SameCardDiscard::Forbidden => self.just_taken.map_or(CardSet::EMPTY, CardSet::only),
        }
    }

    /// Calls `found` with every way out of a turn with these eleven cards.
    fn ways_out(&self, known: &Known, hand: CardSet, forbidden: CardSet, found: &mut impl FnMut(Move)) {
        let min = known.deadwood.min(hand);
        if min > self.limit + known.deadwood.max() {
            return;
        }
        for card in hand - forbidden {
            match known.deadwood.min(hand - CardSet::only(card)) {
                0 => found(Move::Gin(Some(card))),
                left if left <= self.limit => found(Move::Knock(card)),
                _ => {}
            }
        }
        if min == 0 && known.options.big_gin_bonus().is_some() {
            found(Move::Gin(None));
        }
    }

    fn go_out(&mut self, known: &Known, seat: Seat, going: Going, discard: Option<Card>) {
        let own = *self.hand(seat);
        let hand = own - discard.map_or(CardSet::EMPTY, CardSet::only);
        self.knock = Some(Knock { seat, going });
        let other = seat.next(SEATS);
        let theirs = self.hands[other.index()];
        if going == Going::Knock || known.options.layoff_on_gin {
            let arranged = melds::best(hand, own, known.deadwood);
            self.forget();
            *self.hand(seat) = arranged.unmelded;
            self.knocked = arranged.melds;
            (self.phase, self.turn) = (Phase::LayOff, other);
        } else {
            let mut deadwood = [0; 2];
            deadwood[other.index()] = known.deadwood.min(theirs);
            self.finish(deadwood);
        }
    }

    fn discard(&mut self, known: &Known, seat: Seat, card: Card) {
        self.hand(seat).remove(card);
        self.taken[seat.index()].remove(card);
        self.pile.insert(card);
        let closed = self.stock.len() <= CLOSED; // GR-S8
        if closed && known.options.last_two == LastTwo::DrawNow || self.actions > PATIENCE {
            return self.finish(self.hands.map(|hand| known.deadwood.min(hand)));
        }
        self.phase = if closed { Phase::LastDiscard } else { Phase::Draw };
        self.turn = seat.next(SEATS);
        self.limit = known.options.limit(known.first_upcard, card); // GR-S10
        self.just_taken = None;
        self.upcard = Some(card);
    }
}

/// Whether a turn waits for somebody to take the upcard or to leave it.
const fn is_draw(phase: Phase) -> bool {
    matches!(phase, Phase::Offer | Phase::StockOnly | Phase::Draw | Phase::LastDiscard)
}

impl SmallState {
    /// The hidden hand as one that has drawn as often as its owner did.
    pub(super) fn draw_improved(known: &Known, rng: &mut Rng) -> Self {
        let mut world = known.seen;
        let Some((seat, count)) = known.hidden else { return world };
        let mut unseen = known.unseen;
        rng.shuffle(unseen.as_mut_slice());
        let (hand, stock) = unseen.as_slice().split_at(usize::from(count));
        hand.iter().for_each(|card| world.hands[seat.index()].insert(*card));
        world.stock = stock.iter().copied().collect();
        world.other_is_patient = happens(known.patience, rng);
        // Who knocks as soon as they may holds more than that would take.
        let limit = if world.other_is_patient { 0 } else { world.limit };
        let taken = world.taken[seat.index()];
        for _ in 0..known.draws {
            let index = rng.below(usize::from(world.stock.len()));
            let drawn = world.stock.as_slice()[index];
            let hand = world.hands[seat.index()] | CardSet::only(drawn);
            let spare = PlayerKnowledge::spare(hand, taken, world.pile, known.deadwood);
            let Some(spare) = spare.filter(|spare| *spare != drawn) else { continue };
            let kept = hand - CardSet::only(spare);
            if known.deadwood.min(kept) > limit {
                world.hands[seat.index()] = kept;
                world.stock.as_mut_slice()[index] = spare;
            }
        }
        world
    }

    /// Whether the hidden hand of `seat` is one that would have done what its owner did, by chance: the more so, the more it
    /// would rather have.
    fn fits_play(&self, known: &Known, seat: Seat, rng: &mut Rng) -> bool {
        let hand = self.hands[seat.index()];
        let wanted = known.declined.iter().filter(|card| PlayerKnowledge::melds(hand, *card, known.deadwood));
        let mut chance = DECLINED.powi(wanted.count() as i32);
        if let Some(card) = known.last_discard {
            let (before, gone) = (hand | CardSet::only(card), self.pile - CardSet::only(card));
            let reluctance = PlayerKnowledge::reluctance(card, before, gone, known.deadwood);
            chance *= (-reluctance as f32 / SOFTNESS).exp();
        }
        happens(chance, rng)
    }
}

/// Whether what is so likely happens.
fn happens(chance: f32, rng: &mut Rng) -> bool {
    const MANY: usize = 1 << 20;
    rng.below(MANY) as f32 <= chance * MANY as f32
}

/// What `seat` could have taken from the pile and did not.
fn declined(view: &View, seat: Seat) -> CardSet {
    let pile: CardSet = view.pile.as_slice().iter().copied().collect();
    // The first upcard is offered to the other first. (GR-S1)
    let was_offered = view.actions > u16::from(view.dealer == seat);
    let first = if was_offered { pile & CardSet::only(view.first_upcard) } else { CardSet::EMPTY };
    view.discarded[seat.next(SEATS)] | first
}

/// What `seat` has discarded last, if it is still in sight or was just taken.
fn last_discard(view: &View, seat: Seat) -> Option<Card> {
    match view.just_taken {
        Some(card) => Some(card).filter(|card| *card != view.first_upcard),
        None => view.upcard.filter(|card| view.discarded[seat].contains(*card)),
    }
}

impl SearchState for SmallState {
    type Game = GinRummy;
    type Known = Known;
    type Move = Move;
    type Otherwise = Whole<GinRummy>;

    const IS_GUIDED: bool = true;
    const CLEARLY: f64 = 1.0;

    fn known(view: &View) -> Option<Known> {
        let mut hidden = None;
        for (seat, hand) in view.hands.iter() {
            if let Holding::Closed(count) = hand {
                hidden = Some((seat, count - view.taken[seat].len()));
            }
        }
        let odds = PATIENT * MORE_PATIENT.powi(i32::from(draws(view).saturating_sub(EARLY)));
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
        Some(Known {
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

    fn draw(known: &Known, rng: &mut Rng) -> Self {
        let mut world = Self::draw_improved(known, rng);
        let Some((seat, _)) = known.hidden else { return world };
        for _ in 1..DRAWS {
            if world.fits_play(known, seat, rng) {
                break;
            }
            world = Self::draw_improved(known, rng);
        }
        world
    }

    #[inline]
    fn next(&self, _known: &Known) -> Next {
        if self.phase == Phase::Over { Next::Over } else { Next::Seat(self.turn) }
    }

    fn deal(&mut self, _known: &Known, _rng: &mut Rng) {}

    fn moves(&self, known: &Known, seat: Seat, moves: &mut Vec<Move>) {
        let hand = self.hands[seat.index()];
        match self.phase {
            Phase::Offer => moves.extend([Move::Upcard, Move::Pass]),
            Phase::StockOnly => moves.push(Move::Stock),
            Phase::Draw => moves.extend([Move::Stock, Move::Upcard]),
            Phase::Discard => {
                let forbidden = self.forbidden(known);
                moves.extend((hand - forbidden).iter().map(Move::Discard));
                self.ways_out(known, hand, forbidden, &mut |out| moves.push(out));
            }
            Phase::LastDiscard => {
                moves.push(Move::Pass);
                let card = self.upcard.map_or(CardSet::EMPTY, CardSet::only);
                let forbidden = match known.options.same_card_discard {
                    SameCardDiscard::Allowed => CardSet::EMPTY,
                    SameCardDiscard::Forbidden => card,
                };
                let mut any = false;
                self.ways_out(known, hand | card, forbidden, &mut |_| any = true);
                if any {
                    moves.push(Move::Upcard);
                }
            }
            Phase::GoOut => {
                self.ways_out(known, hand, self.forbidden(known), &mut |out| moves.push(out));
            }
            Phase::LayOff => {
                for meld in self.knocked.iter() {
                    for card in meld.fitting(known.deadwood.corner) & hand {
                        moves.push(Move::LayOff(card, meld));
                    }
                }
                moves.push(Move::Done);
            }
            Phase::Over => {}
        }
    }

    fn play(&mut self, known: &Known, seat: Seat, chosen: Move) {
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
                Phase::LastDiscard => self.finish(self.hands.map(|hand| known.deadwood.min(hand))),
                // GR-S1
                _ if seat == known.dealer => {
                    (self.phase, self.turn) = (Phase::StockOnly, seat.next(SEATS));
                }
                _ => self.turn = known.dealer,
            },
            Move::Discard(card) => self.discard(known, seat, card),
            Move::Knock(card) => self.go_out(known, seat, Going::Knock, Some(card)),
            Move::Gin(Some(card)) => self.go_out(known, seat, Going::Gin, Some(card)),
            Move::Gin(None) => self.go_out(known, seat, Going::BigGin, None),
            Move::LayOff(card, meld) => {
                self.hand(seat).remove(card);
                if let Some(grown) = Meld::of(meld.cards() | CardSet::only(card)) {
                    self.knocked.replace(meld, grown);
                }
            }
            Move::Done => {
                let mut deadwood = [known.deadwood.min(self.hands[seat.index()]); 2];
                let knocker = seat.next(SEATS).index();
                deadwood[knocker] = known.deadwood.sum(self.hands[knocker]);
                self.finish(deadwood);
            }
        }
    }

    fn returns(&self, known: &Known) -> BySeat<f32> {
        let tally = Tally {
            knock: self.knock,
            deadwood: BySeat::new(SEATS, |seat| self.deadwood[seat.index()]),
            first_upcard_is_spade: known.first_upcard.suit() == Suit::Spades,
        };
        tally.outcome(&known.options).returns
    }

    fn action(chosen: Move) -> Action {
        chosen.action()
    }

    fn policy(
        &self,
        known: &Known,
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
            big_gin: known.options.big_gin_bonus().is_some(),
            may_return: known.options.same_card_discard == SameCardDiscard::Allowed,
            deadwood: known.deadwood,
            patience: AT_ONCE,
        };
        if seat == searcher || self.other_is_patient {
            player.patience = GIN_ONLY;
        }
        player.choose()
    }

    /// Of the discards those few that leave the best hands, and one way to knock; with gin there is nothing to compare.
    fn candidates(&self, known: &Known, seat: Seat, moves: &mut Vec<Move>, rng: &mut Rng) {
        let usual = self.policy(known, seat, seat, moves, rng);
        moves.clear();
        if matches!(usual, Move::Gin(_)) {
            return moves.push(usual);
        }
        self.moves(known, seat, moves);
        if self.phase != Phase::Discard {
            moves.retain(|chosen| *chosen != usual);
            return moves.insert(0, usual);
        }
        let hand = self.hands[seat.index()];
        let collected = self.taken[seat.next(SEATS).index()];
        let live = CardSet::FULL - hand - self.pile - collected;
        let future = (0..known.draws).fold(FUTURE, |future, _| future * FADES);
        // What a discard leaves, and what it may give; the knocks of the first turns come before all of them, later knocks after.
        let cost = |chosen: &Move| match chosen {
            Move::Discard(card) => {
                let near = around(*card);
                known.deadwood.less_draws(hand - CardSet::only(*card), live, future)
                    + COLLECTED * f32::from((near & collected).len())
                    + UNSEEN * f32::from((near & live).len())
            }
            Move::Knock(card) => {
                let left = f32::from(known.deadwood.min(hand - CardSet::only(*card)));
                if known.draws < EARLY { left - FAR } else { left + FAR }
            }
            _ => 0.0,
        };
        let mut costs: Vec<(f32, Move)> = moves.iter().map(|chosen| (cost(chosen), *chosen)).collect();
        costs.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let (mut discards, mut knocks) = (DISCARDS, 1);
        moves.clear();
        for (_, chosen) in costs {
            let left = if matches!(chosen, Move::Discard(_)) { &mut discards } else { &mut knocks };
            if *left > 0 {
                *left -= 1;
                moves.push(chosen);
            }
        }
    }

    /// Somebody has gone out: only lay-offs are left.
    fn is_open(known: &Known) -> bool {
        known.seen.phase == Phase::LayOff
    }
}
