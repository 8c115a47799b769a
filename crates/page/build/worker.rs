//! Writes into the service worker what it is to keep: every file of the page, and a version that changes with any of
//! them.

use std::error::Error;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

const NAME: &str = "service-worker.js";

/// What a browser shows before the page is kept, and never again.
const NOT_KEPT: &str = "screenshots/";

/// Writes the service worker of `web` beside the finished files of the `page`.
pub(crate) fn write(web: &Path, page: &Path) -> Result<(), Box<dyn Error>> {
    let mut paths: Vec<PathBuf> = Vec::new();
    super::collect(page, &mut paths)?;
    paths.sort();
    let mut version = DefaultHasher::new();
    let mut files = Vec::new();
    for path in &paths {
        let name = path.strip_prefix(page)?.to_str().ok_or("a file name is not UTF-8")?.replace('\\', "/");
        if name == NAME || name.starts_with(NOT_KEPT) {
            continue;
        }
        fs::read(path)?.hash(&mut version);
        files.push(format!("{name:?}"));
    }
    let source = fs::read_to_string(web.join(NAME))?;
    let source = source
        .replace("\"@files\"", &files.join(", "))
        .replace("@version", &format!("{:016x}", version.finish()));
    fs::write(page.join(NAME), source)?;
    Ok(())
}
