//! Layout of Speed: stocks, the two piles with their talons, and the hand with its keys.

use super::{Layout, LogLine, MOST, Picture, Scene, Seating, Weight, each_log_line, seen};
use crate::cast::Cast;
use crate::draw::cards::{Grid, Outline, Size};
use crate::draw::{self, style};
use cards::{Card, Holding, Seat};
use catalog::{Snapshot, WireValue};
use games::speed::{DiscardPile, Ending, Event, WireView as View};
use i18n::Words;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

/// Layout of the terminal for Speed.
pub(super) struct Speed;

impl Layout for Speed {
    fn scene(&self, snapshot: &Snapshot, me: Seat) -> Option<Box<dyn Scene>> {
        let view = seen::<games::speed::Speed>(snapshot)?;
        Some(Box::new(Felt { hand: view.hands[me].known().into(), view }))
    }

    fn has_dealer(&self) -> bool {
        false
    }

    fn log_lines(&self, events: &WireValue, cast: &Cast, words: Words) -> Vec<LogLine> {
        each_log_line(events, |event| log_line(event, cast, words))
    }

    fn describe(&self, action: &str, words: Words) -> String {
        let Some((card, pile)) = action.split_once(" > ") else {
            return words.say("way.speed.flip", &[]).into_owned();
        };
        let card = card.parse().map_or(card.to_owned(), |card| words.card_in_short(card));
        let key = if pile.starts_with('L') { "way.speed.left" } else { "way.speed.right" };
        words.say(key, &[("card", &card)]).into_owned()
    }

    fn ways<'a>(&self, legal: &'a [String], card: Option<Card>) -> Vec<&'a str> {
        let card = card.map(|card| card.to_string());
        let of = |action: &&str| *action == "flip" || action.split(' ').next() == card.as_deref();
        legal.iter().map(String::as_str).filter(of).collect()
    }

    fn plainly(&self, card: Card) -> String {
        format!("{card} > L")
    }

    fn key(&self, key: KeyCode, card: Option<Card>) -> Option<String> {
        match key {
            KeyCode::Left | KeyCode::Char('f') => card.map(|card| format!("{card} > L")),
            KeyCode::Right | KeyCode::Char('j') => card.map(|card| format!("{card} > R")),
            _ => None,
        }
    }

    fn is_quick(&self) -> bool {
        true
    }
}

fn log_line(event: &Event, cast: &Cast, words: Words) -> Option<LogLine> {
    let line = |weight, text: String| Some(LogLine { text: i18n::capital(&text), weight });
    let plain = |text| line(Weight::Plain, text);
    match event {
        Event::Dealt { .. } | Event::Refilled { .. } => None,
        Event::Agreed { seat } => plain(cast.sentence(words, *seat, "log.speed.agreed", &[])),
        Event::Flipped { cards: [left, right] } => {
            let (left, right) = (words.card(*left), words.card(*right));
            plain(words.say("log.speed.flipped", &[("left", &left), ("right", &right)]).into_owned())
        }
        Event::Played { seat, card, pile } => {
            let key = format!("log.speed.played.{}", name_of(*pile));
            plain(cast.sentence(words, *seat, &key, &[("card", &words.card(*card))]))
        }
        Event::Blocked => line(Weight::Loud, words.say("log.speed.blocked", &[]).into_owned()),
        Event::Recycled { pile, cards } => {
            let key = format!("log.speed.recycled.{}", name_of(*pile));
            plain(words.say(&key, &[("n", &cards.to_string())]).into_owned())
        }
        Event::Ended { ending: Ending::Out, left, .. } => {
            let winner = left.iter().find(|(_, left)| *left == 0)?.0;
            line(Weight::Loud, cast.sentence(words, winner, "log.speed.out", &[]))
        }
        Event::Ended { ending: Ending::Stalemate, left, .. } => {
            let of = |(seat, left): (Seat, u8)| format!("{} {left}", cast.player(seat, words));
            let left = left.iter().map(of).collect::<Vec<_>>().join(", ");
            line(Weight::Loud, words.say("log.speed.stalemate", &[("left", &left)]).into_owned())
        }
    }
}

const fn name_of(pile: DiscardPile) -> &'static str {
    match pile {
        DiscardPile::Left => "left",
        DiscardPile::Right => "right",
    }
}

/// Returns whether a view fits this seating.
pub(super) fn fits(view: &View, seating: Seating) -> bool {
    seating.seats(&view.hands) && seating.seats(&view.stocks) && (0..=MOST).contains(&view.needed)
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
        let words = picture.words;
        let mut take = draw::downwards(area);
        self.draw_players(picture, take(2), buffer);
        draw::rule(buffer, take(1), &words.say("table.title", &[]), &self.news(picture));
        let hand_rows = if area.height >= 14 { 4 } else { 2 };
        let spare = area.height.saturating_sub(2 + 2 + hand_rows);
        self.draw_centre(words, draw::inset(take(spare), 1), buffer);
        draw::rule(buffer, take(1), &words.say("hand.title", &[]), "");
        self.draw_hand(picture, draw::inset(take(hand_rows), 1), buffer);
    }
}

impl Felt {
    /// Returns the status: whether the table waits for a flip, and who has agreed.
    fn news(&self, picture: &Picture) -> String {
        let (cast, words) = (picture.cast, picture.words);
        if !self.view.starting && !self.view.blocked {
            return String::new();
        }
        let key = if self.view.starting { "news.speed.start" } else { "news.speed.blocked" };
        let agreed: Vec<String> =
            self.view.agreed.iter().map(|seat| format!("✓ {}", cast.player(seat, words))).collect();
        format!("{} {}", words.say(key, &[]), agreed.join(" "))
    }

    /// Draws a line for each player, the user last: card backs, stock, games won.
    fn draw_players(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let Picture { cast, words, snapshot, .. } = picture;
        let name_width = area.width.saturating_sub(46).clamp(10, 24);
        for (row, seat) in cast.own_last().enumerate() {
            let y = area.y + row as u16;
            if y >= area.bottom() {
                break;
            }
            let name = cast.title(seat, usize::from(name_width), *words);
            draw::text(buffer, Rect { width: 4 + name_width, ..area }, area.x + 4, y, &name, style::PLAIN);
            let x = area.x + 6 + name_width;
            let hand = self.view.hands[seat];
            let cards = match hand {
                Holding::Open(cards) if seat != cast.me => {
                    cards.iter().map(|card| words.card_in_short(card)).collect::<Vec<_>>().join(" ")
                }
                hand => "▮".repeat(usize::from(hand.len())),
            };
            let stock = self.view.stocks[seat];
            draw::text(buffer, area, x, y, &format!("{cards} + {stock}"), style::PLAIN);
            let count = |games: i32| usize::try_from(games).unwrap_or_default();
            let won = count(snapshot.totals[seat]).min(count(self.view.needed));
            let games = format!("{}{}", "●".repeat(won), "○".repeat(count(self.view.needed) - won));
            draw::text_right(buffer, area, area.right(), y, &games, style::STRONG);
        }
    }

    /// Draws talon, pile, pile, talon.
    fn draw_centre(&self, words: Words, area: Rect, buffer: &mut Buffer) {
        let [left, right] = self.view.talons;
        let grid =
            Grid::new(Size::Small, words, 4, area.width).filter(|grid| grid.rows == 1 && area.height >= 4);
        let Some(grid) = grid else {
            let top = |top: Option<Card>| top.map_or("▮".to_owned(), |card| words.card_in_short(card));
            let [one, two] = self.view.tops.map(top);
            let line = format!("{left} ▮   f {one}   j {two}   ▮ {right}");
            return draw::text(buffer, area, area.x, area.y, &line, style::STRONG);
        };
        let middle = Rect { y: area.y + (area.height - 4) / 2, height: 3, ..area };
        for pile in 0..4 {
            let at = grid.card_area(pile, middle);
            let below = match pile {
                0 => left.to_string(),
                3 => right.to_string(),
                1 => "← f".to_owned(),
                _ => "j →".to_owned(),
            };
            match pile {
                1 | 2 => match self.view.tops[pile - 1] {
                    Some(card) => grid.draw(card, at, Outline::Single, words, buffer),
                    None if self.view.discards[pile - 1] > 0 => grid.draw_back(at, buffer),
                    None => {}
                },
                _ if self.view.talons[pile / 3] > 0 => grid.draw_back(at, buffer),
                _ => {}
            }
            draw::text(buffer, area, at.x + 1, middle.bottom(), &below, style::QUIET);
        }
    }

    fn draw_hand(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let words = picture.words;
        if self.hand.is_empty() {
            return draw::text(buffer, area, area.x, area.y, &words.say("hand.empty", &[]), style::QUIET);
        }
        let grid =
            Grid::new(Size::Small, words, 5, area.width).filter(|grid| grid.rows == 1 && area.height >= 4);
        let Some(grid) = grid else {
            return draw::paragraph(buffer, area, &super::numbered(&self.hand, picture), style::STRONG);
        };
        for (pile, card) in self.hand.iter().enumerate() {
            let at = grid.card_area(pile, area);
            let chosen = picture.chosen == Some(pile);
            let outline = if chosen { Outline::Double } else { Outline::Single };
            grid.draw(*card, at, outline, words, buffer);
            let label = if chosen { format!("▲{}▲", pile + 1) } else { format!(" {} ", pile + 1) };
            let x = at.x + at.width.saturating_sub(3) / 2;
            draw::text(buffer, area, x, at.bottom(), &label, style::KEYS);
        }
    }
}
