//! Cards as boxes in rows, as large as possible.

use super::style;
use crate::draw;
use cards::{Card, Suit};
use i18n::{Faces, Words};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Size of drawn cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// The card has five rows, with a corner and a center.
    Big,
    /// The card has three rows.
    Small,
    /// The card is text without a box.
    Text,
}

impl Size {
    pub(crate) const fn height(self) -> u16 {
        match self {
            Self::Big => 5,
            Self::Small => 3,
            Self::Text => 1,
        }
    }

    fn width(self, words: Words) -> u16 {
        let longest = |suit: fn(&Words, Suit) -> String| {
            Suit::ALL.into_iter().map(|each| draw::width(&suit(&words, each))).max().unwrap_or_default()
        };
        match (self, words.faces) {
            (Self::Big, Faces::French) => 7,
            (Self::Small, Faces::French) => 5,
            (Self::Big, Faces::Latin | Faces::Latin40) => longest(Words::suit).max(5) + 2,
            // Index, blank, suit and border. A ten omits the blank.
            (Self::Small, Faces::Latin | Faces::Latin40) => 2 + longest(Words::suit_in_short) + 2,
            (Self::Text, _) => 0,
        }
    }
}

/// Border of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outline {
    Single,
    /// Selected, or about to be captured.
    Double,
}

/// Cards of one size in rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) size: Size,
    pub(crate) rows: u16,
    width: u16,
    step: u16,
    columns: u16,
}

impl Grid {
    /// Arranges `count` cards in rows of `width`, with a gap between them if that costs no extra
    /// row. Returns `None` for text cards.
    pub(crate) fn new(size: Size, words: Words, count: usize, width: u16) -> Option<Self> {
        let card = size.width(words);
        let count = u16::try_from(count).ok()?.max(1);
        let rows_with = |gap: u16| {
            let columns = (width + gap) / (card + gap);
            (columns > 0).then(|| (columns, count.div_ceil(columns)))
        };
        if card == 0 {
            return None;
        }
        let (wide, close) = (rows_with(1)?, rows_with(0)?);
        let ((columns, rows), gap) = if close.1 < wide.1 { (close, 0) } else { (wide, 1) };
        Some(Self { size, rows, width: card, step: card + gap, columns })
    }

    /// Returns the area of the card at `index` in a grid that starts at the top left of `area`.
    pub(crate) fn card_area(&self, index: usize, area: Rect) -> Rect {
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        let (row, column) = (index / self.columns, index % self.columns);
        let (x, y) =
            (area.x + column * self.step, area.y.saturating_add(row.saturating_mul(self.size.height())));
        Rect { x, y, width: self.width, height: self.size.height() }
    }

    /// Draws `card` at `at`.
    pub(crate) fn draw(&self, card: Card, at: Rect, outline: Outline, words: Words, buffer: &mut Buffer) {
        draw_border(at, outline, buffer);
        let ink = style::of_suit(card.suit());
        let inner = Rect { y: at.y + 1, height: at.height.saturating_sub(2), ..draw::inset(at, 1) };
        let index = words.index(card.rank());
        match self.size {
            Size::Big => {
                draw::text(buffer, inner, inner.x, inner.y, &index, ink);
                draw::text_centred(buffer, inner, inner.y + 1, &suit(card, words), ink);
                draw::text_right(buffer, inner, inner.right(), inner.y + 2, &index, ink);
            }
            Size::Small | Size::Text => {
                let mut short = words.card_in_short(card);
                if draw::width(&short) > inner.width {
                    short.retain(|symbol| symbol != ' ');
                }
                let short = format!("{short:^width$}", width = usize::from(inner.width));
                draw::text(buffer, inner, inner.x, inner.y, &short, ink);
            }
        }
    }

    /// Draws the back of a card at `at`.
    pub(crate) fn draw_back(&self, at: Rect, buffer: &mut Buffer) {
        draw_border(at, Outline::Single, buffer);
        for y in at.y + 1..at.bottom().saturating_sub(1) {
            let back = "▒".repeat(usize::from(at.width.saturating_sub(2)));
            draw::text(buffer, at, at.x + 1, y, &back, style::QUIET);
        }
    }
}

fn suit(card: Card, words: Words) -> String {
    match words.faces {
        Faces::French => words.suit_in_short(card.suit()),
        Faces::Latin | Faces::Latin40 => words.suit(card.suit()),
    }
}

pub(crate) fn draw_border(at: Rect, outline: Outline, buffer: &mut Buffer) {
    let ([top_left, across, top_right, down, bottom_left, bottom_right], ink) = match outline {
        Outline::Single => (["┌", "─", "┐", "│", "└", "┘"], style::QUIET),
        Outline::Double => (["╔", "═", "╗", "║", "╚", "╝"], style::TURN),
    };
    let middle = across.repeat(usize::from(at.width.saturating_sub(2)));
    let area = buffer.area;
    draw::text(buffer, area, at.x, at.y, &format!("{top_left}{middle}{top_right}"), ink);
    for y in at.y + 1..at.bottom().saturating_sub(1) {
        draw::text(buffer, area, at.x, y, down, ink);
        draw::text(buffer, area, at.right().saturating_sub(1), y, down, ink);
    }
    let bottom = at.bottom().saturating_sub(1);
    draw::text(buffer, area, at.x, bottom, &format!("{bottom_left}{middle}{bottom_right}"), ink);
}

#[cfg(test)]
mod tests {
    use super::*;
    use i18n::Language;

    #[test]
    fn cards_close_up_before_they_need_another_row() {
        let words = Words::new(Language::English, Faces::French);
        let grid =
            |count, width| Grid::new(Size::Small, words, count, width).map(|grid| (grid.rows, grid.step));
        assert_eq!(grid(3, 53), Some((1, 6)));
        assert_eq!(grid(10, 53), Some((1, 5)));
        assert_eq!(grid(12, 53), Some((2, 6)));
        assert_eq!(grid(1, 3), None);
        assert!(Grid::new(Size::Text, words, 1, 80).is_none());
    }

    #[test]
    fn cards_in_both_sizes_and_with_both_faces() {
        let drawn = |size: Size, faces, outline| {
            let words = Words::new(Language::English, faces);
            let mut buffer = Buffer::empty(Rect::new(0, 0, size.width(words), size.height()));
            let area = buffer.area;
            let grid = Grid::new(size, words, 1, area.width).unwrap();
            grid.draw("7d".parse().unwrap(), grid.card_area(0, area), outline, words, &mut buffer);
            let row = |y| (0..area.width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
            (0..area.height).map(row).collect::<Vec<_>>()
        };
        assert_eq!(drawn(Size::Small, Faces::French, Outline::Single), ["┌───┐", "│7♦ │", "└───┘"]);
        assert_eq!(drawn(Size::Small, Faces::Latin, Outline::Double), ["╔══════╗", "║7 coin║", "╚══════╝"]);
        let tenth = |faces, card: &str| {
            let words = Words::new(Language::Italian, faces);
            let mut buffer = Buffer::empty(Rect::new(0, 0, 7, 3));
            let grid = Grid::new(Size::Small, words, 1, 7).unwrap();
            let area = buffer.area;
            grid.draw(card.parse().unwrap(), grid.card_area(0, area), Outline::Single, words, &mut buffer);
            (0..7).map(|x| buffer[(x, 1)].symbol().to_owned()).collect::<String>()
        };
        assert_eq!(tenth(Faces::Latin, "Ts"), "│10spa│");
        assert_eq!(tenth(Faces::Latin40, "Ks"), "│10spa│");
        assert_eq!(tenth(Faces::Latin40, "Js"), "│8 spa│");
        let big = ["┌─────┐", "│7    │", "│  ♦  │", "│    7│", "└─────┘"];
        assert_eq!(drawn(Size::Big, Faces::French, Outline::Single), big);
        assert_eq!(drawn(Size::Big, Faces::Latin, Outline::Single)[2], "│coins │");
    }
}
