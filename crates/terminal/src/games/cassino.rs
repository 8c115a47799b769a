//! Layout of Cassino: cards and builds on the table, captured cards, sweeps.

use super::felt::{Players, Rows, about_a_capture, about_the_rest, draw_hand};
use super::{Layout, LogLine, Picture, Scene, Seating, Weight, each_log_line, seen};
use crate::cast::Cast;
use crate::draw::cards::{Grid, Outline, Size, draw_border};
use crate::draw::{self, style};
use cards::{Card, CardSet, Seat, SeatSet};
use catalog::{Snapshot, WireValue};
use games::cassino::{Build, Event, WireView as View};
use i18n::Words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Layout of the terminal for Cassino.
pub(super) struct Cassino;

/// Parts of an action of a record: `2d + 5c [4h 3s] = sum 7`.
#[derive(Default)]
struct Parts<'a> {
    card: Option<Card>,
    /// `x`, `+`, or empty for a trailed card.
    sign: &'a str,
    /// Named table cards, with or without brackets.
    table: CardSet,
    /// Text of the table cards.
    written: &'a str,
    announced: &'a str,
}

impl<'a> Parts<'a> {
    fn of(action: &'a str) -> Self {
        let (card, rest) = action.split_once(' ').unwrap_or((action, ""));
        let (sign, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let (written, announced) = rest.split_once(" = ").unwrap_or((rest, ""));
        let table = written.split(' ').filter_map(|word| word.trim_matches(['[', ']']).parse().ok());
        Self { card: card.parse().ok(), sign, table: table.collect(), written, announced }
    }

    /// Formats the table cards; builds are in brackets.
    fn items(&self, words: Words) -> String {
        let word = |word: &str| match word.trim_matches(['[', ']']).parse() {
            Ok(card) => {
                let open = if word.starts_with('[') { "[" } else { "" };
                let close = if word.ends_with(']') { "]" } else { "" };
                format!("{open}{}{close}", words.card_in_short(card))
            }
            Err(_) => word.to_owned(),
        };
        self.written.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }
}

/// Returns the name of a build: `7`, or `sevens` for a build of equal ranks.
fn name_of(announced: &str, words: Words) -> String {
    match announced.split_once(' ') {
        Some(("rank", rank)) => words.say(&format!("ranks.{rank}"), &[]).into_owned(),
        Some((_, value)) => value.to_owned(),
        None => announced.to_owned(),
    }
}

impl Layout for Cassino {
    fn scene(&self, snapshot: &Snapshot, me: Seat) -> Option<Box<dyn Scene>> {
        let view = seen::<games::cassino::Cassino>(snapshot)?;
        Some(Box::new(Felt { hand: view.hands[me].known().into(), view }))
    }

    fn log_lines(&self, events: &WireValue, cast: &Cast, words: Words) -> Vec<LogLine> {
        each_log_line(events, |event| log_line(event, cast, words))
    }

    fn describe(&self, action: &str, words: Words) -> String {
        let parts = Parts::of(action);
        let Some(card) = parts.card else { return action.to_owned() };
        let card = words.card_in_short(card);
        let items = parts.items(words);
        match parts.sign {
            "x" => words.say("way.take", &[("card", &card), ("taken", &items)]).into_owned(),
            "+" => {
                let built = name_of(parts.announced, words);
                words.say("way.build", &[("card", &card), ("joined", &items), ("built", &built)]).into_owned()
            }
            _ => words.say("way.trail", &[("card", &card)]).into_owned(),
        }
    }
}

fn log_line(event: &Event, cast: &Cast, words: Words) -> Option<LogLine> {
    let by = |seat: Seat, key: &str, params: &[(&str, &str)]| cast.sentence(words, seat, key, params);
    let (weight, text) = match event {
        Event::Dealt { .. } => return None,
        Event::LaidOut { cards } => {
            (Weight::Plain, words.say("log.laidOut", &[("cards", &words.cards(*cards))]).into_owned())
        }
        Event::Trailed { seat, card } => {
            (Weight::Plain, by(*seat, "log.trailed", &[("card", &words.card(*card))]))
        }
        Event::Captured { seat, card, taken, sweep } => {
            about_a_capture(cast, words, *seat, *card, *taken, *sweep)
        }
        Event::Built { seat, card, joined, build } => {
            let params = [
                ("card", &*words.card(*card)),
                ("joined", &words.cards(*joined)),
                ("value", &build.value.to_string()),
            ];
            (Weight::Plain, by(*seat, "log.built", &params))
        }
        Event::RestTaken { side, cards } => (Weight::Plain, about_the_rest(cast, words, *side, *cards)),
    };
    Some(LogLine { text: i18n::capital(&text), weight })
}

/// Returns whether a view fits this seating.
pub(super) fn fits(view: &View, seating: Seating) -> bool {
    seating.seats(&view.hands) && seating.sides(&view.piles) && seating.sides(&view.sweeps)
}

/// Content of the card table, and its drawing.
struct Felt {
    view: View,
    hand: Vec<Card>,
}

impl Scene for Felt {
    fn hand(&self) -> &[Card] {
        &self.hand
    }

    fn draw(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let rows = Rows::of(&self.hand, picture, area);
        let View { hands, piles, sweeps, .. } = &self.view;
        let hands = hands.as_slice();
        Players { hands, piles, sweeps, playing: SeatSet::EMPTY }.draw(picture, rows.players, buffer);
        if let Some(title) = rows.table_title {
            let stock = match self.view.stock {
                0 => picture.words.say("table.lastPacket", &[]).into_owned(), // CA-S3
                cards => picture.words.count("table.stock", usize::from(cards)),
            };
            draw::rule(buffer, title, &picture.words.say("table.title", &[]), &stock);
        }
        self.draw_table(picture, rows.table, buffer);
        if let Some(title) = rows.hand_title {
            draw::rule(buffer, title, &picture.words.say("hand.title", &[]), "");
        }
        draw_hand(&self.hand, picture, rows.hand, rows.hand_size, buffer);
    }
}

impl Felt {
    /// Draws the loose cards and below them the builds, as text if boxes don't fit.
    fn draw_table(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let words = picture.words;
        let area = draw::inset(area, 1);
        if self.view.loose.is_empty() && self.view.builds.as_slice().is_empty() {
            let empty = words.say("table.empty", &[]);
            draw::text(buffer, area, area.x, area.y + area.height / 2, &empty, style::QUIET);
            return;
        }
        let named = picture.action.map_or(CardSet::EMPTY, |action| Parts::of(action).table);
        let cards: Vec<Card> = self.view.loose.into();
        let boxes = Boxes::of(self.view.builds.as_slice(), picture, area.width);
        let grid = Grid::new(Size::Small, words, cards.len(), area.width).filter(|grid| {
            let loose = if cards.is_empty() { 0 } else { grid.rows * grid.size.height() };
            loose + boxes.height() <= area.height
        });
        let Some(grid) = grid else { return self.draw_as_text(picture, named, area, buffer) };
        let loose = if cards.is_empty() { 0 } else { grid.rows * grid.size.height() };
        let top = area.y + (area.height - loose - boxes.height()) / 2;
        for (index, card) in cards.iter().enumerate() {
            let at = grid.card_area(index, Rect { y: top, height: loose, ..area });
            let outline = if named.contains(*card) { Outline::Double } else { Outline::Single };
            grid.draw(*card, at, outline, words, buffer);
        }
        boxes.draw(named, Rect { y: top + loose, height: boxes.height(), ..area }, buffer);
    }

    fn draw_as_text(&self, picture: &Picture, named: CardSet, area: Rect, buffer: &mut Buffer) {
        let words = picture.words;
        let marked = |text: String, cards: CardSet| {
            let (open, close) =
                if !cards.is_empty() && named.contains_all(cards) { ('[', ']') } else { (' ', ' ') };
            format!("{open}{}{close}", text.replace(' ', "\u{a0}"))
        };
        let loose = self.view.loose.iter().map(|card| marked(words.card_in_short(card), CardSet::only(card)));
        let builds = self.view.builds.as_slice().iter().map(|build| {
            let cards: Vec<String> = build.cards.iter().map(|card| words.card_in_short(card)).collect();
            marked(format!("{}={}", build.value, cards.join("+")), build.cards)
        });
        let line = loose.chain(builds).collect::<Vec<_>>().join(" ");
        draw::paragraph(buffer, area, &line, style::STRONG);
    }
}

/// Builds as boxes in rows: the value at the top, the owner below.
struct Boxes {
    boxes: Vec<Boxed>,
    rows: u16,
}

struct Boxed {
    x: u16,
    row: u16,
    width: u16,
    cards: CardSet,
    value: String,
    inside: String,
    owner: String,
}

const BOX_HEIGHT: u16 = 3;

impl Boxes {
    fn of(builds: &[Build], picture: &Picture, width: u16) -> Self {
        let (mut x, mut row, mut boxes) = (0, 0, Vec::new());
        for build in builds {
            let cards: Vec<String> =
                build.cards.iter().map(|card| picture.words.card_in_short(card)).collect();
            let inside = cards.join(" ");
            let owner = picture.cast.player(build.controller, picture.words);
            let value = build.value.to_string();
            let widest = draw::width(&inside).max(draw::width(&owner) + 2).max(draw::width(&value) + 2);
            let needed = (widest + 4).min(width);
            if x > 0 && x + needed > width {
                (x, row) = (0, row + 1);
            }
            boxes.push(Boxed { x, row, width: needed, cards: build.cards, value, inside, owner });
            x += needed + 1;
        }
        Self { rows: if boxes.is_empty() { 0 } else { row + 1 }, boxes }
    }

    const fn height(&self) -> u16 {
        self.rows * BOX_HEIGHT
    }

    fn draw(&self, named: CardSet, area: Rect, buffer: &mut Buffer) {
        for boxed in &self.boxes {
            let outline = if named.contains_all(boxed.cards) { Outline::Double } else { Outline::Single };
            let at = Rect {
                x: area.x + boxed.x,
                y: area.y + boxed.row * BOX_HEIGHT,
                width: boxed.width,
                height: BOX_HEIGHT,
            };
            draw_border(at, outline, buffer);
            draw::text(buffer, at, at.x + 1, at.y, &format!(" {} ", boxed.value), style::STRONG);
            draw::text_centred(buffer, at, at.y + 1, &boxed.inside, style::PLAIN);
            draw::text(buffer, at, at.x + 1, at.y + 2, &format!(" {} ", boxed.owner), style::QUIET);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use i18n::{Faces, Language};

    #[test]
    fn actions_are_described() {
        let words = Words::new(Language::English, Faces::French);
        for (action, sentence) in [
            ("4c", "trail 4♣"),
            ("8d x 3h [2d 6c]", "8♦ takes 3♥ [2♦ 6♣]"),
            ("2d + 5c = sum 7", "2♦ + 5♣: build 7"),
            ("5c + 5d = rank 5", "5♣ + 5♦: build fives"),
        ] {
            assert_eq!(Cassino.describe(action, words), sentence);
        }
    }
}
