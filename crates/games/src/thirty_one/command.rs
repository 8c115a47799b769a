//! Typed commands of Thirty-One: `draw`, `take`, `knock`, `discard 4c`, or a card.

use super::ThirtyOne;
use engine::command::{InputError, ReadCommand, Typed, Verbs};

impl ReadCommand for ThirtyOne {
    const VERBS: Verbs = &[
        ("stock", "stock draw s pesca mazzo"),
        ("upcard", "upcard take u prendi scoperta"),
        ("knock", "knock k bussa busso"),
        ("discard", "discard throw play scarta gioca"),
    ];

    fn read_command(mut line: Typed<'_>, _legal: &[String]) -> Result<String, InputError> {
        let verb = line.verb(Self::VERBS);
        let action = match verb {
            Some(verb @ ("stock" | "upcard" | "knock")) => verb.to_owned(),
            _ => format!("discard {}", line.first_card(verb)?),
        };
        if line.words.is_empty() { Ok(action) } else { Err(line.unclear()) }
    }
}
