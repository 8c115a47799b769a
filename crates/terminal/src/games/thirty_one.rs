//! Layout of Thirty-One: players with lives, stock and upcard, the hand and its value.

use super::{Layout, LogLine, MOST, Picture, Scene, Seating, Weight, each_log_line, seen};
use crate::cast::Cast;
use crate::draw::cards::{Grid, Outline, Size};
use crate::draw::{self, style};
use cards::{BySeat, Card, Holding, Seat, SeatSet};
use catalog::{Snapshot, WireValue};
use engine::Half;
use games::thirty_one::{Ending, Event, WireView as View};
use i18n::Words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Layout of the terminal for Thirty-One.
pub(super) struct ThirtyOne;

/// Returns the card an action discards.
fn card_of(action: &str) -> Option<Card> {
    action.strip_prefix("discard ").and_then(|card| card.parse().ok())
}

impl Layout for ThirtyOne {
    fn scene(&self, snapshot: &Snapshot, me: Seat) -> Option<Box<dyn Scene>> {
        let view = seen::<games::thirty_one::ThirtyOne>(snapshot)?;
        Some(Box::new(Felt { hand: view.hands[me].known().into(), view }))
    }

    fn log_lines(&self, events: &WireValue, cast: &Cast, words: Words) -> Vec<LogLine> {
        each_log_line(events, |event| log_line(event, cast, words))
    }

    fn describe(&self, action: &str, words: Words) -> String {
        match card_of(action) {
            Some(card) => words.say("way.discard", &[("card", &words.card_in_short(card))]).into_owned(),
            None => words.say(&format!("way.{action}"), &[]).into_owned(),
        }
    }

    fn ways<'a>(&self, legal: &'a [String], card: Option<Card>) -> Vec<&'a str> {
        let fits = |action: &&String| card_of(action).is_none() || card_of(action) == card;
        legal.iter().filter(fits).map(String::as_str).collect()
    }

    fn plainly(&self, card: Card) -> String {
        format!("discard {card}")
    }
}

fn log_line(event: &Event, cast: &Cast, words: Words) -> Option<LogLine> {
    let line = |weight, text: String| Some(LogLine { text: i18n::capital(&text), weight });
    let one = |card: &Card| words.card(*card);
    match event {
        Event::Dealt { .. } => None,
        Event::TurnedUp { card } => {
            line(Weight::Plain, words.say("log.turnedUp", &[("card", &one(card))]).into_owned())
        }
        Event::Drew { seat, card: None } => line(Weight::Plain, cast.sentence(words, *seat, "log.drew", &[])),
        Event::Drew { seat, card: Some(card) } => {
            line(Weight::Plain, cast.sentence(words, *seat, "log.drewCard", &[("card", &one(card))]))
        }
        Event::TookUpcard { seat, card } => {
            line(Weight::Plain, cast.sentence(words, *seat, "log.tookUpcard", &[("card", &one(card))]))
        }
        Event::Discarded { seat, card } => {
            line(Weight::Plain, cast.sentence(words, *seat, "log.discarded", &[("card", &one(card))]))
        }
        Event::Knocked { seat, last_turns } => {
            let others = names(*last_turns, cast, words);
            line(Weight::Loud, cast.sentence(words, *seat, "log.knocked", &[("others", &others)]))
        }
        Event::Reshuffled { cards } => {
            line(Weight::Plain, words.count("log.reshuffled", usize::from(*cards)))
        }
        Event::Shown { ending, blitz, values, lost, .. } => {
            let how = match ending {
                Ending::Blitz => words.say("log.blitz", &[("names", &names(*blitz, cast, words))]),
                Ending::Knock => words.say("log.shown.knock", &[]),
                Ending::Showdown => words.say("log.shown.showdown", &[]),
            };
            let how = how.into_owned();
            let mut parts = vec![how, values_of(values, cast, words)];
            for (seat, lives) in lost.iter().filter(|(_, lives)| *lives > 0) {
                let count = if lives == 1 { "one" } else { "many" };
                let key = format!("log.lost.{count}");
                parts.push(cast.sentence(words, seat, &key, &[("n", &lives.to_string())]));
            }
            line(Weight::Loud, parts.join(" "))
        }
        Event::Out { seat } => line(Weight::Loud, cast.sentence(words, *seat, "log.out", &[])),
    }
}

fn names(seats: SeatSet, cast: &Cast, words: Words) -> String {
    seats.iter().map(|seat| cast.player(seat, words)).collect::<Vec<_>>().join(", ")
}

/// Formats the values of the hands: “You 24, Carla 19.”
fn values_of(values: &BySeat<Option<Half>>, cast: &Cast, words: Words) -> String {
    let value = |(seat, value): (Seat, Option<Half>)| {
        value.map(|value| format!("{} {value}", cast.player(seat, words)))
    };
    format!("{}.", values.iter().filter_map(value).collect::<Vec<_>>().join(", "))
}

/// Returns whether a view fits this seating.
pub(super) fn fits(view: &View, seating: Seating) -> bool {
    seating.seats(&view.hands)
        && seating.seats(&view.values)
        && seating.seats(&view.lives)
        && seating.seats(&view.lost)
        && view.start_lives <= MOST
        && view.lives.iter().all(|(_, lives)| lives <= MOST)
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
        let players = picture.cast.seats();
        // With many players, piles and hand only fit as text.
        let room = area.height.saturating_sub(players + 2);
        let (table_rows, hand_rows) =
            if room >= 8 { (3, 4) } else { (1.max(room.saturating_sub(2)).min(3), 2) };
        let mut take = draw::downwards(area);
        self.draw_players(picture, take(players), buffer);
        draw::rule(buffer, take(1), &words.say("table.title", &[]), &self.news(picture));
        let spare = area.height.saturating_sub(players + 2 + hand_rows);
        self.draw_piles(words, draw::inset(take(spare.max(table_rows)), 1), buffer);
        let own = self.view.values[picture.cast.me];
        let value = own.map_or(String::new(), |value| {
            words.say("hand.value", &[("n", &value.to_string())]).into_owned()
        });
        draw::rule(buffer, take(1), &words.say("hand.title", &[]), &value);
        self.draw_hand(picture, draw::inset(take(hand_rows), 1), buffer);
    }
}

impl Felt {
    /// Returns the status: who has knocked, and who has a turn left.
    fn news(&self, picture: &Picture) -> String {
        let Some(knocker) = self.view.knocker else { return String::new() };
        let (cast, words) = (picture.cast, picture.words);
        let others = names(self.view.last_turns, cast, words);
        if others.is_empty() {
            return cast.sentence(words, knocker, "news.knocked", &[]);
        }
        cast.sentence(words, knocker, "news.knock", &[("others", &others)])
    }

    /// Draws a line for each player, the user last: backs or open cards, their value, lives.
    fn draw_players(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let Picture { cast, words, .. } = picture;
        let name_width = area.width.saturating_sub(46).clamp(10, 24);
        for (row, seat) in cast.own_last().enumerate() {
            let y = area.y + row as u16;
            if y >= area.bottom() {
                break;
            }
            let out = !self.view.playing.is_empty() && !self.view.playing.contains(seat);
            let ink = picture.draw_player(seat, out, name_width, Rect { y, ..area }, buffer);
            let x = area.x + 6 + name_width;
            draw::text(buffer, area, x, y, &self.cards_of(seat, seat == cast.me, *words), ink);
            draw::text(buffer, area, x + 17, y, &self.mark_of(seat, *words), style::TURN);
            draw::text_right(buffer, area, area.right(), y, &self.lives_of(seat, out, *words), ink);
        }
    }

    /// Formats a hand: backs, or open cards with their value.
    fn cards_of(&self, seat: Seat, mine: bool, words: Words) -> String {
        let hand = self.view.hands[seat];
        match hand {
            Holding::Open(cards) if !mine => {
                let cards: Vec<String> = cards.iter().map(|card| words.card_in_short(card)).collect();
                let value = self.view.values[seat];
                let value = value.map_or(String::new(), |value| format!(" = {value}"));
                format!("{}{value}", cards.join(" "))
            }
            hand => "▮".repeat(usize::from(hand.len())),
        }
    }

    fn mark_of(&self, seat: Seat, words: Words) -> String {
        let lost = self.view.lost[seat];
        let key = if self.view.blitz.contains(seat) {
            "mark.blitz"
        } else if lost > 0 {
            return format!("−{lost}");
        } else if self.view.knocker == Some(seat) {
            "mark.knocked"
        } else if self.view.last_turns.contains(seat) {
            "mark.lastTurn"
        } else {
            return String::new();
        };
        words.say(key, &[]).into_owned()
    }

    /// Formats lives: a mark for each life left and a dot for each lost, or a word.
    fn lives_of(&self, seat: Seat, out: bool, words: Words) -> String {
        if out {
            return words.say("lives.out", &[]).into_owned();
        }
        if self.view.free_ride.contains(seat) {
            return words.say("lives.free", &[]).into_owned();
        }
        let count = |lives: i32| usize::try_from(lives).unwrap_or_default();
        let left = count(self.view.lives[seat]);
        format!("{}{}", "♥".repeat(left), "·".repeat(count(self.view.start_lives).saturating_sub(left)))
    }

    fn draw_piles(&self, words: Words, area: Rect, buffer: &mut Buffer) {
        let stock = words.count("table.stock", usize::from(self.view.stock));
        let grid = Grid::new(Size::Small, words, 2, area.width).filter(|_| area.height >= 3);
        let Some(grid) = grid else {
            let upcard = self.view.upcard.map_or(String::new(), |card| words.card_in_short(card));
            let line = format!("{stock} · {}", words.say("table.upcard", &[("card", &upcard)]));
            return draw::text(buffer, area, area.x, area.y, &line, style::STRONG);
        };
        let middle = Rect { y: area.y + (area.height - 3) / 2, height: 3, ..area };
        grid.draw_back(grid.card_area(0, middle), buffer);
        let at = grid.card_area(1, middle);
        if let Some(card) = self.view.upcard {
            grid.draw(card, at, Outline::Single, words, buffer);
        }
        draw::text(buffer, area, at.right() + 2, middle.y + 1, &stock, style::QUIET);
    }

    fn draw_hand(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let words = picture.words;
        if self.hand.is_empty() {
            let key = if self.view.playing.is_empty() || self.view.playing.contains(picture.cast.me) {
                "hand.empty"
            } else {
                "out.watching"
            };
            return draw::text(buffer, area, area.x, area.y, &words.say(key, &[]), style::QUIET);
        }
        let grid =
            Grid::new(Size::Small, words, 4, area.width).filter(|grid| grid.rows == 1 && area.height >= 4);
        let Some(grid) = grid else {
            return draw::paragraph(buffer, area, &super::numbered(&self.hand, picture), style::STRONG);
        };
        for (index, card) in self.hand.iter().enumerate() {
            let at = grid.card_area(index, area);
            let chosen = picture.chosen == Some(index);
            let outline = if chosen { Outline::Double } else { Outline::Single };
            grid.draw(*card, at, outline, words, buffer);
            let label = if chosen { format!("▲{}▲", index + 1) } else { format!(" {} ", index + 1) };
            let x = at.x + at.width.saturating_sub(3) / 2;
            draw::text(buffer, area, x, at.bottom(), &label, if chosen { style::TURN } else { style::QUIET });
        }
    }
}
