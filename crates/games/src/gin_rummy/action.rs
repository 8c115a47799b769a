//! The words of the table: what may be done, why it may not, and what happened.

use super::melds::{Meld, Melds};
use super::state::Going;
use cards::{Card, CardSet, Holding, Seat};
use engine::{ParseActionError, RuleViolation};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// What a seat may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Draw from the stock: `stock`.
    Stock,
    /// Take the top of the pile: `upcard`.
    Upcard,
    /// Leave what is offered: `pass`.
    Pass,
    /// Discard: `discard Kd`.
    Discard(Card),
    /// Discard face down and knock, with these melds or the proposed ones: `knock Kd : 4c 4d 4h / 5s 6s 7s`.
    Knock(Card, Option<Melds>),
    /// Discard face down with nothing left: `gin Kd`; or meld all eleven: `gin`.
    Gin(Option<Card>, Option<Melds>),
    /// Add cards to a meld of the knocker's: `layoff 8s 9s > 5s 6s 7s`.
    LayOff {
        /// The cards.
        cards: CardSet,
        /// The meld as it lies.
        meld: Meld,
    },
    /// End laying off, with these melds of one's own or the best: `done`.
    Done(Option<Melds>),
}

impl Action {
    /// Whether it is listed where it is legal: with the melds that are proposed, and one card laid off at a time. Melds of
    /// one's own save no more than those, and several cards can be laid off one after the other.
    pub(super) fn is_listed(self) -> bool {
        match self {
            Self::Stock | Self::Upcard | Self::Pass | Self::Discard(_) => true,
            Self::Knock(_, melds) | Self::Gin(_, melds) | Self::Done(melds) => melds.is_none(),
            Self::LayOff { cards, .. } => cards.len() == 1,
        }
    }
}

fn write_melds(f: &mut fmt::Formatter<'_>, melds: Option<&Melds>) -> fmt::Result {
    melds.map_or(Ok(()), |melds| write!(f, " : {melds}"))
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stock => f.write_str("stock"),
            Self::Upcard => f.write_str("upcard"),
            Self::Pass => f.write_str("pass"),
            Self::Discard(card) => write!(f, "discard {card}"),
            Self::Knock(card, melds) => {
                write!(f, "knock {card}")?;
                write_melds(f, melds.as_ref())
            }
            Self::Gin(card, melds) => {
                f.write_str("gin")?;
                card.map_or(Ok(()), |card| write!(f, " {card}"))?;
                write_melds(f, melds.as_ref())
            }
            Self::LayOff { cards, meld } => write!(f, "layoff {cards} > {meld}"),
            Self::Done(melds) => {
                f.write_str("done")?;
                write_melds(f, melds.as_ref())
            }
        }
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let card = |word: &str| word.parse::<Card>().map_err(|error| ParseActionError(error.to_string()));
        let (said, melds) = match text.split_once(" :") {
            None => (text, None),
            Some((said, melds)) => (said, Some(melds.trim().parse::<Melds>()?)),
        };
        let (verb, rest) = said.split_once(' ').map_or((said, None), |(verb, rest)| (verb, Some(rest)));
        match (verb, rest, melds) {
            ("stock", None, None) => Ok(Self::Stock),
            ("upcard", None, None) => Ok(Self::Upcard),
            ("pass", None, None) => Ok(Self::Pass),
            ("discard", Some(rest), None) => card(rest).map(Self::Discard),
            ("knock", Some(rest), melds) => Ok(Self::Knock(card(rest)?, melds)),
            ("gin", rest, melds) => Ok(Self::Gin(rest.map(card).transpose()?, melds)),
            ("done", None, melds) => Ok(Self::Done(melds)),
            ("layoff", Some(rest), None) => {
                let Some((cards, meld)) = rest.split_once(" > ") else { return Err(unreadable(text)) };
                let mut laid_off = CardSet::EMPTY;
                for word in cards.split(' ') {
                    let card = card(word)?;
                    if laid_off.contains(card) {
                        return Err(ParseActionError(format!("{card} is named twice")));
                    }
                    laid_off.insert(card);
                }
                Ok(Self::LayOff { cards: laid_off, meld: meld.parse()? })
            }
            _ => Err(unreadable(text)),
        }
    }
}

fn unreadable(text: &str) -> ParseActionError {
    let shown: String = text.chars().take(60).collect();
    ParseActionError(format!(
        "“{shown}” cannot be read: write stock, upcard, pass, discard Kd, knock Kd, gin Kd, gin, \
         layoff 8s > 5s 6s 7s or done"
    ))
}

/// Why a seat may not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The first upcard is offered.
    #[error("the first upcard is offered: take it or pass")]
    Offered,
    /// Both passed the first upcard.
    #[error("both passed, so you draw from the stock")]
    BothPassed,
    /// Drawing comes first.
    #[error("a turn begins with a draw, from the stock or the pile")]
    NotDrawn,
    /// One draws once.
    #[error("you have drawn: now discard, or go out")]
    AlreadyDrawn,
    /// Nothing is offered.
    #[error("there is nothing to pass: draw a card")]
    NothingToPass,
    /// The stock is not drawn to its end.
    #[error("with two cards left the stock is closed")]
    StockClosed,
    /// The last discard is for going out only.
    #[error("with that card you could neither knock nor go gin, so you may not take it")]
    NoWayOut,
    /// The last discard was taken to go out.
    #[error("you took the last discard to go out, so you must")]
    MustGoOut,
    /// Somebody knocked: what is left is laying off.
    #[error("there was a knock: lay off or say that you are done")]
    LayOffOrDone,
    /// Nobody knocked.
    #[error("nobody has knocked, so there is nothing to lay off on")]
    NobodyKnocked,
    /// One plays what one holds.
    #[error("{cards} is not in your hand")]
    NotHeld {
        /// What is not held.
        cards: CardSet,
    },
    /// The card just taken from the pile.
    #[error("you have just taken {card} from the pile, so you may not discard it in this turn")]
    JustTaken {
        /// The card.
        card: Card,
    },
    /// The card to be discarded stands in a meld.
    #[error("{card} is your discard, so it cannot be in a meld")]
    DiscardMelded {
        /// The card.
        card: Card,
    },
    /// A run over the corner where runs end with the king.
    #[error("{meld} goes on after the king; here a run ends with it")]
    AroundTheCorner {
        /// The run.
        meld: Meld,
    },
    /// Too much deadwood.
    #[error("your deadwood would be {deadwood}; you may knock with {limit} or less")]
    TooMuch {
        /// What is left.
        deadwood: u8,
        /// What is allowed.
        limit: u8,
    },
    /// There is only gin.
    #[error("in this hand nobody may knock, only go gin")]
    OnlyGin,
    /// Nothing left is gin.
    #[error("nothing would be left: that is gin, not a knock")]
    IsGin,
    /// Something left is no gin.
    #[error("your deadwood would be {deadwood}; gin leaves none")]
    NotGin {
        /// What is left.
        deadwood: u8,
    },
    /// Big gin is not played.
    #[error("big gin is not played here: discard a card and go gin")]
    NoBigGin,
    /// No such meld on the table.
    #[error("the knocker has no meld {meld}")]
    NoSuchMeld {
        /// What does not lie there.
        meld: Meld,
    },
    /// The cards do not fit.
    #[error("{cards} does not fit on {meld}")]
    DoesNotFit {
        /// The cards.
        cards: CardSet,
        /// The meld.
        meld: Meld,
    },
}

impl RuleViolation for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Self::Offered => "upcard-offered",
            Self::BothPassed => "both-passed",
            Self::NotDrawn => "not-drawn",
            Self::AlreadyDrawn => "already-drawn",
            Self::NothingToPass => "nothing-to-pass",
            Self::StockClosed => "stock-closed",
            Self::NoWayOut => "no-way-out",
            Self::MustGoOut => "must-go-out",
            Self::LayOffOrDone => "lay-off-or-done",
            Self::NobodyKnocked => "nobody-knocked",
            Self::NotHeld { .. } => "cards-not-held",
            Self::JustTaken { .. } => "just-taken",
            Self::DiscardMelded { .. } => "discard-melded",
            Self::AroundTheCorner { .. } => "around-the-corner",
            Self::TooMuch { .. } => "too-much-deadwood",
            Self::OnlyGin => "only-gin",
            Self::IsGin => "is-gin",
            Self::NotGin { .. } => "not-gin",
            Self::NoBigGin => "no-big-gin",
            Self::NoSuchMeld { .. } => "no-such-meld",
            Self::DoesNotFit { .. } => "does-not-fit",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::Offered | Self::BothPassed => "GR-S1",
            Self::NotDrawn | Self::AlreadyDrawn | Self::NothingToPass | Self::NotHeld { .. } => "GR-R4",
            Self::StockClosed => "GR-R9",
            Self::NoWayOut | Self::MustGoOut => "GR-S9",
            Self::LayOffOrDone | Self::NobodyKnocked | Self::NoSuchMeld { .. } => "GR-R6",
            Self::JustTaken { .. } => "GR-O2",
            Self::DiscardMelded { .. } => "GR-S3",
            Self::AroundTheCorner { .. } => "GR-R14",
            Self::TooMuch { .. } => "GR-R5",
            Self::OnlyGin => "GR-O12",
            Self::IsGin => "GR-S7",
            Self::NotGin { .. } => "GR-R8",
            Self::NoBigGin => "GR-O8",
            Self::DoesNotFit { .. } => "GR-S5",
        }
    }

    fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::NotHeld { cards } => vec![("cards", cards.to_string())],
            Self::JustTaken { card } | Self::DiscardMelded { card } => vec![("card", card.to_string())],
            Self::AroundTheCorner { meld } | Self::NoSuchMeld { meld } => vec![("meld", meld.to_string())],
            Self::TooMuch { deadwood, limit } => {
                vec![("deadwood", deadwood.to_string()), ("limit", limit.to_string())]
            }
            Self::NotGin { deadwood } => vec![("deadwood", deadwood.to_string())],
            Self::DoesNotFit { cards, meld } => {
                vec![("cards", cards.to_string()), ("meld", meld.to_string())]
            }
            _ => Vec::new(),
        }
    }
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "GinEvent"))]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum Event {
    /// A hand was dealt.
    Dealt {
        /// To whom.
        seat: Seat,
        /// The cards.
        hand: Holding,
    },
    /// The first upcard was turned.
    TurnedUp {
        /// The card.
        card: Card,
    },
    /// Somebody left what was offered.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// Somebody drew from the stock.
    Drew {
        /// Who.
        seat: Seat,
        /// The card.
        card: Holding,
    },
    /// Somebody took the top of the pile.
    Took {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// Somebody discarded.
    Discarded {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// Somebody went out and laid the hand down.
    WentOut {
        /// Who.
        seat: Seat,
        /// How.
        going: Going,
        /// The melds.
        melds: Melds,
        /// The deadwood.
        unmelded: CardSet,
        /// The card discarded face down; big gin has none.
        discard: Option<Holding>,
    },
    /// Cards were laid off.
    LaidOff {
        /// By whom.
        seat: Seat,
        /// The cards.
        cards: CardSet,
        /// The meld as it was.
        meld: Meld,
        /// The meld as it is.
        grown: Meld,
    },
    /// Somebody who did not go out laid the hand down.
    Shown {
        /// Who.
        seat: Seat,
        /// The melds.
        melds: Melds,
        /// The deadwood.
        unmelded: CardSet,
    },
    /// The card that was discarded face down was turned over.
    TurnedOver {
        /// The card.
        card: Card,
    },
    /// Nobody went out before the stock ended.
    StockEnded,
}
