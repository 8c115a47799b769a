//! The documents: whether their links lead somewhere and whether the book has all of them; and the book itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The chapters of the book.
const CHAPTERS: &str = "docs/SUMMARY.md";
const MDBOOK: &str = "0.5.4";

/// The documents as a book, in the folder of all builds.
pub(crate) fn book(root: &Path, target: &Path) -> Result<(), String> {
    let mdbook = crate::tools::find_or_install("mdbook", MDBOOK, target)?;
    let mut build = Command::new(mdbook);
    crate::run(build.arg("build").arg(root.join("docs")).arg("--dest-dir").arg(target.join("book")))
}

/// What leads nowhere, and what the book lacks.
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
    let chapters: Vec<PathBuf> = links(&chapters).map(|link| root.join("docs").join(link)).collect();
    for document in &documents {
        let shown = document.strip_prefix(root).unwrap_or(document).display();
        let folder = document.parent().unwrap_or(root);
        for link in links(&read(document)?).filter(|link| !folder.join(link).exists()) {
            problems.push(format!("{shown}: {link} is not there"));
        }
        let is_of_book = document.starts_with(root.join("docs")) && !document.ends_with(CHAPTERS);
        if is_of_book && !chapters.contains(document) {
            problems.push(format!("{shown}: is no chapter of {CHAPTERS}"));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// The files that a document links to, without the place in them.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let prose = text.split("\n```").step_by(2);
    let linked = prose
        .flat_map(|part| part.split("](").skip(1))
        .filter_map(|rest| rest.split([')', ' ', '\n']).next());
    linked
        .filter(|link| !link.contains(':'))
        .filter_map(|link| link.split('#').next())
        .filter(|link| !link.is_empty())
}

fn markdown(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = entries(folder)?;
    found.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    Ok(found)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::links;

    #[test]
    fn links_to_files_are_found_and_code_is_passed_over() {
        let text = "[a](a.md) ![b](c/b.svg) [d](d.md#e)\n```sh\nx[1](no.md)\n```\n[f](#g) [h](https://h.example/) [i](i)";
        assert_eq!(links(text).collect::<Vec<_>>(), ["a.md", "c/b.svg", "d.md", "i"]);
    }
}
