//! Typed commands of the fishing games: `play 7d`, `lay 7d`, `take 7d with 4c 3s`, `7d x 3s 4c`.

use engine::command::{self, InputError, Typed, Verbs, nth_card};

pub(crate) const VERBS: Verbs = &[("play", "play gioca"), ("take", "take prendi"), ("lay", "lay cala")];

/// Parses a card to play, with or without the cards it takes.
pub(crate) fn read_command(mut line: Typed<'_>, legal: &[String]) -> Result<String, InputError> {
    let verb = line.verb(VERBS);
    let takes = line.without(&["x", "with", "con", "="]) || verb == Some("take");
    let card = line.first_card(verb)?;
    let taken = command::written(&line.words, &[])?;
    if !taken.is_empty() {
        return Ok(format!("{card} x {taken}"));
    }
    let of_card = |action: &str| nth_card(action, 0) == Some(card);
    match verb {
        Some("lay") => Ok(card.to_string()),
        _ if takes => {
            command::only(card, legal, |act| of_card(act) && act.contains(" x"), format!("{card} x"))
        }
        _ => command::only(card, legal, of_card, card.to_string()),
    }
}

/// Legal actions in the position for which [`TYPED`] is written.
#[cfg(test)]
pub(crate) const TYPED_WHERE: &[&str] =
    &["7d x 3s 4c", "7d x 2h 5h", "Kc", "2c x 2d", "5c", "5c x 5d", "4d x"];

/// Typed lines valid in any fishing game, with their actions.
#[cfg(test)]
pub(crate) const TYPED: command::Lines<'_> = &[
    ("play Kc", "Kc"),
    ("kc", "Kc"),
    ("K♣", "Kc"),
    ("gioca re di bastoni", "Kc"),
    ("ten of hearts", "card ten"),
    ("Fd", "Jd"),
    ("1c", "Ac"),
    ("ace of coins", "Ad"),
    ("take 7d 4c+3s", "7d x 4c 3s"),
    ("take 7d 4c, 3s", "7d x 4c 3s"),
    ("TAKE 7D 4C+3S", "7d x 4c 3s"),
    ("take 7d with 5h 2h", "7d x 5h 2h"),
    ("prendi 7 denari con 5 di coppe 2 cuori", "7d x 5h 2h"),
    ("7D X 3S 4C", "7d x 3s 4c"),
    ("play 7d x 4c 3s", "7d x 4c 3s"),
    ("7♦ = 4♣ + 3♠", "7d x 4c 3s"),
    ("play 2c", "2c x 2d"),
    ("prendi 2c con 2d", "2c x 2d"),
    ("take 5c", "5c x 5d"),
    ("lay 5c", "5c"),
    ("cala 5c", "5c"),
    ("4d x", "4d x"),
    ("take Kc", "Kc x"),
    ("5c", "choice 5c"),
    ("play 7d", "choice 7d"),
    ("take 7d", "choice 7d"),
    ("take 7d 4c", "7d x 4c"),
    ("play 7y", "card 7y"),
    ("7k", "card 7k"),
    ("take 7d 4c+zz", "card zz"),
    ("dance with me", "words dance with me"),
    ("play", "words play"),
    ("", "words "),
    ("é", "card é"),
];
