//! Runs the tutorials of `docs/tutorials`: every command must work and print what the page shows.
//!
//! All `sh` blocks of a page run in one shell, in an empty folder; `sh,ignore` blocks don't. A
//! `text` block shows the output of the block before it. `…` stands for any part of a line, or
//! alone for any number of lines.

#![cfg(unix)]

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

/// Port in the pages. It is replaced, because a server may be running on it.
const PORT: &str = "4880";
/// Separator between the outputs of two blocks.
const BETWEEN: char = '\u{1e}';

/// Block of commands, with the expected output if the page shows it.
pub(crate) struct Step {
    line: usize,
    commands: String,
    printed: Option<String>,
}

pub(crate) fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((number, fence)) = lines.next() {
        // A block in a list is indented.
        let Some((indent, language)) = fence.split_once("```").filter(|(indent, _)| indent.trim().is_empty())
        else {
            continue;
        };
        let block: String = lines
            .by_ref()
            .take_while(|(_, line)| line.trim() != "```")
            .map(|(_, line)| format!("{}\n", line.strip_prefix(indent).unwrap_or(line)))
            .collect();
        match language {
            "sh" => steps.push(Step { line: number + 1, commands: block, printed: None }),
            "text" => steps.last_mut().expect("what is printed stands after a command").printed = Some(block),
            "sh,ignore" | "sql" => (),
            other => panic!("line {}: what is a block of “{other}”?", number + 1),
        }
    }
    steps
}

fn fits(expected: &[&str], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((&"…", rest)) => (0..=printed.len()).any(|n| fits(rest, &printed[n..])),
        Some((first, rest)) => {
            printed.split_first().is_some_and(|(line, others)| line_fits(first, line) && fits(rest, others))
        }
    }
}

fn line_fits(expected: &str, line: &str) -> bool {
    let Some((begins, rest)) = expected.split_once('…') else { return expected == line };
    let Some(line) = line.strip_prefix(begins) else { return false };
    line.char_indices().map(|(at, _)| at).chain([line.len()]).any(|at| line_fits(rest, &line[at..]))
}

/// Runs a page and compares the outputs.
fn follow(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tutorials").join(name);
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let page = std::fs::read_to_string(&path).unwrap().replace(PORT, &port);
    let steps = steps(&page);
    assert!(steps.len() > 2, "{name} has no commands");
    let folder = tempfile::tempdir().unwrap();
    run(name, &steps, folder.path(), &[]);
}

/// Runs the commands of a page in one shell and compares the outputs. The programs in `before` replace those of the system.
pub(crate) fn run(name: &str, steps: &[Step], folder: &Path, before: &[&Path]) {
    let mut script = String::from("set -eu\ntrap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n");
    for step in steps {
        script += &format!("{}printf '{BETWEEN}'\n", step.commands);
    }
    let program = Path::new(env!("CARGO_BIN_EXE_parlour")).parent().unwrap();
    let folders = before.iter().copied().chain([program]).map(Path::to_owned);
    let found =
        std::env::join_paths(folders.chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())))
            .unwrap();
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{script}")])
        .current_dir(folder)
        .env("PATH", found)
        .env("HOME", folder)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let outputs: Vec<&str> = printed.split(BETWEEN).collect();
    for (step, printed) in steps.iter().zip(&outputs) {
        let Some(expected) = &step.printed else { continue };
        let (expected, found): (Vec<&str>, Vec<&str>) =
            (expected.lines().collect(), printed.lines().collect());
        assert!(fits(&expected, &found), "{name}, line {}: this was printed:\n{printed}", step.line);
    }
    assert!(
        output.status.success() && outputs.len() == steps.len() + 1,
        "{name}: {}\n{printed}",
        output.status
    );
}

#[test]
fn from_nothing_to_a_table() {
    follow("server.md");
}

#[test]
fn a_match_as_a_file() {
    follow("records.md");
}

#[test]
fn which_bot_is_stronger() {
    follow("arena.md");
}

#[test]
fn boards_of_bridge() {
    follow("boards.md");
}

#[test]
fn no_tutorial_is_left_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tutorials");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["arena.md", "boards.md", "records.md", "server.md"]);
}

#[test]
fn dots_stand_for_anything_and_nothing_else_does() {
    assert!(line_fits("a … c", "a b c") && line_fits("…", "") && line_fits("a…", "a"));
    assert!(!line_fits("a … c", "a b d") && !line_fits("a", "a ") && !line_fits("… c", "a c d"));
    assert!(
        fits(&["…", "b", "…"], &["a", "b"]) && !fits(&["b", "…"], &["a", "b"]) && !fits(&["a"], &["a", "b"])
    );
}
