//! Every card and every fact.

use super::build::Builds;
use super::capture::Table;
use super::{Options, Standing};
use cards::{BySeat, BySide, Card, CardSet, Pile, Seat, Side};
use serde::{Deserialize, Serialize};

/// One deal of Cassino.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Public: the rules.
    pub options: Options,
    /// Public: the score before this deal, and who deals.
    pub standing: Standing,
    /// Seen by their owners.
    pub hands: BySeat<CardSet>,
    /// Public: the table cards that are in no build.
    pub loose: CardSet,
    /// Public.
    pub builds: Builds,
    /// Secret, but for its size. The top is dealt next.
    pub stock: Pile<52>,
    /// Public, by side: everybody saw what was taken.
    pub piles: BySide<CardSet>,
    /// Public: the capturing cards of the sweeps, in the order in which they were made. Whose they are, the piles
    /// tell.
    pub sweeps: Pile<26>,
    /// Public: whose turn it is; nobody's when the deal is over.
    pub turn: Option<Seat>,
    /// Public: the capture just made, if the last play was one.
    pub last_capture: Option<Capture>,
    /// Public: who captured last.
    pub last_capturer: Option<Seat>,
    /// Public: among which loose cards each has trailed in this packet, the last three times, the last at the end.
    pub trailed_on: BySeat<[CardSet; 3]>,
}

/// A capture that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Capture {
    /// By whom.
    pub seat: Seat,
    /// With which card.
    pub card: Card,
    /// What it took, the cards of builds among them.
    pub taken: CardSet,
}

impl State {
    /// What lies on the table.
    #[inline]
    pub(super) fn table(&self) -> Table<'_> {
        Table::new(&self.options, self.loose, self.builds.as_slice())
    }

    /// The side that scores for `seat`. (CA-S1)
    #[inline]
    #[must_use]
    pub fn side(&self, seat: Seat) -> Side {
        self.options.side(seat)
    }

    /// The sides that made the sweeps, in order.
    pub(super) fn sweeping_sides(&self) -> impl Iterator<Item = Side> + '_ {
        let side_of =
            |card: &Card| Side::all(self.options.sides()).find(|side| self.piles[*side].contains(*card));
        self.sweeps.as_slice().iter().filter_map(side_of)
    }

    /// Hands every card to `count`.
    ///
    /// # Panics
    ///
    /// When a sweep lies in nobody's pile, or a build is none.
    pub(super) fn audit(&self, count: &mut impl FnMut(Card)) {
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
