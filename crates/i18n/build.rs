//! Lists the files of `text/` that this crate loads, so that those of a new game are found
//! automatically.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let text = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../text");
    let mut found = Vec::new();
    walk(&text, &mut found);
    found.sort();
    let mut list = String::from("&[\n");
    for file in found {
        let name = file.strip_prefix(&text).unwrap_or(&file);
        let _ = writeln!(list, "    ({name:?}, include_str!({file:?})),");
    }
    list.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("files.rs");
    fs::write(out, list).expect("what cargo makes can be written to");
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let is_read = path.extension().is_some_and(|ending| ending == "json" || ending == "md");
        if path.is_dir() {
            walk(&path, found);
        } else if is_read && !is_of_the_page(&path) {
            found.push(path);
        }
    }
}

/// Returns whether only the page uses a file: `page.json`, files of a part of the page, and texts
/// about real cards.
fn is_of_the_page(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with("page.json") || name == "real-cards.json"
}
