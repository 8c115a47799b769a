//! Shared drawing of the capturing games: players, rows and hand.

use super::{Picture, Weight, card_key, numbered};
use crate::cast::Cast;
use crate::draw::cards::{Grid, Outline, Size};
use crate::draw::{self, style};
use cards::{BySide, Card, CardSet, Holding, Seat, SeatSet, Side};
use i18n::Words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Division of the screen into rows, from the top.
pub(super) struct Rows {
    pub(super) players: Rect,
    pub(super) table_title: Option<Rect>,
    pub(super) table: Rect,
    pub(super) hand_title: Option<Rect>,
    pub(super) hand: Rect,
    pub(super) hand_size: Size,
}

/// Two rows of small cards. Fewer look cramped.
const TABLE_ROWS: u16 = 6;

impl Rows {
    /// Computes the division; the table gets the remaining rows. The hand's size doesn't depend on
    /// the current cards, so nothing changes size during a deal.
    pub(super) fn of(hand: &[Card], picture: &Picture, area: Rect) -> Self {
        let players = picture.cast.seats() + 1;
        let max_cards = hand.len().max(3);
        let fits =
            |size| Grid::new(size, picture.words, max_cards, area.width).is_some_and(|grid| grid.rows == 1);
        let left_with = |size: Size| area.height.saturating_sub(players + 2 + size.height() + 1);
        let hand_size = if fits(Size::Big) && left_with(Size::Big) >= 2 * Size::Big.height() {
            Size::Big
        } else if fits(Size::Small) {
            Size::Small
        } else {
            Size::Text
        };
        let hand_height = match hand_size {
            Size::Text => draw::wrapped_rows(&numbered(hand, picture), area.width).max(2),
            size => size.height() + 1,
        };
        let titles = area.height >= players + hand_height + TABLE_ROWS + 2;
        let title_height = u16::from(titles);
        let mut take = draw::downwards(area);
        let players = take(players);
        let table_title = titles.then(|| take(title_height));
        let below = title_height + hand_height;
        let table = take(area.height.saturating_sub(players.height + title_height + below));
        let hand_title = titles.then(|| take(title_height));
        Self { players, table_title, table, hand_title, hand: take(hand_height), hand_size }
    }
}

/// Public information about the players.
pub(super) struct Players<'a> {
    pub(super) hands: &'a [Holding],
    /// Captured cards, by side.
    pub(super) piles: &'a BySide<CardSet>,
    /// Capturing cards of the sweeps, by side.
    pub(super) sweeps: &'a BySide<CardSet>,
    /// Players of this deal. Empty before the first.
    pub(super) playing: SeatSet,
}

impl Players<'_> {
    /// Draws a line for each player, the user last: cards in hand, captured cards, sweeps, points.
    pub(super) fn draw(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let Picture { cast, words, snapshot, .. } = picture;
        let sweeps = words.say(&format!("players.sweeps.{}", cast.game), &[]).into_owned();
        let titles = [
            words.say("players.hand", &[]).into_owned(),
            words.say("players.taken", &[]).into_owned(),
            sweeps,
            words.say("players.points", &[]).into_owned(),
        ];
        // The first column shows the backs of up to ten cards.
        let widths: [u16; 4] =
            std::array::from_fn(|index| if index == 0 { 11 } else { draw::width(&titles[index]) + 2 });
        let numbers: u16 = widths.iter().sum();
        let name_width = area.width.saturating_sub(numbers + 4).min(30);
        let cells = |buffer: &mut Buffer, y, cells: &[String; 4], style: Style| {
            let mut x = area.x + 4 + name_width;
            for (index, (cell, width)) in cells.iter().zip(widths).enumerate() {
                if index == 0 {
                    draw::text(buffer, area, x + 1, y, cell, style);
                } else {
                    draw::text_right(buffer, area, x + width, y, cell, style);
                }
                x += width;
            }
        };
        cells(buffer, area.y, &titles, style::QUIET);
        for (row, seat) in picture.cast.own_last().enumerate() {
            let y = area.y + 1 + row as u16;
            let side = snapshot.sides[seat];
            let sits_out = !self.playing.is_empty() && !self.playing.contains(seat);
            let base = picture.draw_player(seat, sits_out, name_width, Rect { y, ..area }, buffer);
            let in_hand = self.hands.get(seat.index()).map_or(0, |hand| hand.len());
            let count = |of: &BySide<CardSet>| of[side].len().to_string();
            let hand = if sits_out {
                words.say("players.out", &[]).into_owned()
            } else {
                "▮".repeat(usize::from(in_hand))
            };
            let points = snapshot.totals[seat].to_string();
            cells(buffer, y, &[hand, count(self.piles), count(self.sweeps), points], base);
        }
    }
}

/// Draws the user's cards with the keys that select them.
pub(super) fn draw_hand(hand: &[Card], picture: &Picture, area: Rect, size: Size, buffer: &mut Buffer) {
    let area = draw::inset(area, 1);
    if hand.is_empty() {
        draw::text(buffer, area, area.x, area.y, &picture.words.say("hand.empty", &[]), style::QUIET);
        return;
    }
    let grid = Grid::new(size, picture.words, hand.len(), area.width).filter(|grid| grid.rows == 1);
    let Some(grid) = grid.filter(|_| size != Size::Text) else {
        return draw::paragraph(buffer, area, &numbered(hand, picture), style::STRONG);
    };
    for (index, card) in hand.iter().enumerate() {
        let at = grid.card_area(index, area);
        let chosen = picture.chosen == Some(index);
        grid.draw(*card, at, if chosen { Outline::Double } else { Outline::Single }, picture.words, buffer);
        let number = card_key(index);
        let label = if chosen { format!("▲{number}▲") } else { format!(" {number} ") };
        let x = at.x + (at.width.saturating_sub(3)) / 2;
        draw::text(buffer, area, x, at.bottom(), &label, if chosen { style::TURN } else { style::QUIET });
    }
}

/// Describes a capture.
pub(super) fn about_a_capture(
    cast: &Cast,
    words: Words,
    seat: Seat,
    card: Card,
    taken: CardSet,
    sweep: bool,
) -> (Weight, String) {
    let params = [("card", &*words.card(card)), ("taken", &words.cards(taken))];
    let text = cast.sentence(words, seat, "log.captured", &params);
    if sweep {
        (Weight::Loud, format!("{text} {}", words.say(&format!("sweep.{}", cast.game), &[])))
    } else {
        (Weight::Plain, text)
    }
}

/// Describes who got the remaining cards after the last play.
pub(super) fn about_the_rest(cast: &Cast, words: Words, side: Option<Side>, cards: CardSet) -> String {
    let cards = words.cards(cards);
    let params = [("cards", &*cards)];
    match side.map(|side| (side, cast.members(side))) {
        None => words.say("log.rest.nobody", &params).into_owned(),
        Some((_, members)) if members.len() == 1 => cast.sentence(words, members[0], "log.rest", &params),
        Some((side, _)) => {
            let name = cast.side(side, words);
            words.say("log.rest.side", &[("name", &name), ("cards", &cards)]).into_owned()
        }
    }
}
