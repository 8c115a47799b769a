//! Actions, illegal-move reasons and events of Gin Rummy.

use super::melds::{Meld, Melds};
use super::state::Going;
use cards::{Card, CardSet, Holding, Seat};
use engine::ParseActionError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Action of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Draws from the stock: `stock`.
    Stock,
    /// Takes the top of the pile: `upcard`.
    Upcard,
    /// Declines the offered card: `pass`.
    Pass,
    /// Discards a card: `discard Kd`.
    Discard(Card),
    /// Knocks with a face-down discard: `knock Kd : 4c 4d 4h / 5s 6s 7s`. `None` lays down the
    /// default melds.
    Knock(Card, Option<Melds>),
    /// Goes gin with a face-down discard: `gin Kd`. Without a discard it is big gin, with all
    /// eleven cards melded: `gin`.
    Gin(Option<Card>, Option<Melds>),
    /// Adds cards to one of the knocker's melds: `layoff 8s 9s > 5s 6s 7s`.
    LayOff {
        /// Cards to lay off.
        cards: CardSet,
        /// The meld, with the cards laid off on it so far.
        meld: Meld,
    },
    /// Ends laying off, with these melds or the default ones: `done`.
    Done(Option<Melds>),
}

impl Action {
    /// Whether the action is listed where it is legal.
    ///
    /// Listed actions use the default melds and lay off one card at a time. Other melds never leave
    /// less deadwood, and several cards can be laid off one after the other.
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
        let (command, melds) = match text.split_once(" :") {
            None => (text, None),
            Some((command, melds)) => (command, Some(melds.trim().parse::<Melds>()?)),
        };
        let (verb, rest) = command.split_once(' ').map_or((command, None), |(verb, rest)| (verb, Some(rest)));
        match (verb, rest, melds) {
            ("stock", None, None) => Ok(Self::Stock),
            ("upcard", None, None) => Ok(Self::Upcard),
            ("pass", None, None) => Ok(Self::Pass),
            ("discard", Some(rest), None) => Ok(Self::Discard(rest.parse()?)),
            ("knock", Some(rest), melds) => Ok(Self::Knock(rest.parse()?, melds)),
            ("gin", rest, melds) => Ok(Self::Gin(rest.map(str::parse).transpose()?, melds)),
            ("done", None, melds) => Ok(Self::Done(melds)),
            ("layoff", Some(rest), None) => {
                let Some((cards, meld)) = rest.split_once(" > ") else { return Err(unreadable(text)) };
                let mut laid_off = CardSet::EMPTY;
                for word in cards.split(' ') {
                    let card: Card = word.parse()?;
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
    let expected = "stock, upcard, pass, discard Kd, knock Kd, gin Kd, gin, layoff 8s > 5s 6s 7s or done";
    ParseActionError::unreadable(text, expected)
}

engine::illegal! {
    /// Reason why an action is illegal.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Illegal {
        Offered = "upcard-offered" ("GR-S1"), "the first upcard is offered: take it or pass";
        BothPassed = "both-passed" ("GR-S1"), "both passed, so you draw from the stock";
        NotDrawn = "not-drawn" ("GR-R4"), "a turn begins with a draw, from the stock or the pile";
        AlreadyDrawn = "already-drawn" ("GR-R4"), "you have drawn: now discard, or go out";
        NothingToPass = "nothing-to-pass" ("GR-R4"), "there is nothing to pass: draw a card";
        StockClosed = "stock-closed" ("GR-R9"), "with two cards left the stock is closed";
        NoWayOut = "no-way-out" ("GR-S9"), "with that card you could neither knock nor go gin, so you may not take it";
        MustGoOut = "must-go-out" ("GR-S9"), "you took the last discard to go out, so you must";
        LayOffOrDone = "lay-off-or-done" ("GR-R6"), "there was a knock: lay off or say that you are done";
        NobodyKnocked = "nobody-knocked" ("GR-R6"), "no player has knocked, so you can't lay off cards";
        NotHeld { cards: CardSet } = "cards-not-held" ("GR-R4"), "{cards} is not in your hand";
        JustTaken { card: Card } = "just-taken" ("GR-O2"),
            "you have just taken {card} from the pile, so you may not discard it in this turn";
        DiscardMelded { card: Card } = "discard-melded" ("GR-S3"), "{card} is your discard, so it cannot be in a meld";
        AroundTheCorner { meld: Meld } = "around-the-corner" ("GR-R14"),
            "{meld} goes on after the king; here a run ends with it";
        TooMuch { deadwood: u8, limit: u8 } = "too-much-deadwood" ("GR-R5"),
            "your deadwood would be {deadwood}; you may knock with {limit} or less";
        OnlyGin = "only-gin" ("GR-O12"), "in this hand you cannot knock, only go gin";
        IsGin = "is-gin" ("GR-S7"), "nothing would be left: that is gin, not a knock";
        NotGin { deadwood: u8 } = "not-gin" ("GR-R8"), "your deadwood would be {deadwood}; gin leaves none";
        NoBigGin = "no-big-gin" ("GR-O8"), "big gin is not played here: discard a card and go gin";
        NoSuchMeld { meld: Meld } = "no-such-meld" ("GR-R6"), "the knocker has no meld {meld}";
        DoesNotFit { cards: CardSet, meld: Meld } = "does-not-fit" ("GR-S5"), "{cards} does not fit on {meld}";
    }
}

/// Event of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "GinEvent"))]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum Event {
    /// A hand was dealt.
    Dealt {
        /// Seat that received the hand.
        seat: Seat,
        /// Cards of the hand, or only their number.
        hand: Holding,
    },
    /// The first upcard was turned up.
    TurnedUp {
        /// Card that was turned up.
        card: Card,
    },
    /// A seat declined the offered card.
    Passed {
        /// Seat that declined the card.
        seat: Seat,
    },
    /// A seat drew from the stock.
    Drew {
        /// Seat that drew.
        seat: Seat,
        /// Drawn card, visible only to this seat.
        card: Holding,
    },
    /// A seat took the top of the pile.
    Took {
        /// Seat that took the card.
        seat: Seat,
        /// Card that was taken.
        card: Card,
    },
    /// A seat discarded.
    Discarded {
        /// Seat that discarded.
        seat: Seat,
        /// Card that was discarded.
        card: Card,
    },
    /// A seat went out and laid its hand down.
    WentOut {
        /// Seat that went out.
        seat: Seat,
        /// Kind of going out: a knock, gin or big gin.
        going: Going,
        /// Melds of the seat that went out.
        melds: Melds,
        /// Deadwood cards of the seat that went out.
        unmelded: CardSet,
        /// The face-down discard. Big gin has none.
        discard: Option<Holding>,
    },
    /// Cards were laid off on a meld.
    LaidOff {
        /// Seat that laid off.
        seat: Seat,
        /// Cards that were laid off.
        cards: CardSet,
        /// The meld before the lay-off.
        meld: Meld,
        /// The meld after the lay-off.
        grown: Meld,
    },
    /// A seat laid its hand down without going out.
    Shown {
        /// Seat that laid its hand down.
        seat: Seat,
        /// Melds of the hand.
        melds: Melds,
        /// Deadwood cards of the hand.
        unmelded: CardSet,
    },
    /// The face-down discard was turned over.
    TurnedOver {
        /// Card that was turned over.
        card: Card,
    },
    /// The stock ended before a seat went out.
    StockEnded,
}
