//! Checks the documents (links, anchors, table of contents) and builds the book.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The table of contents of the book.
const CHAPTERS: &str = "docs/SUMMARY.md";
const MDBOOK: &str = "0.5.4";

/// Builds the documents as a book, in the target folder.
pub(crate) fn book(root: &Path, target: &Path) -> Result<(), String> {
    let mdbook = crate::tools::find_or_install("mdbook", MDBOOK, target)?;
    let mut build = Command::new(mdbook);
    crate::run(build.arg("build").arg(root.join("docs")).arg("--dest-dir").arg(target.join("book")))
}

/// Reports links to missing files or headings, and documents that are missing from the table of contents.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut documents = Vec::new();
    for folder in ["", "docs", "docs/rules", "docs/tutorials", "fuzz"] {
        documents.extend(markdown(&root.join(folder))?);
    }
    for folder in entries(&root.join("crates"))? {
        documents.extend(markdown(&folder)?);
    }
    let mut problems = Vec::new();
    let chapters = read(&root.join(CHAPTERS))?;
    let chapters: Vec<PathBuf> = links(&chapters).map(|link| root.join("docs").join(link.file)).collect();
    for document in &documents {
        let shown = document.strip_prefix(root).unwrap_or(document).display();
        let folder = document.parent().unwrap_or(root);
        for link in links(&read(document)?) {
            let target = if link.file.is_empty() { document.clone() } else { folder.join(link.file) };
            let is_markdown = target.extension().is_some_and(|ending| ending == "md");
            if !target.exists() {
                problems.push(format!("{shown}: broken link to {}", link.file));
            } else if is_markdown
                && !link.anchor.is_empty()
                && !anchors(&read(&target)?).contains(link.anchor)
            {
                problems.push(format!("{shown}: broken link to heading {}#{}", link.file, link.anchor));
            }
        }
        let is_of_book = document.starts_with(root.join("docs")) && !document.ends_with(CHAPTERS);
        if is_of_book && !chapters.contains(document) {
            problems.push(format!("{shown}: missing from {CHAPTERS}"));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// A link to a file of the repository, or with an empty `file` to a heading of the same document.
#[derive(Debug, PartialEq, Eq)]
struct Link<'t> {
    file: &'t str,
    /// The part after `#`; empty if there is none.
    anchor: &'t str,
}

/// Returns the links of a document, without those to other sites. Code blocks are skipped.
fn links(text: &str) -> impl Iterator<Item = Link<'_>> {
    let linked = prose(text)
        .flat_map(|part| part.split("](").skip(1))
        .filter_map(|rest| rest.split([')', ' ', '\n']).next());
    linked.filter(|link| !link.contains(':') && !link.is_empty()).map(|link| {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        Link { file, anchor }
    })
}

/// Returns the anchors of a document's headings, as mdBook and GitHub write them. Repeated headings
/// get a number; only the first has a plain anchor.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).flat_map(str::lines).filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).flat_map(char::to_lowercase).collect()
}

/// Returns the parts of a document outside its code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n```").step_by(2)
}

/// Returns the Markdown files of a folder.
pub(crate) fn markdown(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = entries(folder)?;
    found.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    Ok(found)
}

/// Returns the paths in a folder, sorted.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{Link, anchors, links};

    #[test]
    fn links_to_files_and_headings_are_found_and_code_is_skipped() {
        let text = "[a](a.md) ![b](c/b.svg) [d](d.md#e)\n```sh\nx[1](no.md)\n```\n[f](#g) [h](https://h.example/) [i](i)";
        let found: Vec<_> = links(text).map(|Link { file, anchor }| (file, anchor)).collect();
        assert_eq!(found, [("a.md", ""), ("c/b.svg", ""), ("d.md", "e"), ("", "g"), ("i", "")]);
    }

    #[test]
    fn anchors_are_those_of_headings_outside_code() {
        let text = "# Let's Encrypt\ntext\n## `T` and x-y, 1♥\n```sh\n# no\n```\n### Next";
        let found: Vec<_> = anchors(text).into_iter().collect();
        assert_eq!(found, ["lets-encrypt", "next", "t-and-x-y-1"]);
    }
}
