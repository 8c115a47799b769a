//! The Investment Phase: bids and the award of a lot.

use super::action::Action;
use super::counts::Capital;
use super::event::Event;
use super::illegal::Illegal;
use super::options::Raise;
use super::state::{Owned, Share, Stage, State, Task};
use super::sums::{self, Fewest};
use cards::{Seat, SeatSet};

/// Returns the Capital that `seat` can add to its bid, and the part of its bid that must remain.
#[inline]
fn biddable(state: &State, seat: Seat) -> (Capital, Capital) {
    let bid = state.bids[seat];
    match state.options.raise {
        Raise::Recompose => (state.hands[seat].plus(bid), Capital::NONE),
        Raise::AddOnly => (state.hands[seat], bid), // SH-O3
    }
}

/// Returns the highest bid, which a new bid must exceed. (SH-R10)
#[must_use]
#[inline]
pub(super) fn highest_bid(state: &State) -> u16 {
    state.highest.map_or(0, |seat| state.bids[seat].total())
}

/// Adds one bid for every total that `seat` can reach. (SH-R9, SH-S22)
#[inline]
pub(super) fn list_bids(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    let highest = usize::from(highest_bid(state));
    let (pool, base) = biddable(state, seat);
    let fixed = usize::from(base.total());
    if fixed + usize::from(pool.total()) <= highest {
        return;
    }
    let fewest = Fewest::new(pool);
    let totals = (highest + 1).saturating_sub(fixed).max(1)..=usize::from(pool.total());
    actions.extend(totals.filter_map(|total| Some(Action::Bid(base.plus(fewest.cards(total)?)))));
}

/// Returns the listed bid of the lowest total from `from` to `to`, or else of the highest total
/// below `from`, or a pass.
///
/// Returns `None` if the result requires the list of [`list_bids`].
#[inline]
pub(super) fn bid_between(state: &State, seat: Seat, from: f32, to: f32) -> Option<Action> {
    const TOTALS: u32 = u128::BITS;
    let (pool, base) = biddable(state, seat);
    if !base.is_empty() || u32::from(pool.total()) >= TOTALS {
        return None;
    }
    let highest = f32::from(highest_bid(state));
    // Without a possible bid the reachable totals do not matter.
    if to < highest + 1.0 {
        return Some(Action::Pass);
    }
    let below =
        |total: f32| if total >= TOTALS as f32 { u128::MAX } else { (1 << total.max(0.0) as u32) - 1 };
    // Totals are whole numbers, so those up to `to` are those below the next integer.
    let possible = sums::totals(pool) & below(to.floor() + 1.0) & !below(highest + 1.0);
    let high = possible & !below(from.ceil());
    let total = match (high, possible) {
        (0, 0) => return Some(Action::Pass),
        (0, low) => TOTALS - 1 - low.leading_zeros(),
        (high, _) => high.trailing_zeros(),
    };
    sums::fewest(pool, total as usize).map(Action::Bid)
}

/// Returns the listed cards for `total`, or `None` if `seat` cannot bid it.
pub(super) fn listed_bid(state: &State, seat: Seat, total: u16) -> Option<Capital> {
    let (pool, base) = biddable(state, seat);
    let added = usize::from(total.checked_sub(base.total())?);
    Some(base.plus(Fewest::new(pool).cards(added)?))
}

pub(super) fn check_bid(state: &State, seat: Seat, cards: Capital) -> Result<(), Illegal> {
    let own = state.hands[seat].plus(state.bids[seat]);
    if let Some((value, _)) = cards.kinds().rev().find(|(value, count)| own.of(*value) < *count) {
        return Err(Illegal::CapitalNotHeld { value });
    }
    if state.options.raise == Raise::AddOnly && !cards.contain(&state.bids[seat]) {
        return Err(Illegal::OnlyAdd); // SH-O3
    }
    let (total, highest) = (cards.total(), highest_bid(state));
    if total <= highest { Err(Illegal::NotHigher { total, highest }) } else { Ok(()) } // SH-R10
}

/// Returns the seats that have not passed.
#[inline]
fn still_in(state: &State) -> SeatSet {
    SeatSet::all(state.options.seats) - state.passed
}

pub(super) fn begin(state: &mut State, emit: &mut impl FnMut(Event)) {
    state.passed = SeatSet::EMPTY;
    state.highest = None;
    emit(Event::AuctionBegan { auction: state.auction + 1, starter: state.starter });
    state.stage = Stage::Bid(state.starter);
}

#[inline]
pub(super) fn bid(state: &mut State, seat: Seat, cards: Capital, emit: &mut impl FnMut(Event)) {
    take_back(state, seat);
    state.hands[seat] = state.hands[seat].minus(cards);
    state.shown[seat] = state.shown[seat].minus(cards);
    state.bids[seat] = cards;
    state.highest = Some(seat);
    emit(Event::Bid { seat, cards, total: cards.total() });
    advance(state, seat, emit);
}

#[inline]
pub(super) fn pass(state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
    state.passed.insert(seat); // SH-R11
    emit(Event::Passed { seat });
    advance(state, seat, emit);
}

/// Returns the bid of `seat` to its hand. The cards are known from then on.
#[inline]
fn take_back(state: &mut State, seat: Seat) {
    let cards = state.bids[seat];
    state.hands[seat] = state.hands[seat].plus(cards);
    state.shown[seat] = state.shown[seat].plus(cards);
    state.bids[seat] = Capital::NONE;
}

#[inline]
fn advance(state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
    let left = still_in(state);
    match (state.highest, left.next_after(seat, state.options.seats)) {
        (Some(winner), _) if left == SeatSet::only(winner) => award(state, winner, emit), // SH-R13
        (None, None) => unsold(state, emit),
        (_, Some(next)) => state.stage = Stage::Bid(next), // SH-R9, SH-S6
        // The highest bidder has not passed.
        (Some(_), None) => {}
    }
}

/// Returns the positions of the lot in the row. (SH-R7)
fn lot(state: &State) -> [usize; 2] {
    let first = 2 * usize::from(state.auction);
    [first, first + 1]
}

/// Gives the lot to the winner as it is, discards the winning bid and returns the others. (SH-R13)
fn award(state: &mut State, winner: Seat, emit: &mut impl FnMut(Event)) {
    let paid = state.bids[winner];
    state.capital_discards = state.capital_discards.plus(paid);
    state.bids[winner] = Capital::NONE;
    let mut won: [Option<Share>; 2] = [None; 2];
    for (at, index) in lot(state).into_iter().enumerate() {
        let Some(mut share) = state.row[index].take() else { continue };
        if state.options.owner_may_peek {
            share.seen.insert(winner); // SH-O5
        }
        state.owned.push(Owned { seat: winner, share });
        won[at] = Some(share);
    }
    emit(Event::Won { seat: winner, paid, lot: won });
    for seat in Seat::all(state.options.seats) {
        let cards = state.bids[seat];
        if !cards.is_empty() {
            take_back(state, seat);
            emit(Event::TookBack { seat, cards });
        }
    }
    state.starter = winner; // SH-R22
    state.tasks.push(Task::Awarded);
    // SH-R14, SH-S25: the bonus of the left card is completed before that of the right card.
    for share in won.into_iter().rev().flatten().filter(|share| share.up) {
        state.tasks.push(Task::Bonus(winner, share.investment, 0));
    }
}

/// Discards the lot after an auction without bids. No Tools are played, and the same player starts
/// again. (SH-R12, SH-S1, SH-S2)
fn unsold(state: &mut State, emit: &mut impl FnMut(Event)) {
    let lot = lot(state).map(|index| state.row[index].take());
    lot.into_iter().flatten().for_each(|share| state.discarded.push(share));
    emit(Event::Unsold { lot });
    state.tasks.push(Task::AuctionDone);
}
