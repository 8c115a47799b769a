//! Typed commands of Cassino: `play 7d`, `trail 7d`, `take 8d 3h 5c [2d 6c]`, `build 2d 5c = 7`,
//! `build 2d 5c`.

use super::Cassino;
use cards::CardSet;
use engine::command::{self, InputError, ReadCommand, Typed, Verbs, nth_card};

impl ReadCommand for Cassino {
    const VERBS: Verbs = &[
        ("play", "play gioca"),
        ("take", "take prendi"),
        ("build", "build costruisci"),
        ("trail", "trail lay cala"),
    ];

    fn read_command(mut line: Typed<'_>, legal: &[String]) -> Result<String, InputError> {
        let verb = line.verb(Self::VERBS);
        let takes = line.without(&["x", "with", "con"]) || verb == Some("take");
        let equals = line.words.iter().position(|word| word == "=");
        let announced = equals.map(|equals| line.words.split_off(equals));
        let builds = announced.is_some() || verb == Some("build") || !takes && line.contains('+');
        let card = line.first_card(verb)?;
        let items = command::written(&line.words, &["[", "]"])?.replace("[ ", "[").replace(" ]", "]");
        let of_card = |action: &str, sign: &str| {
            nth_card(action, 0) == Some(card)
                && action.split(' ').nth(1).unwrap_or_default().starts_with(sign)
        };
        match announced.as_deref() {
            Some([_, value]) if value.bytes().all(|digit| digit.is_ascii_digit()) => {
                Ok(format!("{card} + {items} = sum {value}"))
            }
            Some([_, kind, what]) if matches!(kind.as_str(), "sum" | "rank") => {
                Ok(format!("{card} + {items} = {kind} {}", what.to_uppercase()))
            }
            Some(_) => Err(line.unclear()),
            None if builds => {
                // The announcement may be omitted if only one is possible.
                let same =
                    |act: &str| items.is_empty() || cards_of(act) == cards_of(&format!("{card} + {items}"));
                match legal.iter().any(|act| of_card(act, "+") && same(act)) {
                    true => command::only(card, legal, |act| of_card(act, "+") && same(act), String::new()),
                    false => Err(line.unclear()),
                }
            }
            None if !items.is_empty() => Ok(format!("{card} x {items}")),
            None if verb == Some("trail") => Ok(card.to_string()),
            None if takes => command::only(card, legal, |act| of_card(act, "x"), format!("{card} x")),
            None => command::only(card, legal, |act| of_card(act, ""), card.to_string()),
        }
    }
}

/// Returns the cards named in an action, without its announcement.
fn cards_of(action: &str) -> CardSet {
    let items = action.split(" = ").next().unwrap_or_default();
    items.split(' ').filter_map(|word| word.trim_matches(['[', ']']).parse().ok()).collect()
}
