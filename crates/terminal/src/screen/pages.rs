//! Text pages in place of the table: scoring, result, score, help.

use crate::cast::Cast;
use crate::coach::Coach;
use crate::draw::{self, style};
use crate::exercises::translated;
use crate::state::{DayOver, State};
use cards::{BySeat, BySide, Side};
use catalog::DealScore;
use i18n::Words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Text page that may be longer than the screen.
pub(crate) struct Page {
    title: String,
    lines: Vec<(String, Style)>,
}

impl Page {
    fn new(title: String) -> Self {
        Self { title, lines: Vec::new() }
    }

    fn add(&mut self, line: impl Into<String>, ink: Style) {
        self.lines.push((line.into(), ink));
    }

    fn blank(&mut self) {
        self.add("", style::PLAIN);
    }

    /// Draws the page from line `scroll` on, at most to its end.
    pub(crate) fn draw(&self, scroll: u16, area: Rect, buffer: &mut Buffer) {
        let rows = area.height.saturating_sub(1);
        let max = (self.lines.len() as u16).saturating_sub(rows);
        let scroll = scroll.min(max);
        let note = match (scroll > 0, scroll < max) {
            (true, true) => "↑ ↓",
            (true, false) => "↑",
            (false, true) => "↓",
            (false, false) => "",
        };
        draw::rule(buffer, area, &self.title, note);
        let inner = draw::inset(area, 2);
        let shown = self.lines.iter().skip(usize::from(scroll)).take(usize::from(rows));
        for (row, (line, ink)) in shown.enumerate() {
            draw::text(buffer, inner, inner.x, area.y + 1 + row as u16, line, *ink);
        }
    }
}

/// Table of numbers: a label, and one column per side.
struct Columns {
    label: usize,
    column: usize,
}

impl Columns {
    fn new(label: usize, names: &[String], width: u16) -> Self {
        let room = usize::from(width).saturating_sub(label + 6);
        let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
        let column = (widest + 2).clamp(10, 24).min(room / names.len().max(1)).max(8);
        Self { label, column }
    }

    fn row(&self, label: &str, cells: impl IntoIterator<Item = String>) -> String {
        let label_width = self.label;
        let label: String = label.chars().take(label_width).collect();
        let mut row = format!("{label:<label_width$}");
        for cell in cells {
            let column = self.column;
            let cell = if cell.chars().count() < column {
                cell
            } else {
                cell.chars().take(column - 2).chain(['…']).collect()
            };
            row.push_str(&format!("{cell:>column$}"));
        }
        row
    }
}

fn sides(cast: &Cast, words: Words) -> Vec<String> {
    cast.all_sides().map(|side| cast.side(side, words)).collect()
}

/// Page of a deal's scoring.
pub(crate) fn scoring(state: &State, width: u16) -> Page {
    let words = state.words;
    let number = state.scores.scored().to_string();
    let mut page = Page::new(words.say("counting.title", &[("n", &number)]).into_owned());
    page.blank();
    let Some(deal_score) = state.scores.last() else { return page };
    add_scoring(state, deal_score, width, &mut page);
    page.blank();
    for line in draw::wrap(&state.log.last_action(), width.saturating_sub(4)) {
        page.add(line, style::QUIET);
    }
    page
}

fn add_scoring(state: &State, deal_score: &DealScore, width: u16, page: &mut Page) {
    let (words, cast) = (state.words, &state.cast);
    let names = sides(cast, words);
    let label = |category: &str| words.of_game("count", &cast.game, category);
    let total = total_name(state);
    let before = words.say("counting.before", &[]).into_owned();
    let bonuses = &state.snapshot.bonuses;
    let labels = deal_score.lines.iter().chain(bonuses).map(|line| label(line.category));
    let labels = labels.chain([total.clone(), before.clone()]);
    let widest = labels.map(|label| label.chars().count()).max().unwrap_or_default();
    let columns = Columns::new(widest + 2, &names, width);
    page.add(columns.row("", names.iter().cloned()), style::STRONG);
    if deal_score.thrown_in {
        page.add(words.say("counting.thrownIn", &[]).into_owned(), style::PLAIN);
    }
    for line in &deal_score.lines {
        let cell = |(side, points): (Side, i32)| {
            let amount = line.amounts[side];
            let amount = amount.map_or_else(|| "–".to_owned(), |amount| amount.to_string());
            let points = if points == 0 { String::new() } else { signed(points) };
            format!("{amount} {points:>3}")
        };
        let row = columns.row(&label(line.category), line.points.iter().map(cell));
        let help = words.count_help(&cast.game, line.category);
        // Explains the category if there is space.
        let room = usize::from(width).saturating_sub(row.chars().count() + 8);
        let row = if help.chars().count() <= room { format!("{row}    {help}") } else { row };
        page.add(row, style::PLAIN);
        let shown = line.cards.iter().flatten().zip(&names).filter(|(cards, _)| !cards.is_empty());
        let shown: Vec<String> = shown
            .map(|(cards, name)| {
                format!("{name}: {}", words.cards_in_short(cards.iter().filter_map(|card| card.parse().ok())))
            })
            .collect();
        for row in
            draw::wrap(&shown.join("   "), width.saturating_sub(8)).iter().filter(|row| !row.is_empty())
        {
            page.add(format!("  {row}"), style::QUIET);
        }
    }
    page.add("─".repeat(columns.label + columns.column * names.len()), style::QUIET);
    // Shown so that the columns add up to the total: earlier points, the deal, and bonuses of the
    // match.
    let earlier = beyond(state, std::iter::once(&deal_score.points));
    if earlier.iter().any(|(_, points)| points != 0) {
        page.add(columns.row(&before, earlier.iter().map(|(_, points)| points.to_string())), style::PLAIN);
    }
    // Column of the points, below the plus signs.
    let points = deal_score.points.by_side(&cast.sides);
    let points = points.iter().map(|(_, points)| signed(points));
    page.add(columns.row(&words.say("counting.deal", &[]), points), style::PLAIN);
    for line in bonuses {
        page.add(
            columns.row(&label(line.category), line.points.iter().map(|(_, points)| signed(points))),
            style::PLAIN,
        );
    }
    let totals = state.snapshot.totals.by_side(&cast.sides);
    page.add(columns.row(&total, totals.iter().map(|(_, total)| total.to_string())), style::STRONG);
}

/// Returns the name of the game's totals, by default points.
fn total_name(state: &State) -> String {
    let (words, key) = (state.words, format!("total.{}", state.cast.game));
    match state.table.target() {
        _ if words.knows(&key) => {
            let (name, help) = (words.say(&key, &[]).into_owned(), format!("total.help.{}", state.cast.game));
            if words.knows(&help) { format!("{name} ({})", words.say(&help, &[])) } else { name }
        }
        Some(target) => words.say("counting.totalTo", &[("n", &target)]).into_owned(),
        None => words.say("counting.total", &[]).into_owned(),
    }
}

/// Returns the points of each side without these deals and the bonuses.
fn beyond<'d>(state: &State, deals: impl Iterator<Item = &'d BySeat<i32>>) -> BySide<i32> {
    let sides = &state.cast.sides;
    let bonuses = state.snapshot.bonuses.iter().map(|line| line.points);
    let known = deals.map(|points| points.by_side(sides)).chain(bonuses);
    let totals = state.snapshot.totals.by_side(sides);
    known.fold(totals, |left, points| left.map(|side, left| left - points[side]))
}

/// Formats points with a sign: `+3`, `−2`.
fn signed(points: i32) -> String {
    match points {
        0 => "0".to_owned(),
        1.. => format!("+{points}"),
        _ => format!("−{}", points.unsigned_abs()),
    }
}

/// Adds the points of every deal, the bonuses of the match and the totals.
fn add_deals(state: &State, width: u16, page: &mut Page) {
    let (words, cast) = (state.words, &state.cast);
    let names = sides(cast, words);
    let name = |deal: usize| words.say("score.deal", &[("n", &(deal + 1).to_string())]).into_owned();
    let total = total_name(state);
    let opening = words.say("score.opening", &[]).into_owned();
    let columns = Columns::new(
        opening.chars().count().max(total.chars().count()).max(name(99).chars().count()) + 2,
        &names,
        width,
    );
    page.add(columns.row("", names.iter().cloned()), style::STRONG);
    let at_start = beyond(state, state.scores.deals().iter());
    if at_start.iter().any(|(_, points)| points != 0) {
        page.add(columns.row(&opening, at_start.iter().map(|(_, points)| points.to_string())), style::PLAIN);
    }
    for (deal, points) in state.scores.deals().iter().enumerate() {
        let points = points.by_side(&cast.sides);
        page.add(
            columns.row(
                &name(state.scores.missing() + deal),
                points.iter().map(|(_, points)| points.to_string()),
            ),
            style::PLAIN,
        );
    }
    for line in &state.snapshot.bonuses {
        let points = line.points.iter().map(|(_, points)| signed(points));
        page.add(columns.row(&words.of_game("count", &cast.game, line.category), points), style::PLAIN);
    }
    page.add("─".repeat(columns.label + columns.column * names.len()), style::QUIET);
    let totals = state.snapshot.totals.by_side(&cast.sides);
    page.add(columns.row(&total, totals.iter().map(|(_, total)| total.to_string())), style::STRONG);
}

/// Page of the result: winner, points, and the record file.
pub(crate) fn result(state: &State, width: u16) -> Page {
    let (words, cast) = (state.words, &state.cast);
    let winners: Vec<_> = state.snapshot.winners.iter().collect();
    let (key, ink) = match (winners.contains(&cast.me), winners.len()) {
        (true, 1) => ("result.you", style::GLAD),
        (true, _) => ("result.together", style::GLAD),
        (false, 1) => ("result.other", style::STRONG),
        (false, _) => ("result.others", style::STRONG),
    };
    let name = cast.together(&winners, words);
    let mut page = Page::new(words.say("result.title", &[]).into_owned());
    page.blank();
    page.add(words.say(key, &[("name", &name)]).into_owned(), ink);
    page.blank();
    add_deals(state, width, &mut page);
    page.blank();
    let file = state.record_file.saved().map(|path| path.display().to_string());
    let saved = match &file {
        Some(file) => words.say("result.saved", &[("file", file)]),
        None => words.say("result.unsaved", &[]),
    };
    for line in draw::wrap(&saved, width.saturating_sub(4)).iter().filter(|_| state.has_record()) {
        page.add(line.as_str(), style::PLAIN);
    }
    page
}

/// Page of the deal of the day: the result and the results of the bots.
pub(crate) fn end_of_day(state: &State, width: u16) -> Page {
    let words = state.words;
    let mut page = Page::new(words.say("home.daily", &[]).into_owned());
    page.blank();
    let Some(over) = DayOver::new(state) else { return page };
    page.add(over.standing, style::STRONG);
    page.blank();
    let compared = match (&state.field, over.better) {
        (None, _) => words.say("daily.thinking", &[]).into_owned(),
        (Some(_), Some(better)) => better,
        (Some(_), None) => String::new(),
    };
    if !compared.is_empty() {
        page.add(compared, style::PLAIN);
        for line in over.field {
            page.add(format!("  {line}"), style::QUIET);
        }
        page.blank();
    }
    add_deals(state, width, &mut page);
    if let Some(path) = state.record_file.saved() {
        page.blank();
        let file = path.display().to_string();
        page.add(words.say("result.saved", &[("file", &file)]).into_owned(), style::PLAIN);
    }
    page
}

/// Page of a solved exercise: the last remark and the next exercise.
pub(crate) fn end_of_exercise(state: &State, coach: &Coach, width: u16) -> Page {
    let words = state.words;
    let mut page = Page::new(translated(&coach.exercise().title, words).to_owned());
    let praise = words.say(if coach.is_puzzle() { "lessons.right" } else { "lessons.done" }, &[]);
    let solved =
        words.say(if coach.helped() { "lessons.solved.helped" } else { "lessons.solved.alone" }, &[]);
    page.blank();
    page.add(format!("{praise} {}.", i18n::capital(&solved)), style::GLAD);
    page.blank();
    let mut add = |text: &str| {
        draw::wrap(text, width.saturating_sub(4)).into_iter().for_each(|line| page.add(line, style::PLAIN));
        page.blank();
    };
    if let Some(remark) = coach.remark() {
        add(translated(&remark.text, words));
    }
    match coach.next() {
        Some(next) => add(&words.say("exercise.next", &[("title", translated(&next.title, words))])),
        None => add(&words.say("exercise.last", &[])),
    }
    page
}

/// Page of a deal's review, or a note while it is computed.
pub(crate) fn review(state: &State, text: Option<&str>, width: u16) -> Page {
    let words = state.words;
    let number = state.scores.deals().len().to_string();
    let mut page = Page::new(words.say("review.title.deal", &[("n", &number)]).into_owned());
    page.blank();
    let Some(text) = text else {
        page.add(words.say("hint.thinking", &[]).into_owned(), style::QUIET);
        return page;
    };
    // The title already shows the first line.
    for line in text.lines().skip(1) {
        let indent = line.len() - line.trim_start().len();
        for row in draw::wrap(line.trim_start(), width.saturating_sub(4 + indent as u16)) {
            page.add(format!("{}{row}", " ".repeat(indent)), style::PLAIN);
        }
    }
    page
}

/// Page of the score so far and the last scoring.
pub(crate) fn score(state: &State, width: u16) -> Page {
    let words = state.words;
    let mut page = Page::new(words.say("score.title", &[]).into_owned());
    page.blank();
    if state.scores.deals().is_empty() {
        page.add(words.say("score.none", &[]).into_owned(), style::PLAIN);
        page.blank();
    }
    add_deals(state, width, &mut page);
    if let Some(deal_score) = state.scores.last() {
        page.blank();
        let number = state.scores.scored().to_string();
        page.add(words.say("counting.title", &[("n", &number)]).into_owned(), style::STRONG);
        add_scoring(state, deal_score, width, &mut page);
    }
    page
}

/// Page of keys, commands and card notation.
pub(crate) fn help(state: &State, width: u16) -> Page {
    const KEYS: [&str; 11] =
        ["choose", "play", "ways", "escape", "command", "last", "hint", "undo", "score", "scroll", "quit"];
    let words = state.words;
    let mut page = Page::new(words.say("help.title", &[]).into_owned());
    let game = words.say(&format!("game.{}.about", state.cast.game), &[]).into_owned();
    draw::wrap(&game, width.saturating_sub(4)).into_iter().for_each(|line| page.add(line, style::PLAIN));
    // Game-specific help comes first: the keys are the same in every game, and not everything may
    // fit.
    let commands = words.of_game("help", &state.cast.game, "commands");
    draw::wrap(&commands, width.saturating_sub(4)).into_iter().for_each(|line| page.add(line, style::PLAIN));
    if state.table.coach().is_some() {
        let coach = words.say("help.exercise", &[]);
        draw::wrap(&coach, width.saturating_sub(4)).into_iter().for_each(|line| page.add(line, style::PLAIN));
    }
    page.blank();
    for key in KEYS {
        let (name, text) = (words.say(&format!("help.{key}.keys"), &[]).into_owned(), format!("help.{key}"));
        let text = draw::wrap(&words.say(&text, &[]), width.saturating_sub(4 + 15));
        for (row, text) in text.iter().enumerate() {
            let name = if row == 0 { name.as_str() } else { "" };
            page.add(format!("{name:<14} {text}"), style::PLAIN);
        }
    }
    page.blank();
    let written = match words.faces {
        i18n::Faces::French => "help.cards",
        i18n::Faces::Latin => "help.cards.latin",
        i18n::Faces::Latin40 => "help.cards.latin40",
    };
    for text in [written, "help.marks"].map(|key| words.say(key, &[])) {
        draw::wrap(&text, width.saturating_sub(4)).into_iter().for_each(|line| page.add(line, style::QUIET));
    }
    page
}
