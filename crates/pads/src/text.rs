//! Text form of a pad, for messages, print and terminals.

use crate::sheet::{GameColumn, Note, Piece, Row, RubberEntry, Sheet, View};
use engine::Rejection;
use std::fmt::Write as _;

/// Lookup of texts in the reader's language.
pub type Say<'s> = &'s dyn Fn(&str) -> Option<String>;

/// Returns the text of a pad: every match, then the evening.
#[must_use]
pub fn of(view: &View, say: Say<'_>) -> String {
    let mut text = view.matches.iter().map(|sheet| of_sheet(sheet, say)).collect::<Vec<_>>().join("\n");
    if view.matches.len() > 1 || !view.evening.debts.is_empty() {
        let _ = writeln!(text, "\n{}", word(say, "pad.evening"));
        for guest in &view.evening.players {
            let won = fill(
                &word(say, "pad.won"),
                &[("n", &guest.won.to_string()), ("of", &guest.played.to_string())],
            );
            let money: String = guest.money.iter().map(|(unit, sum)| format!("  {sum:+} {unit}")).collect();
            let _ = writeln!(text, "  {}: {won}{money}", guest.name);
        }
        for debt in &view.evening.debts {
            let amount = format!("{} {}", debt.amount, debt.unit);
            let params = [("from", debt.from.as_str()), ("to", &debt.to), ("amount", &amount)];
            let _ = writeln!(text, "  {}", fill(&word(say, "pad.owes"), &params));
        }
    }
    text
}

/// Returns the text of one match.
#[must_use]
pub fn of_sheet(sheet: &Sheet, say: Say<'_>) -> String {
    let mut text = format!(
        "{} · {}\n",
        word(say, &format!("game.{}", sheet.game)),
        word(say, &format!("preset.{}", sheet.preset))
    );
    let widths: Vec<usize> = sheet.columns.iter().map(|column| column.name.chars().count().max(6)).collect();
    let cells = |figures: &[String]| -> String {
        figures.iter().zip(&widths).map(|(figure, width)| format!("  {figure:>width$}")).collect()
    };
    let names: Vec<String> = sheet.columns.iter().map(|column| column.name.clone()).collect();
    let _ = writeln!(text, "   {}", cells(&names));
    for row in &sheet.rows {
        let points: Vec<String> = row.points.iter().map(|(_, points)| signed(points)).collect();
        let _ = writeln!(
            text,
            "{:>3}{}   {}",
            row.line.saturating_add(1),
            cells(&points),
            of_row(sheet, row, say)
        );
        for note in &row.notes {
            let _ = writeln!(
                text,
                "   {}   {}",
                cells(&vec![String::new(); widths.len()]),
                of_note(sheet, note, say)
            );
        }
        if let Some(refused) = &row.refused {
            let _ = writeln!(text, "      ! {}", error_message(&sheet.game, &sheet.players, refused, say));
        }
        for other in &row.conflicts {
            let _ = writeln!(text, "      ! {} {}", word(say, "pad.conflict"), other.entry);
        }
        for before in &row.corrected {
            let _ = writeln!(text, "      ({} {})", word(say, "pad.corrected"), before.entry);
        }
    }
    let totals: Vec<String> = sheet.totals.iter().map(|(_, total)| total.to_string()).collect();
    for bonus in &sheet.bonuses {
        let points: Vec<String> = bonus.points.iter().map(|(_, points)| signed(points)).collect();
        let _ = writeln!(text, "   {}   {}", cells(&points), category(sheet, bonus.category, say));
    }
    let _ = writeln!(text, "  ={}", cells(&totals));
    for piece in &sheet.pieces {
        text.push_str(&of_piece(sheet, piece, say));
    }
    if sheet.over {
        let names: Vec<&str> = sheet.winners.iter().map(|seat| name(sheet, *seat)).collect();
        let _ = writeln!(text, "{}", fill(&word(say, "pad.winners"), &[("names", &names.join(", "))]));
    } else if let Some(dealer) = sheet.dealer {
        let _ = writeln!(text, "{}", fill(&word(say, "pad.deals"), &[("name", name(sheet, dealer))]));
    }
    if let Some(back) = &sheet.deck.back {
        let _ = writeln!(text, "{}", fill(&word(say, "pad.back"), &[("back", back)]));
    }
    let warnings = [
        (sheet.deck.frozen.is_some(), "pad.deck.frozen"),
        (sheet.deck.unverified, "pad.deck.unverified"),
        (sheet.deck.miscounted.is_some(), "pad.deck.miscounted"),
        (sheet.deck.count_due && !sheet.over, "pad.deck.countDue"),
    ];
    for (_, key) in warnings.iter().filter(|(shown, _)| *shown) {
        let _ = writeln!(text, "{}", word(say, key));
    }
    for notice in &sheet.deck.notices {
        let params = [("card", notice.card.as_str()), ("mark", &notice.mark)];
        let _ = writeln!(text, "{}", fill(&word(say, "pad.deck.notice"), &params));
    }
    text
}

/// Returns the text of a row: its score by category.
fn of_row(sheet: &Sheet, row: &Row, say: Say<'_>) -> String {
    let lines = row.score_lines.iter().map(|line| {
        let amounts: Vec<String> = line
            .amounts
            .iter()
            .map(|(_, amount)| amount.map_or_else(|| "·".to_owned(), |amount| amount.to_string()))
            .collect();
        let amounts = if line.amounts.iter().all(|(_, amount)| amount.is_none()) {
            String::new()
        } else {
            format!(" {}", amounts.join("–"))
        };
        format!("{}{amounts}", category(sheet, line.category, say))
    });
    let played = ["contract", "declarer", "tricks"].map(|key| row.written.entry.get(key));
    let contract = match played {
        [Some(contract), Some(declarer), Some(tricks)] => {
            let seat = declarer.as_u64().and_then(|seat| u8::try_from(seat).ok()).unwrap_or(0);
            format!("{} {} {tricks} · ", contract.as_str().unwrap_or_default(), name(sheet, seat))
        }
        _ => String::new(),
    };
    format!("{contract}{}", lines.collect::<Vec<_>>().join(" · "))
}

/// Returns a note as a sentence, with names for seats and sides.
#[must_use]
pub fn of_note(sheet: &Sheet, note: &Note, say: Say<'_>) -> String {
    let named = |(param, value): (&&'static str, &String)| -> (&'static str, String) {
        let number = value.parse::<u8>().unwrap_or(0);
        match *param {
            "seat" => ("name", name(sheet, number).to_owned()),
            "side" => (
                "name",
                sheet.columns.get(usize::from(number)).map_or_else(String::new, |one| one.name.clone()),
            ),
            other => (other, value.clone()),
        }
    };
    let params: Vec<(&str, String)> = note.params.iter().map(named).collect();
    let params: Vec<(&str, &str)> = params.iter().map(|(name, value)| (*name, value.as_str())).collect();
    fill(&word(say, &format!("pad.note.{}", note.key)), &params)
}

/// Returns a rejection as a sentence in the reader's language, with names for fields and seats.
/// Without a text it is the English sentence.
#[must_use]
pub fn error_message(game: &str, players: &[String], refused: &Rejection, say: Say<'_>) -> String {
    let Some(text) = say(&format!("refusal.pad-{}", refused.code)) else { return refused.message.clone() };
    let seat = |value: &str| {
        let name = value.parse::<usize>().ok().and_then(|seat| players.get(seat));
        name.map_or_else(|| value.to_owned(), Clone::clone)
    };
    let named = |(name, value): (&&'static str, &String)| {
        let text_of_param = match *name {
            "what" | "other" => field(game, value, say),
            "seat" => seat(value),
            "losers" => value.split(", ").map(seat).collect::<Vec<_>>().join(", "),
            _ => value.clone(),
        };
        (*name, text_of_param)
    };
    let params: Vec<(&str, String)> = refused.params.iter().map(named).collect();
    let params: Vec<(&str, &str)> = params.iter().map(|(name, value)| (*name, value.as_str())).collect();
    fill(&text, &params)
}

/// Returns the translated label of a form field in a game.
#[must_use]
pub fn field(game: &str, name: &str, say: Say<'_>) -> String {
    say(&format!("pad.field.{game}.{name}")).unwrap_or_else(|| word(say, &format!("pad.field.{name}")))
}

fn of_piece(sheet: &Sheet, piece: &Piece, say: Say<'_>) -> String {
    match piece {
        Piece::Lives { max, left, .. } => of_lives(sheet, *max, left, say),
        Piece::Rubber { entries, vulnerable, .. } => of_rubber(sheet, entries, *vulnerable, say),
        Piece::Games { games } if games.len() > 1 => of_games(sheet, games, say),
        Piece::PlayOff { seats } => {
            let names: Vec<&str> = seats.iter().map(|seat| name(sheet, *seat)).collect();
            format!("{}\n", fill(&word(say, "pad.playOff"), &[("names", &names.join(", "))]))
        }
        Piece::Target { points } if !sheet.over => {
            format!("{}\n", fill(&word(say, "pad.target"), &[("n", &points.to_string())]))
        }
        Piece::Games { .. } | Piece::Target { .. } => String::new(),
    }
}

fn of_lives(sheet: &Sheet, max: i32, left: &[i32], say: Say<'_>) -> String {
    let mut text = String::new();
    for (seat, lives) in left.iter().enumerate() {
        let held = usize::try_from(*lives).unwrap_or(0);
        let markers = "●".repeat(held) + &"○".repeat(usize::try_from(max).unwrap_or(0).saturating_sub(held));
        let state = match (sheet.playing.iter().any(|one| usize::from(*one) == seat), lives) {
            (false, _) => word(say, "pad.out"),
            (true, 0) => word(say, "pad.onTheBill"),
            (true, _) => String::new(),
        };
        let _ = writeln!(text, "  {markers} {} {state}", sheet.players[seat]);
    }
    text
}

/// Returns the score sheet of bridge: above the line from the bottom up, below it game by game.
fn of_rubber(sheet: &Sheet, entries: &[RubberEntry], vulnerable: [bool; 2], say: Say<'_>) -> String {
    const WIDE: usize = 22;
    let mut text = String::new();
    let heads: Vec<String> = sheet
        .columns
        .iter()
        .zip(vulnerable)
        .map(|(column, vulnerable)| {
            let mark = if vulnerable && !sheet.over {
                format!(" ({})", word(say, "pad.vulnerable"))
            } else {
                String::new()
            };
            format!("{}{mark}", column.name)
        })
        .collect();
    let row = |left: &str, right: &str| format!("  {left:>WIDE$} │ {right:<WIDE$}\n");
    let rule = |sign: &str| format!("  {}{}{}\n", sign.repeat(WIDE + 1), "┼", sign.repeat(WIDE + 1));
    let written = |entry: &RubberEntry| match entry.side.index() {
        0 => format!("{}  {}", category(sheet, entry.category, say), entry.points),
        _ => format!("{}  {}", entry.points, category(sheet, entry.category, say)),
    };
    let column = |side: usize, of: &dyn Fn(&&RubberEntry) -> bool| -> Vec<String> {
        entries.iter().filter(|entry| entry.side.index() == side).filter(of).map(written).collect()
    };
    let side_by_side = |left: Vec<String>, right: Vec<String>, upwards: bool| -> String {
        let rows = left.len().max(right.len());
        let at = |column: &[String], index: usize| column.get(index).cloned().unwrap_or_default();
        let line = |index: usize| row(&at(&left, index), &at(&right, index));
        if upwards { (0..rows).rev().map(line).collect() } else { (0..rows).map(line).collect() }
    };
    text.push_str(&row(&heads[0], heads.get(1).map_or("", String::as_str)));
    text.push_str(&side_by_side(column(0, &|entry| !entry.below), column(1, &|entry| !entry.below), true));
    text.push_str(&rule("═"));
    let mut games: Vec<u8> = entries.iter().filter(|entry| entry.below).map(|entry| entry.game).collect();
    games.sort_unstable();
    games.dedup();
    for (index, game) in games.iter().enumerate() {
        if index > 0 {
            text.push_str(&rule("─"));
        }
        let of = |entry: &&RubberEntry| entry.below && entry.game == *game;
        text.push_str(&side_by_side(column(0, &of), column(1, &of), false));
    }
    text
}

fn of_games(sheet: &Sheet, games: &[GameColumn], say: Say<'_>) -> String {
    let mut text = String::new();
    for (number, game) in games.iter().enumerate() {
        let points: Vec<String> = game
            .entries
            .iter()
            .map(|(line, points)| {
                format!(
                    "{}: {}",
                    line.saturating_add(1),
                    points.iter().map(ToString::to_string).collect::<Vec<_>>().join("–")
                )
            })
            .collect();
        let won = game.winner.map_or_else(String::new, |seat| format!("  ★ {}", name(sheet, seat)));
        let title = fill(&word(say, "pad.game"), &[("n", &(number + 1).to_string())]);
        let _ = writeln!(text, "  {title}  {}{won}", points.join("  "));
    }
    text
}

fn category(sheet: &Sheet, category: &str, say: Say<'_>) -> String {
    say(&format!("count.{}.{category}", sheet.game))
        .unwrap_or_else(|| word(say, &format!("count.{category}")))
}

fn name(sheet: &Sheet, seat: u8) -> &str {
    sheet.players.get(usize::from(seat)).map_or("", String::as_str)
}

fn signed(points: i32) -> String {
    if points == 0 { "·".to_owned() } else { format!("{points:+}") }
}

/// Returns the text of a key, or the key without one.
fn word(say: Say<'_>, key: &str) -> String {
    say(key).unwrap_or_else(|| key.to_owned())
}

/// Fills parameters into the placeholders of a text.
fn fill(text: &str, params: &[(&str, &str)]) -> String {
    params.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}
