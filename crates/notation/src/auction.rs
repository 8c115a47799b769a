//! Results of auctions, and their comparison with the tags of a file.

use crate::board::{Board, CallRow, Declarer, FinalContract, Given};
use crate::error::Problem;
use bridge::{Auction, Call, DeclarerRule};
use dds::Direction;

/// Replays the calls. Returns `None` if an irregular call was accepted, because the laws do not
/// define the result.
///
/// # Errors
///
/// Returns the index of the illegal call and the problem.
pub(crate) fn follow(dealer: Direction, row: &CallRow) -> Result<Option<Auction>, (usize, Problem)> {
    let mut auction = Auction::new(dealer);
    for (position, made) in row.calls.iter().enumerate() {
        let Some(call) = made.call.filter(|_| !made.insufficient) else { return Ok(None) };
        auction.make(call).map_err(|why| {
            let direction = dealer.after(position);
            (position, Problem::Call { direction, call: call.to_string(), why })
        })?;
    }
    Ok(Some(auction))
}

/// Returns the number of passes that end the auction.
pub(crate) fn passes_to_the_end(auction: &Auction) -> usize {
    let mut auction = *auction;
    let mut passes = 0;
    while auction.make(Call::Pass).is_ok() {
        passes += 1;
    }
    passes
}

/// Fills in what the auction decides, unless the board says otherwise.
///
/// # Errors
///
/// Returns the contradiction if the board has another contract or declarer; the board is then
/// unchanged.
pub(crate) fn settle(board: &mut Board, auction: &Auction) -> Result<(), Problem> {
    check(board, auction)?;
    if !auction.is_over() {
        return Ok(());
    }
    board.contract = Given::Known(reached(auction));
    match (auction.declarer(DeclarerRule::FirstToName), board.declarer.known()) {
        (None, _) => {
            board.declarer = Given::Inapplicable;
            board.result = Given::Inapplicable;
        }
        (Some(direction), None) => board.declarer = Given::Known(Declarer { direction, swapped: false }),
        (Some(_), Some(_)) => {}
    }
    Ok(())
}

fn reached(auction: &Auction) -> FinalContract {
    auction.contract().map_or(FinalContract::PassedOut, FinalContract::Contract)
}

/// Compares a finished auction with the contract and the declarer of the board.
fn check(board: &Board, auction: &Auction) -> Result<(), Problem> {
    if !auction.is_over() {
        return Ok(());
    }
    let reached = reached(auction);
    if let Some(given) = board.contract.known().filter(|given| **given != reached) {
        let (given, found) = (name(*given), name(reached));
        return Err(Problem::Contradiction { tag: "Contract", given, by: "auction", found });
    }
    match (auction.declarer(DeclarerRule::FirstToName), board.declarer.known()) {
        (Some(declarer), Some(given)) if !given.swapped && given.direction != declarer => {
            let (given, found) = (given.direction.to_string(), declarer.to_string());
            Err(Problem::Contradiction { tag: "Declarer", given, by: "auction", found })
        }
        _ => Ok(()),
    }
}

/// Adds a hint to a problem of the auction if the auction fits with another first caller.
///
/// Some programs omit the passes before the first bid.
pub(crate) fn with_hint(board: &Board, dealer: Direction, row: &CallRow, problem: Problem) -> Problem {
    let fits = |first: &Direction| matches!(follow(*first, row), Ok(Some(auction)) if check(board, &auction).is_ok());
    match [1, 2, 3].map(|passes| dealer.after(passes)).into_iter().find(fits) {
        Some(first) => Problem::FitsFrom { problem: Box::new(problem), first },
        None => problem,
    }
}

fn name(contract: FinalContract) -> String {
    match contract {
        FinalContract::PassedOut => "passed out".to_owned(),
        FinalContract::Contract(contract) => contract.to_string(),
        FinalContract::Ending(strain) => strain.to_string(),
    }
}
