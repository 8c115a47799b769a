//! Conversions between the protocol and the rules of bridge.

use bridge::{Bridge, Entries, Mode, Options, Scored, Standing, State, board_vulnerable};
use cards::{CardSet, Seat};
use dds::{Direction, Vulnerability};
use engine::{Game, Ruleset};
use std::sync::Arc;

/// Creates a duplicate board before the first call.
pub(crate) fn begin(dealer: Direction, vulnerability: Vulnerability, hands: [CardSet; 4]) -> State {
    let options = Options { mode: Mode::Duplicate, ..Options::preset(&Options::PRESETS[0], 4) };
    let sides = [Direction::North, Direction::East].map(|place| vulnerability.of(place));
    // The rules derive the vulnerability from the board number, so a number with this vulnerability
    // is used.
    let before = (0..16).find(|before| board_vulnerable(before + 1) == sides).unwrap_or(0);
    let scored = Scored { vulnerable: [false; 2], played: None, entries: Entries::NONE, game: 1 };
    let standing = Standing { sheet: Arc::new(vec![scored; before]), ..Standing::new(dealer) };
    let mut state = Bridge::deal(&options, &standing, &options.deck(), &mut drop);
    state.hands = hands;
    state
}

/// Returns the player who decides now.
pub(crate) fn to_act(state: &State) -> Option<Direction> {
    Bridge::actors(state).first().map(bridge::direction)
}

/// Returns the seat of a direction.
pub(crate) fn seat(place: Direction) -> Seat {
    place.into()
}
