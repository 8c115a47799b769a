//! Finds puzzles of a game in deals that bots play: `cargo run --release -p parlour-catalog --example puzzles -- scopa`,
//! or `cargo xtask puzzles scopa`. With `--check` it checks the puzzles in `exercises/` instead.
//!
//! The same numbers of deals and determinizations find the same puzzles on every machine. `docs/exercises.md`
//! describes the conditions for a puzzle.

mod chain;
mod check;
mod plan;
mod search;
mod words;

use catalog::{CATALOG, Exercise, Translated};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Number of puzzles of a game.
const WANTED: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["--check"] => plan::PLANS.iter().try_for_each(|plan| check::check(plan, &file(plan.game))),
        ["--check", game] => check::check(plan::find(game)?, &file(game)),
        [game] => find(plan::find(game)?),
        _ => Err("puzzles GAME, or puzzles --check [GAME]".into()),
    }
}

fn find(plan: &plan::Plan) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let found = if plan.is_race() { chain::find(plan)? } else { search::find(plan)? };
    let of = found.len();
    let puzzles = search::choose(found, WANTED);
    let puzzles = puzzles.into_iter().map(|found| found.exercise);
    let lines: Result<Vec<String>, _> = puzzles.map(|puzzle| write(&puzzle)).collect();
    let lines = lines?;
    println!("{}: {} of {of} found, {:.0} s", plan.game, lines.len(), begun.elapsed().as_secs_f32());
    let path = file(plan.game);
    fs::create_dir_all(path.parent().ok_or("the file has no folder")?)?;
    // One puzzle a line, so that a diff shows which has changed.
    Ok(fs::write(path, format!("[\n{}\n]\n", lines.join(",\n")))?)
}

/// Writes a puzzle in canonical form, and checks that it can be read.
fn write(puzzle: &Exercise) -> Result<String, Box<dyn Error>> {
    let text = serde_json::to_string(puzzle)?;
    let read = catalog::read_exercise(&text, &CATALOG).map_err(|rejection| format!("{text}: {rejection}"))?;
    Ok(serde_json::to_string(&read)?)
}

fn file(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../exercises").join(game).join("puzzles.json")
}

/// Returns a text in both languages.
fn translated([english, italian]: [String; 2]) -> Translated {
    [("en".to_owned(), english), ("it".to_owned(), italian)].into()
}
