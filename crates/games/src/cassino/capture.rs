//! Captures available among the cards on a table.

use super::build::{Brackets, Build};
use super::groups::Groups;
use super::illegal::Illegal;
use super::options::{CaptureExtent, FaceCapture, Options};
use super::values::Values;
use cards::{Card, CardSet};

/// Cards and builds on the table, with the rules for capturing them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    pub(super) options: &'a Options,
    pub(super) values: &'static Values,
    pub(super) loose: CardSet,
    /// Builds on the table, ordered by their lowest cards.
    pub(super) builds: &'a [Build],
    /// Bit `n` is set if some loose cards add up to `n`.
    sums: u64,
}

impl<'a> Table<'a> {
    #[inline]
    pub(super) fn new(options: &'a Options, loose: CardSet, builds: &'a [Build]) -> Self {
        let values = options.values();
        Self { options, values, loose, builds, sums: values.sums(loose) }
    }

    /// Returns whether some loose cards add up to `value`.
    #[inline]
    pub(super) const fn has_sum(&self, value: u8) -> bool {
        self.sums >> value & 1 == 1
    }

    #[inline]
    pub(super) fn groups(&self, value: u8) -> Groups<'a> {
        Groups::new(self.values, value, self.loose)
    }

    /// Returns whether `card` can capture anything.
    #[inline]
    pub(super) fn can_capture(&self, card: Card) -> bool {
        let value = self.values.alone(card);
        if value == 0 {
            return !self.equals(card).is_empty();
        }
        self.has_sum(value) || !self.equals(card).is_empty() || self.has_build(value)
    }

    /// Returns whether there is a build of this value.
    #[inline]
    pub(super) fn has_build(&self, value: u8) -> bool {
        self.builds.iter().any(|build| build.value == value)
    }

    /// Returns the builds of this value.
    #[inline]
    pub(super) fn builds_of(&self, value: u8) -> Brackets {
        let mut found = Brackets::NONE;
        for build in self.builds.iter().filter(|build| build.value == value) {
            found.push(build.cards);
        }
        found
    }

    /// Returns the cards of all builds.
    #[inline]
    pub(super) fn cards_of_builds(&self) -> CardSet {
        self.builds.iter().fold(CardSet::EMPTY, |all, build| all | build.cards)
    }

    /// Returns the loose cards of the rank of `card`.
    #[inline]
    fn equals(&self, card: Card) -> CardSet {
        self.loose & CardSet::of_rank_of(card)
    }

    /// Calls `found` once for each capture by `card`: the loose cards, and the builds.
    #[inline]
    pub(super) fn captures(&self, card: Card, found: &mut impl FnMut(CardSet, Brackets)) {
        let value = self.values.alone(card);
        if value == 0 {
            return self.court_captures(card, found);
        }
        let groups = self.groups(value);
        let builds = self.builds_of(value);
        match self.options.capture_extent {
            CaptureExtent::Choice => {
                let mut with_builds = |taken: CardSet| {
                    builds.subsets(|builds| {
                        if !taken.is_empty() || !builds.is_empty() {
                            found(taken, builds);
                        }
                    });
                };
                if self.has_sum(value) || !self.equals(card).is_empty() {
                    groups.groups(&mut with_builds);
                } else {
                    with_builds(CardSet::EMPTY);
                }
            }
            CaptureExtent::AllPairs => self.with_pairs(&groups, value, &mut |taken| {
                builds.subsets(|builds| {
                    if !taken.is_empty() || !builds.is_empty() {
                        found(taken, builds);
                    }
                });
            }),
            CaptureExtent::Maximal => self.with_pairs(&groups, value, &mut |taken| {
                let something = !taken.is_empty() || !builds.is_empty();
                if something && !self.can_take_more(&groups, value, taken) {
                    found(taken, builds);
                }
            }),
        }
    }

    /// Calls `found` with all single cards and every choice of sums.
    #[inline]
    fn with_pairs(&self, groups: &Groups<'_>, value: u8, found: &mut impl FnMut(CardSet)) {
        found(groups.singles_beside(CardSet::EMPTY));
        if self.has_sum(value) {
            groups.sums(&mut |sums| {
                if groups.is_first_with_all_singles(sums) {
                    found(sums | groups.singles_beside(sums));
                }
            });
        }
    }

    /// Returns whether `taken`, which contains all single cards, is part of a larger set that
    /// divides into groups.
    fn can_take_more(&self, groups: &Groups<'_>, value: u8, taken: CardSet) -> bool {
        // An ace taken by itself may be part of a sum in the larger set.
        let fixed = taken - self.values.singles(value);
        let left = self.values.sums((self.loose & self.values.parts(value)) - fixed);
        let multiples = (1..64 / u32::from(value)).fold(0, |bits: u64, n| bits | 1 << (n * u32::from(value)));
        // Aces in sums may stand alone in the larger set, replaced by other cards.
        let fixed_worth = (taken & self.values.singles(value) & self.values.parts(value)).is_empty();
        if fixed_worth && left & multiples == 0 {
            return false;
        }
        let mut more = false;
        self.with_pairs(groups, value, &mut |other| more |= other != taken && other.contains_all(taken));
        more
    }

    /// Lists the captures by a face card. (CA-R5, CA-O2)
    #[inline]
    fn court_captures(&self, card: Card, found: &mut impl FnMut(CardSet, Brackets)) {
        let equals = self.equals(card);
        if equals.is_empty() {
            return;
        }
        let all = match self.options.face_capture {
            FaceCapture::All => true,
            FaceCapture::One => false,
            FaceCapture::OneOrThree => equals.len() == 3,
        };
        if all {
            found(equals, Brackets::NONE);
        }
        if self.options.face_capture != FaceCapture::All {
            equals.iter().for_each(|equal| found(CardSet::only(equal), Brackets::NONE));
        }
    }

    /// Checks that all brackets are builds on the table.
    pub(super) fn find_builds(&self, brackets: &Brackets) -> Result<(), Illegal> {
        let is_build = |cards: &CardSet| self.builds.iter().any(|build| build.cards == *cards);
        brackets
            .iter()
            .find(|cards| !is_build(cards))
            .map_or(Ok(()), |cards| Err(Illegal::NoSuchBuild { cards }))
    }

    /// Returns the builds named by `brackets`.
    pub(super) fn named<'b>(&'b self, brackets: &Brackets) -> impl Iterator<Item = &'b Build> + use<'a, 'b> {
        let cards = brackets.cards();
        self.builds.iter().filter(move |build| cards.contains_all(build.cards))
    }

    /// Checks whether `card` may capture exactly these loose cards and builds, which are on the
    /// table.
    ///
    /// It checks the rules one by one, independently of the listing except for whether more could
    /// be taken. The laws compare the two.
    pub(super) fn check_capture(
        &self,
        card: Card,
        taken: CardSet,
        brackets: &Brackets,
    ) -> Result<(), Illegal> {
        if taken.is_empty() && brackets.is_empty() {
            return Err(Illegal::NothingTaken { card });
        }
        let value = self.values.alone(card);
        if let Some(build) = self.named(brackets).find(|build| build.value != value) {
            return Err(Illegal::OtherValue { card, build: build.cards, value: build.value }); // CA-R11
        }
        let equals = self.equals(card);
        if value == 0 {
            return self.check_court_capture(card, equals, taken);
        }
        if !self.groups(value).falls_into_groups(taken) {
            return Err(Illegal::NoGroups { card, taken, value }); // CA-R7
        }
        if self.options.capture_extent == CaptureExtent::Choice {
            return Ok(());
        }
        if !taken.contains_all(equals) {
            return Err(Illegal::AllOfRank { card, equal: equals }); // CA-O3
        }
        if self.options.capture_extent == CaptureExtent::Maximal {
            let all_builds = self.builds_of(value);
            if all_builds != *brackets || self.can_take_more(&self.groups(value), value, taken) {
                return Err(Illegal::TakeMore { card }); // CA-O3
            }
        }
        Ok(())
    }

    /// Checks a capture by a face card. (CA-R5, CA-O2)
    fn check_court_capture(&self, card: Card, equals: CardSet, taken: CardSet) -> Result<(), Illegal> {
        if !equals.contains_all(taken) {
            return Err(Illegal::OnlyItsRank { card });
        }
        match self.options.face_capture {
            FaceCapture::All if taken != equals => Err(Illegal::AllOfRank { card, equal: equals }),
            FaceCapture::One if taken.len() != 1 => Err(Illegal::OneOfRank { card }),
            FaceCapture::OneOrThree if taken.len() == 2 => Err(Illegal::OneOrThree { card }),
            _ => Ok(()),
        }
    }
}
