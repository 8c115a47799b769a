//! Actions and events of Cassino.

use super::build::{Announced, Brackets, Build};
use cards::{Card, CardSet, Holding, Rank, Seat, Side};
use engine::ParseActionError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Action of a seat with a card from the hand.
///
/// ```
/// use games::cassino::Action;
/// let action: Action = "8d x 5c 3h [6c 2d]".parse()?;
/// assert_eq!(action.to_string(), "8d x 3h 5c [2d 6c]");
/// # Ok::<(), engine::ParseActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Lays the card on the table without capturing: `4c`.
    Trail(Card),
    /// Captures cards and builds: `8d x 3h 5c [2d 6c]`.
    Capture {
        /// The card from the hand.
        card: Card,
        /// Loose cards that are captured.
        loose: CardSet,
        /// Builds that are captured.
        builds: Brackets,
    },
    /// Makes a build, or adds to one: `2d + 5c = sum 7`.
    Build {
        /// The card from the hand.
        card: Card,
        /// The loose cards that join the card in the build.
        loose: CardSet,
        /// The builds that join the card in the build.
        builds: Brackets,
        /// Value that the player announces for the build.
        announced: Announced,
    },
}

impl Action {
    /// Returns the card from the hand.
    #[must_use]
    pub const fn card(self) -> Card {
        match self {
            Self::Trail(card) | Self::Capture { card, .. } | Self::Build { card, .. } => card,
        }
    }

    /// Returns the loose cards captured or joined.
    #[must_use]
    pub const fn loose(self) -> CardSet {
        match self {
            Self::Trail(_) => CardSet::EMPTY,
            Self::Capture { loose, .. } | Self::Build { loose, .. } => loose,
        }
    }

    /// Returns the builds captured or joined.
    #[must_use]
    pub const fn builds(self) -> Brackets {
        match self {
            Self::Trail(_) => Brackets::NONE,
            Self::Capture { builds, .. } | Self::Build { builds, .. } => builds,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self {
            Self::Trail(_) => "",
            Self::Capture { .. } => " x",
            Self::Build { .. } => " +",
        };
        write!(f, "{}{sign}", self.card())?;
        self.loose().iter().try_for_each(|card| write!(f, " {card}"))?;
        self.builds().iter().try_for_each(|cards| write!(f, " [{cards}]"))?;
        match self {
            Self::Build { announced, .. } => write!(f, " = {announced}"),
            _ => Ok(()),
        }
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let expected = "a card to trail it; the card, an x and what it takes; or the card, a +, what it joins, an = \
                        and the sum or rank you build, such as 2d + 5c = sum 7";
        let unclear = || ParseActionError::unreadable(text, expected);
        let mut words = text.split(' ');
        let card = words.next().unwrap_or_default().parse()?;
        let Some(sign) = words.next() else { return Ok(Self::Trail(card)) };
        let mut words: Vec<&str> = words.collect();
        match sign {
            "x" => {
                let (loose, builds) = read_items(&words)?;
                Ok(Self::Capture { card, loose, builds })
            }
            "+" => {
                let announced = match words[..] {
                    [.., "=", kind, what] => read_announced(kind, what).ok_or_else(unclear)?,
                    _ => return Err(unclear()),
                };
                words.truncate(words.len() - 3);
                let (loose, builds) = read_items(&words)?;
                Ok(Self::Build { card, loose, builds, announced })
            }
            _ => Err(unclear()),
        }
    }
}

fn read_announced(kind: &str, what: &str) -> Option<Announced> {
    match kind {
        "sum" if what.len() <= 2 && what.bytes().all(|digit| digit.is_ascii_digit()) => {
            what.parse().ok().map(Announced::Sum)
        }
        "rank" => {
            let mut letters = what.chars();
            let letter = letters.next().filter(|_| letters.next().is_none())?;
            Rank::ALL.into_iter().find(|rank| rank.letter() == letter).map(Announced::Rank)
        }
        _ => None,
    }
}

/// Parses loose cards and builds in brackets, in any order.
fn read_items(words: &[&str]) -> Result<(CardSet, Brackets), ParseActionError> {
    let (mut seen, mut loose) = (CardSet::EMPTY, CardSet::EMPTY);
    let mut builds: Vec<CardSet> = Vec::new();
    let mut open: Option<CardSet> = None;
    let bracket = || ParseActionError("a build must be in brackets, such as [2d 6c]".to_owned());
    for word in words {
        let inside = match word.strip_prefix('[') {
            Some(_) if open.is_some() => return Err(bracket()),
            Some(inside) => {
                open = Some(CardSet::EMPTY);
                inside
            }
            None => word,
        };
        let (name, closes) = inside.strip_suffix(']').map_or((inside, false), |name| (name, true));
        let card: Card = name.parse()?;
        if seen.contains(card) {
            return Err(ParseActionError(format!("{card} is named twice")));
        }
        seen.insert(card);
        match &mut open {
            Some(build) => build.insert(card),
            None => loose.insert(card),
        }
        if closes {
            builds.push(open.take().ok_or_else(bracket)?);
        }
    }
    if open.is_some() || builds.len() > Brackets::MAX {
        return Err(bracket());
    }
    builds.sort_unstable_by_key(|build| build.first());
    let mut brackets = Brackets::NONE;
    builds.into_iter().for_each(|build| brackets.push(build));
    Ok((loose, brackets))
}

/// Event of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "CassinoEvent"))]
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
    /// A card was trailed.
    Trailed {
        /// Seat that trailed the card.
        seat: Seat,
        /// Card that was trailed.
        card: Card,
    },
    /// A card captured others.
    Captured {
        /// Seat that captured.
        seat: Seat,
        /// The card from the hand.
        card: Card,
        /// The cards from the table, including those of builds.
        taken: CardSet,
        /// Whether the capture was a sweep.
        sweep: bool,
    },
    /// A build was set, extended, merged or raised.
    Built {
        /// Seat that built.
        seat: Seat,
        /// The card from the hand.
        card: Card,
        /// The cards joined from the table, including those of other builds.
        joined: CardSet,
        /// Build as it is now.
        build: Build,
    },
    /// The remaining cards went to the side that captured last.
    RestTaken {
        /// Side that receives the cards. `None` if no side captured.
        side: Option<Side>,
        /// Remaining table cards.
        cards: CardSet,
    },
}
