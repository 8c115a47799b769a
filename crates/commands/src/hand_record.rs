//! Pictures of hand records.

use super::file::{self, Boards};
use super::{Failure, print};
use clap::Args;
use dds::{Direction, Vulnerability, par, solve_many};
use notation::{Board, HandRecord, Part, hand_records_svg};
use std::path::PathBuf;

/// Draw bridge boards as a hand record, an SVG picture with three boards side by side.
///
/// Each board has its number, dealer, vulnerability, hands and high-card points. `--solve` adds the
/// double-dummy tricks and par of boards with all four hands.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour hand-record evening.pbn --solve -o evening.svg")]
pub(crate) struct HandRecords {
    /// File in PBN, LIN or as a match record; - for standard input.
    file: PathBuf,
    /// Add double-dummy tricks and par.
    #[arg(long)]
    solve: bool,
    /// File for the picture. Defaults to standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl HandRecords {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let bytes = file::read(&self.file).map_err(Failure::Message)?;
        let from = Boards::read(&self.file, &bytes)?;
        let is_needed = |part| {
            matches!(part, Part::Number | Part::Deal | Part::Dealer | Part::Vulnerability | Part::Unknown)
        };
        let left_out = from.left_out_of(is_needed);
        let boards: Vec<&Board> = from.boards.iter().map(|read| &read.board).collect();
        let mut records: Vec<HandRecord<'_>> =
            boards.iter().map(|board| HandRecord { board, solved: None }).collect();
        if self.solve {
            let deals: Vec<_> = boards.iter().filter_map(|board| board.deal()).collect();
            let mut tables = solve_many(&deals, |_| {}).into_iter();
            for record in records.iter_mut().filter(|record| record.board.deal().is_some()) {
                let dealer = record.board.dealer.known().copied().unwrap_or(Direction::North);
                let vulnerability =
                    record.board.vulnerability.known().copied().unwrap_or(Vulnerability::None);
                record.solved = tables.next().map(|table| (table, par(&table, dealer, vulnerability)));
            }
        }
        let svg = hand_records_svg(&records);
        match &self.output {
            None => print(&svg)?,
            Some(path) => std::fs::write(path, svg)
                .map_err(|error| Failure::Message(format!("{}: {error}", path.display())))?,
        }
        file::end(&left_out)
    }
}
