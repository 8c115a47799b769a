//! Prints the boards of a file in any notation: `cargo run -p parlour-notation --example boards --
//! FILE`.

use notation::{Board, FinalContract, Notation, lin, pbn, record};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // Without an argument, a sample of the tests is read.
    let file = std::env::args().nth(1);
    let file =
        file.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/samples/match.pbn").to_owned());
    let bytes = std::fs::read(file)?;
    let boards: Vec<Board> = match Notation::of(&bytes) {
        Notation::Pbn => pbn::read(&bytes)?,
        Notation::Lin => lin::read(&bytes)?,
        Notation::Record => record::read(&catalog::read_record(std::str::from_utf8(&bytes)?)?)?,
    };
    for board in &boards {
        let number = board.number.known().map_or("?".to_owned(), ToString::to_string);
        let contract = match (board.contract.known(), board.declarer.known()) {
            (Some(FinalContract::Contract(contract)), Some(declarer)) => {
                format!("{contract} by {}", declarer.direction)
            }
            (Some(FinalContract::PassedOut), _) => "passed out".to_owned(),
            _ => "no contract".to_owned(),
        };
        let deal = board.deal().map_or("not all cards are known".to_owned(), |deal| deal.to_string());
        println!("board {number}: {contract}; {deal}");
    }
    Ok(())
}
