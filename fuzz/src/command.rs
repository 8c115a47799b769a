//! Typed lines: in any position, a line is parsed as an action or refused briefly.
//!
//! A legal action in the notation of records is parsed as itself, or as one of several ways to play
//! that card.

use cards::{Rng, Seat, Seed};
use catalog::{AnyMatch, CATALOG, SetupText};
use engine::command::InputError;

/// Uses the first byte as game, the next two as position, and the rest as a line.
pub fn check(bytes: &[u8]) {
    let [game, steps, chance, line @ ..] = bytes else { return };
    let mut rng = Rng::from_number(u64::from(*chance));
    let Some(mut table) = position(usize::from(*game), usize::from(*steps % 40), &mut rng) else { return };
    let line = String::from_utf8_lossy(line);
    for seat in Seat::all(table.seats()) {
        let legal = table.legal(seat);
        match table.read_command(seat, &line) {
            Ok(action) => drop(table.check(seat, &action)),
            Err(InputError::Choice { card, actions }) => {
                assert!(
                    actions.len() > 1 && actions.iter().all(|action| legal.contains(action)),
                    "{actions:?}"
                );
                assert!(actions.iter().all(|action| action.contains(&card)), "{card}: {actions:?}");
            }
            Err(error) => assert!(error.to_string().chars().count() < 100, "{error}"),
        }
        if legal.is_empty() {
            continue;
        }
        let action = legal[rng.below(legal.len())].clone();
        match table.read_command(seat, &action) {
            Err(InputError::Choice { actions, .. }) => {
                assert!(actions.contains(&action), "{action}: {actions:?}");
            }
            read => assert_eq!(read, Ok(action)),
        }
    }
}

/// Returns a random position in the first deal of a game.
fn position(game: usize, steps: usize, rng: &mut Rng) -> Option<Box<dyn AnyMatch>> {
    let game = CATALOG.games().nth(game % CATALOG.games().count())?;
    let seats = game.info().seats[0];
    let mut table = game.open(&SetupText::first_preset(seats), Seat::new(0)).expect("a preset can be played");
    let seed = Seed::from_number(rng.below(100) as u64);
    table.deal(&table.next_deck(&seed), &[]).expect("a complete deck");
    for _ in 0..steps {
        if let Some(shuffle) = table.next_shuffle(&seed) {
            table.enter(&shuffle, &[]).expect("every card that is to be shuffled");
            continue;
        }
        let able: Vec<(Seat, Vec<String>)> = table
            .actors()
            .iter()
            .map(|seat| (seat, table.legal(seat)))
            .filter(|(_, legal)| !legal.is_empty())
            .collect();
        if able.is_empty() {
            return None;
        }
        let (seat, legal) = &able[rng.below(able.len())];
        table.play(*seat, &legal[rng.below(legal.len())], &[]).expect("what is listed is allowed");
    }
    Some(table)
}
