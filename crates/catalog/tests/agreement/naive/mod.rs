//! Naive implementations of the games, as test oracles. They are written from the rule book alone, as simply as
//! possible, and share no code with the games. Actions and cards are text, as in a record.

pub(crate) mod card;
pub(crate) mod cassino;
pub(crate) mod fishing;
pub(crate) mod gin_rummy;
pub(crate) mod options;
pub(crate) mod sharks;
pub(crate) mod speed;
pub(crate) mod thirty_one;

use serde_json::{Map, Value};

/// Match of any game.
pub(crate) trait Oracle: Clone {
    /// Returns the deck in canonical order.
    fn deck(&self) -> Vec<String>;
    /// Returns the dealer of the current deal, or of the next one.
    fn dealer(&self) -> usize;
    fn is_over(&self) -> bool;
    fn deal(&mut self, deck: &str);
    /// Returns the seats that may act, with their legal actions sorted as text.
    fn legal(&self) -> Vec<(usize, Vec<String>)>;
    /// Returns whether an action is legal. It need not be listed.
    fn allows(&self, seat: usize, action: &str) -> bool {
        let listed =
            |(actor, actions): &(usize, Vec<String>)| *actor == seat && actions.iter().any(|a| a == action);
        self.legal().iter().any(listed)
    }
    /// Plays a legal action.
    fn play(&mut self, seat: usize, action: &str);
    /// Returns the cards to reshuffle before the next action.
    fn shuffle_due(&self) -> Option<Vec<String>> {
        None
    }
    fn shuffle(&mut self, _order: &str) {
        panic!("this game does not shuffle during a deal");
    }
    /// Returns the summary that `parlour replay --json` prints.
    fn summary(&self) -> Value;
    /// Returns the payment to each seat, in a game with stakes.
    fn payments(&self, _stake: i64) -> Option<Vec<i64>> {
        None
    }
    /// Returns the rare events so far, so that a test can require them.
    fn seen(&self) -> &[&'static str];

    /// Returns the number of paths of `depth` actions from here.
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

/// Returns the entries of a JSON object.
pub(crate) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => panic!("{other} is no object"),
    }
}
