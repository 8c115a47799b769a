//! Writes the service worker with its list of files to cache and a version that depends on their
//! content.

use std::error::Error;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

const NAME: &str = "service-worker.js";

/// Folder that is not cached: browsers show screenshots only before the installation.
const NOT_KEPT: &str = "screenshots/";

/// Writes the service worker of `web` next to the built `page`.
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
