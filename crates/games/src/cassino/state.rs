//! State of a deal.

use super::build::Builds;
use super::capture::Table;
use super::{Options, Standing};
use cards::{BySeat, BySide, Card, CardSet, Pile, Seat, Side};
use serde::{Deserialize, Serialize};

/// Deal of Cassino.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Rules of the match. Public.
    pub options: Options,
    /// The score before this deal, and the dealer. Public.
    pub standing: Standing,
    /// The hands. Visible to their owners.
    pub hands: BySeat<CardSet>,
    /// The table cards outside builds. Public.
    pub loose: CardSet,
    /// Builds on the table. Public.
    pub builds: Builds,
    /// The stock. Secret except for its size. The top is dealt next.
    pub stock: Pile<52>,
    /// Captured cards by side. Public, since all players saw the captures.
    pub piles: BySide<CardSet>,
    /// The capturing cards of the sweeps, in order. Public. The piles determine the side.
    pub sweeps: Pile<26>,
    /// The seat to play; `None` after the deal. Public.
    pub turn: Option<Seat>,
    /// The last play's capture, if it was one. Public.
    pub last_capture: Option<Capture>,
    /// The last seat that captured. Public.
    pub last_capturer: Option<Seat>,
    /// The loose cards at each seat's last three trails in this packet, the latest at the end.
    /// Public.
    pub trailed_on: BySeat<[CardSet; 3]>,
}

/// Capture of the last play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Capture {
    /// Seat that captured.
    pub seat: Seat,
    /// Card that captured.
    pub card: Card,
    /// The captured cards, including those of builds.
    pub taken: CardSet,
}

impl State {
    /// Returns the cards and builds on the table.
    #[inline]
    pub(super) fn table(&self) -> Table<'_> {
        Table::new(&self.options, self.loose, self.builds.as_slice())
    }

    /// Returns the side of `seat`. (CA-S1)
    #[inline]
    #[must_use]
    pub fn side(&self, seat: Seat) -> Side {
        self.options.side(seat)
    }

    /// Returns the sides of the sweeps, in order.
    pub(super) fn sweeping_sides(&self) -> impl Iterator<Item = Side> + '_ {
        let side_of =
            |card: &Card| Side::all(self.options.sides()).find(|side| self.piles[*side].contains(*card));
        self.sweeps.as_slice().iter().filter_map(side_of)
    }

    /// Passes every card to `count`.
    ///
    /// # Panics
    ///
    /// Panics if a sweep is in no pile, or if a build is invalid.
    pub(super) fn audit(&self, count: &mut dyn FnMut(Card)) {
        let swept = self.sweeping_sides().count();
        assert_eq!(swept, usize::from(self.sweeps.len()), "a sweep lies in the pile of who made it");
        let in_order = self.builds.as_slice().is_sorted_by_key(|build| build.cards.first());
        assert!(in_order, "builds lie by their lowest cards");
        for build in self.builds.as_slice() {
            let groups = self.table().groups(build.value);
            assert!(build.cards.len() >= 2 && groups.falls_into_groups(build.cards), "{build:?} is no build");
        }
        let sets = self.hands.as_slice().iter().chain(self.piles.as_slice()).copied();
        let table = [self.loose, self.builds.cards()];
        sets.chain(table).flatten().chain(self.stock.as_slice().iter().copied()).for_each(count);
    }
}
