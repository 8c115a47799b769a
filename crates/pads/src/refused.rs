//! Why a pad does not take something: a code, the rule it rests on, facts, and a sentence.

use engine::SetupError;
use serde::Serialize;
use std::collections::BTreeMap;

/// Why a pad does not take something. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// Text that is no pad.
    #[error("this is no score pad: {problem}")]
    NoPad {
        /// What is wrong with it.
        problem: String,
    },
    /// A pad that holds no more.
    #[error("the pad is full: it holds {max} entries")]
    Full {
        /// How many it holds.
        max: usize,
    },
    /// A request that says nothing a pad understands.
    #[error("this cannot be read: {problem}")]
    ParseActionError {
        /// What is wrong with it.
        problem: String,
    },
    /// A game without a pad.
    #[error("there is no pad for “{given}”, only for {known}")]
    NoGame {
        /// What was asked for.
        given: String,
        /// What there is.
        known: String,
    },
    /// Rules that cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Players that are not named apart.
    #[error("every player needs a name of their own; “{name}” will not do")]
    Name {
        /// The name at fault.
        name: String,
    },
    /// A seat that nobody sits in.
    #[error("there is no seat {given} at this table of {seats}")]
    NoSeat {
        /// What was written.
        given: u8,
        /// How many there are.
        seats: u8,
    },
    /// An operation that is not on the pad.
    #[error("“{given}” is not on this pad")]
    NoOperation {
        /// What was asked for.
        given: String,
    },
    /// Nothing is left to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// A match that is over.
    #[error("the match is over: begin another one")]
    Over,
    /// A line on which a hand stands.
    #[error("there is a hand on line {line} already: correct it, or write on the next line")]
    Taken {
        /// The line, from 1 as people count.
        line: u32,
    },
    /// A question about the cards that is not answered.
    #[error("the hand rests until everybody has said whether it is void")]
    Frozen,
    /// A deck nobody has put right.
    #[error("before the next hand the deck has to be put right and checked")]
    DeckUnverified,
    /// Two packs with the same back.
    #[error("two packs with the same back ({back}) get mixed up: take one of another colour")]
    SameBacks {
        /// The back.
        back: String,
    },
    /// So many figures do not fit.
    #[error("{what}: {expected} figures are needed, not {given}")]
    Figures {
        /// The field.
        what: &'static str,
        /// How many were written.
        given: usize,
        /// How many are needed.
        expected: usize,
    },
    /// Figures that do not add up.
    #[error("{what} add up to {given}, not {expected} ({rule})")]
    Sum {
        /// The field.
        what: &'static str,
        /// What they add up to.
        given: i32,
        /// What they should.
        expected: i32,
        /// Where that is written.
        rule: &'static str,
    },
    /// A figure that cannot be.
    #[error("{what} cannot be {given}, only {min} to {max} ({rule})")]
    Range {
        /// The field.
        what: &'static str,
        /// What was written.
        given: i32,
        /// The least it can be.
        min: i32,
        /// The most.
        max: i32,
        /// Where that is written.
        rule: &'static str,
    },
    /// Something that has to be said.
    #[error("{what} is missing ({rule})")]
    Missing {
        /// The field.
        what: &'static str,
        /// Where that is written.
        rule: &'static str,
    },
    /// Something that is not asked for in these rules.
    #[error("{what} means nothing by these rules ({rule})")]
    Unasked {
        /// The field.
        what: &'static str,
        /// Where that is written.
        rule: &'static str,
    },
    /// Two figures that contradict each other.
    #[error("{what} does not go together with {other} ({rule})")]
    Contradiction {
        /// One field.
        what: &'static str,
        /// The other.
        other: &'static str,
        /// Where that is written.
        rule: &'static str,
    },
    /// A match that is decided by who was first.
    #[error("who was first decides the match: say in which order {what} were made ({rule})")]
    Order {
        /// The field that tells.
        what: &'static str,
        /// Where that is written.
        rule: &'static str,
    },
    /// Several are first, and something nobody told decides between them.
    #[error("several are worth the most: {what} decides between them ({rule})")]
    Tied {
        /// The field that tells.
        what: &'static str,
        /// Where that is written.
        rule: &'static str,
    },
    /// What ends the game for all has happened to several.
    #[error(
        "only one player can have five Investments or more, not {given}: with them the game ends ({rule})"
    )]
    OneEndsIt {
        /// The field.
        what: &'static str,
        /// To how many it happened.
        given: usize,
        /// Where that is written.
        rule: &'static str,
    },
    /// A card of which there are no more.
    #[error("there is no “{given}” left in this set of cards ({rule})")]
    NoMoreOf {
        /// The card, as it was written.
        given: String,
        /// Where that is written.
        rule: &'static str,
    },
    /// A seat that does not play this hand.
    #[error("seat {seat} does not play this hand ({rule})")]
    NotPlaying {
        /// Who.
        seat: u8,
        /// Where that is written.
        rule: &'static str,
    },
    /// A knock with too much.
    #[error("one may knock with {limit} at most, not with {given} ({rule})")]
    KnockLimit {
        /// The deadwood.
        given: i32,
        /// The limit.
        limit: i32,
        /// Where that is written.
        rule: &'static str,
    },
    /// Nothing is left, and that is gin.
    #[error("without deadwood it is gin, not a knock (GR-S7)")]
    KnockIsGin,
    /// Something is left, and that is no gin.
    #[error("gin means no deadwood, not {given} (GR-R8)")]
    GinWithDeadwood {
        /// The deadwood.
        given: i32,
    },
    /// Losers that are not those of the rules.
    #[error("by these rules others lose this hand: {losers} ({rule})")]
    Losers {
        /// Who does, by seat.
        losers: String,
        /// Where that is written.
        rule: &'static str,
    },
    /// Text that is no contract.
    #[error("“{given}” is no contract: write 4S, 3NX for doubled, 2HXX for redoubled (BR-R2)")]
    Contract {
        /// What was written.
        given: String,
    },
}

/// A refusal as JSON has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Described {
    /// A short name for programs: the text is `refusal.pad-` and this.
    pub code: &'static str,
    /// The rule of the rule book, if it is one.
    pub rule: Option<&'static str>,
    /// What goes into the places of the text; `what` and `other` name fields of the form.
    pub params: BTreeMap<&'static str, String>,
    /// The sentence in English.
    pub sentence: String,
}

impl Refused {
    /// Every code there is, so that a test can see whether all have a text.
    pub const CODES: &'static [&'static str] = &[
        "no-pad",
        "full",
        "unreadable",
        "no-game",
        "setup",
        "name",
        "no-seat",
        "no-operation",
        "nothing-to-undo",
        "over",
        "taken",
        "frozen",
        "deck-unverified",
        "same-backs",
        "figures",
        "sum",
        "range",
        "missing",
        "unasked",
        "contradiction",
        "order",
        "tied",
        "one-ends-it",
        "no-more-of",
        "not-playing",
        "knock-limit",
        "knock-is-gin",
        "gin-with-deadwood",
        "losers",
        "contract",
    ];

    /// A short name for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoPad { .. } => "no-pad",
            Self::Full { .. } => "full",
            Self::ParseActionError { .. } => "unreadable",
            Self::NoGame { .. } => "no-game",
            Self::Setup(_) => "setup",
            Self::Name { .. } => "name",
            Self::NoSeat { .. } => "no-seat",
            Self::NoOperation { .. } => "no-operation",
            Self::NothingToUndo => "nothing-to-undo",
            Self::Over => "over",
            Self::Taken { .. } => "taken",
            Self::Frozen => "frozen",
            Self::DeckUnverified => "deck-unverified",
            Self::SameBacks { .. } => "same-backs",
            Self::Figures { .. } => "figures",
            Self::Sum { .. } => "sum",
            Self::Range { .. } => "range",
            Self::Missing { .. } => "missing",
            Self::Unasked { .. } => "unasked",
            Self::Contradiction { .. } => "contradiction",
            Self::Order { .. } => "order",
            Self::Tied { .. } => "tied",
            Self::OneEndsIt { .. } => "one-ends-it",
            Self::NoMoreOf { .. } => "no-more-of",
            Self::NotPlaying { .. } => "not-playing",
            Self::KnockLimit { .. } => "knock-limit",
            Self::KnockIsGin => "knock-is-gin",
            Self::GinWithDeadwood { .. } => "gin-with-deadwood",
            Self::Losers { .. } => "losers",
            Self::Contract { .. } => "contract",
        }
    }

    /// The rule of the rule book it rests on.
    #[must_use]
    pub const fn rule(&self) -> Option<&'static str> {
        match self {
            Self::Sum { rule, .. }
            | Self::Range { rule, .. }
            | Self::Missing { rule, .. }
            | Self::Unasked { rule, .. }
            | Self::Contradiction { rule, .. }
            | Self::Order { rule, .. }
            | Self::Tied { rule, .. }
            | Self::OneEndsIt { rule, .. }
            | Self::NoMoreOf { rule, .. }
            | Self::NotPlaying { rule, .. }
            | Self::KnockLimit { rule, .. }
            | Self::Losers { rule, .. } => Some(rule),
            Self::KnockIsGin => Some("GR-S7"),
            Self::GinWithDeadwood { .. } => Some("GR-R8"),
            Self::Contract { .. } => Some("BR-R2"),
            Self::Frozen => Some("DK-R1"),
            Self::DeckUnverified => Some("DK-R2"),
            Self::SameBacks { .. } => Some("DK-R3"),
            _ => None,
        }
    }

    /// What goes into the places of a translation.
    #[must_use]
    pub fn params(&self) -> BTreeMap<&'static str, String> {
        let one = |name, fact: &dyn ToString| BTreeMap::from([(name, fact.to_string())]);
        match self {
            Self::NoPad { problem } | Self::ParseActionError { problem } => one("problem", problem),
            Self::Full { max } => one("most", max),
            Self::NoGame { given, known } => {
                BTreeMap::from([("given", given.clone()), ("known", known.clone())])
            }
            Self::Setup(error) => one("problem", error),
            Self::Name { name } => one("name", name),
            Self::NoSeat { given, seats } => {
                BTreeMap::from([("given", given.to_string()), ("seats", seats.to_string())])
            }
            Self::NoOperation { given } | Self::Contract { given } | Self::NoMoreOf { given, .. } => {
                one("given", given)
            }
            Self::Taken { line } => one("line", line),
            Self::SameBacks { back } => one("back", back),
            Self::Figures { what, given, expected } => BTreeMap::from([
                ("what", (*what).to_owned()),
                ("given", given.to_string()),
                ("expected", expected.to_string()),
            ]),
            Self::Sum { what, given, expected, .. } => BTreeMap::from([
                ("what", (*what).to_owned()),
                ("given", given.to_string()),
                ("expected", expected.to_string()),
            ]),
            Self::Range { what, given, min, max, .. } => BTreeMap::from([
                ("what", (*what).to_owned()),
                ("given", given.to_string()),
                ("least", min.to_string()),
                ("most", max.to_string()),
            ]),
            Self::Missing { what, .. }
            | Self::Unasked { what, .. }
            | Self::Order { what, .. }
            | Self::Tied { what, .. } => one("what", what),
            Self::OneEndsIt { what, given, .. } => {
                BTreeMap::from([("what", (*what).to_owned()), ("given", given.to_string())])
            }
            Self::Contradiction { what, other, .. } => {
                BTreeMap::from([("what", (*what).to_owned()), ("other", (*other).to_owned())])
            }
            Self::NotPlaying { seat, .. } => one("seat", seat),
            Self::KnockLimit { given, limit, .. } => {
                BTreeMap::from([("given", given.to_string()), ("limit", limit.to_string())])
            }
            Self::GinWithDeadwood { given } => one("given", given),
            Self::Losers { losers, .. } => one("losers", losers),
            Self::NothingToUndo | Self::Over | Self::Frozen | Self::DeckUnverified | Self::KnockIsGin => {
                BTreeMap::new()
            }
        }
    }

    /// All of it.
    #[must_use]
    pub fn describe(&self) -> Described {
        Described { code: self.code(), rule: self.rule(), params: self.params(), sentence: self.to_string() }
    }
}
