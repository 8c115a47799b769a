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

/// Fills in what the auction decides, and compares it with what is there.
///
/// # Errors
///
/// When the file says otherwise.
pub(crate) fn settle(board: &mut Board, auction: &Auction) -> Result<(), Problem> {
    if !auction.is_over() {
        return Ok(());
    }
    let reached = auction.contract().map_or(FinalContract::PassedOut, FinalContract::Contract);
    match board.contract.known() {
        Some(given) if *given != reached => {
            return Err(Problem::Contradiction {
                tag: "Contract",
                given: name(*given),
                by: "auction",
                found: name(reached),
            });
        }
        _ => board.contract = Given::Known(reached),
    }
    match (auction.declarer(DeclarerRule::FirstToName), board.declarer.known()) {
        (None, _) => {
            board.declarer = Given::Inapplicable;
            board.result = Given::Inapplicable;
        }
        (Some(declarer), Some(given)) if !given.swapped && given.direction != declarer => {
            return Err(Problem::Contradiction {
                tag: "Declarer",
                given: given.direction.to_string(),
                by: "auction",
                found: declarer.to_string(),
            });
        }
        (Some(direction), None) => board.declarer = Given::Known(Declarer { direction, swapped: false }),
        (Some(_), Some(_)) => {}
    }
    Ok(())
}

fn name(contract: FinalContract) -> String {
    match contract {
        FinalContract::PassedOut => "passed out".to_owned(),
        FinalContract::Contract(contract) => contract.to_string(),
        FinalContract::Ending(strain) => strain.to_string(),
    }
}
