//! Names of bots at a table, and the default bot. The page and the terminal share both.

use crate::AnyGame;
use cards::Seat;

/// Names of bots. There are enough for nine different names at a table.
const NAMES: [&str; 12] =
    ["Ada", "Bruno", "Carla", "Dino", "Elsa", "Franco", "Gina", "Ivo", "Livio", "Marta", "Nico", "Olga"];

/// Returns the name of the bot in a seat. `first` is the table's offset in the list. Names at a table differ.
#[must_use]
pub fn bot_name(first: u64, seat: Seat) -> &'static str {
    let first = (first % NAMES.len() as u64) as usize;
    NAMES[(first + seat.index()) % NAMES.len()]
}

/// Returns the default bot: the middle one of those offered, or the weaker of two in the middle.
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
