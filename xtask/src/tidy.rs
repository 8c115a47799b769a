//! Project-specific checks: structure of the games, mentions of every game, first lines of files,
//! rule numbers of the rule books, design tokens, and wording.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Files every game has.
const FILES: &[&str] = &[
    "action.rs",
    "bot.rs",
    "command.rs",
    "options.rs",
    "rules.rs",
    "score.rs",
    "state.rs",
    "tests.rs",
    "view.rs",
];

/// Game of the catalog.
struct Listed {
    /// Name of its module: `gin_rummy`.
    name: String,
    /// Folder of its sources, in the crate of the games or in a crate of its own.
    sources: String,
}

impl Listed {
    /// Returns the game's id: `gin-rummy`.
    fn id(&self) -> String {
        self.name.replace('_', "-")
    }
}

/// Files that mention every game, each with a required text. The compiler cannot check these.
const WRITTEN_BY_HAND: &[(&str, &str)] = &[
    ("README.md", "docs/rules/{id}.md"),
    ("docs/rules/{id}.md", "\n## In a record\n"),
    ("docs/rules/{id}.md", "\n## On a score pad\n"),
    ("{sources}/tests.rs", "check_lines::<"),
    ("{sources}/tests.rs", "check_laws"),
    ("web/e2e/fits/moments.json", "\"{id} "),
];
/// Tests of rules that no match applies: rulings on irregularities with real cards.
const SLIPS: &str = "crates/arbiter/tests/agrees/slips.rs";

/// Rule book outside the games: tests, file, prefix of its numbers.
const DECKS: (&str, &str, &str) = ("crates/pads/tests/pads/decks.rs", "decks.md", "DK");

/// Rules without code, each with the reason.
const NEEDS_NO_CODE: &[(&str, &str)] = &[
    ("SC-S10", "the engine deals only whole decks"),
    ("SC-V9", "explains a variant that is not supported"),
    ("WS-R17", "says that nothing else scores"),
    ("WS-S7", "views show no fund"),
    ("WS-S8", "concerns page and terminal"),
    ("CA-R12", "forbids nothing"),
    ("CA-S6", "forbids nothing"),
    ("CA-S12", "forbids nothing"),
    ("CA-S14", "illegal actions are refused anyway"),
    ("BR-S4", "concerns the table before the match"),
    ("BR-S13", "illegal actions are refused anyway"),
    ("BR-S16", "no action exists for it"),
    ("BR-S20", "the engine deals only whole decks"),
    ("GR-S2", "forbids nothing"),
    ("GR-S6", "no action exists for it"),
    ("GR-S14", "follows from scoring one seat per hand"),
    ("GR-S17", "the engine deals only whole decks"),
    ("TH-R4", "the aim of the game, which only bots need"),
    ("TH-S8", "changes nothing"),
    ("TH-S14", "no action exists for it"),
    ("SP-S2", "follows from SP-R3 and SP-O2"),
    ("SP-S10", "no action exists for it"),
    ("SP-S15", "follows from SP-S3: plays have an order"),
    ("SP-S16", "explains a variant that is not supported"),
    ("SH-S9", "no limit exists"),
    ("SH-S15", "no limit exists"),
    ("SH-S16", "changes nothing"),
];

/// Maximum length of a source file in lines.
const MAX_LINES: usize = 700;

/// Checks the whole tree and returns all problems.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut problems = Vec::new();
    for Listed { sources, .. } in games(root)? {
        for file in FILES.iter().filter(|file| !root.join(&sources).join(file).exists()) {
            problems.push(format!("{sources}: no {file}"));
        }
    }
    check_named(root, &mut problems)?;
    check_rules(root, &mut problems)?;
    problems.extend(crate::bots::check(root).err());
    for file in sources(root)? {
        let text = read(&file)?;
        let shown = file.strip_prefix(root).unwrap_or(&file).display();
        let is_test = file.file_name().is_some_and(|name| name == "tests.rs");
        if file.extension().is_some_and(|ending| ending == "rs") && !is_test && !text.starts_with("//!") {
            problems.push(format!("{shown}: the first line is not a //! comment"));
        }
        let is_generated = file.ends_with("web/src/backend/wire.ts");
        let lines = text.lines().count();
        if lines > MAX_LINES && !is_test && !is_generated {
            problems.push(format!("{shown}: {lines} lines; split the file (maximum {MAX_LINES})"));
        }
    }
    for file in files(&root.join("web/src"), &["svelte", "css"])? {
        let shown = file.strip_prefix(root).unwrap_or(&file);
        problems.extend(crate::tokens::check(shown, &read(&file)?));
    }
    for name in crate::modules::CRATES {
        let sources = root.join("crates").join(name).join("src");
        let mut texts = Vec::new();
        let paths = files(&sources, &["rs"])?;
        for path in &paths {
            texts.push((path.strip_prefix(&sources).unwrap_or(path), read(path)?));
        }
        problems.extend(crate::modules::check(name, &texts));
    }
    for name in crate::structs::CRATES {
        for file in files(&root.join("crates").join(name).join("src"), &["rs"])? {
            let shown = file.strip_prefix(root).unwrap_or(&file);
            problems.extend(crate::structs::check(&shown.display().to_string(), &read(&file)?));
        }
    }
    check_wording(root, &mut problems)?;
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Checks the wording of Rust sources, sources of the page, documents and scripts.
fn check_wording(root: &Path, problems: &mut Vec<String>) -> Result<(), String> {
    for folder in ["crates", "xtask", "fuzz", "bench", "examples"] {
        for file in files(&root.join(folder), &["rs"])? {
            let shown = file.strip_prefix(root).unwrap_or(&file);
            problems.extend(crate::wording::check_rust(shown, &read(&file)?));
        }
    }
    for folder in ["web/src", "web/e2e"] {
        for file in files(&root.join(folder), &["ts", "svelte"])? {
            // Generated from Rust comments, which are checked there.
            if !file.ends_with("wire.ts") {
                let shown = file.strip_prefix(root).unwrap_or(&file);
                problems.extend(crate::wording::check_page(shown, &read(&file)?));
            }
        }
    }
    let scripts = ["docs", "examples", "packaging", "web/e2e", ".github"];
    let mut texts = vec![root.join("README.md"), root.join("CONTRIBUTING.md"), root.join("compose.yaml")];
    for folder in scripts {
        texts.extend(files(&root.join(folder), &["md", "yaml", "yml", "ts", "sh", "default"])?);
    }
    for file in texts {
        let shown = file.strip_prefix(root).unwrap_or(&file);
        problems.extend(crate::wording::check_text(shown, &read(&file)?));
    }
    Ok(())
}

/// Returns the games in `for_each_game!`.
fn games(root: &Path) -> Result<Vec<Listed>, String> {
    let path = root.join("crates/catalog/src/lib.rs");
    let text = read(&path)?;
    let list = text.split_once("$each! {").and_then(|(_, rest)| rest.split_once('}')).map(|(list, _)| list);
    let list = list.ok_or_else(|| format!("{}: no list of games", path.display()))?;
    Ok(list
        .split(',')
        .filter_map(|game| game.trim().strip_prefix("::")?.rsplit_once("::"))
        .map(|(module, _)| match module.split_once("::") {
            Some((package, name)) => {
                Listed { name: name.into(), sources: format!("crates/{package}/src/{name}") }
            }
            None => Listed { name: module.into(), sources: format!("crates/{module}/src") },
        })
        .collect())
}

/// Checks that every game is listed and mentioned everywhere.
fn check_named(root: &Path, problems: &mut Vec<String>) -> Result<(), String> {
    let listed = games(root)?;
    for file in files(&root.join("crates/games/src"), &["rs"])? {
        let folder = file.strip_prefix(root).ok().and_then(Path::parent).unwrap_or(&file);
        if file.ends_with("mod.rs")
            && read(&file)?.contains("\nimpl Game for ")
            && !listed.iter().any(|game| Path::new(&game.sources) == folder)
        {
            problems.push(format!("{}: missing from for_each_game!", folder.display()));
        }
    }
    for game in &listed {
        let of_game = |text: &str| {
            text.replace("{id}", &game.id()).replace("{name}", &game.name).replace("{sources}", &game.sources)
        };
        for (file, words) in WRITTEN_BY_HAND {
            let (file, wanted) = (of_game(file), of_game(words));
            if !read(&root.join(&file)).is_ok_and(|text| text.contains(&wanted)) {
                problems.push(format!("{file}: no mention of {}", wanted.trim()));
            }
        }
    }
    Ok(())
}

/// Returns the prefix of a book's rule numbers: `SC`.
fn prefix(book: &str) -> String {
    let first = book.match_indices("-R").map(|(at, _)| &book[at.saturating_sub(2)..at]);
    first.into_iter().next().unwrap_or_default().to_owned()
}

/// Checks rule numbers: every test number has a test, every rule is cited in the code, and every
/// cited number exists.
fn check_rules(root: &Path, problems: &mut Vec<String>) -> Result<(), String> {
    let mut books: Vec<(PathBuf, String, String)> = vec![(DECKS.0.into(), DECKS.1.into(), DECKS.2.into())];
    for game in games(root)? {
        let book = format!("{}.md", game.id());
        let prefix = prefix(&read(&root.join("docs/rules").join(&book))?);
        books.push((Path::new(&game.sources).join("tests.rs"), book, prefix));
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
                problems.push(format!("{}: {number} isn't in a rule book", shown.display()));
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
                problems.push(format!("xtask/src/tidy.rs: {number} is in NEEDS_NO_CODE, but cited in code"));
            }
            false if !needs_no_code => {
                problems.push(format!(
                    "docs/rules: {number} is cited nowhere in code; cite it or add it to NEEDS_NO_CODE with the reason"
                ));
            }
            _ => {}
        }
    }
    for (number, _) in NEEDS_NO_CODE.iter().filter(|(number, _)| !known.contains(*number)) {
        problems.push(format!("xtask/src/tidy.rs: {number} isn't in a rule book"));
    }
    Ok(())
}

/// Checks that every test number of a rule book has a test.
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

/// Returns the rule numbers in a text: `SC-R6`.
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

/// Returns the source files below a folder.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    files(folder, &["rs", "ts", "svelte"])
}

/// Returns the files below a folder with one of these extensions.
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
