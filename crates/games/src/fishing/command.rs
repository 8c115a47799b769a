//! What people type in a fishing game: `play 7d`, `lay 7d`, `take 7d with 4c 3s`, `7d x 3s 4c`.

use crate::command::{self, InputError, Typed, Verbs, nth_card};

pub(crate) const VERBS: Verbs = &[("play", "play gioca"), ("take", "take prendi"), ("lay", "lay cala")];

/// Reads a card to be played, with what it takes or without.
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
