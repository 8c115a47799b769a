//! Finds the browser for the tests, or installs it if that is allowed.

use std::path::PathBuf;

const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Chromium without windows, with which most browser tests take two thirds of the time.
const HEADLESS_NAMES: &[&str] = &["chromium-headless-shell", "chrome-headless-shell"];

const MAC: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/// Returns the path of a Chromium.
pub(crate) fn find_or_install() -> Result<PathBuf, String> {
    if let Some(found) = find() {
        return Ok(found);
    }
    super::debian::install(&["chromium", "fonts-dejavu-core"]);
    super::debian::install(&["chromium-headless-shell"]);
    find().ok_or_else(|| {
        "the browser tests need Chromium: install it (Debian: apt-get install chromium), or name it in CHROMIUM".into()
    })
}

/// Returns the path of a Chromium without windows, if there is one and no other Chromium was named.
pub(crate) fn headless() -> Option<PathBuf> {
    match std::env::var_os("HEADLESS_CHROMIUM") {
        Some(named) => Some(named.into()),
        None if std::env::var_os("CHROMIUM").is_some() => None,
        None => in_path(HEADLESS_NAMES),
    }
}

fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    in_path(NAMES).or_else(|| Some(PathBuf::from(MAC)).filter(|path| path.is_file()))
}

/// Returns the first program of these names, in the order of the names.
fn in_path(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    let mut candidates = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.find(|path| path.is_file())
}
