//! Remarks of the coach, drawn beside the table or over it.

use crate::coach::{Coach, Reply};
use crate::draw::{self, style};
use crate::exercises::translated;
use crate::state::State;
use cards::Card;
use i18n::Words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::borrow::Cow;

/// Returns the current texts with their styles.
fn said<'s>(state: &'s State, coach: &'s Coach) -> Vec<(Cow<'s, str>, Style)> {
    let words = state.words;
    let mut said = Vec::new();
    if let Some(told) = coach.told() {
        let text = match told {
            Reply::Words(text) => Cow::Borrowed(translated(text, words)),
            Reply::NotThis if coach.is_puzzle() => words.say("lessons.notThis", &[]),
            Reply::NotThis => words.say("lessons.notThis.lesson", &[]),
        };
        said.push((text, style::REFUSED));
    }
    if coach.is_over() && !coach.has_more_to_say() {
        let praise = if coach.is_puzzle() { "lessons.right" } else { "lessons.done" };
        said.push((words.say(praise, &[]), style::GLAD));
    }
    match coach.remark() {
        Some(remark) => said.push((Cow::Borrowed(translated(&remark.text, words)), style::PLAIN)),
        None if coach.waits() => said.push((words.say("lessons.task", &[]), style::PLAIN)),
        None => {}
    }
    said
}

/// Returns the number of rows of the remark with its title.
pub(super) fn height(state: &State, coach: &Coach, width: u16) -> u16 {
    let rows = |(text, _): &(Cow<'_, str>, Style)| draw::wrapped_rows(text, width.saturating_sub(2));
    1 + said(state, coach).iter().map(rows).sum::<u16>()
}

/// Draws the coach's remark.
pub(super) fn draw(state: &State, coach: &Coach, area: Rect, buffer: &mut Buffer) {
    draw::rule(buffer, area, &state.words.say("exercise.coach", &[]), "");
    let inner = draw::inset(area, 1);
    let mut rows = draw::downwards(Rect { y: inner.y + 1, height: inner.height.saturating_sub(1), ..inner });
    for (text, ink) in said(state, coach) {
        let wanted = draw::wrapped_rows(&text, inner.width);
        let lines = draw::wrap(&text, inner.width);
        let area = rows(wanted);
        for (row, line) in lines.iter().take(usize::from(area.height)).enumerate() {
            // An ellipsis marks cut text.
            let is_cut = row + 1 == usize::from(area.height) && lines.len() > row + 1;
            let line = if is_cut { format!("{line}…") } else { line.clone() };
            draw::text(buffer, area, area.x, area.y + row as u16, &line, ink);
        }
    }
}

/// Draws the remark over the upper part of the table if there is no space beside it.
pub(super) fn draw_over_table(state: &State, coach: &Coach, body: Rect, buffer: &mut Buffer) {
    if coach.is_folded() {
        return;
    }
    let height = height(state, coach, body.width).min(body.height - 1);
    let area = Rect { height: height + 1, ..body };
    draw::clear(buffer, area);
    draw(state, coach, Rect { height, ..area }, buffer);
    draw::rule(buffer, Rect { y: area.bottom() - 1, ..area }, "", &state.words.say("exercise.fold", &[]));
}

/// Highlights the cards that the remark mentions. Scenes know nothing of lessons.
pub(super) fn mark_shown(coach: &Coach, words: Words, area: Rect, buffer: &mut Buffer) {
    let shown = coach.remark().map(|remark| remark.show.as_slice()).unwrap_or_default();
    let names =
        shown.iter().filter_map(|card| card.parse::<Card>().ok()).map(|card| words.card_in_short(card));
    for name in names {
        let name: Vec<char> = name.chars().collect();
        for y in area.top()..area.bottom() {
            let row: Vec<char> = (area.left()..area.right())
                .map(|x| buffer[(x, y)].symbol().chars().next().unwrap_or(' '))
                .collect();
            for (column, _) in row.windows(name.len()).enumerate().filter(|(_, window)| *window == name) {
                let x = area.x + column as u16;
                let whole = Rect { x, y, width: name.len() as u16, height: 1 };
                buffer.set_style(whole, Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD));
            }
        }
    }
}
