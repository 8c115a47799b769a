//! Built-in solvers. Each answers questions on standard input.

use crate::question::Question;
use contract_bridge::{FullDeal, Seat, Strain as TheirStrain};
use dds::Solver;
use std::io::{BufRead, Write};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Names of the built-in solvers, ours first.
pub const BUILT_IN: &[&str] = &[
    "dds",
    "pons-dds",
    #[cfg(feature = "dds-bridge")]
    "dds-bridge",
];

const STRAINS: [TheirStrain; 5] = [
    TheirStrain::Clubs,
    TheirStrain::Diamonds,
    TheirStrain::Hearts,
    TheirStrain::Spades,
    TheirStrain::Notrump,
];
const SEATS: [Seat; 4] = [Seat::North, Seat::East, Seat::South, Seat::West];

fn theirs(question: &Question) -> Result<FullDeal, Failure> {
    question.deal.to_string().parse().map_err(|error| format!("{}: {error}", question.deal).into())
}

fn ours() -> impl FnMut(&Question) -> Result<Vec<u8>, Failure> {
    let mut solver = Solver::new();
    move |question| {
        Ok(match question.single {
            Some((strain, leader)) => vec![solver.solve(&question.deal, strain, leader)],
            None => {
                let table = solver.solve_all(&question.deal);
                let cells = dds::Strain::ALL
                    .iter()
                    .flat_map(|&strain| dds::Direction::ALL.map(|seat| table[strain][seat]));
                cells.collect()
            }
        })
    }
}

fn pons() -> impl FnMut(&Question) -> Result<Vec<u8>, Failure> {
    let mut solver = pons_dds::Solver::new(TheirStrain::Notrump);
    move |question| {
        let deal = theirs(question)?;
        let Some((strain, leader)) = question.single else {
            let table = pons_dds::solve_deal_on(&mut solver, deal);
            return Ok(STRAINS
                .iter()
                .flat_map(|&strain| SEATS.map(|seat| table[strain].get(seat).get()))
                .collect());
        };
        let trick = pons_dds::CurrentTrick::new(STRAINS[strain as usize], SEATS[leader as usize]);
        let board = pons_dds::Board::try_new(deal.into(), trick).map_err(|error| format!("{error:?}"))?;
        let target = pons_dds::Target::Any(None);
        let plays = solver.solve_board(&pons_dds::Objective { board, target }).plays;
        Ok(plays.first().map(|play| play.score.get()).into_iter().collect())
    }
}

#[cfg(feature = "dds-bridge")]
fn bridge() -> impl FnMut(&Question) -> Result<Vec<u8>, Failure> {
    let solver = dds_bridge::Solver::default();
    move |question| {
        let deal = theirs(question)?;
        let Some((strain, leader)) = question.single else {
            let table = solver.solve_deal(deal);
            return Ok(STRAINS
                .iter()
                .flat_map(|&strain| SEATS.map(|seat| table[strain].get(seat).get()))
                .collect());
        };
        let trick = dds_bridge::CurrentTrick::new(STRAINS[strain as usize], SEATS[leader as usize]);
        let board = dds_bridge::Board::try_new(deal.into(), trick).map_err(|error| format!("{error:?}"))?;
        let target = dds_bridge::Target::Any(None);
        let plays = solver.solve_board(&dds_bridge::Objective { board, target }).plays;
        Ok(plays.first().map(|play| play.score.get()).into_iter().collect())
    }
}

/// Answers the questions on standard input with the named solver.
pub fn answer(name: &str) -> Result<(), Failure> {
    let mut solve: Box<dyn FnMut(&Question) -> Result<Vec<u8>, Failure>> = match name {
        "dds" => Box::new(ours()),
        "pons-dds" => Box::new(pons()),
        #[cfg(feature = "dds-bridge")]
        "dds-bridge" => Box::new(bridge()),
        _ => return Err(format!("“{name}” is not built in").into()),
    };
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let answer: Vec<String> = solve(&line?.parse()?)?.iter().map(u8::to_string).collect();
        writeln!(out, "{}", answer.join(" "))?;
        out.flush()?;
    }
    Ok(())
}
