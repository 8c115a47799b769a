//! Tests of the files in `exercises/`: they can be read and played, and have texts in every language.

use cards::Viewer;
use catalog::{AnyMatch, CATALOG, Exercise, ExerciseKind, SetupText, Translated, read_exercise};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Number of puzzles of a game.
const PUZZLES: usize = 20;
/// Minimum number of decisions in a lesson. With fewer the learner mostly watches.
const MIN_DECISIONS: usize = 5;
/// Maximum number of decisions in a lesson. More take too long before a first game.
const MAX_DECISIONS: usize = 25;
/// Maximum length of a remark, in characters: two short sentences, or three very short ones.
const MAX_REMARK: usize = 230;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn names(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Reads the exercises of a file, which has one or a list of them.
fn exercises(file: &str) -> Vec<Exercise> {
    let value: Value = serde_json::from_str(&fs::read_to_string(root().join(file)).unwrap()).unwrap();
    let list = value.as_array().cloned().unwrap_or_else(|| vec![value]);
    let read = |exercise: Value| read_exercise(&exercise.to_string(), &CATALOG);
    list.into_iter().map(|exercise| read(exercise).unwrap_or_else(|e| panic!("{file}: {e}"))).collect()
}

/// Iterates over the lessons, with the ids of their games.
fn lessons() -> impl Iterator<Item = (&'static str, Exercise)> {
    CATALOG
        .games()
        .map(|game| (game.id(), exercises(&format!("exercises/{}/lesson.json", game.id())).remove(0)))
}

/// Iterates over all texts of an exercise.
fn said(exercise: &Exercise) -> impl Iterator<Item = &Translated> {
    let remarks = exercise.remarks.iter().map(|remark| &remark.text);
    let answers = exercise.answers.iter().flat_map(|answer| answer.others.values());
    [&exercise.title].into_iter().chain(remarks).chain(answers)
}

#[test]
fn every_exercise_can_be_played_and_speaks_every_language() {
    let languages = names("text");
    for game in names("exercises") {
        let mut ids = BTreeSet::new();
        for file in names(&format!("exercises/{game}")) {
            for exercise in exercises(&format!("exercises/{game}/{file}")) {
                let id = &exercise.id;
                assert_eq!(exercise.record.game, game, "{file}: {id}");
                assert!(ids.insert(id.clone()), "{game}: {id} stands twice");
                for text in said(&exercise) {
                    assert!(text.keys().eq(&languages), "{game}: {id}: {text:?}");
                    assert!(text.values().all(|text| !text.trim().is_empty()), "{game}: {id}");
                }
            }
        }
    }
}

#[test]
fn the_example_of_the_documents_can_be_played() {
    let text = fs::read_to_string(root().join("docs/exercises.md")).unwrap();
    let example = text.split("```").find_map(|block| block.strip_prefix("json")).unwrap();
    let exercise = read_exercise(example, &CATALOG).unwrap();
    assert_eq!(exercise.begin(&CATALOG).unwrap().remarks().count(), 1);
}

#[test]
fn every_puzzle_asks_for_something_and_says_why_that_is_best() {
    for game in CATALOG.games().map(|game| game.id()) {
        let puzzles = exercises(&format!("exercises/{game}/puzzles.json"));
        assert_eq!(puzzles.len(), PUZZLES, "{game}");
        for puzzle in puzzles {
            let id = &puzzle.id;
            assert_eq!((puzzle.kind, puzzle.record.deals.len()), (ExerciseKind::Puzzle, 1), "{game}: {id}");
            let actions = &puzzle.record.deals[0].actions;
            assert!(actions.last().unwrap().starts_with(&format!("{} ", puzzle.seat)), "{game}: {id}");
            assert!(puzzle.remarks.iter().any(|remark| remark.at.entry == actions.len()), "{game}: {id}");
            // The answer is the learner's decision, and no step before it reveals it.
            let mut attempt = puzzle.begin(&CATALOG).unwrap();
            while attempt.wanted().is_none() {
                attempt.go_on().unwrap();
            }
            assert!(!attempt.is_over() && attempt.game().legal(puzzle.seat).len() >= 2, "{game}: {id}");
        }
    }
}

/// Returns whether the learner sees this card now.
fn is_in_sight(card: &str, game: &dyn AnyMatch, viewer: Viewer) -> bool {
    serde_json::to_string(&game.snapshot(viewer)).unwrap().contains(&format!("\"{card}\""))
}

#[test]
fn every_lesson_is_one_of_its_game_as_it_is_played_at_once() {
    for (id, lesson) in lessons() {
        assert_eq!((lesson.kind, lesson.id.as_str()), (ExerciseKind::Lesson, "lesson"), "{id}");
        assert_eq!(lesson.record.game, id);
        let info = catalog::find(id).unwrap().info();
        let seats = info.presets[0].tables[0].seats;
        assert_eq!(lesson.record.seats, seats, "{id}");
        let game = lesson.record.replay(&CATALOG).into_match().unwrap();
        let usual =
            catalog::find(id).unwrap().open(&SetupText::first_preset(seats), game.first_dealer()).unwrap();
        assert_eq!(game.options(), usual.options(), "{id}");
    }
}

#[test]
fn every_lesson_is_said_shortly() {
    for (id, lesson) in lessons() {
        for saying in said(&lesson) {
            for text in saying.values() {
                assert!(text.trim() == text && !text.contains("  "), "{id}: {text}");
                assert!(text.chars().count() <= MAX_REMARK, "{id}: {text}");
            }
        }
    }
}

#[test]
fn every_lesson_speaks_from_the_first_place_to_the_last_of_cards_that_can_be_seen() {
    for (id, lesson) in lessons() {
        let mut attempt = lesson.begin(&CATALOG).unwrap();
        assert!(attempt.remarks().next().is_some(), "{id}: nothing is said at the start");
        let (viewer, mut decisions) = (Viewer::Seat(lesson.seat), 0);
        loop {
            for remark in attempt.remarks() {
                for card in &remark.show {
                    assert!(is_in_sight(card, attempt.game(), viewer), "{id}: {card} at {:?}", remark.at);
                }
            }
            if attempt.is_over() {
                break;
            }
            decisions += usize::from(attempt.waits());
            attempt.go_on().unwrap();
        }
        assert!(attempt.remarks().next().is_some(), "{id}: nothing is said at the end");
        assert!((MIN_DECISIONS..=MAX_DECISIONS).contains(&decisions), "{id}: {decisions} decisions");
        assert!((8..=20).contains(&lesson.remarks.len()), "{id}: {} remarks", lesson.remarks.len());
    }
}
