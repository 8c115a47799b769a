//! Solving of boards as DDS defines it: a position, a request, and cards with their tricks.

use crate::deal::{Fault, rank_number, suit_number};
use crate::layout::FutureTricks;
use cards::Card;
use dds::{Lead, Position, Solver};
use std::ffi::c_int;

/// Request for a board.
#[derive(Clone, Copy)]
pub(crate) struct Wish {
    /// Target tricks: -1 for the maximum, 0 for the cards without a search.
    pub(crate) target: c_int,
    /// Number of solutions: one card, all equally good cards, or all legal cards.
    pub(crate) solutions: c_int,
    /// Whether a single legal card is searched too: not with 0.
    pub(crate) mode: c_int,
}

impl Wish {
    fn check(self, left: u8) -> Result<(), Fault> {
        match self {
            Self { target: ..-1, .. } => Err(Fault::TargetTooLow),
            Self { target: 14.., .. } => Err(Fault::TargetOverThirteen),
            Self { solutions: ..1, .. } => Err(Fault::SolutionsTooLow),
            Self { solutions: 4.., .. } => Err(Fault::SolutionsTooHigh),
            Self { mode: ..0, .. } => Err(Fault::ModeTooLow),
            Self { mode: 3.., .. } => Err(Fault::ModeTooHigh),
            Self { target, .. } if target > left.into() => Err(Fault::TargetTooHigh),
            Self { .. } => Ok(()),
        }
    }
}

/// Solves a board within a node limit.
pub(crate) fn solve(
    solver: &mut Solver,
    position: &Position,
    wish: Wish,
    nodes: u64,
) -> Result<FutureTricks, Fault> {
    solver.within(nodes, |solver| search(solver, position, wish)).unwrap_or(Err(Fault::NodeLimit))
}

fn search(solver: &mut Solver, position: &Position, wish: Wish) -> Result<FutureTricks, Fault> {
    let left = position.tricks_left();
    wish.check(left)?;
    let before = solver.nodes();
    let legal = || position.playable().iter();
    let runs = grouped(position, &legal().map(|card| (card, 0)).collect::<Vec<_>>());
    let mut future = if wish.mode == 0 && runs.cards == 1 && left > 1 {
        FutureTricks { score: [-2; 13], ..runs }
    } else if wish.solutions == 3 {
        let leads = solver.lead_table(position);
        let leads: Vec<_> = leads.iter().map(|&Lead { card, tricks }| (card, tricks.into())).collect();
        grouped(position, &leads)
    } else if wish.target == 0 {
        runs
    } else {
        let best = if wish.target < 0 { solver.solve_position(position) } else { wish.target as u8 };
        let most = if wish.solutions == 1 { 1 } else { usize::MAX };
        let found: Vec<Card> = solver.leads_reaching(position, best).take(most).collect();
        // The first card of a run stands for all of it.
        let run: Vec<_> = legal()
            .filter(|&card| found.iter().any(|&found| position.are_equivalent(found, card)))
            .map(|card| (card, best.into()))
            .collect();
        grouped(position, &run)
    };
    if wish.solutions == 1 {
        future.cards = future.cards.min(1);
    }
    if future.cards == 0 {
        future.score[0] = if wish.target > 1 { -1 } else { 0 };
    }
    future.nodes = (solver.nodes() - before).try_into().unwrap_or(c_int::MAX);
    Ok(future)
}

/// Returns the highest card of each run with its score, and the other cards of the run as bits.
fn grouped(position: &Position, scored: &[(Card, c_int)]) -> FutureTricks {
    let mut future = FutureTricks::default();
    let mut tops: Vec<Card> = Vec::new();
    // From the top, so that the highest card of a run comes first. The sort is stable and keeps the
    // best first.
    let mut scored = scored.to_vec();
    scored.sort_by_key(|&(card, score)| (-score, suit_number(card), -rank_number(card)));
    for (card, score) in scored {
        if let Some(index) = tops.iter().position(|top| position.are_equivalent(*top, card)) {
            future.equals[index] |= 1 << rank_number(card);
            continue;
        }
        let index = tops.len();
        tops.push(card);
        future.suit[index] = suit_number(card);
        future.rank[index] = rank_number(card);
        future.score[index] = score;
        future.cards += 1;
    }
    future
}
