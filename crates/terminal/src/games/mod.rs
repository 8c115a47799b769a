//! How each family of games looks on the table, and how its events are told.

mod bridge;
mod cassino;
mod felt;
mod fishing;
mod gin_rummy;
mod sharks;
mod speed;
mod thirty_one;

use crate::screen::{Cast, draw, style};
use cards::{BySeat, BySide, Card, Seat, SeatSet};
use engine::Game;
use house::{AnyMatch, Frame, Sent};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::any::Any;
use words::Words;

/// Makes the layout of a match.
type MakeLayout = fn(&dyn AnyMatch) -> Box<dyn Layout>;
/// Reads what a house elsewhere sends.
type Read = fn(&str, Seating) -> Option<Sent>;

/// How many play at a table, and on how many sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seating {
    pub(crate) seats: u8,
    pub(crate) sides: u8,
}

impl Seating {
    /// Whether there is one for each seat.
    pub(crate) fn seats<T: Copy + Default>(self, of: &BySeat<T>) -> bool {
        of.as_slice().len() == usize::from(self.seats)
    }

    /// Whether there is one for each side.
    pub(crate) fn sides<T: Copy + Default>(self, of: &BySide<T>) -> bool {
        of.as_slice().len() == usize::from(self.sides)
    }

    /// Whether everybody is at the table.
    pub(crate) fn all(self, seats: SeatSet) -> bool {
        seats.iter().all(|seat| seat.index() < usize::from(self.seats))
    }
}

/// No match comes to more points, lives or games than this, and no picture has to show more.
const MOST: i32 = 500;

/// A game that can be played here.
trait InTerminal: Game {
    /// What its layout reads: what is sent of a view.
    type Sent: Any + Clone + Serialize + DeserializeOwned + Send + Sync;
    /// Its layout. A new game is a line, a new family a module beside this.
    const LAYOUT: MakeLayout;
    /// What is sent of this view.
    fn sent(view: &Self::View) -> Self::Sent;
    /// Whether what was read is of a table with this seating: whatever the layout looks up by seat or side is there.
    fn fits(sent: &Self::Sent, seating: Seating) -> bool;
}

macro_rules! in_terminal {
    ($($game:ty: $sent:ty = $of:expr, $fits:expr, $layout:expr;)+) => {
        $(impl InTerminal for $game {
            type Sent = $sent;
            const LAYOUT: MakeLayout = $layout;
            fn sent(view: &Self::View) -> Self::Sent {
                let sent: fn(&Self::View) -> Self::Sent = $of;
                sent(view)
            }
            fn fits(sent: &Self::Sent, seating: Seating) -> bool {
                let fits: fn(&Self::Sent, Seating) -> bool = $fits;
                fits(sent, seating)
            }
        })+
    };
}
in_terminal! {
    games::scopa::Scopa: games::fishing::Sent = |view| view.deal.sent(), fishing::fits, |_| Box::new(fishing::SCOPA);
    games::wall_street::WallStreet: games::fishing::Sent = |view| view.deal.sent(), fishing::fits, |_| Box::new(fishing::WALL_STREET);
    games::cassino::Cassino: games::cassino::Sent = |view| view.sent(), cassino::fits, |_| Box::new(cassino::Cassino);
    games::gin_rummy::GinRummy: games::gin_rummy::Sent = |view| view.sent(), gin_rummy::fits, |_| Box::new(gin_rummy::Gin);
    games::thirty_one::ThirtyOne: games::thirty_one::Sent = |view| view.sent(), thirty_one::fits, |_| Box::new(thirty_one::ThirtyOne);
    games::speed::Speed: games::speed::Sent = |view| view.sent(), speed::fits, |_| Box::new(speed::Speed);
    games::bridge::Bridge: games::bridge::Sent = |view| view.sent(), bridge::fits, |_| Box::new(bridge::Bridge);
    games::sharks::Sharks: games::sharks::Sent = |view| view.sent(), sharks::fits, |game| Box::new(sharks::Sharks::new(game));
}

/// What the terminal knows of a game.
struct Known {
    id: &'static str,
    layout: MakeLayout,
    read_view: Read,
    read_events: Read,
}

macro_rules! layouts {
    ($($game:ty),+ $(,)?) => {
        &[$(Known {
            id: <$game as Game>::ID,
            layout: <$game as InTerminal>::LAYOUT,
            read_view: read_view::<$game>,
            read_events: read_events::<$game>,
        }),+]
    };
}

/// The layout of every game: one that has none does not compile.
static LAYOUTS: &[Known] = games::for_each_game!(layouts);

fn read_view<G: InTerminal>(json: &str, seating: Seating) -> Option<Sent> {
    let view: G::Sent = serde_json::from_str(json).ok()?;
    G::fits(&view, seating).then(|| Sent::new(view))
}

/// Events name seats, and layouts ask a name that is not there for none.
fn read_events<G: Game<Event: DeserializeOwned>>(json: &str, _: Seating) -> Option<Sent> {
    serde_json::from_str::<Vec<G::Event>>(json).ok().map(Sent::new)
}

/// The view of a game as a house elsewhere sends it; none, if it is not of the game or not of such a table.
pub(crate) fn view_from(game: &str, json: &str, seating: Seating) -> Option<Sent> {
    LAYOUTS.iter().find(|known| known.id == game).and_then(|known| (known.read_view)(json, seating))
}

/// The events of a game as a house elsewhere tells them.
pub(crate) fn events_from(game: &str, json: &str, seating: Seating) -> Option<Sent> {
    LAYOUTS.iter().find(|known| known.id == game).and_then(|known| (known.read_events)(json, seating))
}

/// The layout of a match; none, if it is of no game of the house.
pub(crate) fn layout(game: &dyn AnyMatch) -> Option<Box<dyn Layout>> {
    LAYOUTS.iter().find(|known| known.id == game.game()).map(|known| (known.layout)(game))
}

/// How a family of games looks, is told, and is spoken to.
pub(crate) trait Layout: Send + Sync {
    /// Where whoever opens a table sits.
    fn own_seat(&self) -> Seat {
        Seat::new(0)
    }
    /// What lies on the table, as one's own seat knows it; nothing before the first deal.
    fn scene(&self, frame: &Frame, me: Seat) -> Option<Box<dyn Scene>>;
    /// What happened, in words.
    fn log_lines(&self, events: &Sent, cast: &Cast, words: Words) -> Vec<LogLine>;
    /// What a card is and does, if a typed line is its name alone, where the cards are not those everybody knows.
    fn explain(&self, _line: &str, _words: Words) -> Option<String> {
        None
    }
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

/// What is sent of what one's own seat knows; nothing before the first deal.
fn seen<G: InTerminal>(frame: &Frame) -> Option<G::Sent> {
    let view = frame.view.as_ref()?;
    // A table elsewhere sends no more than this.
    Some(view.downcast_ref().cloned().unwrap_or_else(|| G::sent(typed(view))))
}

/// The events of a game, in its type.
fn events_of<E: Any>(events: &Sent) -> &[E] {
    typed::<Vec<E>>(events)
}

/// What a game sent, in the type that its layout says it has: it is written in one line with the game, above.
fn typed<T: Any>(sent: &Sent) -> &T {
    let wrong = || panic!("the layout of another game: it reads {}", std::any::type_name::<T>());
    sent.downcast_ref().unwrap_or_else(wrong)
}

/// The sentences for those events that are worth some.
fn each_log_line<E: Any>(events: &Sent, log_line: impl FnMut(&E) -> Option<LogLine>) -> Vec<LogLine> {
    events_of(events).iter().filter_map(log_line).collect()
}

/// The table before anything is dealt.
pub(crate) struct EmptyTable;

impl Scene for EmptyTable {
    fn hand(&self) -> &[Card] {
        &[]
    }
    fn draw(&self, _picture: &Picture, _area: Rect, _buffer: &mut Buffer) {}
}

/// The keys that stand for cards of a hand: the digits, and what lies right of them, for as many as a hand of bridge has.
pub(crate) const CARD_KEYS: &str = "1234567890-=+";

/// The key of a card of the hand.
fn card_key(index: usize) -> char {
    CARD_KEYS.chars().nth(index).unwrap_or(' ')
}

/// A hand as text, each card with its key.
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
    pub(crate) turn: Option<Seat>,
}

impl Picture<'_> {
    /// The beginning of a player's line: whether it is their turn, whether they deal, their name. Tells the ink for
    /// the rest of the line, which is quiet for who is `out`.
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
        if self.frame.dealer == seat {
            let dealer = self.words.say("players.dealer", &[]);
            draw::text(buffer, line, line.x + 2, line.y, &dealer, style::QUIET);
        }
        let name = self.cast.title(seat, usize::from(name_width), self.words);
        draw::text(buffer, Rect { width: 4 + name_width, ..line }, line.x + 4, line.y, &name, ink);
        ink
    }
}

/// A sentence for the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LogLine {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::play_at_random;
    use cards::{Rng, Seed, Viewer};
    use house::SetupText;

    /// So many deals of each preset at each table.
    const DEALS: usize = 3;

    fn same_again<T: Serialize + DeserializeOwned>(sent: &Sent, what: &str) {
        let json = sent.to_json();
        let read: T =
            serde_json::from_str(json.get()).unwrap_or_else(|error| panic!("{what}: {error}: {json}"));
        assert_eq!(serde_json::to_string(&read).unwrap(), json.get(), "{what}");
    }

    /// Plays at random, and reads back what every seat and whoever looks on is sent.
    fn reads_back<G: InTerminal<Event: DeserializeOwned>>() {
        let game = house::find(G::ID).unwrap();
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
                        let frame = played.frame(*viewer);
                        frame.view.iter().for_each(|view| same_again::<G::Sent>(view, G::ID));
                    }
                }
            }
        }
    }

    #[test]
    fn whatever_a_game_sends_reads_back_to_the_same_text() {
        macro_rules! all {
            ($($game:ty),+ $(,)?) => { $(reads_back::<$game>();)+ };
        }
        games::for_each_game!(all);
    }
}
