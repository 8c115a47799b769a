//! Typed commands of Sharks: `bid 5 3`, `pass`, `flip 5`, `T06 2.1 pay 3`, `react`, `no`, `give 3
//! 1`.

use super::Sharks;
use engine::command::{InputError, ReadCommand, Typed, Verbs};

impl ReadCommand for Sharks {
    const VERBS: Verbs = &[
        ("bid", "bid b offri offro"),
        ("pass", "pass p passo"),
        ("flip", "flip turn scopri"),
        ("tool", "tool t play strumento"),
        ("react", "react r reagisci"),
        ("noreact", "noreact no n let"),
        ("give", "give discard dai scarta"),
    ];

    fn read_command(mut line: Typed<'_>, legal: &[String]) -> Result<String, InputError> {
        let verb = line.verb(Self::VERBS);
        for word in &mut line.words {
            match word.as_str() {
                "paga" => "pay".clone_into(word),
                // Card ids are upper-case.
                tool if is_tool(tool) => word.make_ascii_uppercase(),
                _ => {}
            }
        }
        let rest = line.words.join(" ");
        let names_a_tool = line.words.first().is_some_and(|word| is_tool(word));
        match verb {
            Some("react") if rest.is_empty() => {
                let react = legal.iter().find(|action| action.starts_with("react "));
                Ok(react.map_or("react T01", String::as_str).to_owned())
            }
            Some(verb @ ("pass" | "noreact")) if rest.is_empty() => Ok(verb.to_owned()),
            Some(verb @ ("bid" | "give" | "flip")) if !rest.is_empty() => Ok(format!("{verb} {rest}")),
            Some(verb @ ("tool" | "react")) if names_a_tool => Ok(format!("{verb} {rest}")),
            None if names_a_tool => Ok(format!("tool {rest}")),
            _ => Err(line.unclear()),
        }
    }
}

fn is_tool(word: &str) -> bool {
    let number = word.strip_prefix(['t', 'T']).unwrap_or_default();
    number.len() == 2 && number.bytes().all(|digit| digit.is_ascii_digit())
}
