//! Checks that the program has every command, flag and value of the documents.

use crate::commands::{parlour, text};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Texts in place of a document's placeholders.
const PLACEHOLDERS: [(&str, &str); 15] = [
    ("HOST:PORT", "127.0.0.1:4880"),
    ("SEAT:HEX", "1:0000000000000000000000000000000000000000000000000000000000000000"),
    ("HEX", "0000000000000000000000000000000000000000000000000000000000000000"),
    ("NUMBER", "1"),
    ("N", "1"),
    ("SEAT", "North"),
    ("GAME", "scopa"),
    ("KIND", "warn"),
    ("CONTRACT", "3NT"),
    ("SHELL", "bash"),
    ("COMMAND", "solve"),
    ("A,B,C", "random,heuristic"),
    ("A,B", "random,heuristic"),
    ("A,B,…", "random,heuristic"),
    ("pbn\\|lin\\|record", "pbn"),
];

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    for folder in ["docs", "docs/tutorials"] {
        let files = std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        found.extend(files.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    found
}

/// Returns the commands in code: lines of blocks, and code in a sentence.
fn commands(page: &str) -> BTreeSet<String> {
    let page = page.replace("\\\n", " ");
    let blocks = page
        .split("```")
        .skip(1)
        .step_by(2)
        .filter(|block| block.starts_with("sh") || block.starts_with('\n'));
    let lines = blocks.flat_map(str::lines).map(str::trim);
    let inline = page.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let all = lines.chain(inline).filter_map(|code| code.strip_prefix("parlour "));
    all.map(|command| command.split([';', '&', '>']).next().unwrap_or_default())
        .map(|command| command.replace("\\|", "\\/"))
        .map(|command| command.split('|').next().unwrap_or_default().replace("\\/", "\\|").trim().to_owned())
        .collect()
}

/// Splits a command like a shell: quotes keep words together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in command.split(['"', '\'']).enumerate() {
        match place % 2 {
            1 => words.push(part.to_owned()),
            _ => words.extend(part.split_whitespace().map(str::to_owned)),
        }
    }
    words
        .iter()
        // Brackets mark an optional part, and dots a part that is left out.
        .map(|word| word.trim_matches(['[', ']', '…']).trim_end_matches("..."))
        .filter(|word| !word.is_empty() && !word.contains("DEAL|FILE"))
        .map(|word| {
            let known = PLACEHOLDERS.iter().find(|(placeholder, _)| *placeholder == word);
            known.map_or(word, |(_, text)| text).to_owned()
        })
        .collect()
}

/// Returns what the program says about a command that it doesn't have. The program reads all arguments before `--help`, so
/// an unknown one is an error. A sentence may name a flag without its value.
fn complaint(command: &str) -> Option<String> {
    let words = words(command);
    let is_help = words[0] == "help";
    let arguments = words.iter().map(String::as_str).chain((!is_help).then_some("--help"));
    let arguments: Vec<&str> = arguments.collect();
    let is_missing = !cfg!(feature = "manual") && matches!(arguments[0], "completions" | "manual");
    let output = parlour(&arguments, "");
    let why = text(&output.stderr);
    let names_flag = words.len() > 1 && words.last().is_some_and(|last| last.starts_with("--"));
    let is_flag = names_flag && why.starts_with("error: a value is required for");
    (!is_missing && !is_flag && !output.status.success()).then_some(why)
}

#[test]
fn every_command_of_the_documents_can_be_given() {
    let mut seen = 0;
    let mut wrong = Vec::new();
    for document in documents() {
        for command in commands(&std::fs::read_to_string(&document).unwrap()) {
            seen += 1;
            let name = document.file_name().unwrap().to_string_lossy();
            wrong.extend(complaint(&command).map(|why| format!("{name}: parlour {command}\n{why}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 120, "{seen}");
}

#[test]
fn a_command_that_cannot_be_given_is_found() {
    let page = "`parlour solve FILE --deals 3`\n\n```sh\nparlour arena scopa --deals x > y\nparlour legal m.json | head -3\n```\n\
        | `parlour convert FILE --to pbn\\|lin\\|record [-o FILE]` |\n";
    let wrong: Vec<String> =
        commands(page).into_iter().filter(|command| complaint(command).is_some()).collect();
    assert_eq!(wrong, ["arena scopa --deals x", "solve FILE --deals 3"]);
    assert_eq!(commands(page).len(), 4);
}
