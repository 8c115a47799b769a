//! Typed commands of Speed: `7d left`, `7d > R`, `7d > R on 8c`, `flip`, or a card.

use super::Speed;
use engine::command::{self, InputError, ReadCommand, Typed, nth_card};

const SIDES: &[(&str, &str)] = &[("L", "l left sinistra s"), ("R", "r right destra d")];

impl ReadCommand for Speed {
    fn read_command(mut line: Typed<'_>, legal: &[String]) -> Result<String, InputError> {
        let verb = line.verb(&[("flip", "flip gira"), ("play", "play gioca")]);
        if verb == Some("flip") {
            return if line.words.is_empty() { Ok("flip".to_owned()) } else { Err(line.unclear()) };
        }
        line.without(&[">"]);
        let card = line.first_card(verb)?;
        if line.words.is_empty() {
            return command::only(card, legal, |act| nth_card(act, 0) == Some(card), format!("{card} > L"));
        }
        match (line.verb(SIDES), &line.words[..]) {
            (Some(side), []) => Ok(format!("{card} > {side}")),
            (Some(side), [on, top]) if on == "on" => {
                Ok(format!("{card} > {side} on {}", command::card(top)?))
            }
            _ => Err(line.unclear()),
        }
    }
}
