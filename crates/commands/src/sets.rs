//! The user's own card sets, read from a folder at startup. (`docs/sets.md`)

use super::Failure;
use catalog::{CardSets, Catalog, read_card_sets};
use std::path::{Path, PathBuf};

/// Default folder.
const FOLDER: &str = "sets";

/// Reads the games with every set of the folder. Only a folder named by the user must exist.
pub(crate) fn read(named: Option<&Path>) -> Result<Catalog, Failure> {
    let folder = named.unwrap_or(Path::new(FOLDER));
    if named.is_none() && !folder.is_dir() {
        return Ok(Catalog::new(CardSets::NONE));
    }
    let failure =
        |path: &Path, error: std::io::Error| Failure::Message(format!("{}: {error}", path.display()));
    let entries = std::fs::read_dir(folder).map_err(|error| failure(folder, error))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    let mut texts = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).map_err(|error| failure(&path, error))?;
        texts.push((path.display().to_string(), text));
    }
    Ok(Catalog::new(read_card_sets(&texts)?))
}
