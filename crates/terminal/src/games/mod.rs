//! Layouts of the game families: how tables are drawn and events described.

mod bridge;
mod cassino;
mod felt;
mod fishing;
mod gin_rummy;
mod sharks;
mod speed;
mod thirty_one;

use crate::Error;
use crate::cast::Cast;
use crate::draw::{self, style};
use cards::{BySeat, BySide, Card, Seat, SeatSet};
use catalog::{AnyMatch, Snapshot, WireValue};
use engine::Game;
use i18n::Words;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::any::Any;

/// Constructor of the terminal layout for a match.
type MakeLayout = fn(&dyn AnyMatch) -> Box<dyn Layout>;
/// Parser of a server's views or events.
type Read = fn(&str, Seating) -> Option<WireValue>;

/// Number of seats and sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seating {
    pub(crate) seats: u8,
    pub(crate) sides: u8,
}

impl Seating {
    /// Returns whether there is a value for each seat.
    pub(crate) fn seats<T: Copy + Default>(self, of: &BySeat<T>) -> bool {
        of.as_slice().len() == usize::from(self.seats)
    }

    /// Returns whether there is a value for each side.
    pub(crate) fn sides<T: Copy + Default>(self, of: &BySide<T>) -> bool {
        of.as_slice().len() == usize::from(self.sides)
    }

    /// Returns whether all these seats exist.
    pub(crate) fn all(self, seats: SeatSet) -> bool {
        seats.iter().all(|seat| seat.index() < usize::from(self.seats))
    }
}

/// Maximum points, lives or games in a view. No match exceeds it, and no drawing has to show more.
const MOST: i32 = 500;

/// Game that the terminal supports.
trait InTerminal: Game {
    /// Wire form of a view, which the layout reads.
    type WireView: Any + Clone + Serialize + DeserializeOwned + Send + Sync;
    /// Terminal layout of the game.
    const LAYOUT: MakeLayout;
    /// Returns the wire form of a view.
    fn wire_view(view: &Self::View) -> Self::WireView;
    /// Returns whether a parsed view fits this seating, so that all lookups by seat or side
    /// succeed.
    fn fits(view: &Self::WireView, seating: Seating) -> bool;
}

macro_rules! in_terminal {
    ($($game:ty: $view:ty = $of:expr, $fits:expr, $layout:expr;)+) => {
        $(impl InTerminal for $game {
            type WireView = $view;
            const LAYOUT: MakeLayout = $layout;
            fn wire_view(view: &Self::View) -> Self::WireView {
                let convert: fn(&Self::View) -> Self::WireView = $of;
                convert(view)
            }
            fn fits(view: &Self::WireView, seating: Seating) -> bool {
                let fits: fn(&Self::WireView, Seating) -> bool = $fits;
                fits(view, seating)
            }
        })+

        /// Terminal layouts of the games.
        static LAYOUTS: &[Known] = &[$(Known::of::<$game>()),+];

        #[cfg(test)]
        static ROUND_TRIPS: &[fn()] = &[$(tests::messages_round_trip::<$game>),+];
    };
}
// A new layout needs a line here, and in a new family also a module.
in_terminal! {
    games::scopa::Scopa: games::fishing::WireView = |view| view.deal.wire_view(), fishing::fits, |_| Box::new(fishing::SCOPA);
    games::wall_street::WallStreet: games::fishing::WireView = |view| view.deal.wire_view(), fishing::fits, |_| Box::new(fishing::WALL_STREET);
    games::cassino::Cassino: games::cassino::WireView = |view| view.wire_view(), cassino::fits, |_| Box::new(cassino::Cassino);
    games::gin_rummy::GinRummy: games::gin_rummy::WireView = |view| view.wire_view(), gin_rummy::fits, |_| Box::new(gin_rummy::Gin);
    games::thirty_one::ThirtyOne: games::thirty_one::WireView = |view| view.wire_view(), thirty_one::fits, |_| Box::new(thirty_one::ThirtyOne);
    games::speed::Speed: games::speed::WireView = |view| view.wire_view(), speed::fits, |_| Box::new(speed::Speed);
    ::bridge::Bridge: ::bridge::WireView = |view| view.wire_view(), bridge::fits, |_| Box::new(bridge::Bridge);
    games::sharks::Sharks: games::sharks::WireView = |view| view.wire_view(), sharks::fits, |game| Box::new(sharks::Sharks::new(game));
}

/// Entry of a game in the list of layouts.
struct Known {
    id: &'static str,
    layout: MakeLayout,
    read_view: Read,
    read_events: Read,
}

impl Known {
    const fn of<G: InTerminal<Event: DeserializeOwned>>() -> Self {
        Self { id: G::ID, layout: G::LAYOUT, read_view: read_view::<G>, read_events: read_events::<G> }
    }
}

fn read_view<G: InTerminal>(json: &str, seating: Seating) -> Option<WireValue> {
    let view: G::WireView = serde_json::from_str(json).ok()?;
    G::fits(&view, seating).then(|| WireValue::new(view))
}

/// Parses events. Unknown seats need no check, because layouts handle them.
fn read_events<G: Game<Event: DeserializeOwned>>(json: &str, _: Seating) -> Option<WireValue> {
    serde_json::from_str::<Vec<G::Event>>(json).ok().map(WireValue::new)
}

/// Parses a server's view. Returns `None` if it doesn't fit the game or the table.
pub(crate) fn view_from(game: &str, json: &str, seating: Seating) -> Option<WireValue> {
    LAYOUTS.iter().find(|known| known.id == game).and_then(|known| (known.read_view)(json, seating))
}

/// Parses a server's events.
pub(crate) fn events_from(game: &str, json: &str, seating: Seating) -> Option<WireValue> {
    LAYOUTS.iter().find(|known| known.id == game).and_then(|known| (known.read_events)(json, seating))
}

/// Returns the terminal layout of a match.
///
/// # Errors
///
/// Returns [`Error::NoLayout`] if the game has none.
pub(crate) fn layout(game: &dyn AnyMatch) -> Result<Box<dyn Layout>, Error> {
    let known = LAYOUTS.iter().find(|known| known.id == game.game());
    known.map(|known| (known.layout)(game)).ok_or_else(|| Error::NoLayout(game.game().to_owned()))
}

/// Iterates over the games with a layout.
#[cfg(test)]
pub(crate) fn games() -> impl Iterator<Item = &'static dyn catalog::AnyGame> {
    catalog::CATALOG.games().filter(|game| LAYOUTS.iter().any(|known| known.id == game.id()))
}

/// Drawing, descriptions and input of a game family.
pub(crate) trait Layout: Send + Sync {
    /// Returns the seat of the user who creates a table.
    fn own_seat(&self) -> Seat {
        Seat::new(0)
    }
    /// Returns the scene as the user's seat sees it. `None` before the first deal.
    fn scene(&self, snapshot: &Snapshot, me: Seat) -> Option<Box<dyn Scene>>;
    /// Returns log lines that describe the events.
    fn log_lines(&self, events: &WireValue, cast: &Cast, words: Words) -> Vec<LogLine>;
    /// Explains a card if the line is only its name, in games with special cards.
    fn explain(&self, _line: &str, _words: Words) -> Option<String> {
        None
    }
    /// Describes an action briefly: “7♦ takes 3♣ 4♥”.
    fn describe(&self, action: &str, words: Words) -> String;
    /// Returns the legal actions of a card, and those that need no card.
    fn ways<'a>(&self, legal: &'a [String], card: Option<Card>) -> Vec<&'a str> {
        let card = card.map(|card| card.to_string());
        legal
            .iter()
            .map(String::as_str)
            .filter(|action| action.split(' ').next() == card.as_deref())
            .collect()
    }
    /// Returns the action of a game-specific key with the selected card.
    fn key(&self, _key: KeyCode, _card: Option<Card>) -> Option<String> {
        None
    }
    /// Returns whether the game has a dealer.
    fn has_dealer(&self) -> bool {
        true
    }
    /// Returns whether a card's key plays at once if it has only one action.
    fn is_quick(&self) -> bool {
        false
    }
    /// Returns the plainest action of a card, also if it is illegal; the error then explains why.
    fn plainly(&self, card: Card) -> String {
        card.to_string()
    }
}

/// Returns the wire form of the user's view. `None` before the first deal.
fn seen<G: InTerminal>(snapshot: &Snapshot) -> Option<G::WireView> {
    let view = snapshot.view.as_ref()?;
    // A remote table has only the wire form.
    Some(view.downcast_ref().cloned().unwrap_or_else(|| G::wire_view(typed(view))))
}

/// Returns the events in the game's type.
fn events_of<E: Any>(events: &WireValue) -> &[E] {
    typed::<Vec<E>>(events)
}

/// Returns the wire form in the layout's type. The macro above pairs the two, so they always match.
fn typed<T: Any>(value: &WireValue) -> &T {
    let wrong = || panic!("layout of another game, which reads {}", std::any::type_name::<T>());
    value.downcast_ref().unwrap_or_else(wrong)
}

/// Returns the log lines of those events that have one.
fn each_log_line<E: Any>(events: &WireValue, log_line: impl FnMut(&E) -> Option<LogLine>) -> Vec<LogLine> {
    events_of(events).iter().filter_map(log_line).collect()
}

/// Card table before the first deal.
pub(crate) struct EmptyTable;

impl Scene for EmptyTable {
    fn hand(&self) -> &[Card] {
        &[]
    }
    fn draw(&self, _picture: &Picture, _area: Rect, _buffer: &mut Buffer) {}
}

/// Keys of the cards in a hand: the digits and the keys beside them, enough for bridge.
pub(crate) const CARD_KEYS: &str = "1234567890-=+";

/// Returns the keyboard key that selects a card of the hand.
fn card_key(index: usize) -> char {
    CARD_KEYS.chars().nth(index).unwrap_or(' ')
}

/// Formats a hand, with the keyboard key of each card.
fn numbered(hand: &[Card], picture: &Picture) -> String {
    let card = |(index, card): (usize, &Card)| {
        let (open, close) = if picture.chosen == Some(index) { ('[', ']') } else { (' ', ' ') };
        format!(
            "{open}{} {}{close}",
            card_key(index),
            picture.words.card_in_short(*card).replace(' ', "\u{a0}")
        )
    };
    hand.iter().enumerate().map(card).collect::<Vec<_>>().join(" ")
}

/// Content of the card table during a deal.
pub(crate) trait Scene: Send {
    /// Returns the user's cards in display order, which is also the order of their keys.
    fn hand(&self) -> &[Card];
    /// Returns whether a digit starts a command, such as a bid, instead of selecting a card.
    fn types_digits(&self) -> bool {
        false
    }
    /// Draws the players, the card table and the hand.
    fn draw(&self, picture: &Picture, area: Rect, buffer: &mut Buffer);
}

/// Context for drawing a scene.
pub(crate) struct Picture<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) cast: &'a Cast,
    pub(crate) words: Words,
    /// Index of the selected card in the hand.
    pub(crate) chosen: Option<usize>,
    /// Selected action, whose effect is shown.
    pub(crate) action: Option<&'a str>,
    /// Player whose turn is highlighted.
    pub(crate) turn: Option<Seat>,
}

impl Picture<'_> {
    /// Draws the start of a player's line: turn, dealer and name. Returns the style of the rest,
    /// which is dim for a player who is `out`.
    fn draw_player(&self, seat: Seat, out: bool, name_width: u16, line: Rect, buffer: &mut Buffer) -> Style {
        let on_turn = self.turn == Some(seat);
        let ink = match (on_turn, out) {
            (true, _) => style::STRONG,
            (_, true) => style::QUIET,
            _ => style::PLAIN,
        };
        if on_turn {
            draw::text(buffer, line, line.x, line.y, "▶", style::TURN);
        }
        if self.snapshot.dealer == seat {
            let dealer = self.words.say("players.dealer", &[]);
            draw::text(buffer, line, line.x + 2, line.y, &dealer, style::QUIET);
        }
        let name = self.cast.title(seat, usize::from(name_width), self.words);
        draw::text(buffer, Rect { width: 4 + name_width, ..line }, line.x + 4, line.y, &name, ink);
        ink
    }
}

/// Line of the terminal's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LogLine {
    pub(crate) text: String,
    pub(crate) weight: Weight,
}

/// Importance of a log line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    /// Start of a deal.
    Heading,
    /// An ordinary action.
    Plain,
    /// Event to celebrate or regret.
    Loud,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::play_at_random;
    use cards::{Rng, Seed, Viewer};
    use catalog::{AnyGame, CATALOG, SetupText};

    /// Games whose terminal layout is still to be written.
    const MISSING: [&str; 0] = [];
    /// Deals per preset and number of players.
    const DEALS: usize = 3;

    fn same_again<T: Serialize + DeserializeOwned>(value: &WireValue, what: &str) {
        let json = value.to_json();
        let read: T =
            serde_json::from_str(json.get()).unwrap_or_else(|error| panic!("{what}: {error}: {json}"));
        assert_eq!(serde_json::to_string(&read).unwrap(), json.get(), "{what}");
    }

    /// Plays at random and parses the messages to every seat and to a spectator.
    pub(super) fn messages_round_trip<G: InTerminal<Event: DeserializeOwned>>() {
        let game = catalog::find(G::ID).unwrap();
        for preset in game.info().presets {
            for table in &preset.tables {
                let setup = SetupText {
                    preset: Some(preset.id.to_owned()),
                    seats: Some(table.seats),
                    ..SetupText::default()
                };
                let mut played = game.open(&setup, Seat::new(0)).unwrap();
                let (seed, mut rng) = (Seed::from_number(5), Rng::from_number(7));
                let viewers: Vec<Viewer> =
                    Seat::all(table.seats).map(Viewer::Seat).chain([Viewer::Public]).collect();
                loop {
                    let Some(events) = play_at_random(&mut *played, DEALS, &seed, &mut rng, &viewers) else {
                        break;
                    };
                    events.iter().for_each(|told| same_again::<Vec<G::Event>>(told, G::ID));
                    for viewer in &viewers {
                        let snapshot = played.snapshot(*viewer);
                        snapshot.view.iter().for_each(|view| same_again::<G::WireView>(view, G::ID));
                    }
                }
            }
        }
    }

    #[test]
    fn messages_of_games_round_trip() {
        ROUND_TRIPS.iter().for_each(|check| check());
    }

    #[test]
    fn every_game_has_a_layout_unless_it_is_listed_as_missing() {
        let is_missing = |id: &&str| games().all(|game| game.id() != *id);
        let missing: Vec<&str> = CATALOG.games().map(AnyGame::id).filter(is_missing).collect();
        assert_eq!(missing, MISSING, "games without a terminal layout");
    }
}
