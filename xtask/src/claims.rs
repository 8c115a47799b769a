//! Checks what documents claim about this repository: commands of Cargo, and the tests that `docs/security.md` names.

use crate::documents::{entries, markdown, read};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Document whose tables name a test for each threat.
const SECURITY: &str = "docs/security.md";

/// Checks the documents, and returns all problems.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let tree = Tree::read(root)?;
    let mut problems = Vec::new();
    for document in &tree.documents {
        let shown = document.strip_prefix(root).unwrap_or(document).display();
        for command in cargo_commands(&read(document)?) {
            problems.extend(tree.problem(&command).map(|why| format!("{shown}: `{command}`: {why}")));
        }
    }
    problems.extend(check_tests(root, &read(&root.join(SECURITY))?)?);
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Names that commands may use.
struct Tree {
    documents: Vec<PathBuf>,
    packages: BTreeSet<String>,
    examples: BTreeSet<String>,
    /// Subcommands of `cargo xtask`.
    tasks: BTreeSet<String>,
}

impl Tree {
    fn read(root: &Path) -> Result<Self, String> {
        let mut documents = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
        for folder in ["docs", "docs/rules", "docs/tutorials"] {
            documents.extend(markdown(&root.join(folder))?);
        }
        let mut packages = BTreeSet::from(["xtask".to_owned()]);
        let mut examples = BTreeSet::new();
        for folder in entries(&root.join("crates"))? {
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
            let name = manifest.lines().find_map(|line| line.strip_prefix("name = \""));
            packages.extend(name.map(|name| name.trim_end_matches('"').to_owned()));
            let files = entries(&folder.join("examples")).unwrap_or_default();
            examples.extend(files.iter().filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())));
        }
        let tasks =
            crate::HELP.lines().filter_map(|line| line.strip_prefix("cargo xtask ")?.split(' ').next());
        let tasks = tasks.map(str::to_owned).collect();
        Ok(Self { documents, packages, examples, tasks })
    }

    /// Returns why a command of Cargo can't work.
    fn problem(&self, command: &str) -> Option<String> {
        let words: Vec<&str> = command.split_whitespace().collect();
        let after = |flag: &str| {
            let place = words.iter().position(|word| *word == flag)?;
            words.get(place + 1).copied()
        };
        let missing = |kind: &str, name: Option<&str>, known: &BTreeSet<String>| {
            let name = name.filter(|name| !name.chars().all(|sign| sign.is_ascii_uppercase()))?;
            (!known.contains(name)).then(|| format!("there is no {kind} {name}"))
        };
        missing("task", after("xtask"), &self.tasks)
            .or_else(|| missing("package", after("-p"), &self.packages))
            .or_else(|| missing("example", after("--example"), &self.examples))
    }
}

/// Returns the commands of Cargo in code, without placeholders for the rest of a line.
fn cargo_commands(text: &str) -> BTreeSet<String> {
    let lines = text.lines().map(|line| line.trim().trim_start_matches("$ "));
    let in_blocks = lines.filter(|line| line.starts_with("cargo "));
    let inline = text.split('`').skip(1).step_by(2).filter(|code| code.starts_with("cargo "));
    in_blocks
        .chain(inline)
        .map(|command| command.split(" | ").next().unwrap_or_default().to_owned())
        .collect()
}

/// Checks that the last column of each table names files that exist, and tests in the file before them.
fn check_tests(root: &Path, text: &str) -> Result<Vec<String>, String> {
    let mut problems = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| ") && line.matches(" | ").count() == 2) {
        let last = line.rsplit(" | ").next().unwrap_or_default();
        let mut tests = String::new();
        for code in last.split('`').skip(1).step_by(2) {
            if code.contains(' ') {
                continue;
            }
            if code.contains('/') || code.contains('.') {
                let path = path_of(root, code);
                match path.exists() {
                    true => tests = contents(&path)?,
                    false => problems.push(format!("{SECURITY}: there is no {code}")),
                }
            } else if code.contains('_') {
                let found = match code.strip_suffix('…') {
                    Some(begin) => tests.contains(&format!("fn {begin}")),
                    None => ['(', '<'].iter().any(|end| tests.contains(&format!("fn {code}{end}"))),
                };
                if !found {
                    problems.push(format!("{SECURITY}: there is no test {code} in the file before it"));
                }
            }
        }
    }
    Ok(problems)
}

/// Returns the path that a name in `docs/security.md` stands for.
fn path_of(root: &Path, name: &str) -> PathBuf {
    if let Some(file) = name.strip_prefix("tests/") {
        return root.join("crates/server/tests/server").join(file);
    }
    let places = ["", "crates", "crates/server/src"].map(|folder| root.join(folder).join(name));
    places.iter().find(|path| path.exists()).unwrap_or(&places[0]).clone()
}

/// Returns the text of a file, or of all files in a folder.
fn contents(path: &Path) -> Result<String, String> {
    if !path.is_dir() {
        return read(path);
    }
    entries(path)?.iter().filter(|path| path.is_file()).map(|path| read(path)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Tree, cargo_commands, check_tests};
    use std::path::Path;

    fn root() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
    }

    #[test]
    fn commands_of_missing_things_are_found() {
        let tree = Tree::read(root()).expect("the repository can be read");
        let text = "```sh\ncargo xtask dist\n```\n`cargo test -p nothing x`, `cargo xtask what`,\n\
            `cargo run -p parlour-catalog --example contest -- 1`, `cargo run --example none`, `cargo xtask puzzles GAME`";
        let problems: Vec<_> =
            cargo_commands(text).iter().filter_map(|command| tree.problem(command)).collect();
        assert_eq!(
            problems,
            ["there is no example none", "there is no package nothing", "there is no task what"]
        );
    }

    #[test]
    fn missing_tests_and_files_are_found() {
        let row = |last: &str| format!("| threat | defense | {last} |\n");
        let check = |last: &str| check_tests(root(), &row(last)).expect("it can be read").len();
        assert_eq!(check("`tests/elsewhere.rs` `impossible_matches_are_refused`, `impossible_…`"), 0);
        assert_eq!(check("`net/mod.rs`; `table/src/tests.rs`; `fuzz/`; `cargo xtask test`"), 0);
        assert_eq!(check("`tests/elsewhere.rs` `possible_matches_are_refused`"), 1);
        assert_eq!(check("`limits.rs` `impossible_matches_are_refused`"), 1);
        assert_eq!(check("`tests/nothing.rs`"), 1);
    }
}
