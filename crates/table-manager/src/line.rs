//! Messages of the manager and of the players. Parsing accepts any capitals, and additional full stops,
//! blanks and quotation marks; writing follows the protocol exactly.

use crate::VERSION;
use crate::words::{read_call, read_card, read_hand, read_place, write_call, write_card, write_hand};
use bridge::Call;
use cards::{Card, CardSet};
use dds::{Direction, Vulnerability};
use std::fmt;

/// Line that is not part of the protocol.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” isn't a line of the protocol")]
pub struct UnknownLine(pub String);

impl UnknownLine {
    fn new(line: &str) -> Self {
        let seen = |sign: char| if sign.is_control() { ' ' } else { sign };
        Self(line.chars().take(100).map(seen).collect())
    }
}

/// Hand, named by its direction or as dummy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// The hand of a direction.
    Place(Direction),
    /// The hand of dummy.
    Dummy,
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(place) => place.fmt(f),
            Self::Dummy => f.write_str("Dummy"),
        }
    }
}

fn read_named(word: &str) -> Option<Named> {
    let is_dummy = word.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("dummy"));
    if is_dummy { Some(Named::Dummy) } else { read_place(word).map(Named::Place) }
}

/// Information a player is ready for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ready {
    /// Names of the teams.
    Teams,
    /// Start of the first board.
    Start,
    /// Number, dealer and vulnerability of a board.
    Deal,
    /// The player's own thirteen cards.
    Cards,
    /// Call of another player.
    Call(Direction),
    /// Card of another hand, with the number of the trick from 1.
    Card(Named, u8),
    /// The cards of dummy.
    Dummy,
}

/// Message of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClientLine {
    /// Request for a seat, or any seat.
    Connecting {
        /// Name of the team.
        team: String,
        /// Seat that the player requests. `None` for any seat.
        place: Option<Direction>,
        /// Version of the protocol.
        version: Option<u32>,
    },
    /// Message that the player is ready for information.
    Ready(Direction, Ready),
    /// Call, with its explanation.
    Call(Direction, Call, Option<String>),
    /// Card played from this hand.
    Play(Direction, Card),
}

/// Splits a line into words without optional punctuation.
fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Returns the text between the first two quotation marks, or the word at index `at`.
fn quoted<'a>(line: &'a str, words: &[&'a str], at: usize) -> Option<&'a str> {
    let parts: Vec<&str> = line.splitn(3, '"').collect();
    if let [_, name, _] = *parts { Some(name) } else { words.get(at).copied() }
}

/// Shortens a name and removes characters that would end the line or the quotation.
fn plain(name: &str) -> String {
    let shown =
        name.chars().filter(|sign| *sign != '"').map(|sign| if sign.is_control() { ' ' } else { sign });
    let shown: String = shown.take(60).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl ClientLine {
    /// Parses a message of a player.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownLine`] if the line is outside the protocol.
    pub fn read(line: &str) -> Result<Self, UnknownLine> {
        Self::understood(line).ok_or_else(|| UnknownLine::new(line))
    }

    fn understood(line: &str) -> Option<Self> {
        let words = words(line);
        let first = words.first()?;
        if first.eq_ignore_ascii_case("connecting") {
            let after = |word: &str| {
                let at = words.iter().rposition(|found| found.eq_ignore_ascii_case(word))?;
                words.get(at + 1).copied()
            };
            let team = plain(quoted(line, &words, 1)?);
            let place = after("as")?;
            let place = if place.eq_ignore_ascii_case("anypl") { None } else { Some(read_place(place)?) };
            let version = after("version").and_then(|version| version.trim_end_matches('.').parse().ok());
            return Some(Self::Connecting { team, place, version });
        }
        let place = read_place(first)?;
        let second = words.get(1)?.trim_end_matches('.').to_ascii_lowercase();
        match second.as_str() {
            "ready" => Self::ready(words.get(2..)?).map(|ready| Self::Ready(place, ready)),
            "plays" | "play" => {
                read_card(words.get(2..)?.concat().trim_end_matches('.')).map(|card| Self::Play(place, card))
            }
            _ => {
                let (call, rest) = read_call(words.get(1..)?)?;
                Some(Self::Call(place, call, alert(&rest)))
            }
        }
    }

    /// Parses the words after “ready”.
    fn ready(words: &[&str]) -> Option<Ready> {
        let last = words.last()?.trim_end_matches('.').to_ascii_lowercase();
        match (words.len(), last.as_str()) {
            (_, "teams") => Some(Ready::Teams),
            (_, "start") => Some(Ready::Start),
            (_, "deal") => Some(Ready::Deal),
            (2, "cards") => Some(Ready::Cards),
            (2, "dummy") => Some(Ready::Dummy),
            (3, "bid" | "call") => read_place(words[1]).map(Ready::Call),
            (_, number) => {
                let named = words.iter().position(|word| word.eq_ignore_ascii_case("card"))?;
                Some(Ready::Card(read_named(words.get(named.checked_sub(1)?)?)?, number.parse().ok()?))
            }
        }
    }
}

fn alert(words: &[&str]) -> Option<String> {
    let (first, rest) = words.split_first()?;
    let is_alert = first.trim_end_matches('.').eq_ignore_ascii_case("alert");
    is_alert.then(|| plain(&rest.join(" ")))
}

impl fmt::Display for ClientLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connecting { team, place, version } => {
                write!(f, "Connecting \"{}\" as ", plain(team))?;
                match place {
                    Some(place) => place.fmt(f)?,
                    None => f.write_str("ANYPL")?,
                }
                write!(f, " using protocol version {}", version.unwrap_or(VERSION))
            }
            Self::Ready(place, ready) => {
                write!(f, "{place} ready ")?;
                match ready {
                    Ready::Teams => f.write_str("for teams"),
                    Ready::Start => f.write_str("to start"),
                    Ready::Deal => f.write_str("for deal"),
                    Ready::Cards => f.write_str("for cards"),
                    Ready::Call(of) => write!(f, "for {of}'s bid"),
                    Ready::Card(Named::Place(of), trick) => write!(f, "for {of}'s card to trick {trick}"),
                    Ready::Card(Named::Dummy, trick) => write!(f, "for dummy's card to trick {trick}"),
                    Ready::Dummy => f.write_str("for dummy"),
                }
            }
            Self::Call(place, call, alert) => write_made(f, *place, *call, alert.as_deref()),
            Self::Play(hand, card) => write!(f, "{hand} plays {}", write_card(*card)),
        }
    }
}

fn write_made(f: &mut fmt::Formatter<'_>, place: Direction, call: Call, alert: Option<&str>) -> fmt::Result {
    write!(f, "{place} {}", write_call(call))?;
    alert.map_or(Ok(()), |alert| write!(f, " Alert. {}", plain(alert)))
}

/// Message of the manager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ManagerLine {
    /// A player has taken a seat.
    Seated {
        /// Seat that was taken.
        place: Direction,
        /// Name of the team.
        team: String,
    },
    /// Names of the teams: North-South, East-West.
    Teams([String; 2]),
    /// A board starts.
    Start,
    /// The session is over.
    End,
    /// Header of a board.
    Deal {
        /// Number of the board.
        number: u32,
        /// Dealer of the board.
        dealer: Direction,
        /// Vulnerable sides of the board.
        vulnerability: Vulnerability,
    },
    /// Cards of a hand.
    Cards(Named, CardSet),
    /// Call of a player.
    Call(Direction, Call, Option<String>),
    /// Card played from this hand.
    Play(Direction, Card),
    /// Request to lead from this hand.
    ToLead(Named),
    /// Thinking time of each side, for information.
    Timing(String),
}

impl ManagerLine {
    /// Parses a message of the manager.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownLine`] if the line is outside the protocol.
    pub fn read(line: &str) -> Result<Self, UnknownLine> {
        Self::understood(line).ok_or_else(|| UnknownLine::new(line))
    }

    fn understood(line: &str) -> Option<Self> {
        let words = words(line);
        let lower: Vec<String> =
            words.iter().map(|word| word.trim_end_matches(['.', ',']).to_ascii_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        match *lower.as_slice() {
            ["start", "of", "board", ..] => return Some(Self::Start),
            ["end", "of", "session", ..] => return Some(Self::End),
            ["teams", ..] | ["teams:", ..] => return teams(line),
            ["timing", ..] => return Some(Self::Timing(plain(line))),
            ["board", "number", number, "dealer", dealer, vulnerable, ..] => {
                let vulnerability = match vulnerable {
                    "neither" | "none" => Vulnerability::None,
                    "n/s" | "ns" => Vulnerability::NorthSouth,
                    "e/w" | "ew" => Vulnerability::EastWest,
                    "both" | "all" => Vulnerability::Both,
                    _ => return None,
                };
                return Some(Self::Deal {
                    number: number.parse().ok()?,
                    dealer: read_place(dealer)?,
                    vulnerability,
                });
            }
            _ => {}
        }
        let named = read_named(words.first()?)?;
        let cards = lower.get(1).is_some_and(|word| word.starts_with("cards"));
        if cards {
            let (_, hand) = line.split_once(':')?;
            return Some(Self::Cards(named, read_hand(hand)?));
        }
        if lower.get(1) == Some(&"to") && lower.get(2) == Some(&"lead") {
            return Some(Self::ToLead(named));
        }
        let Named::Place(place) = named else { return None };
        if lower.last() == Some(&"seated") {
            let team = plain(quoted(line, &words, 1)?).trim_matches(['(', ')', ' ']).to_owned();
            return Some(Self::Seated { place, team });
        }
        if matches!(lower.get(1), Some(&"plays" | &"play")) {
            return read_card(lower.get(2..)?.concat().as_str()).map(|card| Self::Play(place, card));
        }
        let (call, rest) = read_call(words.get(1..)?)?;
        Some(Self::Call(place, call, alert(&rest)))
    }
}

/// Parses `Teams : N/S : "A" E/W : "B"`. Colons, commas and quotation marks are optional.
fn teams(line: &str) -> Option<ManagerLine> {
    let upper = line.to_ascii_uppercase();
    let (north_south, east_west) = (upper.find("N/S")?, upper.find("E/W")?);
    let name = |text: &str| {
        let text = text.trim_matches([' ', ':', '.', ',']);
        let quoted = text.split('"').nth(1);
        plain(quoted.unwrap_or(text).trim())
    };
    let first = line.get(north_south + 3..east_west)?;
    let second = line.get(east_west + 3..)?;
    Some(ManagerLine::Teams([name(first), name(second)]))
}

impl fmt::Display for ManagerLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seated { place, team } => write!(f, "{place} (\"{}\") seated", plain(team)),
            Self::Teams([north_south, east_west]) => {
                write!(f, "Teams : N/S : \"{}\" E/W : \"{}\"", plain(north_south), plain(east_west))
            }
            Self::Start => f.write_str("Start of board"),
            Self::End => f.write_str("End of session"),
            Self::Deal { number, dealer, vulnerability } => {
                let vulnerable = match vulnerability {
                    Vulnerability::None => "Neither",
                    Vulnerability::NorthSouth => "N/S",
                    Vulnerability::EastWest => "E/W",
                    Vulnerability::Both => "Both",
                };
                write!(f, "Board number {number}. Dealer {dealer}. {vulnerable} vulnerable.")
            }
            Self::Cards(named, hand) => write!(f, "{named}'s cards : {}", write_hand(*hand)),
            Self::Call(place, call, alert) => write_made(f, *place, *call, alert.as_deref()),
            Self::Play(hand, card) => write!(f, "{hand} plays {}", write_card(*card)),
            Self::ToLead(named) => write!(f, "{named} to lead"),
            Self::Timing(text) => f.write_str(text),
        }
    }
}
