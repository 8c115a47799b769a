//! Builds: groups of table cards that can only be captured together.

use super::values::Values;
use cards::{CardSet, Rank, Seat};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// Cards captured together, only by a card of the build's value. (CA-R11)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Build {
    /// The cards. Their division into groups does not matter, because a build is never divided.
    pub cards: CardSet,
    /// Value announced for the build.
    pub value: u8,
    /// Whether the build has several groups and can therefore not be raised.
    pub multiple: bool,
    /// The seat that last set, extended or raised the build.
    pub controller: Seat,
}

impl Default for Build {
    fn default() -> Self {
        Self { cards: CardSet::EMPTY, value: 0, multiple: false, controller: Seat::default() }
    }
}

impl Build {
    /// Returns the announcement, which follows from the cards and the value. (CA-S13)
    #[must_use]
    pub fn announced(&self, values: &Values) -> Announced {
        match values.rank(self.value) {
            Some(rank) if values.singles(self.value).contains_all(self.cards) => Announced::Rank(rank),
            _ => Announced::Sum(self.value),
        }
    }

    /// Returns whether the build consists of single cards of one rank.
    #[inline]
    pub(super) fn is_of_pairs(&self, values: &Values) -> bool {
        values.singles(self.value).contains_all(self.cards)
    }
}

/// Announcement of a build: its composition, which determines what captures it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Announced {
    /// The build counts as a sum: `sum 7`.
    Sum(u8),
    /// Cards of a rank: `rank 7`.
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

/// Maximum number of builds, since each has at least two cards.
const MAX_BUILDS: usize = 26;

/// Builds on the table, ordered by their lowest cards.
#[derive(Clone, Copy)]
pub struct Builds {
    builds: [Build; MAX_BUILDS],
    len: u8,
}

impl Builds {
    /// Returns an empty list.
    #[must_use]
    pub fn none() -> Self {
        Self { builds: [Build::default(); MAX_BUILDS], len: 0 }
    }

    /// Returns the builds in order.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Build] {
        &self.builds[..usize::from(self.len)]
    }

    /// Returns the cards of all builds.
    #[must_use]
    pub fn cards(&self) -> CardSet {
        self.as_slice().iter().fold(CardSet::EMPTY, |all, build| all | build.cards)
    }

    /// Adds `build`, whose cards must not be elsewhere.
    pub(super) fn insert(&mut self, build: Build) {
        let index =
            self.as_slice().iter().take_while(|other| other.cards.first() < build.cards.first()).count();
        self.builds.copy_within(index..usize::from(self.len), index + 1);
        self.builds[index] = build;
        self.len += 1;
    }

    /// Removes all builds that contain any of `cards`.
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

/// Builds named by an action, by their cards, ordered by their lowest cards.
///
/// All have the same value, so there are at most twelve. Setting a build requires keeping a card
/// that captures it. A hand of four cards leaves three for building, and there are four cards of a
/// rank. Four bits per card therefore identify its build, and an action stays a few words long.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Brackets([CardSet; 4]);

impl Brackets {
    /// Brackets without any build.
    pub const NONE: Self = Self([CardSet::EMPTY; 4]);
    /// Maximum number of builds named.
    pub(super) const MAX: usize = 15;

    /// Creates the set of one build.
    #[inline]
    pub(super) fn only(cards: CardSet) -> Self {
        Self([cards, CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY])
    }

    /// Calls `found` with every subset of these builds, the empty one first.
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

    /// Adds a build whose lowest card is higher than those before.
    #[inline]
    pub(super) fn push(&mut self, cards: CardSet) {
        let number = self.len() + 1;
        for (bit, plane) in self.0.iter_mut().enumerate() {
            if number >> bit & 1 == 1 {
                *plane = *plane | cards;
            }
        }
    }

    /// Returns the number of builds.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        // Highest number of any card, bit by bit from the top.
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

    /// Returns whether there is no build.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cards().is_empty()
    }

    /// Returns the cards of all builds.
    #[inline]
    #[must_use]
    pub fn cards(&self) -> CardSet {
        let [a, b, c, d] = self.0;
        a | b | c | d
    }

    /// Iterates over the cards of each build.
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
