//! What no other tool checks: that every game has the same rooms, that every file says what it is, that every rule
//! number of the rule book has a test and every number a comment cites is in the rule book.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms every game has.
const ROOMS: &[&str] = &[
    "action.rs",
    "bot.rs",
    "mod.rs",
    "options.rs",
    "rules.rs",
    "score.rs",
    "state.rs",
    "tests.rs",
    "view.rs",
];

/// The games: the folder, the rule book, the prefix of its numbers.
const GAMES: &[(&str, &str, &str)] = &[
    ("scopa", "scopa.md", "SC"),
    ("wall_street", "wall-street.md", "WS"),
    ("cassino", "cassino.md", "CA"),
    ("bridge", "bridge.md", "BR"),
    ("gin_rummy", "gin-rummy.md", "GR"),
    ("thirty_one", "thirty-one.md", "TH"),
    ("speed", "speed.md", "SP"),
];

/// A file longer than this is more than one room.
const MOST_LINES: usize = 700;

/// Looks at the whole tree and names everything that is wrong.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut problems = Vec::new();
    for (folder, book, prefix) in GAMES {
        let house = root.join("crates/games/src").join(folder);
        for room in ROOMS.iter().filter(|room| !house.join(room).exists()) {
            problems.push(format!("crates/games/src/{folder}: has no {room}"));
        }
        check_numbers(root, &house, &house.join("tests.rs"), book, prefix, &mut problems)?;
    }
    let pads = root.join("crates/pads");
    check_numbers(root, &pads.join("src"), &pads.join("tests/decks.rs"), "decks.md", "DK", &mut problems)?;
    for file in sources(root)? {
        let text = read(&file)?;
        let shown = file.strip_prefix(root).unwrap_or(&file).display();
        let test_room = file.file_name().is_some_and(|name| name == "tests.rs");
        if file.extension().is_some_and(|ending| ending == "rs") && !test_room && !text.starts_with("//!") {
            problems.push(format!("{shown}: the first line does not say what it is (//!)"));
        }
        let lines = text.lines().count();
        if lines > MOST_LINES && !test_room {
            problems.push(format!("{shown}: {lines} lines are more than one room"));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Every test number of the rule book names a test, and every number the game cites is in the rule book.
fn check_numbers(
    root: &Path,
    house: &Path,
    tests: &Path,
    book: &str,
    prefix: &str,
    problems: &mut Vec<String>,
) -> Result<(), String> {
    let book_text = read(&root.join("docs/rules").join(book))?;
    let known = numbers(&book_text, prefix);
    let tests = read(tests)?;
    for number in known.iter().filter(|number| number.contains("-T")) {
        let test = format!("fn {}", number.to_lowercase().replace('-', "_"));
        // sc_t07 and sc_t7 are the same number.
        let (name, digits) = test.split_at(test.rfind('t').map_or(0, |place| place + 1));
        let padded = format!("{name}{digits:0>2}");
        if !tests.contains(&format!("{test}_")) && !tests.contains(&format!("{padded}_")) {
            problems.push(format!("docs/rules/{book}: {number} has no test"));
        }
    }
    for file in sources(house)? {
        for number in numbers(&read(&file)?, prefix).difference(&known) {
            problems.push(format!("{}: {number} is not in docs/rules/{book}", file.display()));
        }
    }
    Ok(())
}

/// The rule numbers named in a text: `SC-R6`.
fn numbers(text: &str, prefix: &str) -> BTreeSet<String> {
    let start = format!("{prefix}-");
    let mut found = BTreeSet::new();
    for (place, _) in text.match_indices(&start) {
        let rest = &text[place + start.len()..];
        let kind = rest.chars().next().filter(|kind| "ROSTV".contains(*kind));
        let digits: String = rest.chars().skip(1).take_while(char::is_ascii_digit).collect();
        if let Some(kind) = kind.filter(|_| !digits.is_empty()) {
            found.insert(format!("{start}{kind}{digits}"));
        }
    }
    found
}

/// Every source file of ours below a folder.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() {
                if !["target", "node_modules", "dist", ".git"].contains(&name) {
                    folders.push(path);
                }
            } else if name.ends_with(".rs") || name.ends_with(".ts") || name.ends_with(".svelte") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
