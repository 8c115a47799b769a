//! The Investment Phase: bids, and who wins a lot.

use super::action::Action;
use super::counts::Capital;
use super::event::Event;
use super::illegal::Illegal;
use super::options::Raise;
use super::state::{Owned, Share, Stage, State, Task};
use super::sums::{self, Fewest};
use cards::{Seat, SeatSet};

/// What `seat` can bid with, and what of it must be bid again.
#[inline]
fn purse(state: &State, seat: Seat) -> (Capital, Capital) {
    let bid = state.bids[seat];
    match state.options.raise {
        Raise::Recompose => (state.hands[seat].plus(bid), Capital::NONE),
        Raise::AddOnly => (state.hands[seat], bid), // SH-O3
    }
}

/// What must be exceeded. (SH-R10)
#[must_use]
#[inline]
pub(super) fn highest_bid(state: &State) -> u16 {
    state.highest.map_or(0, |seat| state.bids[seat].total())
}

/// Adds one bid for every total that `seat` can reach. (SH-R9, SH-S22)
#[inline]
pub(super) fn list_bids(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    let highest = usize::from(highest_bid(state));
    let (pool, base) = purse(state, seat);
    let fixed = usize::from(base.total());
    if fixed + usize::from(pool.total()) <= highest {
        return;
    }
    let fewest = Fewest::new(pool);
    let totals = (highest + 1).saturating_sub(fixed).max(1)..=usize::from(pool.total());
    actions.extend(totals.filter_map(|total| Some(Action::Bid(base.plus(fewest.cards(total)?)))));
}

/// The lowest of the bids from `from` to `to` that [`list_bids`] would list, or else the highest of those below; `None` where that takes
/// listing them.
#[inline]
pub(super) fn bid_between(state: &State, seat: Seat, from: f32, to: f32) -> Option<Action> {
    const TOTALS: u32 = u128::BITS;
    let (pool, base) = purse(state, seat);
    if !base.is_empty() || u32::from(pool.total()) >= TOTALS {
        return None;
    }
    let highest = f32::from(highest_bid(state));
    // Whoever would not bid more need not know what their cards come to.
    if to < highest + 1.0 {
        return Some(Action::Pass);
    }
    let below =
        |total: f32| if total >= TOTALS as f32 { u128::MAX } else { (1 << total.max(0.0) as u32) - 1 };
    // Totals are whole: those up to `to` are those below the next.
    let may_be = sums::totals(pool) & below(to.floor() + 1.0) & !below(highest + 1.0);
    let high = may_be & !below(from.ceil());
    let total = match (high, may_be) {
        (0, 0) => return Some(Action::Pass),
        (0, low) => TOTALS - 1 - low.leading_zeros(),
        (high, _) => high.trailing_zeros(),
    };
    sums::fewest(pool, total as usize).map(Action::Bid)
}

/// The cards that stand for all that come to `total`, if `seat` can bid so much.
pub(super) fn listed_bid(state: &State, seat: Seat, total: u16) -> Option<Capital> {
    let (pool, base) = purse(state, seat);
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

/// Whose turn it would be after `seat`, of those who have not passed.
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
    go_on(state, seat, emit);
}

#[inline]
pub(super) fn pass(state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
    state.passed.insert(seat); // SH-R11
    emit(Event::Passed { seat });
    go_on(state, seat, emit);
}

/// What `seat` bid is in the hand again; and everybody has seen it.
#[inline]
fn take_back(state: &mut State, seat: Seat) {
    let cards = state.bids[seat];
    state.hands[seat] = state.hands[seat].plus(cards);
    state.shown[seat] = state.shown[seat].plus(cards);
    state.bids[seat] = Capital::NONE;
}

#[inline]
fn go_on(state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
    let left = still_in(state);
    match (state.highest, left.next_after(seat, state.options.seats)) {
        (Some(winner), _) if left == SeatSet::only(winner) => award(state, winner, emit), // SH-R13
        (None, None) => unsold(state, emit),
        (_, Some(next)) => state.stage = Stage::Bid(next), // SH-R9, SH-S6
        // Whoever has bid the most has not passed.
        (Some(_), None) => {}
    }
}

/// The two places of the row that are auctioned. (SH-R7)
fn lot(state: &State) -> [usize; 2] {
    let first = 2 * usize::from(state.auction);
    [first, first + 1]
}

/// SH-R13: the bid is discarded, the lot goes to the winner as it lies, the others take back what they bid.
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
    // SH-R14, SH-S25: the bonus of the card at the left is done with before that of the other.
    for share in won.into_iter().rev().flatten().filter(|share| share.up) {
        state.tasks.push(Task::Bonus(winner, share.investment, 0));
    }
}

/// SH-R12: nobody wanted it. Nobody plays Tools, and the same player starts again; after the second auction
/// nothing is turned up. (SH-S1, SH-S2)
fn unsold(state: &mut State, emit: &mut impl FnMut(Event)) {
    let lot = lot(state).map(|index| state.row[index].take());
    lot.into_iter().flatten().for_each(|share| state.discarded.push(share));
    emit(Event::Unsold { lot });
    state.tasks.push(Task::AuctionDone);
}
