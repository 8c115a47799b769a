//! Built-in lessons and puzzles.

use crate::{Error, Look};
use catalog::{CATALOG, Exercise, ExerciseKind, Rejection, Translated, read_exercise};
use i18n::Words;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{LazyLock, OnceLock};

/// Files of `exercises/`: game and content.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/exercises.rs"));

/// Exercises of a game, parsed on first use. Other games' exercises stay unparsed.
type Shelf = OnceLock<Result<Vec<Exercise>, Rejection>>;

static SHELVES: LazyLock<BTreeMap<&'static str, Shelf>> =
    LazyLock::new(|| FILES.iter().map(|(game, _)| (*game, Shelf::new())).collect());

/// Returns the exercises of a game in order, the lesson first. The list may be empty.
pub(crate) fn exercises_of(game: &str) -> Result<&'static [Exercise], Rejection> {
    let Some((game, shelf)) = SHELVES.get_key_value(game) else { return Ok(&[]) };
    shelf.get_or_init(|| read(game)).as_deref().map_err(Clone::clone)
}

fn read(game: &str) -> Result<Vec<Exercise>, Rejection> {
    let mut exercises = Vec::new();
    for (_, text) in FILES.iter().filter(|(of, _)| *of == game) {
        let unreadable =
            |error: serde_json::Error| Rejection::new("unreadable-exercise", format!("{game}: {error}"));
        let list = match serde_json::from_str(text).map_err(unreadable)? {
            serde_json::Value::Array(list) => list,
            one => vec![one],
        };
        for exercise in list {
            exercises.push(read_exercise(&exercise.to_string(), &CATALOG)?);
        }
    }
    Ok(exercises)
}

/// Finds an exercise by its id, by the beginning of its id, or by the number of a puzzle from 1.
///
/// # Errors
///
/// Returns [`Error::UnknownExercise`] if no exercise or more than one matches.
pub(crate) fn find_exercise(game: &str, given: &str) -> Result<&'static Exercise, Error> {
    let exercises = exercises_of(game)?;
    let numbered =
        given.parse::<usize>().ok().and_then(|number| puzzles(exercises).nth(number.checked_sub(1)?));
    let whole = exercises.iter().find(|exercise| exercise.id == given);
    let mut beginning =
        exercises.iter().filter(|exercise| !given.is_empty() && exercise.id.starts_with(given));
    let only = beginning.next().filter(|_| beginning.next().is_none());
    let unknown = || Error::UnknownExercise { game: game.to_owned(), given: given.to_owned() };
    numbered.or(whole).or(only).ok_or_else(unknown)
}

/// Returns the next exercise of the same game.
pub(crate) fn next_after(exercise: &Exercise) -> Option<&'static Exercise> {
    let mut exercises = exercises_of(&exercise.record.game).ok()?.iter();
    exercises.find(|other| other.id == exercise.id)?;
    exercises.next()
}

fn puzzles(exercises: &[Exercise]) -> impl Iterator<Item = &Exercise> {
    exercises.iter().filter(|exercise| exercise.kind == ExerciseKind::Puzzle)
}

/// Returns the text in the user's language, or else in English.
pub(crate) fn translated(text: &Translated, words: Words) -> &str {
    let own = text.get(words.language.code());
    own.or_else(|| text.get("en")).or_else(|| text.values().next()).map_or("", String::as_str)
}

/// Lists the lessons and puzzles of some games, each with its id.
///
/// # Errors
///
/// Returns an error if built-in exercises are invalid.
pub fn list_exercises<'g>(
    games: impl Iterator<Item = &'g str>,
    words: Words,
    look: Look,
) -> Result<String, Error> {
    let mut text = String::new();
    for game in games {
        let exercises = exercises_of(game)?;
        let title = words.say(&format!("game.{game}"), &[]).into_owned();
        let _ = writeln!(text, "{}{title}", if text.is_empty() { "" } else { "\n" });
        if exercises.is_empty() {
            let _ = writeln!(text, "  {}", words.say("lessons.nothing", &[]));
        }
        let widest = exercises.iter().map(|exercise| exercise.id.len()).max().unwrap_or_default();
        let mut puzzle = 0;
        for exercise in exercises {
            let number = if exercise.kind == ExerciseKind::Puzzle {
                puzzle += 1;
                puzzle.to_string()
            } else {
                String::new()
            };
            let title = translated(&exercise.title, words);
            let _ = writeln!(text, "  {number:>2}  {:<widest$}  {title}", exercise.id);
        }
    }
    Ok(look.plain_text(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use i18n::{Faces, Language};

    #[test]
    fn every_game_has_a_lesson_and_puzzles_in_the_program() {
        for game in CATALOG.games() {
            let exercises = exercises_of(game.id()).unwrap();
            assert_eq!(exercises[0].kind, ExerciseKind::Lesson, "{}", game.id());
            assert!(
                puzzles(exercises).count() + 1 == exercises.len() && exercises.len() > 1,
                "{}",
                game.id()
            );
            assert_eq!(next_after(&exercises[0]), exercises.get(1));
            assert_eq!(next_after(&exercises[exercises.len() - 1]), None);
        }
        assert!(exercises_of("whist").unwrap().is_empty());
    }

    #[test]
    fn an_exercise_is_meant_by_its_id_its_number_or_the_beginning_of_its_id() {
        let exercises = exercises_of("scopa").unwrap();
        let id = |given: &str| find_exercise("scopa", given).ok().map(|exercise| exercise.id.as_str());
        assert_eq!(id("lesson"), Some("lesson"));
        assert_eq!(id("les"), Some("lesson"));
        assert_eq!(id("1"), Some(exercises[1].id.as_str()));
        assert_eq!(id(&exercises[3].id), Some(exercises[3].id.as_str()));
        for nothing in ["", "0", "21", "deal", "no such thing"] {
            assert_eq!(id(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn the_list_names_each_by_what_it_is_played_by() {
        let words = Words::new(Language::English, Faces::French);
        let text = list_exercises(["scopa", "speed"].into_iter(), words, Look::FULL).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2 * 22 + 1);
        assert_eq!(lines[0], "Scopa");
        assert!(
            lines[1].trim_start().starts_with("lesson ") && lines[1].ends_with("Your first game of Scopa")
        );
        assert!(lines[2].trim_start().starts_with("1  deal-"), "{}", lines[2]);
    }
}
