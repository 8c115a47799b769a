//! Plays, illegal plays and events of the fishing games.

use cards::{Card, CardSet, Holding, Rank, Seat, Side};
use engine::ParseActionError;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Play of a card from the hand: it is laid on the table, or captures cards.
///
/// ```
/// use games::fishing::Play;
/// let play: Play = "7d x 4h 3c".parse()?;
/// assert_eq!(play.to_string(), "7d x 3c 4h");
/// # Ok::<(), engine::ParseActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Play {
    card: Card,
    captures: bool,
    taken: CardSet,
}

impl Play {
    /// Creates a play that lays `card` on the table.
    #[must_use]
    pub const fn lay(card: Card) -> Self {
        Self { card, captures: false, taken: CardSet::EMPTY }
    }

    /// Creates a play that captures `taken` with `card`.
    #[must_use]
    pub const fn take(card: Card, taken: CardSet) -> Self {
        Self { card, captures: true, taken }
    }

    /// Returns the card from the hand.
    #[must_use]
    pub const fn card(self) -> Card {
        self.card
    }

    /// Returns the captured cards, or `None` if the card is laid.
    #[must_use]
    pub const fn taken(self) -> Option<CardSet> {
        if self.captures { Some(self.taken) } else { None }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.card)?;
        if self.captures {
            f.write_str(" x")?;
        }
        self.taken.iter().try_for_each(|card| write!(f, " {card}"))
    }
}

impl FromStr for Play {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let mut words = text.split(' ');
        let played = words.next().unwrap_or_default().parse()?;
        match words.next() {
            None => return Ok(Self::lay(played)),
            Some("x") => {}
            Some(_) => {
                let expected = "a card to lay it, or the card, an x and the cards it takes";
                return Err(ParseActionError::unreadable(text, expected));
            }
        }
        let mut taken = CardSet::EMPTY;
        for word in words {
            let card: Card = word.parse()?;
            if taken.contains(card) {
                return Err(ParseActionError(format!("{card} is named twice")));
            }
            taken.insert(card);
        }
        Ok(Self::take(played, taken))
    }
}

engine::error_enum! {
    /// Reason why a play is illegal. Each game maps it to a rule of its rule book.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Reason {
        NotHeld { card: Card } = "not-held", "{card} is not in your hand";
        NotOnTable { cards: CardSet } = "not-on-table", "{cards} is not on the table";
        MustCapture { card: Card } = "must-capture", "{card} can take, so it may not be laid";
        HandMustCapture { card: Card, other: Card } = "hand-must-capture",
            "{other} in your hand can take, so {card} may not be laid";
        RankFirst { card: Card, equal: CardSet } = "rank-first",
            "{card} must take a card of its own rank ({equal}) before anything else";
        OneOfRank { card: Card } = "one-of-rank", "{card} takes just one card of its own rank";
        AllOfRank { card: Card, equal: CardSet } = "all-of-rank", "{card} takes all cards of its own rank ({equal})";
        WrongSum { card: Card, taken: CardSet } = "wrong-sum", "{card} cannot take {taken}: they do not add up";
        NothingTaken { card: Card } = "nothing-taken", "{card} takes nothing here; lay it instead";
        AceTakesAll { card: Card } = "ace-takes-all", "{card} takes the whole table, and no part of it";
    }
}

/// Event of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "FishingEvent"))]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum Event {
    /// A packet was dealt; other seats see only the number of cards.
    Dealt {
        /// Seat that received the packet.
        seat: Seat,
        /// Cards of the packet, or only their number.
        hand: Holding,
    },
    /// The first table cards were laid out.
    LaidOut {
        /// Table cards that were laid out.
        cards: CardSet,
    },
    /// Too many cards of a rank on the table made the deal a misdeal.
    ThrownIn {
        /// Rank with too many cards on the table.
        #[serde(serialize_with = "letter", deserialize_with = "crate::wire_view::of_text")]
        #[cfg_attr(feature = "wire", ts(type = "string"))]
        rank: Rank,
    },
    /// A card was laid on the table.
    Laid {
        /// Seat that laid the card.
        seat: Seat,
        /// Card that was laid.
        card: Card,
    },
    /// A card captured others.
    Captured {
        /// Seat that captured.
        seat: Seat,
        /// The card from the hand.
        card: Card,
        /// The cards from the table.
        taken: CardSet,
        /// Whether the capture was a sweep.
        sweep: bool,
    },
    /// The remaining cards went to the side that captured last.
    RestTaken {
        /// Side that receives the cards. `None` if no side captured.
        side: Option<Side>,
        /// Remaining table cards.
        cards: CardSet,
    },
}

fn letter<S: Serializer>(rank: &Rank, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(rank.letter())
}
