//! Wording checks: first words of doc comments, words to avoid, error messages, and renamed flags.

use std::path::Path;

/// Crates and files whose comments are not yet rewritten. They leave the list for good when that is done.
const NOT_YET: &[&str] =
    &["crates/server/src/bot_pool.rs", "crates/server/src/table/bots.rs", "crates/table/src/bot_seats.rs"];

/// First words that announce a sentence without a subject.
const FIRST_WORDS: &[&str] = &["Who", "Whoever", "Whose", "What", "Whatever", "Which", "Of", "So"];

/// Words for people that say too little.
const AVOIDED: &[&str] = &["whoever", "somebody", "nobody"];

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
    if NOT_YET.iter().any(|folder| path.starts_with(folder)) {
        return Vec::new();
    }
    let mut problems = Vec::new();
    let mut before = "";
    for (number, line) in text.lines().map(str::trim_start).enumerate() {
        let problem = |what: String| format!("{}:{}: {what}", path.display(), number + 1);
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
        for folder in NOT_YET {
            assert_eq!(check_rust(&Path::new(folder).join("src/lib.rs"), "/// What.\n"), [""; 0]);
        }
    }

    #[test]
    fn error_messages_begin_with_a_small_letter() {
        assert_eq!(rust("#[error(\"Unknown game\")]\n"), 1);
        assert_eq!(rust("#[error(\"unknown game\")]\n#[error(\"PBN is old\")]\n#[error(\"{0}\")]\n"), 0);
    }

    #[test]
    fn documents_use_the_new_names() {
        let problems = |line: &str| check_text(Path::new("docs/tls.md"), line).len();
        assert_eq!(problems("Use `--proxy 127.0.0.1` and `parlour site`."), 2);
        assert_eq!(problems("Use `--trusted-proxy`, `cargo check --keep-going` and `parlour sites`."), 0);
    }
}
