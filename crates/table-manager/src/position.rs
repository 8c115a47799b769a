//! A board as the rules of the house have it.

use cards::{CardSet, Seat};
use dds::{Direction, Vulnerability};
use engine::{Game, Ruleset};
use games::bridge::{Bridge, Entries, Mode, Options, Scored, Standing, State, board_vulnerable};
use std::sync::Arc;

/// A board at duplicate, before the first call.
pub(crate) fn begin(dealer: Direction, vulnerability: Vulnerability, hands: [CardSet; 4]) -> State {
    let options = Options { mode: Mode::Duplicate, ..Options::preset(&Options::PRESETS[0], 4) };
    let sides = [Direction::North, Direction::East].map(|place| vulnerability.of(place));
    // The rules take it from the number of the board; here whoever deals says it.
    let before = (0..16).find(|before| board_vulnerable(before + 1) == sides).unwrap_or(0);
    let scored = Scored { vulnerable: [false; 2], played: None, entries: Entries::NONE, game: 1 };
    let standing = Standing { sheet: Arc::new(vec![scored; before]), ..Standing::new(dealer) };
    let mut state = Bridge::deal(&options, &standing, &options.deck(), &mut drop);
    state.hands = hands;
    state
}

/// Who decides now.
pub(crate) fn to_act(state: &State) -> Option<Direction> {
    Bridge::actors(state).first().map(games::bridge::direction)
}

/// The seat of a place.
pub(crate) fn seat(place: Direction) -> Seat {
    place.into()
}
