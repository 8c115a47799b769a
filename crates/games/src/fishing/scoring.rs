//! Majorities, points in scoring order, and the end of a match.

use super::rules::EndMode;
use cards::{BySide, Side};

/// Returns the side with strictly more than every other side; a tie for the most gives no point.
/// (SC-S4, CA-S4)
#[must_use]
pub fn max<T: PartialOrd + Copy>(amounts: &BySide<T>) -> Option<Side> {
    beats_all(amounts.sides(), |side| amounts[side], |side| amounts[side])
}

/// Returns the side whose strength exceeds the maximum every other side can still reach. (SC-S6)
pub fn beats_all<T: PartialOrd>(
    sides: u8,
    strength: impl Fn(Side) -> T,
    at_max: impl Fn(Side) -> T,
) -> Option<Side> {
    Side::all(sides).find(|side| {
        let mine = strength(*side);
        Side::all(sides).filter(|other| other != side).all(|other| mine > at_max(other))
    })
}

/// Sides in the order of their sweeps. The size is fixed, so a deal stays `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideSequence {
    sides: [Side; MAX_SWEEPS],
    len: u8,
}

/// Maximum number of sweeps in a deal: each takes a card from a hand.
const MAX_SWEEPS: usize = 40;

impl Default for SideSequence {
    fn default() -> Self {
        Self { sides: [Side::new(0); MAX_SWEEPS], len: 0 }
    }
}

impl SideSequence {
    /// Adds a side; ignores it beyond the maximum.
    pub fn push(&mut self, side: Side) {
        if let Some(free) = self.sides.get_mut(usize::from(self.len)) {
            *free = side;
            self.len += 1;
        }
    }

    /// Returns the sides in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Side] {
        &self.sides[..usize::from(self.len)]
    }

    /// Returns the number of occurrences of `side`.
    #[must_use]
    pub fn count(&self, side: Side) -> u8 {
        self.as_slice().iter().filter(|other| **other == side).count() as u8
    }
}

impl FromIterator<Side> for SideSequence {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Self {
        let mut all = Self::default();
        sides.into_iter().for_each(|side| all.push(side));
        all
    }
}

/// Maximum number of items: five or six single points, one for a run, and a sweep with nearly every
/// card.
const MAX_ITEMS: usize = 48;

/// Points of a deal, one item at a time in scoring order. The size is fixed, because every playout
/// ends with it.
#[derive(Clone, Copy, Debug)]
pub struct Scoring<C> {
    items: [Option<(C, Side, i32)>; MAX_ITEMS],
    len: usize,
    sides: u8,
}

impl<C: Copy + PartialEq> Scoring<C> {
    /// Creates an empty list for this number of sides.
    #[must_use]
    pub fn new(sides: u8) -> Self {
        Self { items: [None; MAX_ITEMS], len: 0, sides }
    }

    /// Adds `points` of a category for a side, if there is a side.
    pub fn add(&mut self, category: C, side: Option<Side>, points: i32) {
        if let Some(side) = side {
            self.items[self.len] = Some((category, side, points));
            self.len += 1;
        }
    }

    fn items(&self) -> impl Iterator<Item = (C, Side, i32)> + '_ {
        self.items[..self.len].iter().flatten().copied()
    }

    /// Returns the points of each side.
    #[must_use]
    pub fn points(&self) -> BySide<i32> {
        self.points_where(|_| true)
    }

    /// Returns the points of each side in one category.
    #[must_use]
    pub fn points_for(&self, category: C) -> BySide<i32> {
        self.points_where(|of| of == category)
    }

    fn points_where(&self, counts: impl Fn(C) -> bool) -> BySide<i32> {
        let mut points = BySide::filled(self.sides, 0);
        let items = self.items().filter(|(category, _, _)| counts(*category));
        items.for_each(|(_, side, more)| points[side] += more);
        points
    }

    /// Drops the items after a side has reached `target` from its total `before`.
    #[must_use]
    pub fn stopped(mut self, before: &BySide<i32>, target: i32) -> Self {
        if let Some((_, index)) = self.first_to(before, target, |_| true) {
            self.len = index + 1;
        }
        self
    }

    /// Returns the first `eligible` side to reach `target` in scoring order, and the index of the
    /// item.
    fn first_to(
        &self,
        before: &BySide<i32>,
        target: i32,
        eligible: impl Fn(Side) -> bool,
    ) -> Option<(Side, usize)> {
        let mut totals = *before;
        for (index, (_, side, points)) in self.items().enumerate() {
            totals[side] += points;
            if totals[side] >= target && eligible(side) {
                return Some((side, index));
            }
        }
        None
    }

    /// Returns the side that has won the match with this deal, if any. (SC-O7, WS-O7)
    #[must_use]
    pub fn winner(&self, before: &BySide<i32>, target: i32, end: EndMode) -> Option<Side> {
        let points = self.points();
        let totals = before.map(|side, total| total + points[side]);
        let best = totals.as_slice().iter().copied().max().filter(|best| *best >= target)?;
        let leads = |side| totals[side] == best;
        match end {
            EndMode::Total => max(&totals),
            EndMode::OrderedStop => self.first_to(before, target, |_| true).map(|(side, _)| side),
            EndMode::TieOrdered => {
                max(&totals).or_else(|| self.first_to(before, target, leads).map(|(side, _)| side))
            }
        }
    }
}
