//! Text in a buffer, clipped to its area. All characters are one cell wide.

pub(crate) mod cards;
pub(crate) mod style;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Writes `text` from `(x, y)` to the end of `area`. Suit symbols get their colors.
pub(crate) fn text(buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) {
    let area = area.intersection(buffer.area);
    if y < area.y || y >= area.bottom() {
        return;
    }
    let symbols: Vec<char> = text.chars().collect();
    for (index, symbol) in symbols.iter().enumerate() {
        let Some(x) = u16::try_from(index).ok().and_then(|index| x.checked_add(index)) else { return };
        if x >= area.right() {
            // An ellipsis marks cut text.
            if x > area.x {
                buffer[(x - 1, y)].set_char('…');
            }
            return;
        }
        if x < area.x {
            continue;
        }
        // External text such as a name may contain control characters.
        let symbol = if *symbol == '\u{a0}' || symbol.is_control() { ' ' } else { *symbol };
        buffer[(x, y)].set_char(symbol).set_style(style);
        if let Some(colour) = style::of_symbol(symbol) {
            buffer[(x, y)].set_style(colour);
        }
    }
}

/// Writes right-aligned text that ends before `right`.
pub(crate) fn text_right(buffer: &mut Buffer, area: Rect, right: u16, y: u16, what: &str, style: Style) {
    text(buffer, area, right.saturating_sub(width(what)), y, what, style);
}

/// Writes centered text.
pub(crate) fn text_centred(buffer: &mut Buffer, area: Rect, y: u16, what: &str, style: Style) {
    text(buffer, area, area.x + area.width.saturating_sub(width(what)) / 2, y, what, style);
}

/// Returns the width of `text` in cells.
pub(crate) fn width(text: &str) -> u16 {
    u16::try_from(text.chars().count()).unwrap_or(u16::MAX)
}

/// Draws a line across the first row of `area`, with a title on the left and a note on the right.
pub(crate) fn rule(buffer: &mut Buffer, area: Rect, title: &str, note: &str) {
    text(buffer, area, area.x, area.y, &"─".repeat(usize::from(area.width)), style::QUIET);
    if !title.is_empty() {
        text(buffer, area, area.x + 2, area.y, &format!(" {title} "), style::QUIET);
    }
    if !note.is_empty() {
        text_right(buffer, area, area.right().saturating_sub(2), area.y, &format!(" {note} "), style::QUIET);
    }
}

/// Writes a word-wrapped paragraph.
pub(crate) fn paragraph(buffer: &mut Buffer, area: Rect, what: &str, style: Style) {
    for (row, line) in wrap(what, area.width).iter().enumerate() {
        let Ok(row) = u16::try_from(row) else { return };
        text(buffer, area, area.x, area.y.saturating_add(row), line, style);
    }
}

/// Returns the number of rows of a [`paragraph`].
pub(crate) fn wrapped_rows(text: &str, width: u16) -> u16 {
    u16::try_from(wrap(text, width).len()).unwrap_or(u16::MAX)
}

/// Wraps `text` at spaces into lines of at most `width`. Longer words are cut.
pub(crate) fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut filled = 0;
    for word in text.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        if filled > 0 && filled + 1 + word.len() > width {
            lines.push(std::mem::take(&mut line));
            filled = 0;
        } else if filled > 0 {
            line.push(' ');
            filled += 1;
        }
        while word.len() > width {
            lines.push(word.drain(..width).collect());
        }
        filled += word.len();
        line.extend(word);
    }
    lines.push(line);
    lines
}

/// Returns a function that splits areas of the given height off the top of `area`, while there is
/// space.
pub(crate) fn downwards(area: Rect) -> impl FnMut(u16) -> Rect {
    let mut y = area.y;
    move |height| {
        let height = height.min(area.bottom().saturating_sub(y));
        let rows = Rect { y, height, ..area };
        y += height;
        rows
    }
}

/// Returns `area` without `by` columns on the left and right.
pub(crate) fn inset(area: Rect, by: u16) -> Rect {
    Rect { x: area.x + by.min(area.width), width: area.width.saturating_sub(2 * by), ..area }
}

/// Clears the cells of `area`.
pub(crate) fn clear(buffer: &mut Buffer, area: Rect) {
    let area = area.intersection(buffer.area);
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            buffer[(x, y)].reset();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_long_words_are_cut() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("a b", 0), ["a", "b"]);
    }

    #[test]
    fn nothing_is_written_outside() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        let area = buffer.area;
        text(&mut buffer, area, 2, 0, "long", style::PLAIN);
        text(&mut buffer, area, 0, 9, "far", style::PLAIN);
        text_right(&mut buffer, area, 1, 1, "abc", style::PLAIN);
        clear(&mut buffer, Rect::new(3, 1, 50, 50));
        assert_eq!(buffer, Buffer::with_lines(["  l…", "abc "]));
    }
}
