//! Who has most, and when counting ends a match.

use super::rules::EndMode;
use cards::{BySide, Side};

/// The side with strictly more than every other: a tie for the most gives nobody the point. (SC-S4, CA-S4)
#[must_use]
pub fn max<T: PartialOrd + Copy>(amounts: &BySide<T>) -> Option<Side> {
    beats_all(amounts.sides(), |side| amounts[side], |side| amounts[side])
}

/// The side that is stronger than every other may still become; none if two share the best. (SC-S6)
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

/// Sides in the order in which each did something: made a sweep, or counts a card. Of fixed size, as a deal is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InOrder {
    sides: [Side; MAX_SWEEPS],
    len: u8,
}

/// No deal has more sweeps: each takes a card from a hand.
const MAX_SWEEPS: usize = 40;

impl Default for InOrder {
    fn default() -> Self {
        Self { sides: [Side::new(0); MAX_SWEEPS], len: 0 }
    }
}

impl InOrder {
    /// Adds a side. There is no room for more than there can be.
    pub fn push(&mut self, side: Side) {
        if let Some(free) = self.sides.get_mut(usize::from(self.len)) {
            *free = side;
            self.len += 1;
        }
    }

    /// The sides, first to last.
    #[must_use]
    pub fn as_slice(&self) -> &[Side] {
        &self.sides[..usize::from(self.len)]
    }

    /// How often `side` is among them.
    #[must_use]
    pub fn count(&self, side: Side) -> u8 {
        self.as_slice().iter().filter(|other| **other == side).count() as u8
    }
}

impl FromIterator<Side> for InOrder {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Self {
        let mut all = Self::default();
        sides.into_iter().for_each(|side| all.push(side));
        all
    }
}

/// No deal has more: five or six single points, one for a run, and a sweep with every card but the first few.
const MAX_ITEMS: usize = 48;

/// The points of a deal, one item after the other in counting order. Of fixed size: a playout ends with it.
#[derive(Clone, Copy, Debug)]
pub struct Counting<C> {
    items: [Option<(C, Side, i32)>; MAX_ITEMS],
    len: usize,
    sides: u8,
}

impl<C: Copy + PartialEq> Counting<C> {
    /// Nothing counted yet, for so many sides.
    #[must_use]
    pub fn new(sides: u8) -> Self {
        Self { items: [None; MAX_ITEMS], len: 0, sides }
    }

    /// Counts `points` of a category for a side, if there is one.
    pub fn add(&mut self, category: C, side: Option<Side>, points: i32) {
        if let Some(side) = side {
            self.items[self.len] = Some((category, side, points));
            self.len += 1;
        }
    }

    fn items(&self) -> impl Iterator<Item = (C, Side, i32)> + '_ {
        self.items[..self.len].iter().flatten().copied()
    }

    /// What each side gets.
    #[must_use]
    pub fn points(&self) -> BySide<i32> {
        self.points_where(|_| true)
    }

    /// What each side gets in one category.
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

    /// Drops what is not counted any more once a side has reached `target` from its total `before`.
    #[must_use]
    pub fn stopped(mut self, before: &BySide<i32>, target: i32) -> Self {
        if let Some((_, index)) = self.first_to(before, target, |_| true) {
            self.len = index + 1;
        }
        self
    }

    /// Of the sides that are `eligible`, the first to reach `target` in counting order, and with which item.
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

    /// The side that has won the match with this deal, if one has. (SC-O7, WS-O7)
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
