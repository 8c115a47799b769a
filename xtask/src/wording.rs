//! Wording checks: first words of doc comments, words to avoid, names, error messages, and renamed flags.

use std::path::Path;

/// First words that announce a sentence without a subject.
const FIRST_WORDS: &[&str] = &["Who", "Whoever", "Whose", "What", "Whatever", "Which", "Of", "So"];

/// Words for people that say too little.
const AVOIDED: &[&str] = &["whoever", "somebody", "nobody"];

/// Folders whose names may contain `house`, because a preset and a card set are called so.
const PRESET_FOLDERS: &[&str] = &["crates/games", "crates/catalog/tests"];

/// Keywords that declare a name.
const DECLARE: &[&str] = &["fn", "let", "mod", "struct", "enum", "trait", "type", "const", "static"];

/// Old names of flags and commands, with their new names. Documents and scripts use the new ones.
const RENAMED: &[(&str, &str)] = &[
    ("--keep", "--retention-days"),
    ("--patience", "--timeout"),
    ("--proxy", "--trusted-proxy"),
    ("--window", "--response-window"),
    ("--worlds", "--determinizations"),
    ("parlour site", "parlour export"),
];

/// Returns the problems of a Rust source. `path` is relative to the repository.
pub(crate) fn check_rust(path: &Path, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let mut before = "";
    let names_preset = PRESET_FOLDERS.iter().any(|folder| path.starts_with(folder));
    for (number, line) in text.lines().map(str::trim_start).enumerate() {
        let problem = |what: String| format!("{}:{}: {what}", path.display(), number + 1);
        if let Some(name) = declared(line).filter(|name| !names_preset && is_metaphor(name)) {
            problems.push(problem(format!("“{name}” says “house”; name the server or the catalog")));
        }
        let mark = ["///", "//!", "//"].into_iter().find(|mark| line.starts_with(mark)).unwrap_or("");
        let comment = line.strip_prefix(mark).filter(|_| !mark.is_empty()).map(str::trim);
        if let Some(comment) = comment {
            let first = comment.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
            if mark != "//" && before != mark && FIRST_WORDS.contains(&first) {
                problems.push(problem(format!(
                    "a doc comment begins with “{first}”; begin with the noun or the verb"
                )));
            }
            for word in avoided(comment) {
                problems.push(problem(format!("the comment says “{word}”; name the person or the part")));
            }
        }
        if let Some(message) = line.strip_prefix("#[error(\"")
            && is_capitalized(message)
        {
            problems.push(problem("the error message begins with a capital letter".to_owned()));
        }
        before = mark;
    }
    problems
}

/// Returns the name that a line declares, if any.
fn declared(line: &str) -> Option<&str> {
    let mut words = line
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .skip_while(|word| ["pub", "crate", "super", "async", "unsafe"].contains(word));
    let name = words.next().filter(|word| DECLARE.contains(word)).and_then(|_| words.next())?;
    if ["mut", "fn"].contains(&name) { words.next() } else { Some(name) }
}

/// Returns whether a part of a name is “house” or “houses”.
fn is_metaphor(name: &str) -> bool {
    name.contains("House") || name.to_lowercase().split('_').any(|part| ["house", "houses"].contains(&part))
}

/// Returns the problems of the comments in a source of the page. `path` is relative to the repository.
pub(crate) fn check_page(path: &Path, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    // End mark of the comment that is open at the end of the last line.
    let mut end = None;
    let mut before = "";
    for (number, line) in text.lines().map(str::trim).enumerate() {
        let problem = |what: String| format!("{}:{}: {what}", path.display(), number + 1);
        let beginning = if before == "/**" { line } else { line.strip_prefix("/**").unwrap_or_default() };
        let first = beginning.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty());
        if let Some(first) = first.filter(|first| FIRST_WORDS.contains(first)) {
            problems
                .push(problem(format!("a comment begins with “{first}”; begin with the noun or the verb")));
        }
        for word in avoided(&comments(line, &mut end)) {
            problems.push(problem(format!("the comment says “{word}”; name the person or the part")));
        }
        before = line;
    }
    problems
}

/// Returns the comments in a line of TypeScript, Svelte or CSS. `end` is the end mark of an open comment.
fn comments(line: &str, end: &mut Option<&'static str>) -> String {
    let mut found = String::new();
    let mut rest = line;
    loop {
        if let Some(mark) = *end {
            let Some((comment, after)) = rest.split_once(mark) else {
                return found + rest;
            };
            found = found + comment + " ";
            rest = after;
            *end = None;
        }
        // An address contains // too, but after a colon.
        let line_comment = rest
            .match_indices("//")
            .map(|(at, _)| at)
            .find(|at| rest[..*at].chars().next_back().is_none_or(char::is_whitespace));
        let block = [("/*", "*/"), ("<!--", "-->")]
            .into_iter()
            .filter_map(|(open, close)| rest.find(open).map(|at| (at, open, close)))
            .min();
        match (line_comment, block) {
            (Some(at), block) if block.is_none_or(|(other, ..)| at < other) => return found + &rest[at..],
            (_, Some((at, open, close))) => {
                rest = &rest[at + open.len()..];
                *end = Some(close);
            }
            _ => return found,
        }
    }
}

/// Returns the problems of a document or script. `path` is relative to the repository.
pub(crate) fn check_text(path: &Path, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for (old, new) in RENAMED.iter().filter(|(old, _)| has_name(line, old)) {
            problems.push(format!("{}:{}: “{old}” is now “{new}”", path.display(), number + 1));
        }
    }
    problems
}

/// Returns the avoided words of a comment. Code in backquotes, such as the name of a test, is skipped.
fn avoided(comment: &str) -> impl Iterator<Item = &'static str> {
    let prose: Vec<String> = comment.split('`').step_by(2).map(str::to_lowercase).collect();
    AVOIDED.iter().copied().filter(move |avoided| {
        prose.iter().any(|part| part.split(|c: char| !c.is_alphabetic()).any(|word| word == *avoided))
    })
}

/// Names that may begin an error message, such as the tag `Result` of PBN.
const NAMES: &[&str] = &["Result"];

/// Returns whether a message begins with a capitalized word. Names such as PBN or PostgreSQL may do so.
fn is_capitalized(message: &str) -> bool {
    let name: String = message.chars().take_while(|c| c.is_alphabetic()).collect();
    let word: Vec<char> = name.chars().collect();
    !NAMES.contains(&name.as_str())
        && word.first().is_some_and(|first| first.is_uppercase())
        && word.iter().skip(1).all(|c| c.is_lowercase())
}

/// Returns whether a line contains a flag or command as a whole word.
fn has_name(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let continues = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        !line[..at].ends_with(continues) && !line[at + name.len()..].starts_with(continues)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rust(text: &str) -> usize {
        check_rust(Path::new("crates/cards/src/lib.rs"), text).len()
    }

    #[test]
    fn comments_begin_with_a_noun_or_a_verb() {
        assert_eq!(
            rust("/// Whoever acts.\n/// What it is.\nfn a() {}\n"),
            2,
            "the first word, and the word itself"
        );
        assert_eq!(rust("/// Returns it.\n/// What it is.\nfn a() {}\n"), 0, "only the first line counts");
        assert_eq!(rust("    // What it is.\n/// Sorted.\n"), 0, "only doc comments count");
        assert_eq!(rust("// Tells `nobody_is_here` to people.\n"), 0, "code is skipped");
        assert_eq!(rust("// Nobody is here.\n"), 1);
    }

    #[test]
    fn declared_names_avoid_metaphors() {
        assert_eq!(rust("let mut house = open();\npub(crate) async fn a_house_opens() {}\n"), 2);
        assert_eq!(rust("struct TestHouse;\nconst HOUSE: u8 = 1;\nmod house;\n"), 3);
        assert_eq!(rust("let household = \"house\";\n    UPDATE house SET version = 1\n"), 0);
        let preset = Path::new("crates/games/src/speed/options.rs");
        assert!(check_rust(preset, "let house = 1;\n").is_empty(), "a preset");
    }

    #[test]
    fn error_messages_begin_with_a_small_letter() {
        assert_eq!(rust("#[error(\"Unknown game\")]\n"), 1);
        assert_eq!(rust("#[error(\"unknown game\")]\n#[error(\"PBN is old\")]\n#[error(\"{0}\")]\n"), 0);
    }

    #[test]
    fn comments_of_the_page_name_persons_and_parts() {
        let problems = |text: &str| check_page(Path::new("web/src/main.ts"), text).len();
        assert_eq!(problems("// The server tells nobody.\nlet a = 1; // Written for whoever acts.\n"), 2);
        assert_eq!(problems("/**\n * Lets somebody\n * sit.\n */\nlet nobody = 1;\n"), 1, "a block ends");
        assert_eq!(problems("<!-- A\n     somebody. -->\n<p>Somebody</p>\n.a { } /* nobody */\n"), 2);
        assert_eq!(problems("interface A { /** Not nobody. */ a: 1; /** Somebody. */ b: 2 } // whoever"), 3);
        assert_eq!(problems("let a = \"nobody\", b = \"https://nobody.example\"; // `nobody`\n"), 0);
        assert_eq!(problems("/** What it is. */\n/** Returns what it is. */\n"), 1, "the first word");
        assert_eq!(problems("/**\n * Whose turn it is.\n */\n"), 1, "the first word of the next line");
    }

    #[test]
    fn documents_use_the_new_names() {
        let problems = |line: &str| check_text(Path::new("docs/tls.md"), line).len();
        assert_eq!(problems("Use `--proxy 127.0.0.1` and `parlour site`."), 2);
        assert_eq!(problems("Use `--trusted-proxy`, `cargo check --keep-going` and `parlour sites`."), 0);
    }
}
