//! What an auction comes to, and whether it agrees with what the file says of it.

use crate::board::{Board, CallRow, Declarer, FinalContract, Given};
use crate::error::Problem;
use dds::Direction;
use games::bridge::{Auction, Call, DeclarerRule};

/// Plays the calls through. An auction with a call that was wrong and accepted is not followed further: the laws do not
/// say what it comes to.
///
/// # Errors
///
/// Which call is wrong, and why.
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

/// The passes that end the auction.
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
/// Returns the contradiction if the board has another contract or declarer; the board stays as it was.
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

/// Compares an auction that is over with the contract and the declarer of the board.
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

/// The problem of an auction, with a hint if the auction fits when another player begins it: some programs leave out the
/// passes before the first bid.
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
