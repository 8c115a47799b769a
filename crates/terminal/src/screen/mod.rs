//! Drawing of the state into a buffer of any size.

mod coach;
mod pages;

use crate::coach::Coach;
use crate::draw::{self, style};
use crate::exercises::translated;
use crate::games::{Picture, Weight};
use crate::local::Local;
use crate::state::{Overlay, State, View, join, may_review, others_turn};
use catalog::SnapshotPhase;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use std::time::Duration;

/// Minimum width and height. Below it, the hands and tables of six players don't fit.
pub(crate) const MIN: (u16, u16) = (60, 18);
/// Minimum width for a panel beside the table.
const WITH_PANEL: u16 = 76;
const PANEL: std::ops::RangeInclusive<u16> = 26..=44;
/// Minimum height for spacing.
const ROOMY: u16 = 22;
/// Delay before a thinking bot is indicated.
const SPIN_AFTER: Duration = Duration::from_millis(250);
const SPIN_STEP: u128 = 120;
const SPINNER: [&str; 4] = ["|", "/", "-", "\\"];

/// Draws `state` and returns the cursor position while the user types.
pub(crate) fn screen(state: &State, buffer: &mut Buffer) -> Option<Position> {
    let area = buffer.area;
    let cursor = if area.width < MIN.0 || area.height < MIN.1 {
        draw_too_small(state, area, buffer);
        None
    } else {
        draw_all(state, area, buffer)
    };
    state.look().apply(buffer);
    cursor
}

fn draw_too_small(state: &State, area: Rect, buffer: &mut Buffer) {
    let params = [area.width, area.height, MIN.0, MIN.1].map(|number| number.to_string());
    let [width, height, min_width, min_height] = &params;
    let params = [
        ("width", width.as_str()),
        ("height", height),
        ("leastWidth", min_width),
        ("leastHeight", min_height),
    ];
    let text = state.words.say("small", &params);
    let inner = draw::inset(area, 1);
    let lines = draw::wrap(&text, inner.width);
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (row, line) in lines.iter().enumerate() {
        draw::text_centred(buffer, inner, top + row as u16, line, style::PLAIN);
    }
}

fn draw_all(state: &State, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let roomy = area.height >= ROOMY;
    let (head, foot) = if roomy { (2, 4) } else { (1, 3) };
    draw_head(state, area, roomy, buffer);
    let body = Rect { y: area.y + head, height: area.height - head - foot, ..area };
    draw_body(state, body, buffer);
    let foot = Rect { y: body.bottom(), height: foot, ..area };
    draw_foot(state, foot, buffer)
}

fn draw_head(state: &State, area: Rect, ruled: bool, buffer: &mut Buffer) {
    let words = state.words;
    let whole = draw::inset(area, 1);
    let deal = words.say("head.deal", &[("n", &(state.snapshot.deal + 1).to_string())]).into_owned();
    draw::text_right(buffer, whole, whole.right(), area.y, &deal, style::QUIET);
    let inner = Rect { width: whole.width.saturating_sub(draw::width(&deal) + 2), ..whole };
    let game = words.say(&format!("game.{}", state.cast.game), &[]).into_owned();
    draw::text(buffer, inner, inner.x, area.y, &game, style::STRONG);
    let about = match state.table.coach() {
        Some(coach) => translated(&coach.exercise().title, words).to_owned(),
        None => match state.table.of_day() {
            Some(day) => format!("{} · {day}", words.say("home.daily", &[])),
            None => rules(state),
        },
    };
    let about = format!("· {about}");
    draw::text(buffer, inner, inner.x + draw::width(&game) + 1, area.y, &about, style::QUIET);
    if ruled {
        draw::rule(buffer, Rect { y: area.y + 1, ..area }, "", "");
    }
}

/// Returns a short description of the rules.
fn rules(state: &State) -> String {
    let words = state.words;
    let mut rules = words.of_game("preset", &state.cast.game, &state.table.preset());
    if state.table.differences() > 0 {
        rules = format!("{rules}, {}", words.count("head.changes", state.table.differences()));
    }
    if let Some(target) = state.table.target().and_then(|target| target.parse().ok()) {
        rules = format!("{rules} · {}", words.count("head.target", target));
    }
    rules
}

fn draw_body(state: &State, body: Rect, buffer: &mut Buffer) {
    match (&state.screen.over, &state.screen.view) {
        (Some(Overlay::Help { scroll }), _) => pages::help(state, body.width).draw(*scroll, body, buffer),
        (Some(Overlay::Score { scroll }), _) => pages::score(state, body.width).draw(*scroll, body, buffer),
        (Some(Overlay::Review { text, scroll }), _) => {
            pages::review(state, text.as_deref(), body.width).draw(*scroll, body, buffer);
        }
        (_, View::Scoring { scroll }) => pages::scoring(state, body.width).draw(*scroll, body, buffer),
        (_, View::Result { scroll }) => match state.table.coach() {
            Some(coach) => pages::end_of_exercise(state, coach, body.width).draw(*scroll, body, buffer),
            None if state.table.of_day().is_some() => {
                pages::end_of_day(state, body.width).draw(*scroll, body, buffer);
            }
            None => pages::result(state, body.width).draw(*scroll, body, buffer),
        },
        (_, View::Table | View::Ways { .. }) => draw_table(state, body, buffer),
    }
}

fn draw_table(state: &State, body: Rect, buffer: &mut Buffer) {
    let my_turn = state.my_turn();
    let picture = Picture {
        snapshot: &state.snapshot,
        cast: &state.cast,
        words: state.words,
        chosen: Some(state.screen.chosen).filter(|_| state.snapshot.phase == SnapshotPhase::Playing),
        action: state.action().filter(|_| my_turn),
        turn: state.snapshot.actors.first(),
    };
    if body.width < WITH_PANEL {
        state.scene.draw(&picture, body, buffer);
        if matches!(state.screen.view, View::Ways { .. }) {
            // The list covers the hand, not the table: its card is already selected.
            let height = (way_lines(state, body.width).len() as u16 + 1).clamp(4, 5);
            let area = Rect { y: body.bottom() - height, height, ..body };
            draw::clear(buffer, area);
            draw_ways(state, area, buffer);
        }
        if let Some(coach) = state.table.coach() {
            coach::mark_shown(coach, state.words, body, buffer);
            coach::draw_over_table(state, coach, body, buffer);
        }
        return;
    }
    let panel = (body.width / 3).clamp(*PANEL.start(), *PANEL.end());
    let table = Rect { width: body.width - panel - 1, ..body };
    state.scene.draw(&picture, Rect { width: table.width - 1, ..table }, buffer);
    for y in body.top()..body.bottom() {
        draw::text(buffer, body, table.right(), y, "│", style::QUIET);
    }
    let panel = Rect { x: table.right() + 1, width: panel, ..body };
    let ways = match way_lines(state, panel.width).len() as u16 {
        0 => 0,
        lines => (lines + 2).min(panel.height / 2),
    };
    let mut rows = draw::downwards(panel);
    if let Some(coach) = state.table.coach() {
        coach::mark_shown(coach, state.words, table, buffer);
        let said = coach::height(state, coach, panel.width).min(panel.height - ways);
        coach::draw(state, coach, rows(said), buffer);
    }
    draw_ways(state, rows(ways), buffer);
    let log = rows(panel.height);
    if log.height > 1 {
        draw_log(state, log, buffer);
    }
}

/// Returns the lines of the list of actions, each with the index of its action. Without a list there are none.
fn way_lines(state: &State, width: u16) -> Vec<(usize, String)> {
    let View::Ways { actions, chosen } = &state.screen.view else { return Vec::new() };
    let lines = |(index, action): (usize, &String)| {
        let what = state.layout.describe(action, state.words);
        let mark = if index == *chosen { '▶' } else { ' ' };
        let number = if index < 10 { ((index + 1) % 10).to_string() } else { " ".to_owned() };
        let wrapped = draw::wrap(&what, width.saturating_sub(4)).into_iter().enumerate();
        let start = move |row| if row == 0 { format!("{mark}{number} ") } else { "   ".to_owned() };
        wrapped.map(move |(row, line)| (index, start(row) + &line)).collect::<Vec<_>>()
    };
    actions.iter().enumerate().flat_map(lines).collect()
}

/// Draws the actions of the selected card as a list.
fn draw_ways(state: &State, area: Rect, buffer: &mut Buffer) {
    let View::Ways { chosen, .. } = &state.screen.view else { return };
    if area.height == 0 {
        return;
    }
    draw::rule(buffer, area, &state.words.say("ways.title", &[]), "");
    let lines = way_lines(state, area.width);
    let rows = usize::from(area.height - 1).max(1);
    let end = lines.iter().rposition(|(index, _)| index == chosen).map_or(0, |last| last + 1);
    for (row, (index, line)) in lines.iter().skip(end.saturating_sub(rows)).take(rows).enumerate() {
        let ink = if index == chosen { style::TURN } else { style::PLAIN };
        draw::text(buffer, area, area.x + 1, area.y + 1 + row as u16, line, ink);
    }
}

/// Draws the log, newest line at the bottom.
fn draw_log(state: &State, area: Rect, buffer: &mut Buffer) {
    draw::rule(
        buffer,
        area,
        &state.words.say("log.title", &[]),
        if state.log.scrolled() > 0 { "↑" } else { "" },
    );
    let inner = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..draw::inset(area, 1) };
    let rows = usize::from(inner.height) + state.log.scrolled();
    let mut lines = Vec::new();
    for (index, entry) in state.log.lines().iter().enumerate().rev() {
        let ink = match entry.weight {
            Weight::Heading => style::STRONG,
            Weight::Loud => style::GLAD,
            Weight::Plain if state.log.is_recent(index) => style::PLAIN,
            Weight::Plain => style::QUIET,
        };
        let wrapped = draw::wrap(&entry.text, inner.width.saturating_sub(2));
        for (row, line) in wrapped.iter().enumerate().rev() {
            let indent = if row > 0 { "  " } else { "" };
            lines.push((format!("{indent}{line}"), ink));
        }
        if entry.weight == Weight::Heading && index > 0 {
            lines.push((String::new(), ink));
        }
        if lines.len() >= rows {
            break;
        }
    }
    let back = state.log.scrolled().min(lines.len().saturating_sub(usize::from(inner.height)));
    let shown = lines.iter().skip(back).take(usize::from(inner.height));
    let count = shown.len() as u16;
    for (row, (line, ink)) in shown.enumerate() {
        draw::text(buffer, inner, inner.x, inner.y + count - 1 - row as u16, line, *ink);
    }
}

/// Draws the status, a message and the keys.
fn draw_foot(state: &State, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let inner = draw::inset(area, 1);
    draw_status(state, Rect { height: 1, ..inner }, buffer);
    let keys = Rect { y: area.bottom() - 1, height: 1, ..inner };
    let cursor = draw_keys(state, keys, buffer);
    let room = area.height - 2;
    let message = message(state, area.width);
    if let Some((text, ink)) = message {
        let lines = draw::wrap(&text, inner.width);
        // With only one row for it, a long message also takes the row of the keys.
        let rows = if lines.len() as u16 > room && cursor.is_none() { room + 1 } else { room };
        let area = Rect { y: area.y + 1, height: rows, ..inner };
        draw::clear(buffer, area);
        for (row, line) in lines.iter().take(usize::from(rows)).enumerate() {
            draw::text(buffer, area, area.x, area.y + row as u16, line, ink);
        }
    }
    cursor
}

/// Returns the message below the table, or without a panel the latest event.
fn message(state: &State, width: u16) -> Option<(String, ratatui::style::Style)> {
    if let (Some(Overlay::Quit), Some(file)) = (&state.screen.over, state.record_file.saved()) {
        let file = file.display().to_string();
        return Some((state.words.say("quit.saved", &[("file", &file)]).into_owned(), style::PLAIN));
    }
    if let Some(message) = &state.screen.message {
        let ink = if message.refused { style::REFUSED } else { style::PLAIN };
        return Some((message.text.clone(), ink));
    }
    let at_table = matches!(state.screen.view, View::Table | View::Ways { .. });
    if width >= WITH_PANEL || !at_table {
        return None;
    }
    Some((state.log.last_action(), style::QUIET))
}

fn draw_status(state: &State, area: Rect, buffer: &mut Buffer) {
    let words = state.words;
    let mut say = |text: &str, ink| draw::text(buffer, area, area.x, area.y, text, ink);
    match &state.screen.over {
        Some(Overlay::Quit) => {
            let key = match (state.table.coach(), state.table.remote()) {
                (Some(_), _) => "quit.exercise",
                (_, Some(_)) => "quit.joined",
                _ => "quit.ask",
            };
            return say(&words.say(key, &[]), style::TURN);
        }
        Some(Overlay::Save { .. }) => return say(&words.say("save.ask", &[]), style::TURN),
        Some(
            Overlay::Help { .. } | Overlay::Score { .. } | Overlay::Review { .. } | Overlay::Command { .. },
        )
        | None => {}
    }
    if state.screen.over.is_none() && matches!(state.screen.view, View::Scoring { .. } | View::Result { .. })
    {
        let key = match (&state.screen.view, state.snapshot.phase) {
            (View::Result { .. }, _) if state.table.coach().is_some() => return,
            (View::Result { .. }, _) if state.table.of_day().is_some() => "daily.shareLater",
            (_, SnapshotPhase::Over) if state.table.of_day().is_some() => "counting.toDay",
            (View::Result { .. }, _) if state.table.remote().is_some() => return,
            (View::Result { .. }, _) => "result.again",
            (_, SnapshotPhase::Over) if state.table.coach().is_some() => "counting.toEnd",
            (_, SnapshotPhase::Over) => "counting.toResult",
            _ => "counting.next",
        };
        return say(&words.say(key, &[]), style::TURN);
    }
    let is_dealt = state.snapshot.phase == SnapshotPhase::Playing;
    if state.timers.awaits_scoring() || (state.table.coach().is_some() && !is_dealt) {
        return say(&words.say("status.dealOver", &[]), style::STRONG);
    }
    if let Some(text) = join::status(state) {
        return say(&text, style::PLAIN);
    }
    // In a window the bots answer while the user may.
    let others = state.table.local().filter(|_| state.table.races() || !state.my_turn());
    if let Some((seat, waited)) = others.and_then(Local::thinking) {
        let turn = (waited.as_millis() / SPIN_STEP) as usize % SPINNER.len();
        let spinner = if waited >= SPIN_AFTER { SPINNER[turn] } else { " " };
        let name = state.cast.name(seat);
        let text = words.say("status.other", &[("name", name)]);
        return say(&format!("{spinner} {text}"), style::PLAIN);
    }
    if let Some(seat) = others_turn(state) {
        let text = words.say("status.other", &[("name", state.cast.name(seat))]);
        return say(&format!("  {text}"), style::PLAIN);
    }
    let reads = |coach: &Coach| coach.has_more_to_say() || (!state.my_turn() && coach.pauses());
    if state.table.coach().is_some_and(reads) {
        return say(&words.say("status.readOn", &[]), style::TURN);
    }
    if !state.my_turn() {
        return;
    }
    let left = join::time_left(state, state.cast.me).map_or(String::new(), |left| format!(" · {left}"));
    let turn = format!("▶ {}{left}", words.say("status.yours", &[]));
    say(&turn, style::TURN);
    let after = area.x + draw::width(&turn) + 1;
    let rest = match (&state.screen.view, state.action()) {
        (View::Ways { .. }, _) => words.say("status.choose", &[]).into_owned(),
        (_, Some(action)) => {
            words.say("status.enter", &[("what", &state.layout.describe(action, words))]).into_owned()
        }
        (_, None) if state.scene.types_digits() => words.of_game("status", &state.cast.game, "type"),
        (_, None) => {
            let ways = state.ways(state.screen.chosen).len();
            let card = state.scene.hand().get(state.screen.chosen).map(|card| words.card_in_short(*card));
            let params = [("n", &*ways.to_string()), ("card", &card.unwrap_or_default())];
            // Actions that need no card don't belong to the selected one.
            let without_card = state.layout.ways(&state.snapshot.legal, None).len();
            match ways {
                0 if params[1].1.is_empty() => String::new(),
                0 => words.say("status.cannot", &params).into_owned(),
                _ if ways == without_card => words.say("status.choices", &params).into_owned(),
                _ => words.say("status.ways", &params).into_owned(),
            }
        }
    };
    if !rest.is_empty() {
        draw::text(buffer, area, after, area.y, &format!("· {rest}"), style::PLAIN);
    }
}

/// Returns as many keys as fit: the first two, the last ones, then the others.
fn as_far_as_it_goes(keys: &str, width: u16) -> String {
    let mut keys: Vec<&str> = keys.split("  ").collect();
    while keys.len() > 3 && draw::width(&keys.join("  ")) > width {
        keys.remove(2);
    }
    keys.join("  ")
}

/// Draws the last row: the keys, or the typed line.
fn draw_keys(state: &State, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let (prompt, line) = match &state.screen.over {
        Some(Overlay::Command { line }) => (":".to_owned(), line),
        Some(Overlay::Save { name, .. }) => (format!("{} ", state.words.say("save.prompt", &[])), name),
        _ => {
            let key = match (&state.screen.over, &state.screen.view) {
                (Some(Overlay::Quit), _) if state.record_file.saved().is_some() || !state.has_record() => {
                    "keys.quit.saved"
                }
                (Some(Overlay::Quit), _) => "keys.quit",
                (Some(_), _) => "keys.page",
                (_, View::Table) => match state.table.coach() {
                    None => "keys.table",
                    Some(coach) if coach.waits() && !coach.has_more_to_say() => "keys.exercise",
                    Some(_) => "keys.exercise.read",
                },
                (_, View::Ways { .. }) => "keys.ways",
                (_, View::Scoring { .. }) if may_review(state) => "keys.counting.review",
                (_, View::Scoring { .. }) => "keys.counting",
                (_, View::Result { .. }) => match state.table.coach() {
                    None if state.table.remote().is_some() => "keys.joined.result",
                    None if state.table.of_day().is_some() => "keys.day",
                    None => "keys.result",
                    Some(coach) if coach.next().is_none() => "keys.exercise.last",
                    Some(coach) if coach.is_puzzle() => "keys.exercise.end",
                    Some(_) => "keys.lesson.end",
                },
            };
            let keys = state.words.say(key, &[]);
            draw::text(buffer, area, area.x, area.y, &as_far_as_it_goes(&keys, area.width), style::KEYS);
            return None;
        }
    };
    // A long line shows its end, where the cursor is.
    let room = usize::from(area.width.saturating_sub(draw::width(&prompt) + 1));
    let skipped = line.chars().count().saturating_sub(room);
    let shown: String = line.chars().skip(skipped).collect();
    draw::text(buffer, area, area.x, area.y, &prompt, style::TURN);
    let x = area.x + draw::width(&prompt);
    draw::text(buffer, area, x, area.y, &shown, style::STRONG);
    Some(Position { x: (x + draw::width(&shown)).min(area.right().saturating_sub(1)), y: area.y })
}
