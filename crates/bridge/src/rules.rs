//! Deal, actors, legality and effects of actions.

use super::bidding::SharedReading;
use super::side::{Side, direction};
use super::{Action, Auction, Call, Claim, Event, Illegal, Options, Play, Standing, State};
use cards::{Card, CardSet, Holding, Rng, Seat, SeatSet};
use dds::Direction;

/// Deals thirteen cards each, one at a time from the dealer's left. (BR-R1)
pub(super) fn deal(
    options: &Options,
    standing: &Standing,
    deck: &[Card],
    emit: &mut impl FnMut(Event),
) -> State {
    let dealer = standing.dealer;
    let mut hands = [CardSet::EMPTY; 4];
    for (index, card) in deck.iter().enumerate() {
        hands[dealer.after(index + 1) as usize].insert(*card);
    }
    for index in 1..=4 {
        let hand = dealer.after(index);
        emit(Event::Dealt { seat: hand.into(), hand: Holding::Open(hands[hand as usize]) });
    }
    State {
        options: *options,
        standing: standing.clone(),
        hands,
        auction: Auction::new(dealer),
        play: None,
        claim: None,
        claim_refused: false,
        faced: [false; 4],
        over: false,
        reading: SharedReading::default(),
    }
}

#[inline]
pub(super) fn actors(state: &State) -> SeatSet {
    if state.over {
        return SeatSet::EMPTY;
    }
    match (&state.play, &state.claim) {
        (None, _) => state.auction.caller().map_or(SeatSet::EMPTY, only),
        (Some(_), Some(claim)) => claim.unanswered,
        (Some(play), None) => only(play.player_of(play.turn())),
    }
}

fn only(hand: Direction) -> SeatSet {
    SeatSet::only(hand.into())
}

#[inline]
pub(super) fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    if !actors(state).contains(seat) {
        return;
    }
    let Some(play) = &state.play else {
        state.auction.legal_calls(|call| actions.push(Action::Call(call)));
        return;
    };
    if state.claim.is_some() {
        actions.extend([Action::Accept, Action::Refuse]);
        return;
    }
    let playable = play.playable(state.hands[play.turn() as usize]);
    actions.extend(playable.iter().map(Action::Play));
    if may_claim(state, play).is_ok() {
        actions.extend((0..play.left() + 1).map(Action::Claim));
    }
}

/// Returns a random legal call or card. Playouts never claim.
#[inline]
pub(super) fn playout_action(state: &State, rng: &mut Rng) -> Action {
    let Some(play) = &state.play else { return Action::Call(state.auction.random_call(rng)) };
    if state.claim.is_some() {
        return if rng.below(2) == 0 { Action::Accept } else { Action::Refuse };
    }
    Action::Play(rng.pick_card(play.playable(state.hands[play.turn() as usize])))
}

/// Checks the time of a claim: after the opening lead, and after a refusal only after the next
/// card. (BR-S15)
fn may_claim(state: &State, play: &Play) -> Result<(), Illegal> {
    if !play.has_begun() {
        return Err(Illegal::TooEarlyToClaim);
    }
    if state.claim_refused { Err(Illegal::ClaimRefused) } else { Ok(()) }
}

pub(super) fn validate(state: &State, action: Action) -> Result<(), Illegal> {
    match (action, &state.play, &state.claim) {
        (Action::Call(call), _, _) => Ok(state.auction.check(call)?),
        (Action::Play(card), None, _) => Err(Illegal::AuctionGoesOn { card }),
        (Action::Claim(_), None, _) => Err(Illegal::TooEarlyToClaim),
        (Action::Accept | Action::Refuse, _, Some(_)) => Ok(()),
        (Action::Accept | Action::Refuse, _, None) => Err(Illegal::NoClaim),
        (Action::Play(_) | Action::Claim(_), Some(_), Some(_)) => Err(Illegal::ClaimWaits),
        (Action::Play(card), Some(play), None) => validate_card(state, play, card),
        (Action::Claim(tricks), Some(play), None) => {
            may_claim(state, play)?;
            let left = play.left();
            if tricks > left { Err(Illegal::TooManyClaimed { tricks, left }) } else { Ok(()) }
        }
    }
}

fn validate_card(state: &State, play: &Play, card: Card) -> Result<(), Illegal> {
    let hand = play.turn();
    let held = state.hands[hand as usize];
    if !held.contains(card) {
        return Err(Illegal::NotHeld { hand, card });
    }
    let instead = play.playable(held);
    if instead.contains(card) { Ok(()) } else { Err(Illegal::MustFollow { hand, card, instead }) }
}

#[inline]
pub(super) fn apply(state: &mut State, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
    match action {
        Action::Call(call) => make_call(state, seat, call, emit),
        Action::Play(card) => play_card(state, card, emit),
        Action::Claim(tricks) => claim(state, seat, tricks, emit),
        Action::Accept => accept(state, seat, emit),
        Action::Refuse => {
            emit(Event::Answered { seat, accepts: false });
            state.claim = None; // BR-S15: the claimant's cards stay open
            state.claim_refused = true;
        }
    }
}

// The following functions run at most once per trick. They stay out of line, so that the play of a
// card can be inlined.
#[inline(never)]
fn make_call(state: &mut State, seat: Seat, call: Call, emit: &mut impl FnMut(Event)) {
    let made = state.auction.make(call);
    debug_assert_eq!(made, Ok(()), "an action is validated before it is applied");
    emit(Event::Called { seat, call });
    if !state.auction.is_over() {
        return;
    }
    match (state.auction.contract(), state.auction.declarer(state.options.declarer)) {
        (Some(contract), Some(declarer)) => {
            state.play = Some(Play::new(contract, declarer));
            emit(Event::Contracted { contract, declarer: declarer.into() });
        }
        _ => {
            emit(Event::PassedOut); // BR-S2
            finish(state, emit);
        }
    }
}

#[inline]
fn play_card(state: &mut State, card: Card, emit: &mut impl FnMut(Event)) {
    let Some(play) = &mut state.play else { return };
    let hand = play.turn();
    state.hands[hand as usize].remove(card);
    state.claim_refused = false;
    let opening = !play.has_begun();
    let winner = play.lay(card);
    let (dummy, done) = (play.dummy(), play.left() == 0);
    emit(Event::Played { seat: hand.into(), card });
    if opening {
        emit(Event::Faced { seat: dummy.into(), cards: state.hands[dummy as usize] }); // BR-R5
    }
    if let Some(winner) = winner {
        let cards = play.cards().iter().rev().take(4).copied().collect();
        emit(Event::TrickWon { seat: winner.into(), cards });
    }
    if done {
        finish(state, emit);
    }
}

#[inline(never)]
fn claim(state: &mut State, seat: Seat, tricks: u8, emit: &mut impl FnMut(Event)) {
    let Some(play) = &state.play else { return };
    let by = direction(seat);
    let mut unanswered = SeatSet::all(4);
    unanswered.remove(seat);
    unanswered.remove(play.dummy().into());
    state.claim = Some(Claim { by, tricks, unanswered });
    state.faced[by as usize] = true;
    emit(Event::Claimed { seat, tricks });
    emit(Event::Faced { seat, cards: state.hands[by as usize] });
}

#[inline(never)]
fn accept(state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
    let (Some(play), Some(claim)) = (&mut state.play, &mut state.claim) else { return };
    claim.unanswered.remove(seat);
    emit(Event::Answered { seat, accepts: true });
    if claim.unanswered.is_empty() {
        play.award(Side::of(claim.by), claim.tricks);
        state.claim = None;
        finish(state, emit);
    }
}

/// Ends the deal and faces the remaining cards.
fn finish(state: &mut State, emit: &mut impl FnMut(Event)) {
    for hand in Direction::ALL {
        let cards = state.hands[hand as usize];
        if !cards.is_empty() && !state.is_open(hand) {
            emit(Event::Faced { seat: hand.into(), cards });
        }
    }
    state.over = true;
}
