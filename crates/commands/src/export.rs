//! Export of the page as a folder of files, for static hosts.

use super::serve::missing_modules;
use super::{Failure, print};
use catalog::Catalog;
use clap::Args;
use server::{Asset, Page};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Write the page as a folder of files for a static host.
///
/// Such a page has no server: it offers everything that runs in the browser, also offline, but no
/// tables with others and no shared score pads.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour export public --base /games/parlour/")]
pub(crate) struct Export {
    /// Folder to write, created if it doesn't exist.
    folder: PathBuf,
    /// Path of the folder on its host, such as /games/parlour/.
    #[arg(long, value_name = "PATH", default_value = "/")]
    base: Base,
    /// Write into a folder that isn't empty. Files of the same name are replaced; other files stay.
    #[arg(long)]
    force: bool,
}

/// Path of the page on its host.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Base(String);

/// Reason why a path cannot be the base of a page.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum BadBase {
    #[error("a path begins and ends with a slash, such as /games/parlour/")]
    NoSlashes,
    #[error("“{0}” isn't a folder name")]
    Step(String),
    #[error("“{0}” isn't allowed; use letters from a to z, digits, and - . _ ~ %")]
    Character(char),
}

impl FromStr for Base {
    type Err = BadBase;

    fn from_str(text: &str) -> Result<Self, BadBase> {
        if !text.starts_with('/') || !text.ends_with('/') {
            return Err(BadBase::NoSlashes);
        }
        let may = |character: char| character.is_ascii_alphanumeric() || "/-._~%".contains(character);
        if let Some(character) = text.chars().find(|&character| !may(character)) {
            return Err(BadBase::Character(character));
        }
        let is_none =
            |step: &&str| matches!(step.to_ascii_lowercase().replace("%2e", ".").as_str(), "" | "." | "..");
        // The range is empty for a single slash.
        if let Some(step) = text.get(1..text.len() - 1).and_then(|inner| inner.split('/').find(is_none)) {
            return Err(BadBase::Step(step.to_owned()));
        }
        Ok(Self(text.to_owned()))
    }
}

/// Reason why the folder was not written.
#[derive(Debug, thiserror::Error)]
enum NotWritten {
    #[error("{} isn't empty; use --force to write anyway and replace files of the same name", .0.display())]
    NotEmpty(PathBuf),
    #[error("{path}: {1}", path = .0.display())]
    Failed(PathBuf, std::io::Error),
}

impl From<NotWritten> for Failure {
    fn from(error: NotWritten) -> Self {
        Self::Message(error.to_string())
    }
}

impl Export {
    pub(crate) fn run(&self, catalog: &Catalog, page: &dyn Page) -> Result<(), Failure> {
        if !self.force && !is_free(&self.folder)? {
            return Err(NotWritten::NotEmpty(self.folder.clone()).into());
        }
        let files = files(&self.base, catalog, page);
        // Documents last: replacing an older page, they must not refer to files that don't exist
        // yet.
        let (documents, others): (Vec<_>, Vec<_>) =
            files.iter().partition(|(path, _)| path.ends_with(".html"));
        for (path, bytes) in others.into_iter().chain(documents) {
            write(&self.folder.join(path), bytes)?;
        }
        let is_copy = |path: &str| path.ends_with(".br") || path.ends_with(".gz");
        let size = |copies: bool| -> usize {
            files.iter().filter(|(path, _)| is_copy(path) == copies).map(|(_, bytes)| bytes.len()).sum()
        };
        let Base(base) = &self.base;
        let folder = std::path::absolute(&self.folder).unwrap_or_else(|_| self.folder.clone());
        let folder = folder.display();
        print(&format!(
            "Wrote {} files ({}, and {} of Brotli and gzip copies) to {folder}.\n\
             Serve the folder at {base}, with 404.html as the error page; see docs/static-site.md.\n{}\n",
            files.len(),
            megabytes(size(false)),
            megabytes(size(true)),
            if base == "/" {
                format!("To try it on this machine: python3 -m http.server --directory {folder}")
            } else {
                format!(
                    "For nginx: location {base} {{ alias {folder}/; error_page 404 {base}404.html; gzip_static on; }}"
                )
            },
        ))?;
        missing_modules(page).map_or(Ok(()), |missing| print(&format!("{missing}\n")))
    }
}

/// Returns every file of the folder by its path.
fn files(base: &Base, catalog: &Catalog, page: &dyn Page) -> BTreeMap<String, Cow<'static, [u8]>> {
    let mut files = BTreeMap::new();
    let found = page.paths().into_iter().filter_map(|path| Some((path, page.find(path)?)));
    for (path, Asset { bytes, brotli, gzip, .. }) in found {
        if let Some(text) = rewritten(path, &bytes, base) {
            // Documents have no compressed copies: they are a few kilobytes.
            files.insert(path.to_owned(), Cow::Owned(text.into_bytes()));
            continue;
        }
        files.insert(path.to_owned(), bytes);
        for (ending, copy) in [("br", brotli), ("gz", gzip)] {
            if let Some(copy) = copy {
                files.insert(format!("{path}.{ending}"), copy);
            }
        }
    }
    // Static hosts serve a folder's index.html, and 404.html only if configured. So every page with
    // a fixed address gets an index.html and answers with status 200 on any host.
    if let Some(document) = files.get("index.html").cloned() {
        for place in places(catalog) {
            files.insert(format!("{place}/index.html"), document.clone());
        }
        files.insert("404.html".to_owned(), document);
    }
    files
}

/// Returns the text of a file that differs from the server's, or `None`.
fn rewritten(path: &str, bytes: &[u8], Base(base): &Base) -> Option<String> {
    let is_document = path.ends_with(".html");
    if !is_document && path != "service-worker.js" {
        return None;
    }
    let text = String::from_utf8_lossy(bytes);
    Some(if is_document {
        text.replace("=\"/", &format!("=\"{base}")).replacen("<html ", "<html data-server=\"none\" ", 1)
    } else {
        // A different version makes browsers replace the page of an earlier server at this address.
        text.replacen("VERSION = \"", "VERSION = \"alone-", 1)
    })
}

/// Returns the page's fixed addresses, which `navigation.svelte.ts` reads.
fn places(catalog: &Catalog) -> Vec<String> {
    let pages = ["boards", "daily", "matches", "pads", "pads/people", "rules/decks", "rules/people"];
    let of_games = ["arbiter", "decks", "learn", "rules"];
    let games = catalog.games().flat_map(|game| of_games.map(|page| format!("{page}/{}", game.id())));
    pages.into_iter().chain(of_games).map(str::to_owned).chain(games).collect()
}

/// Returns whether the folder is missing or empty.
fn is_free(folder: &Path) -> Result<bool, NotWritten> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(NotWritten::Failed(folder.to_owned(), error)),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), NotWritten> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, bytes)).map_err(|error| NotWritten::Failed(path.to_owned(), error))
}

fn megabytes(bytes: usize) -> String {
    let tenths = bytes.div_ceil(100_000);
    format!("{}.{} MB", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

    use super::*;

    #[test]
    fn a_base_is_a_path_between_slashes() {
        for good in ["/", "/cards/", "/some/cards/", "/~me/a-b_c.d/", "/two%20cards/", "/..a/"] {
            assert_eq!(good.parse(), Ok(Base(good.to_owned())), "{good}");
        }
        for (bad, why) in [
            ("", BadBase::NoSlashes),
            ("cards/", BadBase::NoSlashes),
            ("/cards", BadBase::NoSlashes),
            ("//", BadBase::Step(String::new())),
            ("//elsewhere.example/", BadBase::Step(String::new())),
            ("/some//cards/", BadBase::Step(String::new())),
            ("/../", BadBase::Step("..".to_owned())),
            ("/some/../cards/", BadBase::Step("..".to_owned())),
            ("/some/%2E./", BadBase::Step("%2E.".to_owned())),
            ("/./", BadBase::Step(".".to_owned())),
            ("/cards/?a=/", BadBase::Character('?')),
            ("/cards/#/", BadBase::Character('#')),
            ("/\"onload=\"/", BadBase::Character('"')),
            ("/two cards/", BadBase::Character(' ')),
            ("/\\cards/", BadBase::Character('\\')),
            ("/casa-è/", BadBase::Character('è')),
        ] {
            assert_eq!(bad.parse::<Base>(), Err(why), "{bad}");
        }
    }

    #[test]
    fn sizes_are_printed_in_megabytes() {
        assert_eq!(megabytes(0), "0.0 MB");
        assert_eq!(megabytes(1), "0.1 MB");
        assert_eq!(megabytes(12_345_678), "12.4 MB");
    }
}
