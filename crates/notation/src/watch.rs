//! Conversion of a single board to a match record for step-by-step replay.

use crate::board::{Board, CallMade, CallRow, CardPlayed, CardRows, Declarer, FinalContract, Given, Remarks};
use crate::error::Unwritable;
use crate::record;
use bridge::{Call, Contract, Doubling};
use catalog::RecordText;
use dds::{Direction, Vulnerability};

/// Board as the last deal of a record.
///
/// Within sixteen boards every dealer has every vulnerability. As many boards as necessary are
/// passed out before this one.
#[derive(Clone, PartialEq, Debug)]
pub struct Watchable {
    /// Record whose last deal is the board.
    pub record: RecordText,
    /// Number of calls at the start of the deal that were added because the file has a contract but
    /// no auction.
    pub supplied: usize,
    /// Reason why part of the board is missing, if so.
    pub cut: Option<Unwritable>,
}

/// Converts a board with its auction, play and result, or as much of it as the rules accept.
///
/// # Errors
///
/// Returns [`Unwritable`] if a card is unknown.
///
/// ```
/// let file = br#"
/// [Board "1"] [Dealer "N"] [Vulnerable "None"]
/// [Deal "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"]
/// [Declarer "W"] [Contract "1S"]
/// [Auction "N"]
/// Pass Pass 1C 1S AP
/// "#;
/// let boards = notation::pbn::read(file)?;
/// let watchable = notation::watchable(&boards[0])?;
/// assert_eq!((watchable.supplied, watchable.cut), (0, None), "nothing is missing or added");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn watchable(board: &Board) -> Result<Watchable, Unwritable> {
    let given = Board { number: Given::Unknown, ..board.clone() };
    let (whole, supplied) = with_auction(given);
    let attempts = [
        (whole.clone(), supplied),
        (
            Board {
                play: whole.play.as_ref().and_then(|rows| regular(&whole, rows)),
                result: Given::Unknown,
                ..whole.clone()
            },
            supplied,
        ),
        (Board { play: None, result: Given::Unknown, ..whole.clone() }, supplied),
        (cards_alone(whole), 0),
    ];
    let mut cut = None;
    for (attempt, supplied) in attempts {
        match record::single_board(&attempt) {
            Ok(record) => return Ok(Watchable { record, supplied, cut }),
            Err(why) => cut = cut.or(Some(why)),
        }
    }
    Err(cut.unwrap_or(Unwritable::NoDeal))
}

fn cards_alone(board: Board) -> Board {
    let (contract, declarer, result) = (Given::Unknown, Given::Unknown, Given::Unknown);
    Board { auction: None, play: None, contract, declarer, result, ..board }
}

/// Returns the play up to the first unknown card or accepted irregularity.
fn regular(board: &Board, rows: &CardRows) -> Option<CardRows> {
    let cards = rows.in_order(board.strain()?).into_iter().map(|(_, card)| card.clone());
    let cards: Vec<CardPlayed> = cards.take_while(|card| card.irregularity.is_none()).collect();
    Some(CardRows::of_cards(rows.leader, board.strain()?, cards))
}

/// Adds the shortest auction for the contract if the file has none. Returns its length too.
fn with_auction(board: Board) -> (Board, usize) {
    let calls = match (&board.auction, board.contract.known(), board.declarer.known()) {
        (None, Some(FinalContract::PassedOut), _) => vec![Call::Pass; 4],
        (None, Some(FinalContract::Contract(contract)), Some(declarer)) => {
            shortest(dealer(&board), *contract, *declarer)
        }
        _ => return (board, 0),
    };
    let made = |call: &Call| CallMade { call: Some(*call), insufficient: false, remarks: Remarks::default() };
    let row = CallRow { calls: calls.iter().map(made).collect(), stop: None };
    (Board { auction: Some(row), ..board }, calls.len())
}

fn shortest(dealer: Direction, contract: Contract, declarer: Declarer) -> Vec<Call> {
    let before = (declarer.direction as usize + 4 - dealer as usize) % 4;
    let mut calls = vec![Call::Pass; before];
    calls.push(Call::Bid(contract.bid));
    calls.extend(match contract.doubling {
        Doubling::Undoubled => &[][..],
        Doubling::Doubled => &[Call::Double],
        Doubling::Redoubled => &[Call::Double, Call::Redouble],
    });
    calls.extend([Call::Pass; 3]);
    calls
}

/// Returns the dealer, by default North.
pub(crate) fn dealer(board: &Board) -> Direction {
    board.dealer.known().copied().unwrap_or(Direction::North)
}

/// Returns the first place of a match, from 1, with this dealer and this vulnerability.
pub(crate) fn position(dealer: Direction, vulnerability: Vulnerability) -> u32 {
    let fits = |number: &u32| {
        Board::dealer_of(*number) == dealer && Board::vulnerability_of(*number) == vulnerability
    };
    (1..=16).find(fits).unwrap_or(1)
}
