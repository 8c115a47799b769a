//! Deal, actors, legality and effects of actions.

use super::melds::{self, Deadwood, Meld, Melds};
use super::options::{FirstUpcard, LastTwo, SEATS, SameCardDiscard};
use super::state::{Going, Knock, Phase};
use super::{Action, Event, Illegal, Standing, State};
use cards::{BySeat, Card, CardSet, Holding, Pile, Rng, Seat, SeatSet};

/// Cards per hand. (GR-R1)
const HAND: usize = 10;
/// Stock size at which drawing ends. (GR-R9)
pub(super) const CLOSED: u8 = 2;
/// Number of actions after which the next discard draws the deal. Without it two players who take
/// turns with the pile could go on forever.
pub(super) const ACTION_LIMIT: u16 = 2000;
/// Upper bound on the actions of a deal: the limit, a turn, the lay-offs and their end.
pub(super) const MAX_ACTIONS: u32 = ACTION_LIMIT as u32 + 20;

/// Deals ten cards each, one at a time from the non-dealer, then the upcard. The rest is the stock.
/// (GR-R1)
pub(super) fn deal(standing: &Standing, deck: &[Card], emit: &mut impl FnMut(Event)) -> State {
    let other = standing.dealer.next(SEATS);
    let mut hands = BySeat::filled(SEATS, CardSet::EMPTY);
    for &[others, dealers] in deck[..2 * HAND].as_chunks().0 {
        hands[other].insert(others);
        hands[standing.dealer].insert(dealers);
    }
    let first_upcard = deck[2 * HAND];
    let options = &standing.options;
    let state = State {
        standing: *standing,
        hands,
        melds: BySeat::filled(SEATS, Melds::EMPTY),
        stock: deck[2 * HAND + 1..].iter().rev().copied().collect(),
        pile: std::iter::once(first_upcard).collect::<Pile<32>>(),
        taken: BySeat::filled(SEATS, CardSet::EMPTY),
        discarded: BySeat::filled(SEATS, CardSet::EMPTY),
        first_upcard,
        phase: match options.first_upcard {
            FirstUpcard::FreeDraw => Phase::Draw,
            FirstUpcard::OfferBoth => Phase::Offer,
        },
        turn: Some(other), // GR-R4
        limit: options.limit(first_upcard, first_upcard),
        just_taken: None,
        face_down: None,
        knock: None,
        actions: 0,
    };
    for seat in [other, standing.dealer] {
        emit(Event::Dealt { seat, hand: Holding::Open(hands[seat]) });
    }
    emit(Event::TurnedUp { card: first_upcard });
    state
}

#[inline]
pub(super) fn actors(state: &State) -> SeatSet {
    state.turn.map_or(SeatSet::EMPTY, SeatSet::only)
}

const DRAWS: [Action; 2] = [Action::Stock, Action::Upcard];

#[inline]
pub(super) fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    if state.turn != Some(seat) {
        return;
    }
    match state.phase {
        Phase::Offer => actions.extend([Action::Upcard, Action::Pass]),
        Phase::StockOnly => actions.push(Action::Stock),
        Phase::Draw => actions.extend_from_slice(&DRAWS),
        Phase::Discard => {
            let mut cards = discards(state, seat).iter();
            let count = cards.len();
            let discard = |_| cards.next().map_or(Action::Pass, Action::Discard);
            // An exact-size iterator reserves the room once and not per card: 8 % more deals a
            // second.
            actions.extend((0..count).map(discard));
            ways_out(state, state.hands[seat], state.just_taken, &mut |action| actions.push(action));
        }
        Phase::LastDiscard => {
            actions.push(Action::Pass);
            if can_go_out_with(state, seat, state.pile.top()) {
                actions.push(Action::Upcard);
            }
        }
        Phase::GoOut => {
            ways_out(state, state.hands[seat], state.just_taken, &mut |action| actions.push(action));
        }
        Phase::LayOff => {
            let corner = state.options().corner;
            for meld in state.melds[seat.next(SEATS)].iter() {
                for card in meld.fitting(corner) & state.hands[seat] {
                    actions.push(Action::LayOff { cards: CardSet::only(card), meld });
                }
            }
            actions.push(Action::Done(None));
        }
        Phase::Over => {}
    }
}

/// Picks a random legal action. Draws and most discards are picked without a list of actions.
#[inline]
pub(super) fn random_action(state: &State, seat: Seat, actions: &mut Vec<Action>, rng: &mut Rng) -> Action {
    match state.phase {
        Phase::Draw => {
            let [stock, upcard] = DRAWS;
            if rng.below(DRAWS.len()) == 0 { stock } else { upcard }
        }
        Phase::Discard if is_far_from_out(state, state.hands[seat]) => {
            Action::Discard(rng.pick_card(discards(state, seat)))
        }
        _ => random_listed(state, seat, actions, rng),
    }
}

/// Kept out of line, so that the frequent path stays small.
#[cold]
fn random_listed(state: &State, seat: Seat, actions: &mut Vec<Action>, rng: &mut Rng) -> Action {
    actions.clear();
    legal_actions(state, seat, actions);
    rng.pick(actions)
}

/// Returns the card that may not be discarded in this turn, or no card. (GR-O2)
#[inline]
fn forbidden(state: &State, just_taken: Option<Card>) -> CardSet {
    match state.options().same_card_discard {
        SameCardDiscard::Allowed => CardSet::EMPTY,
        SameCardDiscard::Forbidden => just_taken.map_or(CardSet::EMPTY, CardSet::only),
    }
}

#[inline]
fn discards(state: &State, seat: Seat) -> CardSet {
    state.hands[seat] - forbidden(state, state.just_taken)
}

/// Calls `found` with every way to go out with these eleven cards.
#[inline]
fn ways_out(state: &State, hand: CardSet, just_taken: Option<Card>, found: &mut impl FnMut(Action)) {
    if is_far_from_out(state, hand) {
        return;
    }
    let deadwood = state.options().deadwood();
    for card in hand - forbidden(state, just_taken) {
        match deadwood.min(hand - CardSet::only(card)) {
            0 => found(Action::Gin(Some(card), None)), // GR-S7
            left if left <= state.limit => found(Action::Knock(card, None)),
            _ => {}
        }
    }
    if state.options().big_gin_bonus().is_some() && deadwood.min(hand) == 0 {
        found(Action::Gin(None, None)); // GR-O8
    }
}

/// Whether `hand` has too much deadwood to go out. A discard saves at most the highest card value,
/// and most hands are this far.
#[inline]
fn is_far_from_out(state: &State, hand: CardSet) -> bool {
    let deadwood = state.options().deadwood();
    deadwood.at_least(hand) > state.limit + deadwood.max()
}

/// Whether `seat` could go out at once with `card`. (GR-S9)
fn can_go_out_with(state: &State, seat: Seat, card: Option<Card>) -> bool {
    let hand = state.hands[seat] | card.map_or(CardSet::EMPTY, CardSet::only);
    let mut any = false;
    ways_out(state, hand, card, &mut |_| any = true);
    any
}

/// Whether `seat` can go out with its eleven cards.
pub(super) fn can_go_out(state: &State, seat: Seat) -> bool {
    let mut any = false;
    ways_out(state, state.hands[seat], state.just_taken, &mut |_| any = true);
    any
}

pub(super) fn validate(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
    match state.phase {
        Phase::Offer => match action {
            Action::Upcard | Action::Pass => Ok(()),
            _ => Err(Illegal::Offered),
        },
        Phase::StockOnly => match action {
            Action::Stock => Ok(()),
            Action::Upcard | Action::Pass => Err(Illegal::BothPassed),
            other => Err(before_the_draw(other)),
        },
        Phase::Draw => match action {
            Action::Stock | Action::Upcard => Ok(()),
            Action::Pass => Err(Illegal::NothingToPass),
            other => Err(before_the_draw(other)),
        },
        Phase::LastDiscard => match action {
            Action::Pass => Ok(()),
            Action::Upcard if can_go_out_with(state, seat, state.pile.top()) => Ok(()),
            Action::Upcard => Err(Illegal::NoWayOut),
            Action::Stock => Err(Illegal::StockClosed),
            other => Err(before_the_draw(other)),
        },
        Phase::Discard | Phase::GoOut => match action {
            Action::Discard(_) if state.phase == Phase::GoOut => Err(Illegal::MustGoOut),
            Action::Discard(card) => check_discard(state, seat, card),
            Action::Knock(card, melds) => check_knock(state, seat, card, melds),
            Action::Gin(card, melds) => check_gin(state, seat, card, melds),
            Action::Stock | Action::Upcard | Action::Pass => Err(Illegal::AlreadyDrawn),
            Action::LayOff { .. } | Action::Done(_) => Err(Illegal::NobodyKnocked),
        },
        Phase::LayOff => match action {
            Action::LayOff { cards, meld } => check_lay_off(state, seat, cards, meld),
            Action::Done(None) => Ok(()),
            Action::Done(Some(melds)) => check_melds(state, state.hands[seat], melds),
            _ => Err(Illegal::LayOffOrDone),
        },
        Phase::Over => Err(Illegal::LayOffOrDone),
    }
}

fn before_the_draw(action: Action) -> Illegal {
    match action {
        Action::LayOff { .. } | Action::Done(_) => Illegal::NobodyKnocked,
        _ => Illegal::NotDrawn,
    }
}

fn check_discard(state: &State, seat: Seat, card: Card) -> Result<(), Illegal> {
    if !state.hands[seat].contains(card) {
        return Err(Illegal::NotHeld { cards: CardSet::only(card) });
    }
    if forbidden(state, state.just_taken).contains(card) {
        return Err(Illegal::JustTaken { card });
    }
    Ok(())
}

/// Checks that the melds are from `hand` and turn the corner only if the options allow it.
fn check_melds(state: &State, hand: CardSet, melds: Melds) -> Result<(), Illegal> {
    let strange = melds.cards() - hand;
    if !strange.is_empty() {
        return Err(Illegal::NotHeld { cards: strange });
    }
    let over = melds.iter().find(|meld| meld.turns_the_corner() && !state.options().corner);
    over.map_or(Ok(()), |meld| Err(Illegal::AroundTheCorner { meld }))
}

/// Returns the deadwood of the hand after a discard, with the given melds or the best ones.
fn left(state: &State, seat: Seat, discard: Option<Card>, melds: Option<Melds>) -> Result<u8, Illegal> {
    let mut kept = state.hands[seat];
    if let Some(card) = discard {
        check_discard(state, seat, card)?;
        kept.remove(card);
    }
    let deadwood = state.options().deadwood();
    let Some(melds) = melds else { return Ok(deadwood.min(kept)) };
    if let Some(card) = discard.filter(|card| melds.cards().contains(*card)) {
        return Err(Illegal::DiscardMelded { card });
    }
    check_melds(state, kept, melds)?;
    Ok(deadwood.sum(kept - melds.cards()))
}

fn check_knock(state: &State, seat: Seat, card: Card, melds: Option<Melds>) -> Result<(), Illegal> {
    match left(state, seat, Some(card), melds)? {
        0 => Err(Illegal::IsGin),
        _ if state.limit == 0 => Err(Illegal::OnlyGin),
        deadwood if deadwood > state.limit => Err(Illegal::TooMuch { deadwood, limit: state.limit }), // GR-S18
        _ => Ok(()),
    }
}

fn check_gin(state: &State, seat: Seat, card: Option<Card>, melds: Option<Melds>) -> Result<(), Illegal> {
    if card.is_none() && state.options().big_gin_bonus().is_none() {
        return Err(Illegal::NoBigGin);
    }
    match left(state, seat, card, melds)? {
        0 => Ok(()),
        deadwood => Err(Illegal::NotGin { deadwood }),
    }
}

fn check_lay_off(state: &State, seat: Seat, cards: CardSet, meld: Meld) -> Result<(), Illegal> {
    let strange = cards - state.hands[seat];
    if !strange.is_empty() {
        return Err(Illegal::NotHeld { cards: strange });
    }
    if !state.melds[seat.next(SEATS)].iter().any(|other| other == meld) {
        return Err(Illegal::NoSuchMeld { meld });
    }
    match Meld::of(meld.cards() | cards) {
        Some(grown) if grown.turns_the_corner() && !state.options().corner => {
            Err(Illegal::AroundTheCorner { meld: grown })
        }
        Some(_) => Ok(()),
        None => Err(Illegal::DoesNotFit { cards, meld }),
    }
}

#[inline]
pub(super) fn apply(state: &mut State, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
    state.actions = state.actions.saturating_add(1);
    match action {
        Action::Stock => {
            let card = state.stock.pop().expect("the stock is closed before it is empty");
            state.hands[seat].insert(card);
            state.phase = Phase::Discard;
            emit(Event::Drew { seat, card: Holding::Open(CardSet::only(card)) });
        }
        Action::Upcard => {
            let card = state.pile.pop().expect("a card was turned up, and every turn ends with another");
            state.hands[seat].insert(card);
            state.taken[seat].insert(card);
            let other = seat.next(SEATS);
            state.discarded[other] = state.discarded[other] - CardSet::only(card);
            state.just_taken = Some(card);
            state.phase = if state.phase == Phase::LastDiscard { Phase::GoOut } else { Phase::Discard };
            emit(Event::Took { seat, card });
        }
        Action::Pass => {
            emit(Event::Passed { seat });
            pass(state, seat, emit);
        }
        Action::Discard(card) => {
            state.hands[seat].remove(card);
            state.taken[seat] = state.taken[seat] - CardSet::only(card);
            state.pile.push(card);
            state.discarded[seat].insert(card);
            emit(Event::Discarded { seat, card });
            next_turn(state, seat, card, emit);
        }
        Action::Knock(card, melds) => go_out(state, seat, Going::Knock, Some(card), melds, emit),
        Action::Gin(card, melds) => {
            let going = if card.is_some() { Going::Gin } else { Going::BigGin };
            go_out(state, seat, going, card, melds, emit);
        }
        Action::LayOff { cards, meld } => lay_off(state, seat, cards, meld, emit),
        Action::Done(melds) => {
            show(state, seat, melds, emit);
            finish(state, emit);
        }
    }
}

// The following functions run at most twice per deal. They stay out of line, so that draws and
// discards can be inlined.
#[inline(never)]
fn lay_off(state: &mut State, seat: Seat, cards: CardSet, meld: Meld, emit: &mut impl FnMut(Event)) {
    let grown = Meld::of(meld.cards() | cards).expect("a valid lay-off makes a meld");
    state.hands[seat] = state.hands[seat] - cards;
    state.taken[seat] = state.taken[seat] - cards;
    state.melds[seat.next(SEATS)].replace(meld, grown);
    emit(Event::LaidOff { seat, cards, meld, grown });
}

#[inline(never)]
fn pass(state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
    let dealer = state.standing.dealer;
    match state.phase {
        Phase::LastDiscard => draw(state, emit),
        // GR-S1: after the dealer has passed too, the non-dealer draws from the stock.
        _ if seat == dealer => (state.phase, state.turn) = (Phase::StockOnly, Some(dealer.next(SEATS))),
        _ => state.turn = Some(dealer),
    }
}

/// Passes the turn on, with `top` on the pile.
#[inline]
fn next_turn(state: &mut State, seat: Seat, top: Card, emit: &mut impl FnMut(Event)) {
    let closed = state.stock.len() <= CLOSED; // GR-S8
    if closed && state.options().last_two == LastTwo::DrawNow || state.actions > ACTION_LIMIT {
        return draw(state, emit);
    }
    state.phase = if closed { Phase::LastDiscard } else { Phase::Draw };
    state.turn = Some(seat.next(SEATS));
    state.limit = state.options().limit(state.first_upcard, top); // GR-S10
    state.just_taken = None;
}

/// Lays down the hand of `seat`, with the given melds or the default ones.
#[inline(never)]
fn show(state: &mut State, seat: Seat, melds: Option<Melds>, emit: &mut impl FnMut(Event)) {
    let hand = state.hands[seat];
    lay_down(state, seat, hand, melds);
    emit(Event::Shown { seat, melds: state.melds[seat], unmelded: state.hands[seat] });
}

fn lay_down(state: &mut State, seat: Seat, own: CardSet, melds: Option<Melds>) {
    let hand = state.hands[seat];
    let deadwood: Deadwood = state.options().deadwood();
    let melds = melds.unwrap_or_else(|| melds::best(hand, own, deadwood).melds);
    state.melds[seat] = melds;
    state.hands[seat] = hand - melds.cards();
}

/// Lays down the hand that goes out, and starts the lay-offs or ends the deal. (GR-R5, GR-R8)
#[inline(never)]
fn go_out(
    state: &mut State,
    seat: Seat,
    going: Going,
    discard: Option<Card>,
    melds: Option<Melds>,
    emit: &mut impl FnMut(Event),
) {
    let own = state.hands[seat];
    if let Some(card) = discard {
        state.hands[seat].remove(card);
    }
    state.face_down = discard;
    state.knock = Some(Knock { seat, going });
    lay_down(state, seat, own, melds);
    emit(Event::WentOut {
        seat,
        going,
        melds: state.melds[seat],
        unmelded: state.hands[seat],
        discard: discard.map(|card| Holding::Open(CardSet::only(card))),
    });
    let other = seat.next(SEATS);
    if going == Going::Knock || state.options().layoff_on_gin {
        (state.phase, state.turn) = (Phase::LayOff, Some(other));
    } else {
        show(state, other, None, emit);
        finish(state, emit);
    }
}

/// Draws the deal and shows both hands. (GR-R9)
#[inline(never)]
fn draw(state: &mut State, emit: &mut impl FnMut(Event)) {
    emit(Event::StockEnded);
    Seat::all(SEATS).for_each(|seat| show(state, seat, None, emit));
    finish(state, emit);
}

fn finish(state: &mut State, emit: &mut impl FnMut(Event)) {
    (state.phase, state.turn) = (Phase::Over, None);
    if let Some(card) = state.face_down {
        emit(Event::TurnedOver { card }); // GR-S3
    }
}
