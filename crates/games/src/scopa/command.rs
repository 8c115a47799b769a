//! Typed commands of Scopa: those of the fishing games, and `claim`.

use super::Scopa;
use crate::fishing;
use cards::{Card, Rank};
use engine::command::{self, InputError, ReadCommand, Typed, Verbs};

impl ReadCommand for Scopa {
    const VERBS: Verbs = fishing::VERBS;

    fn read_command(mut line: Typed<'_>, legal: &[String]) -> Result<String, InputError> {
        match &line.words[..] {
            [word] if matches!(word.as_str(), "claim" | "fuori") => Ok("claim".to_owned()),
            _ => {
                line.words.iter_mut().for_each(name_figure);
                fishing::read_command(line, legal)
            }
        }
    }
}

/// Replaces a card by the figure that has its number. Latin cards show 8, 9 and 10 on page, knight and king,
/// and the deck has no other cards with these numbers.
fn name_figure(word: &mut String) {
    let Ok(card) = command::card(word) else { return };
    let figure = match card.rank() {
        Rank::Eight => Rank::Jack,
        Rank::Nine => Rank::Queen,
        Rank::Ten => Rank::King,
        _ => return,
    };
    *word = Card::new(figure, card.suit()).to_string();
}
