//! Decks of a tournament from a file, and its saved state.

use crate::Failure;
use bots::arena::Saved;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// Format name of the state file; see docs/arena.md.
const FORMAT: &str = "parlour-arena-state/1";

/// Reads decks: one a line, in the notation of records. Empty lines and lines that begin with `#` are skipped.
pub(super) fn read_decks(path: &Path) -> Result<Vec<Vec<String>>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| failure(path, &error))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let decks: Vec<Vec<String>> =
        lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect();
    if decks.is_empty() {
        return Err(Failure::Message(format!("{}: there is no deck", path.display())));
    }
    Ok(decks)
}

/// File with the state of a tournament.
pub(super) struct State {
    path: PathBuf,
    tournament: String,
    decks: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct Content {
    format: String,
    parlour: String,
    tournament: String,
    /// Checksum of the decks, if they are from a file.
    decks: Option<u64>,
    saved: Saved,
}

impl State {
    /// Describes the file. `tournament` is the command without its limits: a state continues only the same tournament.
    pub(super) fn new(path: &Path, tournament: String, decks: &[Vec<String>]) -> Self {
        let decks = (!decks.is_empty()).then(|| checksum(decks));
        Self { path: path.to_owned(), tournament, decks }
    }

    /// Reads the state. Returns `None` if there is no file.
    pub(super) fn read(&self) -> Result<Option<Saved>, Failure> {
        let text = match std::fs::read_to_string(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| failure(&self.path, &error))?,
        };
        let refused = |why: String| Failure::Message(format!("{}: {why}", self.path.display()));
        let content: Content = serde_json::from_str(&text)
            .map_err(|error| refused(format!("not a saved tournament: {error}")))?;
        let ours = env!("CARGO_PKG_VERSION");
        match () {
            () if content.format != FORMAT => Err(refused(format!("unknown format {:?}", content.format))),
            () if content.parlour != ours => {
                Err(refused(format!("saved by Parlour {}; this is {ours}", content.parlour)))
            }
            () if content.tournament != self.tournament => {
                Err(refused(format!("saved by another tournament: {}", content.tournament)))
            }
            () if content.decks != self.decks => Err(refused("saved with other decks".to_owned())),
            () => Ok(Some(content.saved)),
        }
    }

    /// Writes the state. The old one stays until the new one is complete.
    pub(super) fn write(&self, saved: &Saved) -> Result<(), Failure> {
        let content = Content {
            format: FORMAT.to_owned(),
            parlour: env!("CARGO_PKG_VERSION").to_owned(),
            tournament: self.tournament.clone(),
            decks: self.decks,
            saved: saved.clone(),
        };
        let text = serde_json::to_string(&content).unwrap_or_default();
        let mut temporary = self.path.clone().into_os_string();
        temporary.push(".part");
        std::fs::write(&temporary, text + "\n")
            .and_then(|()| std::fs::rename(&temporary, &self.path))
            .map_err(|error| failure(&self.path, &error))
    }
}

/// Returns the FNV-1a hash of the decks.
fn checksum(decks: &[Vec<String>]) -> u64 {
    let lines =
        decks.iter().flat_map(|deck| deck.iter().flat_map(|word| word.bytes().chain([b' '])).chain([b'\n']));
    lines.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn failure(path: &Path, error: &io::Error) -> Failure {
    Failure::Message(format!("{}: {error}", path.display()))
}
