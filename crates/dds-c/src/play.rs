//! Analysis of a play as DDS defines it: the declarer's tricks before and after each card.

use crate::deal::{Fault, card};
use crate::layout::{MOST_CARDS, PlayTraceBin, PlayTracePbn, SolvedPlay};
use cards::Card;
use dds::{Direction, Position, Solver};
use std::ffi::c_int;

/// Checks the number of cards of a play.
fn count(number: c_int) -> Result<usize, Fault> {
    usize::try_from(number).ok().filter(|number| *number <= MOST_CARDS).ok_or(Fault::Play)
}

impl PlayTraceBin {
    pub(crate) fn read(&self) -> Result<Vec<Card>, Fault> {
        let cards = self.suit.iter().zip(&self.rank).take(count(self.number)?);
        cards.map(|(&suit, &rank)| card(suit, rank).ok_or(Fault::Play)).collect()
    }
}

impl PlayTracePbn {
    pub(crate) fn read(&self) -> Result<Vec<Card>, Fault> {
        let cards = self.cards.chunks_exact(2).take(count(self.number)?);
        cards
            .map(|card| {
                // The suit stands before the rank, unlike in a card's own notation.
                let card: String = card.iter().rev().map(|&byte| char::from(byte as u8)).collect();
                card.parse().map_err(|_| Fault::Play)
            })
            .collect()
    }
}

/// Analyses a play within a node limit.
///
/// As in DDS, the last trick is not analysed, because its cards are forced.
pub(crate) fn analyse(
    solver: &mut Solver,
    position: &Position,
    play: &[Card],
    nodes: u64,
) -> Result<SolvedPlay, Fault> {
    let all = position.tricks_left();
    let most = (4 * usize::from(all.saturating_sub(1))).saturating_sub(position.trick().len());
    let play = &play[..play.len().min(most)];
    let played =
        solver.analyse_within(position, play, nodes).map_err(|_| Fault::Play)?.ok_or(Fault::NodeLimit)?;
    let before = match played.first() {
        Some(first) => first.before,
        None => solver.within(nodes, |solver| solver.solve_position(position)).ok_or(Fault::NodeLimit)?,
    };
    // The leader's side defends.
    let declarers = |direction: Direction, tricks: u8| {
        if direction.is_side_of(position.leader()) { all - tricks } else { tricks }
    };
    let mut solved = SolvedPlay { number: played.len() as c_int + 1, ..SolvedPlay::default() };
    let tricks = std::iter::once(declarers(position.to_play(), before))
        .chain(played.iter().map(|played| declarers(played.direction, played.after)));
    for (output, tricks) in solved.tricks.iter_mut().zip(tricks) {
        *output = tricks.into();
    }
    Ok(solved)
}
