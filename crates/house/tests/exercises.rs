//! The exercises of the house: what stands in `exercises/` can be read and played, and says everything in every language.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

use house::{CATALOG, Exercise, ExerciseKind, Translated, read_exercise};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// So many puzzles a game has.
const PUZZLES: usize = 20;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn names(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The exercises of a file: one, or a list of them.
fn exercises(file: &str) -> Vec<Exercise> {
    let value: Value = serde_json::from_str(&fs::read_to_string(root().join(file)).unwrap()).unwrap();
    let list = value.as_array().cloned().unwrap_or_else(|| vec![value]);
    let read = |exercise: Value| read_exercise(&exercise.to_string(), &CATALOG);
    list.into_iter().map(|exercise| read(exercise).unwrap_or_else(|e| panic!("{file}: {e}"))).collect()
}

/// Everything an exercise says.
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
            // The learner finds the answer before anybody tells it.
            let mut attempt = puzzle.begin(&CATALOG).unwrap();
            while attempt.wanted().is_none() {
                attempt.go_on().unwrap();
            }
            assert!(!attempt.is_over() && attempt.game().legal(puzzle.seat).len() >= 2, "{game}: {id}");
        }
    }
}
