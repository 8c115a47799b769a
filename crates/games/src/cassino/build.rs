//! Builds: cards on the table that are taken together or not at all.

use super::values::Values;
use cards::{CardSet, Rank, Seat};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// Cards that are taken together, by a card of the build's value and no other. (CA-R11)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Build {
    /// The cards. Into which groups of its value they fall never matters: it is never divided.
    pub cards: CardSet,
    /// The announced value.
    pub value: u8,
    /// Whether it is made of two groups or more, and so is never raised.
    pub multiple: bool,
    /// Who set, extended or raised it last.
    pub controller: Seat,
}

impl Default for Build {
    fn default() -> Self {
        Self { cards: CardSet::EMPTY, value: 0, multiple: false, controller: Seat::default() }
    }
}

impl Build {
    /// What was announced: it follows from the cards and the value. (CA-S13)
    #[must_use]
    pub fn announced(&self, values: &Values) -> Announced {
        match values.rank(self.value) {
            Some(rank) if values.singles(self.value).contains_all(self.cards) => Announced::Rank(rank),
            _ => Announced::Sum(self.value),
        }
    }

    /// Whether it is made of single cards of one rank, and not of sums.
    #[inline]
    pub(super) fn is_of_pairs(&self, values: &Values) -> bool {
        values.singles(self.value).contains_all(self.cards)
    }
}

/// What is said of a build: what it is made of, and so what takes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Announced {
    /// It comes to so much: `sum 7`.
    Sum(u8),
    /// It is made of cards of this rank: `rank 7`.
    Rank(Rank),
}

impl fmt::Display for Announced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sum(value) => write!(f, "sum {value}"),
            Self::Rank(rank) => write!(f, "rank {}", rank.letter()),
        }
    }
}

/// A build has two cards at least.
const MAX_BUILDS: usize = 26;

/// The builds on the table, by their lowest cards.
#[derive(Clone, Copy)]
pub struct Builds {
    builds: [Build; MAX_BUILDS],
    len: u8,
}

impl Builds {
    /// No build.
    #[must_use]
    pub fn none() -> Self {
        Self { builds: [Build::default(); MAX_BUILDS], len: 0 }
    }

    /// The builds, by their lowest cards.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Build] {
        &self.builds[..usize::from(self.len)]
    }

    /// The cards of all builds.
    #[must_use]
    pub fn cards(&self) -> CardSet {
        self.as_slice().iter().fold(CardSet::EMPTY, |all, build| all | build.cards)
    }

    /// Lays down `build`, whose cards lie nowhere else.
    pub(super) fn insert(&mut self, build: Build) {
        let index =
            self.as_slice().iter().take_while(|other| other.cards.first() < build.cards.first()).count();
        self.builds.copy_within(index..usize::from(self.len), index + 1);
        self.builds[index] = build;
        self.len += 1;
    }

    /// Takes away every build with any of `cards`.
    pub(super) fn remove(&mut self, cards: CardSet) {
        let mut kept = Self::none();
        for build in self.as_slice().iter().filter(|build| (build.cards & cards).is_empty()) {
            kept.builds[usize::from(kept.len)] = *build;
            kept.len += 1;
        }
        *self = kept;
    }
}

impl PartialEq for Builds {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Builds {}

impl fmt::Debug for Builds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(feature = "wire")]
cards::typescript_as!(Builds, Vec<Build>);

impl Serialize for Builds {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Builds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let listed = Vec::<Build>::deserialize(deserializer)?;
        if listed.len() > MAX_BUILDS {
            return Err(serde::de::Error::custom("there are not so many builds"));
        }
        let mut builds = Self::none();
        listed.into_iter().for_each(|build| builds.insert(build));
        Ok(builds)
    }
}

/// The builds an action names, by their cards, in order of their lowest cards.
///
/// They have equal value, and then there are twelve at most: whoever sets a build keeps a card that takes it; of four
/// cards in a hand that leaves three to build with, and there are four cards of a rank. So a number of four bits a
/// card tells which build it lies in, and an action is a few words long.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Brackets([CardSet; 4]);

impl Brackets {
    /// No build.
    pub const NONE: Self = Self([CardSet::EMPTY; 4]);
    /// No more can be named.
    pub(super) const MAX: usize = 15;

    /// One build.
    #[inline]
    pub(super) fn only(cards: CardSet) -> Self {
        Self([cards, CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY])
    }

    /// Calls `found` with every choice of these builds; first with none.
    #[inline]
    pub(super) fn subsets(&self, mut found: impl FnMut(Self)) {
        found(Self::NONE);
        if self.is_empty() {
            return;
        }
        for choice in 1_u32..1 << self.len() {
            let mut chosen = Self::NONE;
            let is_chosen = |(number, _): &(usize, CardSet)| choice >> number & 1 == 1;
            self.iter().enumerate().filter(is_chosen).for_each(|(_, cards)| chosen.push(cards));
            found(chosen);
        }
    }

    /// Adds a build whose lowest card is higher than those of the builds before.
    #[inline]
    pub(super) fn push(&mut self, cards: CardSet) {
        let number = self.len() + 1;
        for (bit, plane) in self.0.iter_mut().enumerate() {
            if number >> bit & 1 == 1 {
                *plane = *plane | cards;
            }
        }
    }

    /// How many builds there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        // The highest number of any card, bit by bit from above.
        let mut candidates = CardSet::FULL;
        let mut number = 0;
        for (bit, plane) in self.0.iter().enumerate().rev() {
            if !(candidates & *plane).is_empty() {
                candidates = candidates & *plane;
                number |= 1 << bit;
            }
        }
        number
    }

    /// Whether there is no build.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cards().is_empty()
    }

    /// The cards of all of them.
    #[inline]
    #[must_use]
    pub fn cards(&self) -> CardSet {
        let [a, b, c, d] = self.0;
        a | b | c | d
    }

    /// The cards of each of them.
    pub fn iter(&self) -> impl Iterator<Item = CardSet> + '_ {
        (1..=self.len()).map(|number| {
            let lies_here = |(bit, plane): (usize, &CardSet)| {
                if number >> bit & 1 == 1 { *plane } else { CardSet::FULL - *plane }
            };
            self.0.iter().enumerate().map(lies_here).fold(CardSet::FULL, |cards, plane| cards & plane)
        })
    }
}

impl fmt::Debug for Brackets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
