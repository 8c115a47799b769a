//! Typed commands of Wall Street: those of the fishing games.

use super::WallStreet;
use crate::fishing;
use engine::command::{InputError, ReadCommand, Typed, Verbs};

impl ReadCommand for WallStreet {
    const VERBS: Verbs = fishing::VERBS;

    fn read_command(line: Typed<'_>, legal: &[String]) -> Result<String, InputError> {
        fishing::read_command(line, legal)
    }
}
