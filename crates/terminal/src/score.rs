//! Score pad for real cards: one question after the other, and the sheet after every hand.
//!
//! It reads and writes lines, so it works in any terminal, in a pipe and with a screen reader.
//! [`pads`] decides the questions and the scores.

use crate::files;
use engine::{CardSets, Rejection};
use i18n::Words;
use pads::text::Say;
use pads::{Change, Field, Kind, Log, Opening, OperationId, Sheet, Who};
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

/// Settings of a score pad.
#[derive(Clone, Debug)]
pub struct ScoreSettings {
    /// Match to start if the pad has no running match. If it has no players, the program asks for
    /// them.
    pub opening: Opening,
    /// File of the pad, saved after every hand.
    pub file: Option<PathBuf>,
    /// Texts in the user's language.
    pub words: Words,
    /// Card sets in addition to the built-in ones.
    pub card_sets: CardSets,
}

/// Device name of this program on a pad.
const DEVICE: &str = "terminal";

/// Keeps score until the input ends or the user quits.
///
/// # Errors
///
/// Returns a message if the pad cannot be read or saved, the match is invalid, or the output cannot
/// be written.
pub fn keep_score(
    settings: &ScoreSettings,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), String> {
    let log = match &settings.file {
        Some(file) if file.exists() => {
            let text =
                std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
            Log::read(&text).map_err(|refused| format!("{}: {refused}", file.display()))?
        }
        _ => Log::default(),
    };
    Dialog { settings, input, output, log }.run()
}

/// Result of a question.
enum Asked {
    /// Answer. `Null` if it was left empty.
    Answer(Value),
    /// Command to run first.
    Command(Command),
}

enum Command {
    Undo,
    Correct(u32),
    Again,
    Quit,
}

/// Dialog that asks for entries and shows the score pad.
struct Dialog<'k> {
    settings: &'k ScoreSettings,
    input: &'k mut dyn BufRead,
    output: &'k mut dyn Write,
    log: Log,
}

impl Dialog<'_> {
    fn run(&mut self) -> Result<(), String> {
        if self.sheet()?.is_none_or(|sheet| sheet.game != self.settings.opening.game) && !self.open()? {
            return Ok(());
        }
        self.line("score.help", &[])?;
        if self.settings.file.is_none() {
            self.line("score.unsaved", &[])?;
        }
        loop {
            self.show()?;
            let Some(sheet) = self.sheet()? else {
                // The start of the match was undone as well.
                if self.open()? {
                    continue;
                }
                return Ok(());
            };
            let asked = if sheet.over { self.after(&sheet)? } else { self.hand(&sheet, None)? };
            match asked {
                None => {}
                Some(Command::Quit) => return Ok(()),
                Some(Command::Undo) => {
                    self.write_or_refuse(Change::Undo { of: None })?;
                }
                Some(Command::Again) => {
                    let begun = self.open()?;
                    if !begun {
                        return Ok(());
                    }
                }
                Some(Command::Correct(line)) => {
                    if let Some(row) = sheet.rows.iter().find(|row| row.line.saturating_add(1) == line)
                        && let Some(Command::Quit) = self.hand(&sheet, Some(&row.written.id))?
                    {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Returns the sheet of the latest match.
    fn sheet(&self) -> Result<Option<Sheet>, String> {
        Ok(self.view_of(&self.log)?.matches.pop())
    }

    fn view_of(&self, log: &Log) -> Result<pads::View, String> {
        pads::view(log, &self.settings.card_sets).map_err(|refused| refused.to_string())
    }

    /// Starts a match. Returns `false` if the input has ended.
    fn open(&mut self) -> Result<bool, String> {
        let mut opening = self.settings.opening.clone();
        loop {
            if opening.players.is_empty() {
                let Some(names) = self.prompt("score.players")? else { return Ok(false) };
                opening.players = names.split(',').map(|name| name.trim().to_owned()).collect();
            }
            if self.write_or_refuse(Change::Open { opening: opening.clone() })? {
                return Ok(true);
            }
            opening.players.clear();
        }
    }

    fn show(&mut self) -> Result<(), String> {
        let words = self.settings.words;
        let say = |key: &str| words.knows(key).then(|| words.say(key, &[]).into_owned());
        let text = pads::text::of(&self.view_of(&self.log)?, &say as Say<'_>);
        self.print(&format!("\n{text}"))
    }

    /// Asks how to continue after a match.
    fn after(&mut self, _sheet: &Sheet) -> Result<Option<Command>, String> {
        loop {
            let Some(line) = self.prompt("score.again")? else { return Ok(Some(Command::Quit)) };
            if let Some(command) = command(&line) {
                return Ok(Some(command));
            }
        }
    }

    /// Asks for a hand and adds it, or corrects an earlier one.
    fn hand(&mut self, sheet: &Sheet, correcting: Option<&OperationId>) -> Result<Option<Command>, String> {
        let form = if sheet.form.is_empty() { self.first_form(sheet)? } else { sheet.form.clone() };
        let mut entry = Map::new();
        let mut late: Option<String> = None;
        loop {
            let due = |field: &&Field| late.as_ref().map_or(!field.late, |named| field.name == named);
            for field in form.iter().filter(due) {
                if !is_asked(field, &entry) {
                    continue;
                }
                match self.ask(sheet, field)? {
                    Asked::Command(command) => return Ok(Some(command)),
                    Asked::Answer(Value::Null) => {}
                    Asked::Answer(answer) => {
                        entry.insert(field.name.to_owned(), answer);
                    }
                }
            }
            let figures = Value::Object(entry.clone());
            let change = match correcting {
                None => Change::Enter { of_match: sheet.id.clone(), line: None, entry: figures },
                Some(of) => Change::Correct { of: of.clone(), line: None, entry: Some(figures) },
            };
            match self.write(change)? {
                Ok(()) => return Ok(None),
                Err(refused) => {
                    self.refuse(&refused)?;
                    // These questions depend on the earlier answers: who was first, what is left.
                    let named = |field: &&Field| {
                        field.late && refused.params.get("what").is_some_and(|what| what == field.name)
                    };
                    let needed = form.iter().find(named).filter(|field| !entry.contains_key(field.name));
                    match needed {
                        Some(field) => late = Some(field.name.to_owned()),
                        None => return Ok(None),
                    }
                }
            }
        }
    }

    fn first_form(&self, sheet: &Sheet) -> Result<Vec<Field>, String> {
        let mut log_of_opening = Log::default();
        self.log.operations().filter(|operation| operation.id == sheet.id).for_each(|operation| {
            log_of_opening.add(operation.clone());
        });
        Ok(self
            .view_of(&log_of_opening)?
            .matches
            .into_iter()
            .next()
            .map(|sheet| sheet.form)
            .unwrap_or_default())
    }

    fn ask(&mut self, sheet: &Sheet, field: &Field) -> Result<Asked, String> {
        if let Kind::Values { .. } = field.kind {
            return self.ask_each(sheet, field);
        }
        loop {
            self.print(&format!("{}: ", self.question(sheet, field)))?;
            let Some(line) = self.read()? else { return Ok(Asked::Command(Command::Quit)) };
            if let Some(command) = command(&line) {
                return Ok(Asked::Command(command));
            }
            if line.is_empty() && field.optional {
                return Ok(Asked::Answer(Value::Null));
            }
            match self.read_answer(sheet, field, &line) {
                Some(answer) => return Ok(Asked::Answer(answer)),
                None => self.line("score.unclear", &[("given", &line)])?,
            }
        }
    }

    /// Asks each player in turn for a list. An empty first answer skips the question; a dash means
    /// none.
    fn ask_each(&mut self, sheet: &Sheet, field: &Field) -> Result<Asked, String> {
        let mut lists: Vec<Value> = Vec::new();
        let question = self.question(sheet, field);
        self.print(&format!("{question}\n"))?;
        for player in &sheet.players {
            self.print(&format!("  {player}: "))?;
            let Some(line) = self.read()? else { return Ok(Asked::Command(Command::Quit)) };
            if let Some(command) = command(&line) {
                return Ok(Asked::Command(command));
            }
            if line.is_empty() && lists.is_empty() {
                return Ok(Asked::Answer(Value::Null));
            }
            let parts = line.split([' ', ',', ';']).filter(|part| !part.is_empty() && *part != "-");
            lists.push(parts.map(|part| number(part).unwrap_or_else(|| json!(part))).collect());
        }
        Ok(Asked::Answer(Value::Array(lists)))
    }

    fn question(&self, sheet: &Sheet, field: &Field) -> String {
        let words = self.settings.words;
        let mut question = words.of_game("pad.field", &sheet.game, field.name);
        let columns =
            || sheet.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ");
        let mut hints = Vec::new();
        match (&field.kind, field.who) {
            (Kind::Values { .. }, _) => hints.push(words.say("score.values", &[]).into_owned()),
            (_, Who::Sides) => hints.push(words.say("score.each", &[("names", &columns())]).into_owned()),
            (_, Who::Seats) => {
                let names = sheet.players.join(", ");
                hints.push(words.say("score.each", &[("names", &names)]).into_owned());
            }
            (Kind::Choice { words: choices }, _) => {
                hints.push(
                    choices.iter().map(|choice| self.choice(field, choice)).collect::<Vec<_>>().join(", "),
                );
            }
            (Kind::OneOf { of }, _) => {
                hints.push(of.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
            }
            (Kind::Side { .. } | Kind::Order { .. }, _) => hints.push(columns()),
            (Kind::Seat { of } | Kind::SomeSeats { of }, _) => {
                let names: Vec<&str> =
                    of.iter().map(|seat| sheet.players[usize::from(*seat)].as_str()).collect();
                hints.push(names.join(", "));
            }
            (Kind::Flag, _) => {
                hints.push(format!("{}, {}", words.say("score.yes", &[]), words.say("score.no", &[])));
            }
            _ => {}
        }
        if let Some(sum) = field.sum {
            hints.push(words.say("score.together", &[("sum", &sum.to_string())]).into_owned());
        }
        if !hints.is_empty() {
            question.push_str(&format!(" ({})", hints.join("; ")));
        }
        question
    }

    fn choice(&self, field: &Field, choice: &str) -> String {
        self.settings.words.say(&format!("pad.field.{}.{choice}", field.name), &[]).into_owned()
    }

    /// Parses an answer. Returns `None` if it doesn't fit the question.
    fn read_answer(&self, sheet: &Sheet, field: &Field, line: &str) -> Option<Value> {
        let parts = || line.split([' ', ',', ';']).filter(|part| !part.is_empty());
        let columns: Vec<&str> = sheet.columns.iter().map(|column| column.name.as_str()).collect();
        let players: Vec<&str> = sheet.players.iter().map(String::as_str).collect();
        match (&field.kind, field.who) {
            (Kind::Number { .. } | Kind::Half { .. } | Kind::OneOf { .. }, Who::Sides | Who::Seats) => {
                let indices = if field.who == Who::Sides { columns.len() } else { players.len() };
                let mut figures = parts().map(number).collect::<Option<Vec<Value>>>()?;
                // Players who are out of the match have no figure.
                if field.who == Who::Seats && figures.len() == sheet.playing.len() && figures.len() < indices
                {
                    let mut all = vec![Value::Null; indices];
                    sheet
                        .playing
                        .iter()
                        .zip(figures)
                        .for_each(|(seat, figure)| all[usize::from(*seat)] = figure);
                    figures = all;
                }
                // If figures must add up to a sum, the last one may be omitted.
                if let Some(sum) = field.sum.filter(|_| figures.len() + 1 == indices) {
                    let so_far: i64 = figures.iter().filter_map(Value::as_i64).sum();
                    figures.push(json!(i64::from(sum) - so_far));
                }
                (figures.len() == indices).then_some(Value::Array(figures))
            }
            (Kind::Number { .. } | Kind::Half { .. } | Kind::OneOf { .. }, Who::Hand) => number(line),
            (Kind::Ranks, _) => Some(json!(parts().collect::<Vec<_>>())),
            (Kind::Flag, _) => {
                let is = |key: &str| named(&[&self.settings.words.say(key, &[])], line).is_some();
                if is("score.yes") { Some(json!(true)) } else { is("score.no").then_some(json!(false)) }
            }
            (Kind::Choice { words }, _) => {
                let names: Vec<String> = words.iter().map(|choice| self.choice(field, choice)).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                named(&names, line).or_else(|| named(words, line)).map(|index| json!(words[index]))
            }
            (Kind::Side { .. }, _) => {
                named(&columns, line).or_else(|| self.side_of(sheet, line)).map(|side| json!(side))
            }
            (Kind::Seat { .. }, _) => named(&players, line).map(|seat| json!(seat)),
            (Kind::SomeSeats { .. }, _) => parts()
                .map(|part| named(&players, part))
                .collect::<Option<Vec<_>>>()
                .map(|seats| json!(seats)),
            (Kind::Order { .. }, _) => {
                let side = |part| named(&columns, part).or_else(|| self.side_of(sheet, part));
                parts().map(side).collect::<Option<Vec<_>>>().map(|sides| json!(sides))
            }
            (Kind::Values { .. }, _) => None,
            (Kind::Card | Kind::Contract | Kind::Text, _) => Some(json!(line)),
        }
    }

    /// Returns the side of a player.
    fn side_of(&self, sheet: &Sheet, name: &str) -> Option<usize> {
        let players: Vec<&str> = sheet.players.iter().map(String::as_str).collect();
        let seat = named(&players, name)?;
        sheet.columns.iter().position(|column| column.seats.iter().any(|one| usize::from(*one) == seat))
    }

    /// Adds a change to the pad and saves it, or prints why it was refused.
    fn write_or_refuse(&mut self, change: Change) -> Result<bool, String> {
        match self.write(change)? {
            Ok(()) => Ok(true),
            Err(refused) => self.refuse(&refused).map(|()| false),
        }
    }

    fn write(&mut self, change: Change) -> Result<Result<(), Rejection>, String> {
        if let Err(refused) = self.log.apply(change, DEVICE, None, &self.settings.card_sets) {
            return Ok(Err(refused));
        }
        if let Some(file) = &self.settings.file {
            files::write(file, &self.log.write()).map_err(|error| error.to_string())?;
        }
        Ok(Ok(()))
    }

    fn refuse(&mut self, refused: &Rejection) -> Result<(), String> {
        let words = self.settings.words;
        let say = |key: &str| words.knows(key).then(|| words.say(key, &[]).into_owned());
        let players = self.sheet()?.map(|sheet| sheet.players).unwrap_or_default();
        let sentence = pads::text::error_message(&self.settings.opening.game, &players, refused, &say);
        let rule = refused
            .rule
            .map_or_else(String::new, |rule| format!(" {}", words.say("refused.rule", &[("rule", rule)])));
        self.print(&format!("! {sentence}.{rule}\n"))
    }

    fn prompt(&mut self, key: &str) -> Result<Option<String>, String> {
        self.print(&format!("{}: ", self.settings.words.say(key, &[])))?;
        self.read()
    }

    fn line(&mut self, key: &str, params: &[(&str, &str)]) -> Result<(), String> {
        self.print(&format!("{}\n", self.settings.words.say(key, params)))
    }

    fn print(&mut self, text: &str) -> Result<(), String> {
        let written = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
        written.or_else(|error| {
            if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error.to_string()) }
        })
    }

    fn read(&mut self) -> Result<Option<String>, String> {
        let mut line = String::new();
        match self.input.read_line(&mut line).map_err(|error| error.to_string())? {
            0 => Ok(None),
            _ => Ok(Some(line.trim().to_owned())),
        }
    }
}

/// Returns whether a field applies after the earlier answers.
fn is_asked(field: &Field, entry: &Map<String, Value>) -> bool {
    let answered = |name: &str| entry.get(name).filter(|answer| !answer.is_null());
    let wanted = field.when.is_none_or(|when| {
        answered(when.field).is_some_and(|answer| {
            let text = answer.as_str().map_or_else(|| answer.to_string(), str::to_owned);
            when.is.is_empty() || when.is.contains(&text.as_str())
        })
    });
    wanted && field.unless.is_none_or(|other| answered(other).is_none())
}

fn command(line: &str) -> Option<Command> {
    match line.split_once(' ') {
        None if line == "undo" => Some(Command::Undo),
        None if line == "again" => Some(Command::Again),
        None if matches!(line, "quit" | "q") => Some(Command::Quit),
        Some(("correct", line)) => line.trim().parse().ok().map(Command::Correct),
        _ => None,
    }
}

fn number(text: &str) -> Option<Value> {
    match text.parse::<i64>() {
        Ok(whole) => Some(json!(whole)),
        Err(_) => text.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| json!(number)),
    }
}

/// Finds a name by itself, by an unambiguous beginning, or by its number from 1.
fn named(names: &[&str], text: &str) -> Option<usize> {
    let plain = text.trim().to_lowercase();
    let all: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    if plain.is_empty() {
        return None;
    }
    if let Some(index) = all.iter().position(|name| *name == plain) {
        return Some(index);
    }
    if let Ok(number) = plain.parse::<usize>() {
        return number.checked_sub(1).filter(|index| *index < names.len());
    }
    let mut found = (0..all.len()).filter(|index| all[*index].starts_with(&plain));
    found.next().filter(|_| found.next().is_none())
}
