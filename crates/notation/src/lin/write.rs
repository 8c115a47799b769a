//! LIN writer: a header for files of several boards, then one line per board, as online clubs write
//! it.

use super::ORDER;
use crate::auction;
use crate::board::{Board, CallMade, Comment, FinalContract, Given, Remarks};
use crate::error::{Unwritable, WriteError};
use crate::pbn::write_card;
use bridge::Call;
use cards::{CardSet, Rank, Suit};
use dds::{Direction, Vulnerability};
use std::fmt::Write as _;

/// Writes boards. Lines end with a line feed.
///
/// # Errors
///
/// Returns [`WriteError`] if a board contains something that LIN cannot express.
///
/// ```
/// let file = br#"
/// [Board "1"] [Dealer "N"] [Vulnerable "None"]
/// [Deal "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"]
/// [Declarer "W"] [Contract "1S"]
/// [Auction "N"]
/// Pass Pass 1C 1S AP
/// "#;
/// let lin = notation::lin::write(&notation::pbn::read(file)?)?;
/// assert!(lin.contains("|mb|1C|mb|1S|"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(boards: &[Board]) -> Result<String, WriteError> {
    let mut text = String::new();
    let is_list = boards.len() > 1 || boards.iter().any(needs_header);
    let has_results = is_list && write_header(&mut text, boards);
    for (position, board) in boards.iter().enumerate() {
        if is_list {
            let room = if is_closed(board) { 'c' } else { 'o' };
            let number = board.number.known().map_or(String::new(), ToString::to_string);
            let _ = write!(text, "qx|{room}{number}|");
        }
        let contract_survives = has_results && board.number.known().is_some() || auction_decides(board);
        write_board(&mut text, board, contract_survives)
            .map_err(|why| WriteError { board: position + 1, why })?;
    }
    Ok(text)
}

/// Returns whether a board has information that only a header can hold.
fn needs_header(board: &Board) -> bool {
    let tags = ["Room", "Stage", "HomeTeam", "VisitTeam"];
    board.event.known().is_some()
        || scoring(board).is_some()
        || board.contract.known().is_some() && board.auction.is_none()
        || tags.iter().any(|tag| board.tag(tag).is_some())
}

fn is_closed(board: &Board) -> bool {
    board.tag("Room").is_some_and(|room| room.eq_ignore_ascii_case("closed"))
}

/// Replaces bars and commas, which LIN cannot express in a list.
fn field(text: &str) -> String {
    text.replace('|', "/").replace(',', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn scoring(board: &Board) -> Option<char> {
    let basic = board.scoring.known()?.split(';').next()?;
    match basic.to_ascii_uppercase().as_str() {
        "IMP" | "IMPS" => Some('I'),
        "MP" | "MATCHPOINTS" => Some('P'),
        "BAM" => Some('B'),
        _ => None,
    }
}

/// Maximum range of board numbers for which a list of results is written.
const MAX_RESULTS: u32 = 1000;

/// Returns whether the calls alone determine the contract.
fn auction_decides(board: &Board) -> bool {
    let followed =
        board.dealer.known().zip(board.auction.as_ref()).map(|(dealer, row)| auction::follow(*dealer, row));
    followed.is_some_and(|followed| {
        followed.is_ok_and(|auction| auction.is_some_and(|auction| auction.is_over()))
    })
}

/// Writes the header and returns whether it has a list of results.
fn write_header(text: &mut String, boards: &[Board]) -> bool {
    let numbers = || boards.iter().filter_map(|board| board.number.known().copied());
    let (first, last) = (numbers().min().unwrap_or(1), numbers().max().unwrap_or(1));
    let tag = |name| field(boards.iter().find_map(|board| board.tag(name)).unwrap_or_default());
    let event = field(boards.iter().find_map(|board| board.event.known()).map_or("", |event| event));
    let scoring = boards.iter().find_map(scoring).map_or(String::new(), String::from);
    let (stage, home, visit) = (tag("Stage"), tag("HomeTeam"), tag("VisitTeam"));
    let _ = writeln!(text, "vg|{event},{stage},{scoring},{first},{last},{home},0,{visit},0|");
    // The list of results has one place per number and room, so it is omitted if several tables
    // played a board.
    let mut rooms: Vec<_> = boards.iter().map(|board| (board.number.known(), is_closed(board))).collect();
    rooms.sort_unstable();
    let is_repeated = rooms.windows(2).any(|pair| pair[0].0.is_some() && pair[0] == pair[1]);
    let has_results = last - first < MAX_RESULTS && !is_repeated;
    if has_results {
        let mut results = vec![String::new(); 2 * (last - first) as usize + 2];
        for board in boards {
            let Some(number) = board.number.known() else { continue };
            results[2 * (number - first) as usize + usize::from(is_closed(board))] = write_result(board);
        }
        let _ = writeln!(text, "rs|{}|", results.join(","));
    }
    text.push_str("pg||\n");
    has_results
}

/// Writes `4HN+1`, `3NWx-2` or `PASS`.
fn write_result(board: &Board) -> String {
    match (board.contract.known(), board.declarer.known(), board.result.known()) {
        (Some(FinalContract::PassedOut), _, _) => "PASS".to_owned(),
        (Some(FinalContract::Contract(contract)), Some(declarer), Some(result)) => {
            let letter = declarer.direction.letter();
            let doubling = "x".repeat(contract.doubling as usize);
            let bid = contract.bid;
            match i16::from(result.won) - i16::from(bid.level.tricks()) {
                0 => format!("{bid}{letter}{doubling}="),
                over => format!("{bid}{letter}{doubling}{over:+}"),
            }
        }
        _ => String::new(),
    }
}

/// Writes a board. `contract_survives` says whether a reader will know the contract.
fn write_board(text: &mut String, board: &Board, contract_survives: bool) -> Result<(), Unwritable> {
    let player = |direction: Direction| {
        board.players[direction as usize].known().map_or(String::new(), |name| field(name))
    };
    let _ = write!(text, "pn|{}|st||", ORDER.map(player).join(","));
    let dealer = board.dealer.known().map_or(0, |dealer| (*dealer as usize + 2) % 4 + 1);
    let hands = board.hands.known().copied().unwrap_or_default();
    let hand = |direction| hands.hand(direction).map_or(String::new(), write_hand);
    let _ = write!(text, "md|{dealer}{}|rh||", ORDER.map(hand).join(","));
    if let Given::Known(number) = board.number {
        let _ = write!(text, "ah|Board {number}|");
    } else if let Some(description) = board.tag("Description") {
        let _ = write!(text, "ah|{}|", field(description));
    }
    if let Given::Known(sides) = board.vulnerability {
        let letter = match sides {
            Vulnerability::None => 'o',
            Vulnerability::NorthSouth => 'n',
            Vulnerability::EastWest => 'e',
            Vulnerability::Both => 'b',
        };
        let _ = write!(text, "sv|{letter}|");
    }
    for comment in &board.comments {
        write_comment(text, &comment.comment);
    }
    write_auction(text, board)?;
    write_play(text, board, contract_survives)?;
    text.push('\n');
    Ok(())
}

/// Writes all four suits with their letters, the highest cards first.
fn write_hand(hand: CardSet) -> String {
    let suits = Suit::ALL.into_iter().rev().map(|suit| {
        // The ace is low in `Rank::ALL`.
        let ranks = std::iter::once(Rank::Ace).chain(Rank::ALL.into_iter().skip(1).rev());
        let held = ranks.filter(|rank| hand.contains(cards::Card::new(*rank, suit)));
        let held: String = held.map(Rank::letter).collect();
        format!("{}{held}", suit.letter().to_ascii_uppercase())
    });
    suits.collect()
}

fn write_auction(text: &mut String, board: &Board) -> Result<(), Unwritable> {
    let Some(auction) = &board.auction else { return Ok(()) };
    for made in &auction.calls {
        let CallMade { call: Some(call), insufficient: false, remarks } = made else {
            return Err(Unwritable::Irregular);
        };
        let call = match call {
            Call::Pass => "p".to_owned(),
            Call::Double => "d".to_owned(),
            Call::Redouble => "r".to_owned(),
            Call::Bid(bid) => bid.to_string(),
        };
        let _ = write!(text, "mb|{call}{}|", if remarks.alerted { "!" } else { "" });
        write_remarks(text, remarks, |text, note| {
            let _ = write!(text, "an|{note}|");
        });
    }
    text.push_str("pg||");
    Ok(())
}

fn write_remarks(text: &mut String, remarks: &Remarks, explain: impl FnOnce(&mut String, &str)) {
    if let Some(note) = &remarks.note {
        explain(text, &note.replace('|', "/"));
    }
    for comment in &remarks.comments {
        write_comment(text, comment);
    }
}

fn write_comment(text: &mut String, comment: &Comment) {
    match comment {
        Comment::Braced(inside) | Comment::Line(inside) => {
            let _ = write!(text, "nt|{}|", inside.replace('|', "/"));
        }
        // Escape lines are meant for programs that read PBN.
        Comment::Escape(_) => {}
    }
}

fn write_play(text: &mut String, board: &Board, contract_survives: bool) -> Result<(), Unwritable> {
    let mut open_trick = false;
    if let Some(play) = &board.play {
        let known = play.tricks.iter().flatten().flatten();
        if known.clone().any(|card| card.irregularity.is_some()) {
            return Err(Unwritable::Irregular);
        }
        let contract = board.contract.known().filter(|_| contract_survives);
        let Some(FinalContract::Contract(contract)) = contract else { return Err(Unwritable::NoContract) };
        let order = play.in_order(contract.bid.strain);
        if order.len() < known.count() {
            return Err(Unwritable::UnknownCard);
        }
        for (position, (_, played)) in order.iter().enumerate() {
            let _ = write!(text, "pc|{}|", write_card(played.card));
            // LIN has no explanation of a card, so it becomes a comment.
            write_remarks(text, &played.remarks, |text, note| {
                let _ = write!(text, "nt|{note}|");
            });
            open_trick = position % 4 != 3;
            if !open_trick {
                text.push_str("pg||");
            }
        }
    }
    let whole = board.play.as_ref().is_some_and(|play| play.tricks.iter().flatten().flatten().count() == 52);
    match board.result {
        Given::Known(result) if !whole && contract_survives => {
            let _ = write!(text, "mc|{}|pg||", result.won);
        }
        _ if open_trick => text.push_str("pg||"),
        _ => {}
    }
    Ok(())
}
