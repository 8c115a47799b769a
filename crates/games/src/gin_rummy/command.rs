//! Typed commands of Gin Rummy, such as `draw`, `take`, `discard Kd`, `knock Kd`, `layoff 8s on 5s
//! 6s 7s`, or a card.

use super::GinRummy;
use engine::command::{self, InputError, ReadCommand, Typed, Verbs, nth_card};

impl ReadCommand for GinRummy {
    const VERBS: Verbs = &[
        ("stock", "stock draw s pesca mazzo"),
        ("upcard", "upcard take u prendi pozzo"),
        ("pass", "pass p passo"),
        ("discard", "discard throw play scarta gioca"),
        ("knock", "knock bussa busso"),
        ("gin", "gin"),
        ("layoff", "layoff attacca"),
        ("done", "done fatto"),
    ];

    fn read_command(mut line: Typed<'_>, legal: &[String]) -> Result<String, InputError> {
        let Some(verb) = line.verb(Self::VERBS) else {
            let card = line.first_card(None)?;
            if !line.words.is_empty() {
                return Err(line.unclear());
            }
            return command::only(
                card,
                legal,
                |act| nth_card(act, 1) == Some(card),
                format!("discard {card}"),
            );
        };
        for word in &mut line.words {
            if matches!(word.as_str(), "on" | "su") {
                ">".clone_into(word);
            }
        }
        let rest = command::written(&line.words, &[">", ":", "/"])?;
        Ok(format!("{verb} {rest}").trim_end().to_owned())
    }
}
