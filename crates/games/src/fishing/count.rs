//! Who has most, and when counting ends a match.

use super::rules::EndMode;
use cards::{BySeat, Seat};

/// The side with strictly more than every other: a tie for the most gives nobody the point. (SC-S4, CA-S4)
#[must_use]
pub fn max<T: PartialOrd + Copy>(amounts: &[T]) -> Option<u8> {
    let beats_all = |side: &usize| {
        let others = amounts.iter().enumerate().filter(|(other, _)| other != side);
        others.into_iter().all(|(_, amount)| amounts[*side] > *amount)
    };
    (0..amounts.len()).find(beats_all).map(|side| side as u8)
}

/// Sides in the order in which each did something: made a sweep, or counts a card. Of fixed size, as a deal is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InOrder {
    sides: [u8; MAX_SWEEPS],
    len: u8,
}

/// No deal has more sweeps: each takes a card from a hand.
const MAX_SWEEPS: usize = 40;

impl Default for InOrder {
    fn default() -> Self {
        Self { sides: [0; MAX_SWEEPS], len: 0 }
    }
}

impl InOrder {
    /// Adds a side. There is no room for more than there can be.
    pub fn push(&mut self, side: u8) {
        if let Some(free) = self.sides.get_mut(usize::from(self.len)) {
            *free = side;
            self.len += 1;
        }
    }

    /// The sides, first to last.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.sides[..usize::from(self.len)]
    }
}

impl FromIterator<u8> for InOrder {
    fn from_iter<I: IntoIterator<Item = u8>>(sides: I) -> Self {
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
    items: [Option<(C, u8, i32)>; MAX_ITEMS],
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
    pub fn add(&mut self, category: C, side: Option<u8>, points: i32) {
        if let Some(side) = side {
            self.items[self.len] = Some((category, side, points));
            self.len += 1;
        }
    }

    fn items(&self) -> impl Iterator<Item = (C, u8, i32)> + '_ {
        self.items[..self.len].iter().flatten().copied()
    }

    /// What each side gets.
    #[must_use]
    pub fn points(&self) -> BySeat<i32> {
        let mut points = BySeat::filled(self.sides, 0);
        self.items().for_each(|(_, side, more)| points[Seat::new(side)] += more);
        points
    }

    /// What each side gets in one category.
    #[must_use]
    pub fn points_for(&self, category: C) -> Vec<i32> {
        let points = |side| {
            let items = self.items().filter(move |(of, to, _)| *of == category && *to == side);
            items.map(|(_, _, points)| points).sum()
        };
        (0..self.sides).map(points).collect()
    }

    /// Drops what is not counted any more once a side has reached `target` from its total `before`.
    #[must_use]
    pub fn stopped(mut self, before: &BySeat<i32>, target: i32) -> Self {
        if let Some((_, index)) = self.first_to(before, target, |_| true) {
            self.len = index + 1;
        }
        self
    }

    /// Of the sides that are `eligible`, the first to reach `target` in counting order, and with which item.
    fn first_to(
        &self,
        before: &BySeat<i32>,
        target: i32,
        eligible: impl Fn(u8) -> bool,
    ) -> Option<(u8, usize)> {
        let mut totals = *before;
        for (index, (_, side, points)) in self.items().enumerate() {
            totals[Seat::new(side)] += points;
            if totals[Seat::new(side)] >= target && eligible(side) {
                return Some((side, index));
            }
        }
        None
    }

    /// The side that has won the match with this deal, if one has. (SC-O7, WS-O7)
    #[must_use]
    pub fn winner(&self, before: &BySeat<i32>, target: i32, end: EndMode) -> Option<u8> {
        let points = self.points();
        let totals = before.map(|side, total| total + points[side]);
        let best = totals.as_slice().iter().copied().max().filter(|best| *best >= target)?;
        let leads = |side: u8| totals[Seat::new(side)] == best;
        match end {
            EndMode::Total => max(totals.as_slice()),
            EndMode::OrderedStop => self.first_to(before, target, |_| true).map(|(side, _)| side),
            EndMode::TieOrdered => {
                max(totals.as_slice()).or_else(|| self.first_to(before, target, leads).map(|(side, _)| side))
            }
        }
    }
}
