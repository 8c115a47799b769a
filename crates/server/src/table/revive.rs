//! From the lines on disk back to a match.

use crate::store::{Founding, Line, Stored};
use cards::{Seat, Viewer};
use house::{AnyMatch, Rejected, SetupText};
use serde_json::value::RawValue;

/// Options as the protocol and the store have them, where the preset is one of them.
pub(crate) fn setup(
    options: &std::collections::BTreeMap<String, engine::OptionValue>,
    seats: u8,
) -> SetupText {
    let mut options = options.clone();
    let preset = options.remove("preset").map(|preset| match preset {
        engine::OptionValue::Word(name) => name,
        // No preset is called so: the game then says which there are.
        other => other.to_string(),
    });
    SetupText { preset, options, seats }
}

/// The match of a table before its first deal.
pub(crate) fn begin(founding: &Founding) -> Result<Box<dyn AnyMatch>, Rejected> {
    let game = house::find(&founding.game)
        .ok_or_else(|| Rejected::new("options", format!("game: there is no game “{}”", founding.game)))?;
    let dealer = Seat::try_from(founding.dealer)
        .map_err(|error| Rejected::new("options", format!("dealer: {error}")))?;
    game.open(&setup(&founding.options, founding.seats), dealer)
}

/// The match of a table as it was left.
pub(crate) fn revive(stored: &Stored) -> Result<Box<dyn AnyMatch>, Rejected> {
    let mut game = begin(&stored.founding)?;
    for line in &stored.lines {
        follow(&mut *game, line, &[])?;
    }
    Ok(game)
}

/// Does what a line says. Returns what each viewer saw happen.
pub(crate) fn follow(
    game: &mut dyn AnyMatch,
    line: &Line,
    viewers: &[Viewer],
) -> Result<Vec<Box<RawValue>>, Rejected> {
    match line {
        Line::Deal(deck) => game.deal(deck, viewers),
        Line::Entry(entry) => game.enter(entry, viewers),
    }
}
