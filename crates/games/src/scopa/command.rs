//! Typed commands of Scopa: those of the fishing games, and `claim`.

use super::Scopa;
use crate::fishing;
use engine::command::{InputError, ReadCommand, Typed, Verbs};

impl ReadCommand for Scopa {
    const VERBS: Verbs = fishing::VERBS;

    fn read_command(line: Typed<'_>, legal: &[String]) -> Result<String, InputError> {
        match &line.words[..] {
            [word] if matches!(word.as_str(), "claim" | "fuori") => Ok("claim".to_owned()),
            _ => fishing::read_command(line, legal),
        }
    }
}
