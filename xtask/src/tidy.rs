//! What no other tool checks: that every game has the same rooms and is named wherever games are named by hand, that every
//! file says what it is, that every test number of a rule book has a test, that every rule is cited where it is applied,
//! and that every number anybody cites is in a rule book.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms every game has.
const ROOMS: &[&str] = &[
    "action.rs",
    "bot.rs",
    "command.rs",
    "mod.rs",
    "options.rs",
    "rules.rs",
    "score.rs",
    "state.rs",
    "tests.rs",
    "view.rs",
];

/// What is written by hand for every game, and a word it cannot do without: no compiler misses a game here.
const WRITTEN_BY_HAND: &[(&str, &str)] = &[
    ("README.md", "docs/rules/{id}.md"),
    ("docs/rules/{id}.md", "\n## In a record\n"),
    ("docs/rules/{id}.md", "\n## On a score pad\n"),
    ("crates/games/src/{folder}/tests.rs", "check_lines::<"),
    ("crates/games/src/{folder}/tests.rs", "check_laws"),
    ("crates/arbiter/tests/agrees/main.rs", "{folder}"),
    ("web/e2e/fits/moments.json", "\"{id} "),
];
/// Tests of rules that no match applies: what the arbiter says of a slip at bridge with real cards.
const SLIPS: &str = "crates/arbiter/tests/agrees/slips.rs";

/// What is checked beside the games: the tests, the rule book, the prefix of its numbers.
const DECKS: (&str, &str, &str) = ("crates/pads/tests/pads/decks.rs", "decks.md", "DK");

/// The rules that nothing in the code applies, and why.
const NEEDS_NO_CODE: &[(&str, &str)] = &[
    ("SC-S10", "the engine deals only whole decks"),
    ("SC-V9", "it says what is not played"),
    ("WS-R17", "it says that nothing else scores"),
    ("WS-S7", "a view shows no fund"),
    ("WS-S8", "a matter of page and terminal"),
    ("CA-R12", "it forbids nothing"),
    ("CA-S6", "it forbids nothing"),
    ("CA-S12", "it forbids nothing"),
    ("CA-S14", "what is not legal is refused"),
    ("BR-S4", "a matter of the table, before the match"),
    ("BR-S13", "what is not legal is refused"),
    ("BR-S16", "there is no action for it"),
    ("BR-S20", "the engine deals only whole decks"),
    ("GR-S2", "it forbids nothing"),
    ("GR-S6", "there is no action for it"),
    ("GR-S14", "it follows: one seat scores in a hand"),
    ("GR-S17", "the engine deals only whole decks"),
    ("TH-R4", "the aim, which bots have and rules do not"),
    ("TH-S8", "it changes nothing"),
    ("TH-S14", "there is no action for it"),
    ("SP-S2", "it follows from SP-R3 and SP-O2"),
    ("SP-S10", "there is no action for it"),
    ("SP-S15", "it follows from SP-S3: plays have an order"),
    ("SP-S16", "it says what is not offered"),
    ("SH-S9", "there is no limit to apply"),
    ("SH-S15", "there is no limit to apply"),
    ("SH-S16", "it changes nothing"),
];

/// A file longer than this is more than one room.
const MOST_LINES: usize = 700;

/// Looks at the whole tree and names everything that is wrong.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut problems = Vec::new();
    for folder in games(root)? {
        let house = root.join("crates/games/src").join(&folder);
        for room in ROOMS.iter().filter(|room| !house.join(room).exists()) {
            problems.push(format!("crates/games/src/{folder}: has no {room}"));
        }
    }
    check_named(root, &mut problems)?;
    check_rules(root, &mut problems)?;
    problems.extend(crate::bots::check(root).err());
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

/// The folders of the games, from the one list of them.
fn games(root: &Path) -> Result<Vec<String>, String> {
    let path = root.join("crates/games/src/lib.rs");
    let text = read(&path)?;
    let list = text.split_once("$each! {").and_then(|(_, rest)| rest.split_once('}')).map(|(list, _)| list);
    let list = list.ok_or_else(|| format!("{}: has no list of games", path.display()))?;
    Ok(list
        .split(',')
        .filter_map(|game| game.trim().strip_prefix("$crate::")?.split_once("::"))
        .map(|(folder, _)| folder.into())
        .collect())
}

/// Every game is in the list of games, and named where games are named by hand.
fn check_named(root: &Path, problems: &mut Vec<String>) -> Result<(), String> {
    let listed = games(root)?;
    for file in files(&root.join("crates/games/src"), &["rs"])? {
        let folder =
            file.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
        if file.ends_with("mod.rs")
            && read(&file)?.contains("\nimpl Game for ")
            && !listed.iter().any(|one| one == folder)
        {
            problems.push(format!("crates/games/src/{folder}: is not in for_each_game!"));
        }
    }
    for folder in &listed {
        let of_game =
            |text: &str| text.replace("{id}", &folder.replace('_', "-")).replace("{folder}", folder);
        for (file, words) in WRITTEN_BY_HAND {
            let (file, wanted) = (of_game(file), of_game(words));
            if !read(&root.join(&file)).is_ok_and(|text| text.contains(&wanted)) {
                problems.push(format!("{file}: does not have {}", wanted.trim()));
            }
        }
    }
    Ok(())
}

/// What the rule numbers of a book begin with: `SC`.
fn prefix(book: &str) -> String {
    let first = book.match_indices("-R").map(|(at, _)| &book[at.saturating_sub(2)..at]);
    first.into_iter().next().unwrap_or_default().to_owned()
}

/// Every test number of a rule book names a test, every rule is cited where it is applied, and every number cited in
/// code or texts is in a rule book.
fn check_rules(root: &Path, problems: &mut Vec<String>) -> Result<(), String> {
    let mut books: Vec<(PathBuf, String, String)> = vec![(DECKS.0.into(), DECKS.1.into(), DECKS.2.into())];
    for folder in games(root)? {
        let book = format!("{}.md", folder.replace('_', "-"));
        let prefix = prefix(&read(&root.join("docs/rules").join(&book))?);
        books.push((Path::new("crates/games/src").join(folder).join("tests.rs"), book, prefix));
    }
    let mut known = BTreeSet::new();
    for (tests, book, prefix) in &books {
        let numbers = numbers(&read(&root.join("docs/rules").join(book))?, prefix);
        let tests = read(&root.join(tests))? + &read(&root.join(SLIPS))?;
        check_tests(&numbers, &tests, book, problems);
        known.extend(numbers);
    }
    let mut applied = BTreeSet::new();
    for folder in ["crates", "text", "web/src", "fuzz", "docs"] {
        for file in files(&root.join(folder), &["rs", "ts", "svelte", "json", "md"])? {
            let text = read(&file)?;
            let shown = file.strip_prefix(root).unwrap_or(&file);
            let cited: BTreeSet<String> = books.iter().flat_map(|book| numbers(&text, &book.2)).collect();
            for number in cited.difference(&known) {
                problems.push(format!("{}: {number} is in no rule book", shown.display()));
            }
            let is_test =
                shown.components().any(|part| part.as_os_str() == "tests") || shown.ends_with("tests.rs");
            if folder == "crates" && !is_test {
                applied.extend(cited);
            }
        }
    }
    for number in known.iter().filter(|number| !number.contains("-T")) {
        let needs_no_code = NEEDS_NO_CODE.iter().any(|(rule, _)| rule == number);
        match applied.contains(number) {
            true if needs_no_code => {
                problems.push(format!(
                    "xtask/src/tidy.rs: {number} is said to need no code, and is cited in code"
                ));
            }
            false if !needs_no_code => {
                problems.push(format!(
                    "docs/rules: {number} is cited nowhere in code; if it needs none, NEEDS_NO_CODE says why"
                ));
            }
            _ => {}
        }
    }
    for (number, _) in NEEDS_NO_CODE.iter().filter(|(number, _)| !known.contains(*number)) {
        problems.push(format!("xtask/src/tidy.rs: {number} is in no rule book"));
    }
    Ok(())
}

/// Every test number of the rule book names a test.
fn check_tests(known: &BTreeSet<String>, tests: &str, book: &str, problems: &mut Vec<String>) {
    for number in known.iter().filter(|number| number.contains("-T")) {
        let test = format!("fn {}", number.to_lowercase().replace('-', "_"));
        // sc_t07 and sc_t7 are the same number.
        let (name, digits) = test.split_at(test.rfind('t').map_or(0, |at| at + 1));
        let padded = format!("{name}{digits:0>2}");
        if !tests.contains(&format!("{test}_")) && !tests.contains(&format!("{padded}_")) {
            problems.push(format!("docs/rules/{book}: {number} has no test"));
        }
    }
}

/// The rule numbers named in a text: `SC-R6`.
fn numbers(text: &str, prefix: &str) -> BTreeSet<String> {
    let start = format!("{prefix}-");
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices(&start) {
        let rest = &text[at + start.len()..];
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
    files(folder, &["rs", "ts", "svelte"])
}

/// Every file of ours below a folder whose name ends in one of these.
fn files(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
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
            } else if path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
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
