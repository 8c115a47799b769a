//! The games of the house once more, written from the rule book alone and as plainly as can be: oracles, with which
//! they have no line in common. Text goes in and text comes out, as in a record.

pub(crate) mod card;
pub(crate) mod cassino;
pub(crate) mod fishing;
pub(crate) mod gin_rummy;
pub(crate) mod options;
pub(crate) mod sharks;
pub(crate) mod speed;
pub(crate) mod thirty_one;

use serde_json::{Map, Value};

/// A match as far as it has been played, of whichever game.
pub(crate) trait Oracle: Clone {
    /// The cards, in canonical order.
    fn deck(&self) -> Vec<String>;
    /// Who deals the next deal, or dealt the one in progress.
    fn dealer(&self) -> usize;
    fn is_over(&self) -> bool;
    fn deal(&mut self, deck: &str);
    /// The seats that may act, each with all it may do, sorted as plain text.
    fn legal(&self) -> Vec<(usize, Vec<String>)>;
    /// Whether the seat may do this, which need not be listed.
    fn allows(&self, seat: usize, action: &str) -> bool {
        let listed =
            |(actor, actions): &(usize, Vec<String>)| *actor == seat && actions.iter().any(|a| a == action);
        self.legal().iter().any(listed)
    }
    /// Does what is allowed.
    fn play(&mut self, seat: usize, action: &str);
    /// The cards that have to be shuffled before anybody may act.
    fn shuffle_due(&self) -> Option<Vec<String>> {
        None
    }
    fn shuffle(&mut self, _order: &str) {
        panic!("this game does not shuffle during a deal");
    }
    /// The summary that `parlour replay --json` prints.
    fn summary(&self) -> Value;
    /// What each seat is paid, or pays, where the game is played for this stake.
    fn payments(&self, _stake: i64) -> Option<Vec<i64>> {
        None
    }
    /// The rare things that have happened, so that a test can tell what it has seen.
    fn seen(&self) -> &[&'static str];

    /// The paths of `depth` actions from here.
    fn paths(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let legal = self.legal();
        if depth == 1 {
            return legal.iter().map(|(_, actions)| actions.len() as u64).sum();
        }
        let after = |seat: usize, action: &String| {
            let mut child = self.clone();
            child.play(seat, action);
            child.paths(depth - 1)
        };
        legal.iter().flat_map(|(seat, actions)| actions.iter().map(|action| after(*seat, action))).sum()
    }
}

/// The entries of a JSON object.
pub(crate) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => panic!("{other} is no object"),
    }
}
