//! Typed commands of bridge: `1nt`, `pass`, `dbl`, `play 7d`, `claim 5`, `accept`.

use super::Bridge;
use cards::Suit;
use engine::command::{self, InputError, ReadCommand, Typed, Verbs};

impl ReadCommand for Bridge {
    const VERBS: Verbs = &[
        ("P", "p pass passo"),
        ("X", "x d dbl double contre contro"),
        ("XX", "xx r rdbl redouble surcontre surcontro"),
        ("accept", "a accept accetto accetta"),
        ("refuse", "refuse rifiuto rifiuta"),
        ("claim", "claim richiedo richiedi"),
        ("play", "play bid call gioca dichiaro"),
    ];

    fn read_command(mut line: Typed<'_>, legal: &[String]) -> Result<String, InputError> {
        let verb = line.verb(Self::VERBS);
        let rest = line.words.concat();
        match verb {
            Some("claim") => match rest.parse::<u8>() {
                Ok(tricks) => Ok(format!("claim {tricks}")),
                Err(_) => Err(line.unclear()),
            },
            Some(verb) if verb != "play" && rest.is_empty() => Ok(verb.to_owned()),
            // In the auction `2s` is a bid, afterwards a card.
            None | Some("play") if legal.is_empty() || legal.iter().any(|action| action == "P") => {
                bid(&rest).ok_or_else(|| line.unclear())
            }
            None | Some("play") if !rest.is_empty() => command::card(&rest).map(|card| card.to_string()),
            _ => Err(line.unclear()),
        }
    }
}

fn bid(word: &str) -> Option<String> {
    let level = word.chars().next().filter(|level| ('1'..='7').contains(level))?;
    let strain = match word.get(1..)? {
        "n" | "nt" | "sa" => 'N',
        suit => suit.parse::<Suit>().ok()?.letter().to_ascii_uppercase(),
    };
    Some(format!("{level}{strain}"))
}
