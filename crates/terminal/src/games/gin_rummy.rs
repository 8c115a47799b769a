//! Layout of Gin Rummy: stock and pile, hand by melds, deadwood and limit, lay-offs.

use super::{Layout, LogLine, Picture, Scene, Seating, Weight, each_log_line, seen};
use crate::cast::Cast;
use crate::draw::cards::{Grid, Outline, Size};
use crate::draw::{self, style};
use cards::{Card, Seat};
use catalog::{Snapshot, WireValue};
use games::gin_rummy::melds::Meld;
use games::gin_rummy::{Event, Going, WireView as View};
use i18n::Words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Layout of the terminal for Gin Rummy.
pub(super) struct Gin;

/// Returns the hand card of an action: `knock Kd`, `layoff 8s > 5s 6s 7s`.
fn card_of(action: &str) -> Option<Card> {
    action.split(' ').nth(1).and_then(|card| card.parse().ok())
}

impl Layout for Gin {
    fn scene(&self, snapshot: &Snapshot, _me: Seat) -> Option<Box<dyn Scene>> {
        let view = seen::<games::gin_rummy::GinRummy>(snapshot)?;
        let hand = view
            .arrangement
            .as_ref()
            .map_or(Vec::new(), |own| own.melds.iter().flat_map(Meld::iter).chain(own.unmelded).collect());
        Some(Box::new(Felt { hand, view }))
    }

    fn log_lines(&self, events: &WireValue, cast: &Cast, words: Words) -> Vec<LogLine> {
        each_log_line(events, |event| log_line(event, cast, words))
    }

    fn describe(&self, action: &str, words: Words) -> String {
        let verb = action.split(' ').next().unwrap_or_default();
        let Some(card) = card_of(action) else {
            let verb = if verb == "gin" { "bigGin" } else { verb };
            return words.say(&format!("way.gin.{verb}"), &[]).into_owned();
        };
        let card = words.card_in_short(card);
        if verb == "layoff" {
            let meld = action.split_once("> ").map_or("", |(_, meld)| meld);
            let meld: Vec<String> = meld
                .split(' ')
                .filter_map(|card| card.parse().ok())
                .map(|card| words.card_in_short(card))
                .collect();
            return words.say("way.gin.layOff", &[("card", &card), ("meld", &meld.join(" "))]).into_owned();
        }
        words.say(&format!("way.gin.{verb}"), &[("card", &card)]).into_owned()
    }

    fn ways<'a>(&self, legal: &'a [String], card: Option<Card>) -> Vec<&'a str> {
        let of_card = |action: &&String| card.is_some() && card_of(action) == card;
        let plain = |action: &&String| card_of(action).is_none();
        legal.iter().filter(of_card).chain(legal.iter().filter(plain)).map(String::as_str).collect()
    }

    fn plainly(&self, card: Card) -> String {
        format!("discard {card}")
    }
}

fn log_line(event: &Event, cast: &Cast, words: Words) -> Option<LogLine> {
    let line = |weight, text: String| Some(LogLine { text: i18n::capital(&text), weight });
    let say = |key: &str, params: &[(&str, &str)]| words.say(&format!("log.gin.{key}"), params).into_owned();
    let by = |seat, key: &str, params: &[(&str, &str)]| {
        cast.sentence(words, seat, &format!("log.gin.{key}"), params)
    };
    let one = |card: &Card| words.card(*card);
    match event {
        Event::Dealt { .. } => None,
        Event::TurnedUp { card } => line(Weight::Plain, say("turnedUp", &[("card", &one(card))])),
        Event::Passed { seat } => line(Weight::Plain, by(*seat, "passed", &[])),
        Event::Drew { seat, card } => match card.known().first() {
            Some(card) => line(Weight::Plain, by(*seat, "drewCard", &[("card", &one(&card))])),
            None => line(Weight::Plain, by(*seat, "drew", &[])),
        },
        Event::Took { seat, card } => line(Weight::Plain, by(*seat, "took", &[("card", &one(card))])),
        Event::Discarded { seat, card } => {
            line(Weight::Plain, by(*seat, "discarded", &[("card", &one(card))]))
        }
        Event::WentOut { seat, going, melds, unmelded, .. } => {
            let melds: Vec<String> = melds.iter().map(|meld| in_short(meld.iter(), words)).collect();
            let going = match going {
                Going::Knock => "knock",
                Going::Gin => "gin",
                Going::BigGin => "bigGin",
            };
            let params = [("melds", &*melds.join(" / ")), ("cards", &words.cards(*unmelded))];
            line(Weight::Loud, by(*seat, going, &params))
        }
        Event::LaidOff { seat, cards, meld, .. } => {
            let params = [("cards", &*words.cards(*cards)), ("meld", &in_short(meld.iter(), words))];
            line(Weight::Plain, by(*seat, "laidOff", &params))
        }
        Event::Shown { seat, unmelded, .. } if unmelded.is_empty() => {
            line(Weight::Plain, by(*seat, "shownAll", &[]))
        }
        Event::Shown { seat, unmelded, .. } => {
            line(Weight::Plain, by(*seat, "shown", &[("cards", &words.cards(*unmelded))]))
        }
        Event::TurnedOver { card } => line(Weight::Plain, say("turnedOver", &[("card", &one(card))])),
        Event::StockEnded => line(Weight::Loud, say("stockEnded", &[])),
    }
}

fn in_short(cards: impl Iterator<Item = Card>, words: Words) -> String {
    cards.map(|card| words.card_in_short(card)).collect::<Vec<_>>().join(" ")
}

/// Returns whether a view fits this seating.
pub(super) fn fits(view: &View, seating: Seating) -> bool {
    seating.seats(&view.hands) && seating.seats(&view.melds)
}

/// Content of the card table, and its drawing.
struct Felt {
    view: View,
    /// Hand in display order: melds, then the rest.
    hand: Vec<Card>,
}

impl Scene for Felt {
    fn hand(&self) -> &[Card] {
        &self.hand
    }

    fn draw(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let words = picture.words;
        let hand_rows = 3;
        let players = Rect { height: 2, ..area };
        self.draw_players(picture, players, buffer);
        let title = Rect { y: players.bottom(), height: 1, ..area };
        draw::rule(buffer, title, &words.say("table.title", &[]), &self.limit(words));
        let hand = Rect { y: area.bottom().saturating_sub(hand_rows), height: hand_rows, ..area };
        let table = Rect { y: title.bottom(), height: hand.y.saturating_sub(title.bottom() + 1), ..area };
        self.draw_table(picture, draw::inset(table, 1), buffer);
        let deadwood = self
            .view
            .arrangement
            .as_ref()
            .map_or(String::new(), |own| format!("{} {}", words.say("gin.deadwood", &[]), own.deadwood));
        let title = Rect { y: hand.y.saturating_sub(1), height: 1, ..area };
        draw::rule(buffer, title, &words.say("hand.title", &[]), &deadwood);
        self.draw_hand(picture, draw::inset(hand, 1), buffer);
    }
}

impl Felt {
    fn limit(&self, words: Words) -> String {
        match self.view.limit {
            0 => words.say("gin.onlyGin", &[]).into_owned(),
            limit => words.say("gin.knockWith", &[("limit", &limit.to_string())]).into_owned(),
        }
    }

    /// Draws a line for each player, the user last: card backs and points.
    fn draw_players(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        for (row, seat) in picture.cast.own_last().enumerate() {
            let y = area.y + row as u16;
            let ink = picture.draw_player(seat, false, 24, Rect { y, ..area }, buffer);
            let in_hand = self.view.hands[seat].len();
            let backs = "▮".repeat(usize::from(in_hand));
            draw::text(buffer, area, area.x + 30, y, &backs, ink);
            let points = picture.snapshot.totals[seat];
            draw::text_right(buffer, area, area.right(), y, &points.to_string(), ink);
        }
    }

    /// Draws stock and pile, and the melds after a player went out.
    fn draw_table(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let words = picture.words;
        let grid = Grid::new(Size::Small, words, 2, area.width);
        if let Some(grid) = grid.filter(|_| area.height >= 3) {
            let at = grid.card_area(0, area);
            grid.draw_back(at, buffer);
            if let Some(card) = self.view.upcard {
                grid.draw(card, grid.card_area(1, area), Outline::Single, words, buffer);
            }
            let x = grid.card_area(1, area).right() + 2;
            let stock = words.count("table.stock", usize::from(self.view.stock));
            draw::text(buffer, area, x, area.y + 1, &stock, style::QUIET);
            if let Some(card) = self.view.face_down {
                let card = card.known().first().map_or("▒▒".to_owned(), |card| words.card_in_short(card));
                draw::text(
                    buffer,
                    area,
                    x,
                    area.y + 2,
                    &words.say("gin.faceDown", &[("card", &card)]),
                    style::QUIET,
                );
            }
        }
        let mut y = area.y + 3;
        for seat in picture.cast.own_last() {
            let melds = self.view.melds[seat];
            let knocked = self.view.knock.as_ref().is_some_and(|knock| knock.seat == seat);
            if melds.is_empty() && !knocked {
                continue;
            }
            let melds: Vec<String> =
                melds.iter().map(|meld| format!("({})", in_short(meld.iter(), words))).collect();
            let left = in_short(self.view.hands[seat].known().iter(), words);
            let name = picture.cast.player(seat, words);
            let line = format!("{name}: {}  {left}", melds.join(" "));
            let rows = draw::wrapped_rows(&line, area.width);
            draw::paragraph(buffer, Rect { y, height: rows, ..area }, &line, style::STRONG);
            y += rows;
        }
    }

    /// Draws the hand in one row with melds in brackets and keys below, or as text if it is too
    /// wide.
    fn draw_hand(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let words = picture.words;
        let Some(own) = self.view.arrangement.as_ref().filter(|_| !self.hand.is_empty()) else { return };
        let cell =
            self.hand.iter().map(|card| draw::width(&words.card_in_short(*card))).max().unwrap_or(2) + 1;
        let groups: Vec<Vec<Card>> =
            own.melds.iter().map(|meld| meld.iter().collect()).chain([own.unmelded.into()]).collect();
        let wide = cell * self.hand.len() as u16 + 2 * groups.len() as u16;
        if wide > area.width {
            return draw::paragraph(buffer, area, &super::numbered(&self.hand, picture), style::STRONG);
        }
        let (mut x, mut index) = (area.x, 0);
        for (nth, group) in groups.iter().enumerate() {
            let melded = nth < own.melds.len();
            if melded {
                draw::text(buffer, area, x, area.y, "(", style::TURN);
            }
            for card in group {
                let chosen = picture.chosen == Some(index);
                let text = words.card_in_short(*card);
                draw::text(buffer, area, x + 1, area.y, &text, style::STRONG);
                let (label, ink) = match index {
                    _ if chosen => ("▲".to_owned(), style::TURN),
                    10.. => ("·".to_owned(), style::QUIET),
                    index => (((index + 1) % 10).to_string(), style::QUIET),
                };
                draw::text(buffer, area, x + 1, area.y + 1, &label, ink);
                x += cell;
                index += 1;
            }
            if melded {
                draw::text(buffer, area, x, area.y, ")", style::TURN);
                x += 2;
            }
        }
    }
}
