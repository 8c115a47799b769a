//! Lists the files of `exercises/`, so that those of a new game are found automatically.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let exercises =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../exercises");
    let mut list = String::from("&[\n");
    for game in entries(&exercises).into_iter().filter(|path| path.is_dir()) {
        let name = game.file_name().unwrap_or_default().to_os_string();
        for file in
            entries(&game).into_iter().filter(|path| path.extension().is_some_and(|end| end == "json"))
        {
            let _ = writeln!(list, "    ({name:?}, include_str!({file:?})),");
        }
    }
    list.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("exercises.rs");
    fs::write(out, list).expect("what cargo makes can be written to");
}

/// Returns the entries of a folder by name, so that a lesson comes before its puzzles.
fn entries(folder: &Path) -> Vec<PathBuf> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}
