//! The solvers, behind one question.

use contract_bridge::FullDeal;
use dds::{Deal, Direction, Solver, Strain, Table};

/// What is asked of each deal.
#[derive(Clone, Copy)]
pub enum Kind {
    /// All twenty cells.
    Tables,
    /// One strain and one leader, which change from deal to deal.
    Single,
}

/// Twenty cells, or the tricks of one leader's side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Table(Table),
    Tricks(u8),
}

/// A deal in our form and in the peers'.
pub struct Ready {
    ours: Deal,
    theirs: FullDeal,
}

type Failure = Box<dyn std::error::Error>;

/// A solver that runs in turns with the others.
pub trait Peer {
    fn name(&self) -> &'static str;

    /// Reads the deal, outside the time that counts.
    fn prepare(&self, deal: &Deal) -> Result<Ready, Failure> {
        Ok(Ready { ours: *deal, theirs: deal.to_string().parse().map_err(|error| format!("{deal}: {error}"))? })
    }

    fn solve(&mut self, deal: &Ready, kind: Kind, n: usize) -> Answer;

    /// Solves all tables on all cores, and says how many.
    fn on_all_cores(&mut self, deals: &[Deal]) -> Result<usize, Failure>;
}

const fn asked(n: usize) -> (Strain, Direction) {
    (Strain::ALL[n % 5], Direction::ALL[n / 5 % 4])
}

const STRAINS: [contract_bridge::Strain; 5] = [
    contract_bridge::Strain::Clubs,
    contract_bridge::Strain::Diamonds,
    contract_bridge::Strain::Hearts,
    contract_bridge::Strain::Spades,
    contract_bridge::Strain::Notrump,
];
const SEATS: [contract_bridge::Seat; 4] = [
    contract_bridge::Seat::North,
    contract_bridge::Seat::East,
    contract_bridge::Seat::South,
    contract_bridge::Seat::West,
];

struct Ours(Solver);

impl Peer for Ours {
    fn name(&self) -> &'static str {
        "dds"
    }

    fn solve(&mut self, deal: &Ready, kind: Kind, n: usize) -> Answer {
        match kind {
            Kind::Tables => Answer::Table(self.0.solve_all(&deal.ours)),
            Kind::Single => {
                let (strain, leader) = asked(n);
                Answer::Tricks(self.0.solve(&deal.ours, strain, leader))
            }
        }
    }

    fn on_all_cores(&mut self, deals: &[Deal]) -> Result<usize, Failure> {
        Ok(dds::solve_many(deals, |_| {}).len())
    }
}

struct Bridge(dds_bridge::Solver);

impl Peer for Bridge {
    fn name(&self) -> &'static str {
        "dds-bridge"
    }

    fn solve(&mut self, deal: &Ready, kind: Kind, n: usize) -> Answer {
        match kind {
            Kind::Tables => {
                let table = self.0.solve_deal(deal.theirs);
                Answer::Table(Table::new(STRAINS.map(|strain| SEATS.map(|seat| table[strain].get(seat).get()))))
            }
            Kind::Single => {
                let (strain, leader) = asked(n);
                let trick = dds_bridge::CurrentTrick::new(STRAINS[strain as usize], SEATS[leader as usize]);
                let board = dds_bridge::Board::try_new(deal.theirs.into(), trick);
                let plays = board.map(|board| {
                    let target = dds_bridge::Target::Any(None);
                    self.0.solve_board(&dds_bridge::Objective { board, target }).plays
                });
                Answer::Tricks(plays.ok().and_then(|plays| Some(plays.first()?.score.get())).unwrap_or(u8::MAX))
            }
        }
    }

    fn on_all_cores(&mut self, deals: &[Deal]) -> Result<usize, Failure> {
        let deals: Vec<_> = deals.iter().map(|deal| Ok(self.prepare(deal)?.theirs)).collect::<Result<_, Failure>>()?;
        Ok(dds_bridge::solve_deals(&deals).len())
    }
}

struct Pons(pons_dds::Solver);

impl Peer for Pons {
    fn name(&self) -> &'static str {
        "pons-dds"
    }

    fn solve(&mut self, deal: &Ready, kind: Kind, n: usize) -> Answer {
        match kind {
            Kind::Tables => {
                let table = pons_dds::solve_deal_on(&mut self.0, deal.theirs);
                Answer::Table(Table::new(STRAINS.map(|strain| SEATS.map(|seat| table[strain].get(seat).get()))))
            }
            Kind::Single => {
                let (strain, leader) = asked(n);
                let trick = pons_dds::CurrentTrick::new(STRAINS[strain as usize], SEATS[leader as usize]);
                let board = pons_dds::Board::try_new(deal.theirs.into(), trick);
                let plays = board.map(|board| {
                    let target = pons_dds::Target::Any(None);
                    self.0.solve_board(&pons_dds::Objective { board, target }).plays
                });
                Answer::Tricks(plays.ok().and_then(|plays| Some(plays.first()?.score.get())).unwrap_or(u8::MAX))
            }
        }
    }

    fn on_all_cores(&mut self, deals: &[Deal]) -> Result<usize, Failure> {
        let deals: Vec<_> = deals.iter().map(|deal| Ok(self.prepare(deal)?.theirs)).collect::<Result<_, Failure>>()?;
        Ok(pons_dds::solve_deals(&deals, pons_dds::NonEmptyStrainFlags::ALL).len())
    }
}

/// Ours first: the others are compared with it.
pub fn all() -> Vec<Box<dyn Peer>> {
    vec![
        Box::new(Ours(Solver::new())),
        Box::new(Bridge(dds_bridge::Solver::default())),
        Box::new(Pons(pons_dds::Solver::new(contract_bridge::Strain::Notrump))),
    ]
}
