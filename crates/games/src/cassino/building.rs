//! Possible builds: setting, extending, merging and raising. (CA-R9, CA-R10, CA-R13)

use super::build::{Announced, Brackets, Build};
use super::capture::Table;
use super::illegal::Illegal;
use super::options::{MultiBuild, Raise};
use cards::{Card, CardSet, Seat};

impl Table<'_> {
    /// Calls `found` once for each build of `value` possible with `card`: the loose cards and
    /// builds joined to it, and the announcement.
    #[inline]
    pub(super) fn builds_with(
        &self,
        card: Card,
        value: u8,
        found: &mut impl FnMut(CardSet, Brackets, Announced),
    ) {
        match self.options.multi_build {
            MultiBuild::SeedLiteral => self.literal_builds(card, value, found),
            MultiBuild::Full => self.full_builds(card, value, found),
        }
        self.raises(card, value, found);
    }

    /// Lists builds that begin with one sum and add sums, or consist of cards of one rank. (CA-O7)
    #[inline]
    fn literal_builds(&self, card: Card, value: u8, found: &mut impl FnMut(CardSet, Brackets, Announced)) {
        let adds = self.values.added(card);
        let singles = self.values.singles(value);
        if singles.contains(card) {
            let rank = Announced::Rank(card.rank());
            super::groups::subsets(self.loose & singles, |joined| {
                if !joined.is_empty() {
                    found(joined, Brackets::NONE, rank);
                }
                for build in self.pair_builds(value) {
                    found(joined, Brackets::only(build.cards), rank);
                }
            });
        }
        if adds == 0 || adds >= value || !self.has_sum(value - adds) {
            return;
        }
        let pool = self.loose & self.values.parts(value);
        super::groups::sums(self.values, pool, value - adds, CardSet::EMPTY, &mut |sum| {
            found(sum, Brackets::NONE, Announced::Sum(value));
        });
        if self.sum_builds(value).next().is_some() {
            self.groups(value).sums_with(card, &mut |joined| {
                for build in self.sum_builds(value) {
                    found(joined, Brackets::only(build.cards), Announced::Sum(value));
                }
            });
        }
    }

    fn pair_builds(&self, value: u8) -> impl Iterator<Item = &Build> {
        let of_pairs = move |build: &&Build| build.value == value && build.is_of_pairs(self.values);
        self.builds.iter().filter(of_pairs)
    }

    fn sum_builds(&self, value: u8) -> impl Iterator<Item = &Build> {
        let of_sums = move |build: &&Build| build.value == value && !build.is_of_pairs(self.values);
        self.builds.iter().filter(of_sums)
    }

    /// Lists builds of any groups, merged with builds of the same value. (CA-O7)
    #[inline]
    fn full_builds(&self, card: Card, value: u8, found: &mut impl FnMut(CardSet, Brackets, Announced)) {
        let builds = self.builds_of(value);
        let rank = Announced::Rank(card.rank());
        let singles = self.values.singles(value);
        self.groups(value).groups_with(card, &mut |joined| {
            builds.subsets(|builds| {
                if !joined.is_empty() || !builds.is_empty() {
                    let cards = joined | builds.cards() | CardSet::only(card);
                    let announced = if singles.contains_all(cards) { rank } else { Announced::Sum(value) };
                    found(joined, builds, announced);
                }
            });
        });
    }

    /// Lists raises: the card is added to a build of a single group, and loose cards may form
    /// further groups. (CA-O6)
    #[inline]
    fn raises(&self, card: Card, value: u8, found: &mut impl FnMut(CardSet, Brackets, Announced)) {
        let adds = self.values.added(card);
        if self.options.raise == Raise::None || adds == 0 || adds >= value {
            return;
        }
        for build in self.builds {
            if build.multiple || build.value + adds != value {
                continue;
            }
            let build = Brackets::only(build.cards);
            let mut raise = |joined| found(joined, build, Announced::Sum(value));
            match self.options.multi_build {
                MultiBuild::SeedLiteral => {
                    raise(CardSet::EMPTY);
                    if self.has_sum(value) {
                        self.groups(value).sums(&mut raise);
                    }
                }
                MultiBuild::Full => self.groups(value).groups(&mut raise),
            }
        }
    }

    /// Returns the announced value, if cards of that value exist.
    pub(super) fn announced_value(&self, announced: Announced) -> Option<u8> {
        match announced {
            Announced::Sum(value) => {
                Some(value).filter(|value| !self.values.singles_or_none(*value).is_empty())
            }
            Announced::Rank(rank) => {
                let value = self.values.alone(Card::new(rank, cards::Suit::Clubs));
                Some(value).filter(|value| *value > 0)
            }
        }
    }

    /// Returns the resulting build.
    pub(super) fn result(
        &self,
        card: Card,
        joined: CardSet,
        brackets: &Brackets,
        value: u8,
        controller: Seat,
    ) -> Build {
        let cards = joined | brackets.cards() | CardSet::only(card);
        // Two groups never add up to the value of one: a single card counts as much, or is an ace
        // that counts more.
        let multiple = self.values.sum(cards) != u32::from(value);
        Build { cards, value, multiple, controller }
    }

    /// Checks whether this build may be made with `card`. The cards must be where they are said to
    /// be; `rest` is the hand without the card.
    pub(super) fn check_build(
        &self,
        card: Card,
        joined: CardSet,
        brackets: &Brackets,
        announced: Announced,
        rest: CardSet,
    ) -> Result<(), Illegal> {
        if joined.is_empty() && brackets.is_empty() {
            return Err(Illegal::NothingJoined { card }); // CA-S7
        }
        if let Some(court) = (joined | CardSet::only(card)).iter().find(|card| self.values.added(*card) == 0)
        {
            return Err(Illegal::NoValue { card: court }); // CA-R3
        }
        let Some(value) = self.announced_value(announced) else {
            return Err(Illegal::NoSuchValue { announced });
        };
        if (rest & self.values.singles(value)).is_empty() {
            return Err(Illegal::NoFurtherCard { value }); // CA-R9
        }
        let raised = self.named(brackets).find(|build| build.value != value);
        match raised {
            Some(build) => self.check_raise(card, joined, brackets, build, value)?,
            None => self.check_groups(card, joined, brackets, value)?,
        }
        let due = self.result(card, joined, brackets, value, Seat::default()).announced(self.values);
        if due == announced { Ok(()) } else { Err(Illegal::Announce { announced: due }) } // CA-S13
    }

    /// Checks setting, extending or merging a build.
    fn check_groups(
        &self,
        card: Card,
        joined: CardSet,
        brackets: &Brackets,
        value: u8,
    ) -> Result<(), Illegal> {
        let groups = self.groups(value);
        let cards = joined | CardSet::only(card);
        if !groups.falls_into_groups(cards) {
            return Err(Illegal::NoBuild { cards, value });
        }
        if self.options.multi_build == MultiBuild::Full {
            return Ok(());
        }
        // CA-O7
        let pairs = self.values.singles(value).contains_all(cards);
        let mut named = self.named(brackets);
        match (named.next(), named.next()) {
            (None, _) if pairs || self.values.sum(cards) == u32::from(value) => Ok(()),
            (None, _) => Err(Illegal::OneManner { cards }),
            (Some(_), Some(_)) => Err(Illegal::NoMerging),
            (Some(build), None) if build.is_of_pairs(self.values) && pairs => Ok(()),
            (Some(build), None) if build.is_of_pairs(self.values) => {
                Err(Illegal::OnlyPairs { build: build.cards })
            }
            (Some(_), None) if groups.falls_into_sums(cards) => Ok(()),
            (Some(build), None) => Err(Illegal::OnlySums { build: build.cards }),
        }
    }

    /// Checks raising a build. (CA-O6)
    fn check_raise(
        &self,
        card: Card,
        joined: CardSet,
        brackets: &Brackets,
        build: &Build,
        value: u8,
    ) -> Result<(), Illegal> {
        if self.options.raise == Raise::None {
            return Err(Illegal::NoRaising);
        }
        if build.multiple {
            return Err(Illegal::NeverRaised { build: build.cards, value: build.value });
        }
        if brackets.len() > 1 {
            return Err(Illegal::NoMerging);
        }
        if build.value + self.values.added(card) != value {
            return Err(Illegal::NoBuild { cards: build.cards | CardSet::only(card), value });
        }
        let falls = match self.options.multi_build {
            MultiBuild::SeedLiteral => self.groups(value).falls_into_sums(joined),
            MultiBuild::Full => self.groups(value).falls_into_groups(joined),
        };
        if falls { Ok(()) } else { Err(Illegal::NoBuild { cards: joined, value }) }
    }
}
