//! Layout of Scopa and Wall Street: cards on the table, captured cards, sweeps.

use super::felt::{Players, Rows, about_a_capture, about_the_rest, draw_hand};
use super::{Layout, LogLine, Picture, Scene, Seating, Weight, each_log_line, seen};
use crate::cast::Cast;
use crate::draw::cards::{Grid, Outline, Size};
use crate::draw::{self, style};
use cards::{Card, CardSet, Seat};
use catalog::{Snapshot, WireValue};
use games::fishing::{Event, WireView as View};
use games::scopa::{self, Claimed};
use games::wall_street;
use i18n::Words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Layout of a fishing game: access to its deal, and its descriptions.
pub(super) struct Fishing {
    deal: fn(&Snapshot) -> Option<View>,
    log_lines: fn(&WireValue, &Cast, Words) -> Vec<LogLine>,
}

/// Layout of the terminal for Scopa.
pub(super) const SCOPA: Fishing = Fishing {
    deal: seen::<scopa::Scopa>,
    log_lines: |events, cast, words| each_log_line(events, |event| scopa_log_line(event, cast, words)),
};

/// Layout of the terminal for Wall Street.
pub(super) const WALL_STREET: Fishing = Fishing {
    deal: seen::<wall_street::WallStreet>,
    log_lines: |events, cast, words| each_log_line(events, |event| log_line(event, cast, words)),
};

/// Parses an action of a record: `7d x 3c 4h`.
fn parts(action: &str) -> (Option<Card>, Option<CardSet>) {
    let mut written = action.split(' ');
    let card = written.next().and_then(|card| card.parse().ok());
    let taken = written.next().map(|_| written.filter_map(|card| card.parse::<Card>().ok()).collect());
    (card, taken)
}

impl Layout for Fishing {
    fn scene(&self, snapshot: &Snapshot, me: Seat) -> Option<Box<dyn Scene>> {
        let view = (self.deal)(snapshot)?;
        Some(Box::new(Felt { hand: view.hands[me].known().into(), view }))
    }

    fn log_lines(&self, events: &WireValue, cast: &Cast, words: Words) -> Vec<LogLine> {
        (self.log_lines)(events, cast, words)
    }

    fn describe(&self, action: &str, words: Words) -> String {
        let (Some(card), taken) = parts(action) else {
            return words.say(&format!("way.{action}"), &[]).into_owned();
        };
        let card = words.card_in_short(card);
        match taken {
            None => words.say("way.lay", &[("card", &card)]).into_owned(),
            Some(taken) if taken.is_empty() => words.say("way.keep", &[("card", &card)]).into_owned(),
            Some(taken) => {
                let taken = words.cards_in_short(taken);
                words.say("way.take", &[("card", &card), ("taken", &taken)]).into_owned()
            }
        }
    }
}

fn scopa_log_line(event: &scopa::Event, cast: &Cast, words: Words) -> Option<LogLine> {
    match event {
        scopa::Event::Deal(event) => log_line(event, cast, words),
        scopa::Event::Claim(Claimed { seat, right }) => {
            let key = if *right { "log.claimed.right" } else { "log.claimed.wrong" };
            let text = cast.sentence(words, *seat, key, &[]);
            Some(LogLine { text: i18n::capital(&text), weight: Weight::Loud })
        }
    }
}

fn log_line(event: &Event, cast: &Cast, words: Words) -> Option<LogLine> {
    let line = |weight, text: String| Some(LogLine { text: i18n::capital(&text), weight });
    let by = |seat, key: &str, params: &[(&str, &str)]| cast.sentence(words, seat, key, params);
    match event {
        Event::Dealt { .. } => None,
        Event::LaidOut { cards } => {
            line(Weight::Plain, words.say("log.laidOut", &[("cards", &words.cards(*cards))]).into_owned())
        }
        Event::ThrownIn { rank } => {
            let rank = words.say(&format!("ranks.{}", rank.letter()), &[]).into_owned();
            line(Weight::Loud, words.say("log.thrownIn", &[("rank", &rank)]).into_owned())
        }
        Event::Laid { seat, card } => {
            line(Weight::Plain, by(*seat, "log.laid", &[("card", &words.card(*card))]))
        }
        Event::Captured { seat, card, taken, .. } if taken.is_empty() => {
            line(Weight::Plain, by(*seat, "log.kept", &[("card", &words.card(*card))]))
        }
        Event::Captured { seat, card, taken, sweep } => {
            let (weight, text) = about_a_capture(cast, words, *seat, *card, *taken, *sweep);
            line(weight, text)
        }
        Event::RestTaken { side, cards } => line(Weight::Plain, about_the_rest(cast, words, *side, *cards)),
    }
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
        let View { hands, piles, sweeps, playing, .. } = &self.view;
        let hands = hands.as_slice();
        Players { hands, piles, sweeps, playing: *playing }.draw(picture, rows.players, buffer);
        if let Some(title) = rows.table_title {
            let stock = picture.words.count("table.stock", usize::from(self.view.stock));
            draw::rule(buffer, title, &picture.words.say("table.title", &[]), &stock);
        }
        self.draw_table(picture, rows.table, rows.hand_size, buffer);
        if let Some(title) = rows.hand_title {
            draw::rule(buffer, title, &picture.words.say("hand.title", &[]), "");
        }
        draw_hand(&self.hand, picture, rows.hand, rows.hand_size, buffer);
    }
}

impl Felt {
    /// Draws the cards on the table, at most as large as those in the hand.
    fn draw_table(&self, picture: &Picture, area: Rect, hand_size: Size, buffer: &mut Buffer) {
        let area = draw::inset(area, 1);
        if self.view.table.is_empty() {
            let empty = picture.words.say("table.empty", &[]);
            draw::text(buffer, area, area.x, area.y + area.height / 2, &empty, style::QUIET);
            return;
        }
        let taken = picture.action.and_then(|action| parts(action).1).unwrap_or(CardSet::EMPTY);
        let cards: Vec<Card> = self.view.table.into();
        let fitting = [Size::Big, Size::Small]
            .into_iter()
            .filter(|size| size.height() <= hand_size.height().max(Size::Small.height()))
            .filter_map(|size| Grid::new(size, picture.words, cards.len(), area.width))
            .find(|grid| grid.rows * grid.size.height() <= area.height);
        let outline = |card: &Card| if taken.contains(*card) { Outline::Double } else { Outline::Single };
        match fitting {
            Some(grid) => {
                let height = grid.rows * grid.size.height();
                let top = area.y + (area.height - height) / 2;
                for (index, card) in cards.iter().enumerate() {
                    let at = grid.card_area(index, Rect { y: top, height, ..area });
                    grid.draw(*card, at, outline(card), picture.words, buffer);
                }
            }
            None => {
                let card = |card: &Card| {
                    let (open, close) = if taken.contains(*card) { ('[', ']') } else { (' ', ' ') };
                    format!("{open}{}{close}", picture.words.card_in_short(*card).replace(' ', "\u{a0}"))
                };
                let line = cards.iter().map(card).collect::<Vec<_>>().join(" ");
                draw::paragraph(buffer, area, &line, style::STRONG);
            }
        }
    }
}
