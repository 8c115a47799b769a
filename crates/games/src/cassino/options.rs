//! Options of Cassino: the rules on which the sources disagree.

use super::values::{PLAIN, ROYAL, ROYAL_ACES, Values};
use crate::fishing::LastPlaySweep;
use cards::{Card, CardSet};
use engine::{Field, Preset, Ruleset, SetupError, field, string_enum};

/// Rules in use, where the sources disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Number of seats: 2, 3 or 4.
    pub seats: u8,
    /// Condition for trailing a card.
    pub trail_rule: TrailRule,
    /// Number of face cards that a face card captures.
    pub face_capture: FaceCapture,
    /// Required extent of a capture.
    pub capture_extent: CaptureExtent,
    /// Whether a player may trail while controlling a build.
    pub trail_with_own_build: OwnBuild,
    /// Whether the controller of a build must keep a card that captures it.
    pub keep_capturer: KeepCapturer,
    /// Whether a build may be raised.
    pub raise: Raise,
    /// Groups allowed in a build.
    pub multi_build: MultiBuild,
    /// Whether the last card can make a sweep.
    pub last_card_sweep: LastPlaySweep,
    /// Rule that ends the match.
    pub end_mode: EndMode,
    /// Score that ends the match.
    pub target: i32,
    /// Points for a sweep: 0 or 1.
    pub sweeps: i32,
    /// Values of face cards, if any.
    pub royal: Royal,
    /// Whether every spade scores.
    pub spade: Spade,
    /// Whether seats of equal parity are partners.
    pub teams: bool,
}

string_enum! {
    /// Condition for trailing a card. (CA-O1)
    pub enum TrailRule {
        /// Any card may be trailed.
        Free = "free",
        /// The card can capture nothing.
        Card = "card",
        /// No card of the hand can capture anything.
        Hand = "hand",
    }

    /// Number of face cards that a face card captures. (CA-O2)
    pub enum FaceCapture {
        /// A face card captures all face cards of its rank.
        All = "all",
        /// A face card captures one face card.
        One = "one",
        /// One or, if three are on the table, one or all three.
        OneOrThree = "oneOrThree",
    }

    /// Required extent of a capture. (CA-O3)
    pub enum CaptureExtent {
        /// The player chooses what to capture.
        Choice = "choice",
        /// A capture takes at least every loose card of the played card's rank.
        AllPairs = "allPairs",
        /// A capture must not be part of a larger one.
        Maximal = "maximal",
    }

    /// Whether a player may trail while controlling a build. (CA-O4)
    pub enum OwnBuild {
        /// A player may trail while controlling a build.
        Allowed = "allowed",
        /// A player may not trail while controlling a build.
        Forbidden = "forbidden",
    }

    /// Whether the controller of a build must keep a card that captures it. (CA-O5)
    pub enum KeepCapturer {
        /// The controller need not keep a capturing card.
        None = "none",
        /// The controller of a build must keep a capturing card.
        Required = "required",
    }

    /// Whether a build may be raised. (CA-O6)
    pub enum Raise {
        /// A build may not be raised.
        None = "none",
        /// Any player may raise a build of a single group.
        AnyoneSingle = "anyoneSingle",
    }

    /// Groups allowed in a build. (CA-O7)
    pub enum MultiBuild {
        /// A build begins with one sum, to which sums are added, or with cards of one rank, to which such
        /// cards are added.
        SeedLiteral = "seedLiteral",
        /// Any groups of its value; builds of equal value may be merged.
        Full = "full",
    }

    /// Rule that ends the match. (CA-O9, CA-S5)
    pub enum EndMode {
        /// All points count; a single side with the most, and at least the target, wins.
        Total = "total",
        /// Points are added in scoring order, and the first side to reach the target wins.
        CountOut = "countOut",
    }

    /// Values of face cards. (CA-O11)
    pub enum Royal {
        /// Face cards have no value.
        Off = "off",
        /// Jack 11, queen 12, king 13.
        Courts = "J11Q12K13",
        /// Jack 11, queen 12, king 13; an ace by itself counts 14.
        CourtsAndAces = "J11Q12K13A14",
    }

    /// Whether every spade scores. (CA-O12)
    pub enum Spade {
        /// Single spades do not score; only the most spades do.
        Off = "off",
        /// Every spade scores one point, the jack of spades two.
        EachSpade = "eachSpade",
    }
}

/// Default target if every spade scores. (CA-O12)
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
    /// Returns the card values.
    #[inline]
    pub fn values(&self) -> &'static Values {
        match self.royal {
            Royal::Off => &PLAIN,
            Royal::Courts => &ROYAL,
            Royal::CourtsAndAces => &ROYAL_ACES,
        }
    }
}
