//! The page as a folder of files, for a host that serves files and nothing else.

use super::{Failure, print};
use clap::Args;
use house::Catalog;
use page::{Embedded, File};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What is written, for which place, and whether over something.
#[derive(Args)]
pub(crate) struct Site {
    /// The folder, which is made if it is not there.
    folder: PathBuf,
    /// Where the folder will lie on its host, such as /some/house/.
    #[arg(long, value_name = "PATH", default_value = "/")]
    base: Base,
    /// Write into a folder that is not empty: files of the same names are replaced, all others stay.
    #[arg(long)]
    force: bool,
}

/// Where the page lies on its host.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Base(String);

/// Why a path is no place for a page.
#[derive(Debug, PartialEq, Eq)]
enum BadBase {
    NoSlashes,
    Step(String),
    Character(char),
}

impl fmt::Display for BadBase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSlashes => {
                write!(formatter, "it has to begin and to end with a slash, as /some/house/ does")
            }
            Self::Step(step) => write!(formatter, "“{step}” between two slashes is no folder"),
            Self::Character(character) => write!(
                formatter,
                "“{character}” cannot be in it: only letters from a to z, digits, and - . _ ~ %, as in the bar of a browser"
            ),
        }
    }
}

impl Error for BadBase {}

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
        // Between the first slash and the last; there is nothing between them if they are one.
        if let Some(step) = text.get(1..text.len() - 1).and_then(|inner| inner.split('/').find(is_none)) {
            return Err(BadBase::Step(step.to_owned()));
        }
        Ok(Self(text.to_owned()))
    }
}

/// Why a folder was not written.
#[derive(Debug)]
enum NotWritten {
    NotEmpty(PathBuf),
    Failed(PathBuf, std::io::Error),
}

impl fmt::Display for NotWritten {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotEmpty(folder) => write!(
                formatter,
                "{} is not empty, so nothing was written; --force writes all the same, and replaces what is called like a file of the page",
                folder.display()
            ),
            Self::Failed(path, error) => write!(formatter, "{}: {error}", path.display()),
        }
    }
}

impl Error for NotWritten {}

impl From<NotWritten> for Failure {
    fn from(error: NotWritten) -> Self {
        Self::Message(error.to_string())
    }
}

impl Site {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        if !self.force && !is_free(&self.folder)? {
            return Err(NotWritten::NotEmpty(self.folder.clone()).into());
        }
        let files = files(&self.base, catalog);
        // The documents last: what they name is there by then, also where an older page is replaced.
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
            "{folder}: {} files, {}, and {} more in copies compressed with Brotli and gzip.\n\
             The folder is for {base} of any host that serves files. 404.html is what it should answer with where there is none;\n\
             docs/static-site.md says how. {}\n",
            files.len(),
            megabytes(size(false)),
            megabytes(size(true)),
            if base == "/" {
                format!("To look at it on this machine: python3 -m http.server --directory {folder}")
            } else {
                format!(
                    "With nginx: location {base} {{ alias {folder}/; error_page 404 {base}404.html; gzip_static on; }}"
                )
            },
        ))?;
        page::missing().map_or(Ok(()), |missing| print(&format!("{missing}\n")))
    }
}

/// Every file of the folder, by its path.
fn files(base: &Base, catalog: &Catalog) -> BTreeMap<String, Cow<'static, [u8]>> {
    let mut files = BTreeMap::new();
    for file in Embedded::files() {
        if let Some(text) = rewritten(file, base) {
            // They are a few kilobytes, which a host compresses itself or sends as they are.
            files.insert(file.path.to_owned(), Cow::Owned(text.into_bytes()));
            continue;
        }
        files.insert(file.path.to_owned(), Cow::Borrowed(file.bytes));
        for (ending, copy) in [("br", file.brotli), ("gz", file.gzip)] {
            if let Some(copy) = copy {
                files.insert(format!("{}.{ending}", file.path), Cow::Borrowed(copy));
            }
        }
    }
    // A host answers with the document where it has one in a folder of that name, and elsewhere with 404.html, if it is told
    // to: so what can be linked to by its name is found on every host, and is no error to whoever asks.
    if let Some(document) = files.get("index.html").cloned() {
        for place in places(catalog) {
            files.insert(format!("{place}/index.html"), document.clone());
        }
        files.insert("404.html".to_owned(), document);
    }
    files
}

/// What is another file there than on a server.
fn rewritten(file: &File, Base(base): &Base) -> Option<String> {
    let is_document = file.path.ends_with(".html");
    if !is_document && file.path != "service-worker.js" {
        return None;
    }
    let text = String::from_utf8_lossy(file.bytes);
    Some(if is_document {
        text.replace("=\"/", &format!("=\"{base}")).replacen("<html ", "<html data-house=\"none\" ", 1)
    } else {
        // Whoever kept the page of a server that was here keeps this one instead.
        text.replacen("VERSION = \"", "VERSION = \"alone-", 1)
    })
}

/// The places of the page whose names are known beforehand: `navigation.svelte.ts` reads them.
fn places(catalog: &Catalog) -> Vec<String> {
    let rooms = ["boards", "daily", "matches", "pads", "pads/people", "rules/decks"];
    let of_games = ["arbiter", "decks", "learn", "rules"];
    let games = catalog.games().flat_map(|game| of_games.map(|room| format!("{room}/{}", game.id())));
    rooms.into_iter().chain(of_games).map(str::to_owned).chain(games).collect()
}

/// Whether there is nothing there yet, or an empty folder.
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
    fn a_page_lies_in_a_folder_of_its_host() {
        for good in ["/", "/house/", "/some/house/", "/~me/a-b_c.d/", "/a%20house/", "/..a/"] {
            assert_eq!(good.parse(), Ok(Base(good.to_owned())), "{good}");
        }
        for (bad, why) in [
            ("", BadBase::NoSlashes),
            ("house/", BadBase::NoSlashes),
            ("/house", BadBase::NoSlashes),
            ("//", BadBase::Step(String::new())),
            ("//elsewhere.example/", BadBase::Step(String::new())),
            ("/some//house/", BadBase::Step(String::new())),
            ("/../", BadBase::Step("..".to_owned())),
            ("/some/../house/", BadBase::Step("..".to_owned())),
            ("/some/%2E./", BadBase::Step("%2E.".to_owned())),
            ("/./", BadBase::Step(".".to_owned())),
            ("/house/?a=/", BadBase::Character('?')),
            ("/house/#/", BadBase::Character('#')),
            ("/\"onload=\"/", BadBase::Character('"')),
            ("/a house/", BadBase::Character(' ')),
            ("/\\house/", BadBase::Character('\\')),
            ("/casa-è/", BadBase::Character('è')),
        ] {
            assert_eq!(bad.parse::<Base>(), Err(why), "{bad}");
        }
    }

    #[test]
    fn documents_name_everything_in_the_folder_and_nothing_else() {
        let files = files(&"/some/house/".parse().unwrap(), &house::CATALOG);
        for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with(".html")) {
            let text = std::str::from_utf8(bytes).unwrap();
            assert!(text.contains("<html data-house=\"none\" lang="), "{path}");
            let named: Vec<&str> = ["href=\"", "src=\""]
                .iter()
                .flat_map(|attribute| text.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()))
                .collect();
            assert!(named.len() > 4, "{path}: {named:?}");
            for name in named {
                let file = name.strip_prefix("/some/house/").unwrap_or_else(|| panic!("{path}: {name}"));
                assert!(files.contains_key(file), "{path}: {name}");
            }
        }
    }

    #[test]
    fn what_a_worker_keeps_is_in_the_folder() {
        let files = files(&"/".parse().unwrap(), &house::CATALOG);
        let worker = String::from_utf8(files["service-worker.js"].to_vec()).unwrap();
        assert!(worker.contains("const VERSION = \"alone-"));
        let list = worker.split("const FILES = [").nth(1).unwrap().split(']').next().unwrap();
        let kept: Vec<&str> = list.split(", ").map(|name| name.trim_matches('"')).collect();
        assert!(kept.contains(&"index.html") && kept.len() > 50);
        assert_eq!(kept.iter().find(|file| !files.contains_key(**file)), None);
    }

    #[test]
    fn sizes_are_told_in_megabytes() {
        assert_eq!(megabytes(0), "0.0 MB");
        assert_eq!(megabytes(1), "0.1 MB");
        assert_eq!(megabytes(12_345_678), "12.4 MB");
    }
}
