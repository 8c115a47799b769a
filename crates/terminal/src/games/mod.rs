//! How each family of games looks on the table, how its events are told and its commands read.

mod bridge;
mod cassino;
mod felt;
mod fishing;
mod gin_rummy;
mod sharks;
mod speed;
mod thirty_one;

use crate::screen::Cast;
use crate::table::{Events, Frame};
use cards::Card;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use serde::de::DeserializeOwned;
use words::Words;

/// The games that can be played here, each with its layout. A new game is a line, a new family a module beside this.
const LAYOUTS: &[(&str, &dyn Layout)] = &[
    ("scopa", &fishing::Fishing),
    ("wall-street", &fishing::Fishing),
    ("cassino", &cassino::Cassino),
    ("gin-rummy", &gin_rummy::Gin),
    ("thirty-one", &thirty_one::ThirtyOne),
    ("speed", &speed::Speed),
    ("bridge", &bridge::Bridge),
    ("sharks", &sharks::Sharks),
];

/// The layout of a game.
pub(crate) fn layout(game: &str) -> Option<&'static dyn Layout> {
    LAYOUTS.iter().find(|(id, _)| *id == game).map(|(_, layout)| *layout)
}

/// How a family of games looks, is told, and is spoken to.
pub(crate) trait Layout: Send + Sync {
    /// What lies on the table, read from what one's own seat knows.
    fn scene(&self, frame: &Frame) -> Result<Box<dyn Scene>, serde_json::Error>;
    /// What happened, in words.
    fn tell(&self, events: &Events, cast: &Cast, words: Words) -> Result<Vec<Told>, serde_json::Error>;
    /// Reads a typed command that is about the game.
    fn read(&self, line: &str, words: Words) -> Result<Command, Misread>;
    /// An action in few words: “7♦ takes 3♣ 4♥”.
    fn describe(&self, action: &str, words: Words) -> String;
    /// What can be done with this card of the hand, of what is legal, and what may be offered along with it.
    fn ways<'a>(&self, legal: &'a [String], card: Option<Card>) -> Vec<&'a str> {
        let card = card.map(|card| card.to_string());
        legal
            .iter()
            .map(String::as_str)
            .filter(|action| action.split(' ').next() == card.as_deref())
            .collect()
    }
    /// The action that a key of this game stands for, with the card that is chosen.
    fn key(&self, _key: KeyCode, _card: Option<Card>) -> Option<String> {
        None
    }
    /// Whether somebody deals: if not, nobody is told to.
    fn has_dealer(&self) -> bool {
        true
    }
    /// Whether the number of a card that can do one thing only does it at once.
    fn is_quick(&self) -> bool {
        false
    }
    /// The action that playing this card most plainly means; the house says why it cannot be.
    fn plainly(&self, card: Card) -> String {
        card.to_string()
    }
}

/// What one's own seat knows; nothing before the first deal.
fn seen<V: DeserializeOwned>(frame: &Frame) -> Result<Option<V>, serde_json::Error> {
    frame.view.as_ref().map(|view| serde_json::from_str(view.get())).transpose()
}

/// The sentences for those events that are worth some.
fn tell_each<E: DeserializeOwned, T: IntoIterator<Item = Told>>(
    events: &Events,
    tell: impl FnMut(&E) -> T,
) -> Result<Vec<Told>, serde_json::Error> {
    let events: Vec<E> = serde_json::from_str(events.get())?;
    Ok(events.iter().flat_map(tell).collect())
}

/// A hand as text, each card with its number.
fn numbered(hand: &[Card], picture: &Picture) -> String {
    let card = |(place, card): (usize, &Card)| {
        let (open, close) = if picture.chosen == Some(place) { ('[', ']') } else { (' ', ' ') };
        format!(
            "{open}{} {}{close}",
            (place + 1) % 10,
            picture.words.card_in_short(*card).replace(' ', "\u{a0}")
        )
    };
    hand.iter().enumerate().map(card).collect::<Vec<_>>().join(" ")
}

/// What lies on the table.
pub(crate) trait Scene: Send {
    /// One's own cards, in the order in which they are shown and numbered.
    fn hand(&self) -> &[Card];
    /// Whether a digit begins a command, such as a bid, and does not choose a card.
    fn types_digits(&self) -> bool {
        false
    }
    /// Draws players, table and hand.
    fn draw(&self, picture: &Picture, area: Rect, buffer: &mut Buffer);
}

/// What a scene needs to know to be drawn, beyond what lies there.
pub(crate) struct Picture<'a> {
    pub(crate) frame: &'a Frame,
    pub(crate) cast: &'a Cast,
    pub(crate) words: Words,
    /// The card of the hand that is chosen, by its place.
    pub(crate) chosen: Option<usize>,
    /// The action that is chosen, to show what it would do.
    pub(crate) action: Option<&'a str>,
    /// Whose turn is to be marked.
    pub(crate) turn: Option<cards::Seat>,
}

/// A sentence for the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Told {
    pub(crate) text: String,
    pub(crate) weight: Weight,
}

/// How much a sentence matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    /// A new deal: everything after it belongs to it.
    Heading,
    /// Somebody did something.
    Plain,
    /// Somebody did something to be glad or sorry about.
    Loud,
}

/// What a command asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// This very action.
    Act(String),
    /// This card, in whichever way it can be played.
    Play(Card),
    /// Nothing but this answer.
    Tell(String),
}

/// Why a command was not understood: the key of a sentence, and the word it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Misread {
    pub(crate) key: &'static str,
    pub(crate) word: String,
}
