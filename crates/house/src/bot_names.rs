//! What bots are called at a table, and which of them sits down where nobody chose one: on the page and in the terminal alike.

use crate::AnyGame;
use cards::Seat;

/// So that nine of them at one table have names of their own.
const NAMES: [&str; 12] =
    ["Ada", "Bruno", "Carla", "Dino", "Elsa", "Franco", "Gina", "Ivo", "Livio", "Marta", "Nico", "Olga"];

/// The name of the bot in a seat; `first` decides where in the list a table begins. No two bots of a table share one.
#[must_use]
pub fn bot_name(first: u64, seat: Seat) -> &'static str {
    let first = (first % NAMES.len() as u64) as usize;
    NAMES[(first + seat.index()) % NAMES.len()]
}

/// The bot somebody meets who has chosen none: neither the weakest nor the strongest, and of two in the middle the weaker.
#[must_use]
pub fn usual_bot(game: &dyn AnyGame) -> &'static str {
    let bots = game.info().bots;
    bots.get(bots.len().saturating_sub(1) / 2).copied().unwrap_or("random")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bots_of_a_table_have_names_of_their_own() {
        for first in [0, 7, 11, u64::MAX] {
            let mut names: Vec<&str> = Seat::all(9).map(|seat| bot_name(first, seat)).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), 9);
        }
    }

    #[test]
    fn who_has_chosen_no_bot_meets_neither_the_weakest_nor_the_strongest() {
        for game in crate::CATALOG.games() {
            let (usual, bots) = (usual_bot(game), game.info().bots);
            assert!(game.check_bot(usual).is_ok());
            assert!(bots.len() < 3 || ![bots.first(), bots.last()].contains(&Some(&usual)), "{bots:?}");
        }
    }
}
