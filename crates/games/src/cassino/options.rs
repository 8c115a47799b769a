//! Which rules of Cassino are played, of those the sources disagree on.

use super::values::{PLAIN, ROYAL, ROYAL_ACES, Values};
use crate::fishing::LastPlaySweep;
use cards::{Card, CardSet};
use engine::{Field, Preset, Ruleset, SetupError, field, string_enum};

/// Which rules are played, of those the sources disagree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many play: 2, 3 or 4.
    pub seats: u8,
    /// When a card may be trailed.
    pub trail_rule: TrailRule,
    /// How many court cards a court card takes.
    pub face_capture: FaceCapture,
    /// How much a capture has to take.
    pub capture_extent: CaptureExtent,
    /// Whether one may trail while one controls a build.
    pub trail_with_own_build: OwnBuild,
    /// Whether who controls a build must keep a card that takes it.
    pub keep_capturer: KeepCapturer,
    /// Whether a build may be raised.
    pub raise: Raise,
    /// How many groups a build may be made of.
    pub multi_build: MultiBuild,
    /// Whether the last card can make a sweep.
    pub last_card_sweep: LastPlaySweep,
    /// How the end of the match is found.
    pub end_mode: EndMode,
    /// The points to reach.
    pub target: i32,
    /// Points for a sweep: 0 or 1.
    pub sweeps: i32,
    /// Whether court cards count, and what.
    pub royal: Royal,
    /// Whether every spade scores.
    pub spade: Spade,
    /// Whether seats of equal parity are partners.
    pub teams: bool,
}

string_enum! {
    /// When a card may be trailed. (CA-O1)
    pub enum TrailRule {
        /// Always.
        Free = "free",
        /// When that card can take nothing.
        Card = "card",
        /// When no card of the hand can take anything.
        Hand = "hand",
    }

    /// How many court cards a court card takes. (CA-O2)
    pub enum FaceCapture {
        /// All of its rank.
        All = "all",
        /// One.
        One = "one",
        /// One or, when three lie there, one or all three.
        OneOrThree = "oneOrThree",
    }

    /// How much a capture has to take. (CA-O3)
    pub enum CaptureExtent {
        /// Whatever one likes.
        Choice = "choice",
        /// At least every loose card of the played card's rank.
        AllPairs = "allPairs",
        /// So much that it is no part of a larger capture.
        Maximal = "maximal",
    }

    /// Whether one may trail while one controls a build. (CA-O4)
    pub enum OwnBuild {
        /// Yes.
        Allowed = "allowed",
        /// No.
        Forbidden = "forbidden",
    }

    /// Whether who controls a build must keep a card that takes it. (CA-O5)
    pub enum KeepCapturer {
        /// No.
        None = "none",
        /// Yes, until the build is gone.
        Required = "required",
    }

    /// Whether a build may be raised. (CA-O6)
    pub enum Raise {
        /// No.
        None = "none",
        /// Anybody may raise a build of a single group.
        AnyoneSingle = "anyoneSingle",
    }

    /// How many groups a build may be made of. (CA-O7)
    pub enum MultiBuild {
        /// One sum to begin with, to which sums are added; or cards of one rank, to which such cards are added.
        SeedLiteral = "seedLiteral",
        /// Any groups of its value, and builds of equal value may be merged.
        Full = "full",
    }

    /// How the end of a match is found. (CA-O9, CA-S5)
    pub enum EndMode {
        /// Everything is counted; one side alone with the most, and at least the target, has won.
        Total = "total",
        /// Points are added one by one in the counting order, and the first side to reach the target has won.
        CountOut = "countOut",
    }

    /// Whether court cards count, and what. (CA-O11)
    pub enum Royal {
        /// They do not.
        Off = "off",
        /// Jack 11, queen 12, king 13.
        Courts = "J11Q12K13",
        /// The same, and an ace by itself counts 14.
        CourtsAndAces = "J11Q12K13A14",
    }

    /// Whether every spade scores. (CA-O12)
    pub enum Spade {
        /// No: most spades do.
        Off = "off",
        /// One point each, the jack two.
        EachSpade = "eachSpade",
    }
}

/// The target when every spade scores. (CA-O12)
const SPADE_TARGET: i32 = 61;

impl Ruleset for Options {
    type Card = Card;

    const PRESETS: &'static [Preset] = &[
        Preset::new(
            "house",
            &[2, 3, 4],
            "The Denexa rules with the duties of a build's owner",
            "CA-O1 to CA-O13",
        ),
        Preset::new("denexa", &[2], "Denexa, Cassino (the seed of the rule book)", "S3, S4"),
        Preset::new("classic", &[2, 3, 4], "The game as the best authorities describe it", "CA-O1 to CA-O13"),
    ];

    const FIELDS: &'static [Field<Self>] = &[
        field!("target", "CA-O9", target, number 1 to 200),
        field!("teams", "CA-O13", teams, flag),
        field!("royal", "CA-O11", royal, words Royal),
        field!("spade", "CA-O12", spade, words Spade),
        field!("trailRule", "CA-O1", trail_rule, words TrailRule),
        field!("multiBuild", "CA-O7", multi_build, words MultiBuild),
        field!("raise", "CA-O6", raise, words Raise),
        field!("keepCapturer", "CA-O5", keep_capturer, words KeepCapturer),
        field!("trailWithOwnBuild", "CA-O4", trail_with_own_build, words OwnBuild),
        field!("captureExtent", "CA-O3", capture_extent, words CaptureExtent),
        field!("faceCapture", "CA-O2", face_capture, words FaceCapture),
        field!("sweeps", "CA-O10", sweeps, number in [0, 1]),
        field!("lastCardSweep", "CA-O8", last_card_sweep, words LastPlaySweep),
        field!("endMode", "CA-O9", end_mode, words EndMode),
    ];

    fn preset(preset: &'static Preset, seats: u8) -> Self {
        let house = Self {
            seats,
            trail_rule: TrailRule::Card,
            face_capture: FaceCapture::All,
            capture_extent: CaptureExtent::AllPairs,
            trail_with_own_build: OwnBuild::Forbidden,
            keep_capturer: KeepCapturer::Required,
            raise: Raise::AnyoneSingle,
            multi_build: MultiBuild::SeedLiteral,
            last_card_sweep: LastPlaySweep::IfReallyCaptured,
            end_mode: EndMode::Total,
            target: 21, // CA-R17
            sweeps: 1,
            royal: Royal::Off,
            spade: Spade::Off,
            teams: seats == 4, // CA-S1
        };
        match preset.id {
            "denexa" => {
                Self { trail_with_own_build: OwnBuild::Allowed, keep_capturer: KeepCapturer::None, ..house }
            }
            "classic" => Self {
                trail_rule: TrailRule::Free,
                face_capture: FaceCapture::One,
                capture_extent: CaptureExtent::Choice,
                multi_build: MultiBuild::Full,
                ..house
            },
            _ => house,
        }
    }

    fn derive_defaults(&mut self, gave: &dyn Fn(&str) -> bool) {
        if self.spade == Spade::EachSpade && !gave("target") {
            self.target = SPADE_TARGET;
        }
    }

    fn check(&self) -> Result<(), SetupError> {
        if self.teams && self.seats != 4 {
            return Err(SetupError::Clash { key: "teams", problem: "partners need four players" });
        }
        Ok(())
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn deck(&self) -> Vec<Card> {
        CardSet::FULL.into() // CA-R1
    }
}

impl Options {
    /// What the cards count.
    #[inline]
    pub fn values(&self) -> &'static Values {
        match self.royal {
            Royal::Off => &PLAIN,
            Royal::Courts => &ROYAL,
            Royal::CourtsAndAces => &ROYAL_ACES,
        }
    }
}
