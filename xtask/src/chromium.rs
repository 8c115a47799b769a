//! Finds the browser for the tests, or installs it if that is allowed.

use std::path::PathBuf;

const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const MAC: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/// Returns the path of a Chromium.
pub(crate) fn find_or_install() -> Result<PathBuf, String> {
    if let Some(found) = find() {
        return Ok(found);
    }
    super::debian::install(&["chromium", "fonts-dejavu-core"]);
    find().ok_or_else(|| {
        "the browser tests need Chromium: install it (Debian: apt-get install chromium), or name it in CHROMIUM".into()
    })
}

fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let folders: Vec<PathBuf> = std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    let candidates = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.chain([PathBuf::from(MAC)]).find(|path| path.is_file())
}
