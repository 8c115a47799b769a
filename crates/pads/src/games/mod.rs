//! Pads of the games, and checks shared by their entries.

mod bridge;
mod cassino;
mod gin_rummy;
mod scopa;
mod sharks;
mod speed;
mod thirty_one;
mod wall_street;

use crate::InputError;
use crate::decks::{self, Specification};
use crate::scoring::{AnyScorable, Pad};
use cards::{BySide, Seat, Side};
use games::fishing::SideSequence;

/// Expands `$each!` with the types of the games with a pad, in the order in which they are offered.
///
/// A new pad needs a line here. It is public for tests only.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_game {
    ($each:ident) => {
        $each! {
            ::games::scopa::Scopa,
            ::games::wall_street::WallStreet,
            ::bridge::Bridge,
            ::games::cassino::Cassino,
            ::games::gin_rummy::GinRummy,
            ::games::thirty_one::ThirtyOne,
            ::games::speed::Speed,
            ::games::sharks::Sharks,
        }
    };
}

macro_rules! pads {
    ($($game:ty),+ $(,)?) => { &[$(&Pad::<$game>::GAME),+] };
}

static PADS: &[&dyn AnyScorable] = crate::for_each_game!(pads);

/// Iterates over the ids of the games with a pad, in the order in which they are offered.
pub fn ids() -> impl Iterator<Item = &'static str> {
    PADS.iter().map(|game| game.id())
}

/// Returns the deck of a game.
///
/// # Errors
///
/// Returns [`InputError`] if there is no such game, or if it has no pad.
pub fn deck_of(id: &str) -> Result<&'static Specification, InputError> {
    decks::find(find(id)?.deck())
}

pub(crate) fn find(id: &str) -> Result<&'static dyn AnyScorable, InputError> {
    PADS.iter().copied().find(|game| game.id() == id).ok_or_else(|| InputError::NoGame {
        given: id.chars().take(40).collect(),
        known: ids().collect::<Vec<_>>().join(", "),
    })
}

/// Checks that there is one figure per side, each within its maximum.
fn check_figures(
    what: &'static str,
    figures: &[i32],
    sides: u8,
    max: i32,
    rule: &'static str,
) -> Result<(), InputError> {
    if figures.len() != usize::from(sides) {
        return Err(InputError::Figures { what, given: figures.len(), expected: sides.into() });
    }
    match figures.iter().find(|figure| !(0..=max).contains(*figure)) {
        Some(given) => Err(InputError::Range { what, given: *given, min: 0, max, rule }),
        None => Ok(()),
    }
}

/// Checks the sum of the figures of all sides.
fn check_sum(
    what: &'static str,
    figures: &[i32],
    expected: i32,
    rule: &'static str,
) -> Result<(), InputError> {
    let given = figures.iter().sum();
    if given == expected { Ok(()) } else { Err(InputError::Sum { what, given, expected, rule }) }
}

/// Checks a side, if there is one.
fn check_side(
    what: &'static str,
    side: Option<Side>,
    sides: u8,
    rule: &'static str,
) -> Result<(), InputError> {
    match side.map(u8::from).filter(|side| *side >= sides) {
        Some(given) => {
            Err(InputError::Range { what, given: given.into(), min: 0, max: i32::from(sides) - 1, rule })
        }
        None => Ok(()),
    }
}

fn check_seat(seat: u8, seats: u8) -> Result<Seat, InputError> {
    if seat < seats { Ok(Seat::new(seat)) } else { Err(InputError::NoSeat { given: seat, seats }) }
}

/// Returns checked figures by side.
fn by_side(figures: &[i32]) -> BySide<u8> {
    BySide::new(figures.len() as u8, |side| figures[side.index()] as u8)
}

/// Returns the order of events: the entered one, or any if the order does not matter.
///
/// # Errors
///
/// Returns [`InputError`] if an entered order contradicts the counts, or if the order matters and
/// is missing.
fn in_order<T: PartialEq>(
    what: &'static str,
    other: &'static str,
    rule: &'static str,
    counts: &[i32],
    order: Option<&[Side]>,
    settle: impl Fn(SideSequence) -> T,
) -> Result<SideSequence, InputError> {
    let sides = || Side::all(counts.len() as u8);
    let of = |side: Side| counts[side.index()];
    if let Some(order) = order {
        let agrees = |side: &Side| order.iter().filter(|one| *one == side).count() as i32 == of(*side);
        let known = order.iter().all(|side| side.index() < counts.len());
        if !known || !sides().all(|side| agrees(&side)) {
            return Err(InputError::Contradiction { what, other, rule });
        }
        return Ok(order.iter().copied().collect());
    }
    // If it does not matter which side was first of all, the order does not matter.
    let with_first = |first: Side| -> SideSequence {
        let others = sides().filter(|side| *side != first);
        std::iter::once(first).chain(others).flat_map(|side| (0..of(side)).map(move |_| side)).collect()
    };
    let mut results = sides().filter(|side| of(*side) > 0).map(|side| settle(with_first(side)));
    let result = results.next();
    if results.all(|other| Some(&other) == result.as_ref()) {
        Ok(with_first(Side::new(0)))
    } else {
        Err(InputError::Order { what, rule })
    }
}
