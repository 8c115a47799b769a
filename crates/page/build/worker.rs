//! Writes the service worker with its list of files to cache and a version that depends on their
//! content.

use std::error::Error;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

const NAME: &str = "service-worker.js";

/// List of the files without which Home does not open, one on each line, by the page's build.
const HOME: &str = "home-files.txt";

/// Folder that is not cached: browsers show screenshots only before the installation.
const NOT_KEPT: &str = "screenshots/";

/// Writes the service worker of `web` next to the built `page`.
pub(crate) fn write(web: &Path, page: &Path) -> Result<(), Box<dyn Error>> {
    let home = fs::read_to_string(page.join(HOME))?;
    fs::remove_file(page.join(HOME))?;
    let home: Vec<String> = home.lines().map(|name| format!("{name:?}")).collect();
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
    if let Some(missing) = home.iter().find(|name| !files.contains(name)) {
        return Err(format!("{HOME} names {missing}, which is not in the page").into());
    }
    let source = source
        .replace("\"@files\"", &files.join(", "))
        .replace("\"@home\"", &home.join(", "))
        .replace("@version", &format!("{:016x}", version.finish()));
    fs::write(page.join(NAME), source)?;
    Ok(())
}
