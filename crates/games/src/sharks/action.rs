//! Actions and their text form.

use super::Card;
use super::counts::Capital;
use cards::Seat;
use engine::ParseActionError;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Action of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Stops bidding, or plays no Tool: `pass`.
    Pass,
    /// Bids these cards: `bid 5 3 2`.
    Bid(Capital),
    /// Turns up the card at this place of the row: `flip 5`.
    Flip(u8),
    /// Plays a Tool: `tool T06 2.1 pay 3`.
    Tool(Play),
    /// Reacts: `react T01`.
    React(u8),
    /// Declines to react: `noreact`.
    Let,
    /// Discards these cards: `give 3 1`.
    Give(Capital),
}

/// Play of a Tool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Play {
    /// Tool that is played.
    pub tool: u8,
    /// The chosen effect, for a Tool with a choice.
    pub choice: Option<Choice>,
    /// Targets of the Tool's effects, in order.
    pub targets: [Target; MAX_TARGETS],
    /// Capital paid for the Tool.
    pub pay: Capital,
}

/// Maximum number of targets: two effects with two each.
pub(super) const MAX_TARGETS: usize = 4;

/// Choice between the two effects of a Tool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Choice {
    /// The first effect: `a`.
    First,
    /// The second effect: `b`.
    Second,
}

/// Target of an effect. Places count from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Target {
    /// The effect has no target here.
    #[default]
    None,
    /// The player's own Investment: `own.2`.
    Own(u8),
    /// Another player's Investment: `3.1`.
    Portfolio(Seat, u8),
    /// An Investment in the row: `row.5`.
    Row(u8),
    /// A player: `seat.3`.
    Player(Seat),
}

impl Play {
    /// Iterates over the targets.
    pub fn targets(&self) -> impl Iterator<Item = Target> {
        self.targets.into_iter().filter(|target| *target != Target::None)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Own(index) => write!(f, "own.{index}"),
            Self::Portfolio(seat, index) => write!(f, "{seat}.{index}"),
            Self::Row(index) => write!(f, "row.{index}"),
            Self::Player(seat) => write!(f, "seat.{seat}"),
        }
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        read_target(&text).ok_or_else(|| D::Error::custom("unknown target"))
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tool {}", Card::Tool(self.tool))?;
        match self.choice {
            Some(Choice::First) => f.write_str(" a")?,
            Some(Choice::Second) => f.write_str(" b")?,
            None => {}
        }
        self.targets().try_for_each(|target| write!(f, " {target}"))?;
        if self.pay.is_empty() { Ok(()) } else { write!(f, " pay {}", self.pay) }
    }
}

#[cfg(feature = "wire")]
cards::typescript_as!(Action, String);

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire_view::of_text(deserializer)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Bid(cards) => write!(f, "bid {cards}"),
            Self::Flip(index) => write!(f, "flip {index}"),
            Self::Tool(play) => play.fmt(f),
            Self::React(tool) => write!(f, "react {}", Card::Tool(*tool)),
            Self::Let => f.write_str("noreact"),
            Self::Give(cards) => write!(f, "give {cards}"),
        }
    }
}

fn unreadable(text: &str) -> ParseActionError {
    let expected = "bid 5 3, pass, flip 5, tool T06 and what it aims at, react T01, noreact or give 3";
    ParseActionError::unreadable(text, expected)
}

/// Upper bound on the cards in an action.
const MAX_CARDS: usize = super::sets::MAX_CAPITAL;

/// Reads at least one Capital card, given by value in any order.
fn read_capital<'a>(words: impl Iterator<Item = &'a str>, text: &str) -> Result<Capital, ParseActionError> {
    let mut capital = Capital::NONE;
    let mut cards = 0;
    for word in words {
        let Ok(Card::Capital(value)) = word.parse() else { return Err(unreadable(text)) };
        cards += 1;
        if cards > MAX_CARDS {
            return Err(unreadable(text));
        }
        capital.add(value);
    }
    if cards == 0 { Err(unreadable(text)) } else { Ok(capital) }
}

fn read_tool(word: Option<&str>, text: &str) -> Result<u8, ParseActionError> {
    match word.map(str::parse) {
        Some(Ok(Card::Tool(tool))) => Ok(tool),
        _ => Err(unreadable(text)),
    }
}

fn read_target(word: &str) -> Option<Target> {
    let index = |digits: &str| {
        let number: Option<u8> =
            Some(digits).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?.parse().ok();
        number.filter(|number| *number > 0 && !digits.starts_with('0'))
    };
    let seat = |digits: &str| {
        let digit = Some(digits).filter(|digits| digits.len() == 1)?.parse::<u8>().ok()?;
        Seat::try_from(digit).ok()
    };
    match word.split_once('.') {
        None => None,
        Some(("seat", rest)) => seat(rest).map(Target::Player),
        Some(("own", rest)) => index(rest).map(Target::Own),
        Some(("row", rest)) => index(rest).map(Target::Row),
        Some((whose, rest)) => Some(Target::Portfolio(seat(whose)?, index(rest)?)),
    }
}

fn read_play<'a>(mut words: impl Iterator<Item = &'a str>, text: &str) -> Result<Play, ParseActionError> {
    let tool = read_tool(words.next(), text)?;
    let mut play = Play { tool, choice: None, targets: [Target::None; MAX_TARGETS], pay: Capital::NONE };
    let mut count = 0;
    while let Some(word) = words.next() {
        match word {
            "pay" => {
                play.pay = read_capital(words, text)?;
                break;
            }
            "a" | "b" if count == 0 && play.choice.is_none() => {
                play.choice = Some(if word == "a" { Choice::First } else { Choice::Second });
            }
            _ => {
                let slot = play.targets.get_mut(count).ok_or_else(|| unreadable(text))?;
                *slot = read_target(word).ok_or_else(|| unreadable(text))?;
                count += 1;
            }
        }
    }
    Ok(play)
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let mut words = text.split(' ');
        let action = match words.next() {
            Some("pass") => Self::Pass,
            Some("noreact") => Self::Let,
            Some("bid") => return read_capital(words, text).map(Self::Bid),
            Some("give") => return read_capital(words, text).map(Self::Give),
            Some("tool") => return read_play(words, text).map(Self::Tool),
            Some("react") => Self::React(read_tool(words.next(), text)?),
            Some("flip") => {
                let index = words.next().and_then(|word| word.parse().ok().filter(|_| word.len() == 1));
                Self::Flip(index.ok_or_else(|| unreadable(text))?)
            }
            _ => return Err(unreadable(text)),
        };
        if words.next().is_some() { Err(unreadable(text)) } else { Ok(action) }
    }
}
