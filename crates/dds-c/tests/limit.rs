//! Test of the node limit. It is global for all threads, so the test has its own program.

use dds_c::layout::{BoardDealPbn, FutureTricks, PlayTracePbn, SolvedPlay, TableDealPbn, TableResults};
use dds_c::*;
use std::mem::MaybeUninit;

#[test]
fn a_call_that_takes_more_nodes_than_allowed_says_so() {
    let deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";
    let mut text = [0; 80];
    for (slot, byte) in text.iter_mut().zip(deal.bytes()) {
        *slot = byte as std::ffi::c_char;
    }
    let board = BoardDealPbn {
        trump: 4,
        first: 3,
        current_trick_suit: [0; 3],
        current_trick_rank: [0; 3],
        remain_cards: text,
    };
    let solve = || SolveBoardPBN(board, -1, 3, 1, Some(&mut MaybeUninit::<FutureTricks>::uninit()), 0);
    let table =
        || CalcDDtablePBN(TableDealPbn { cards: text }, Some(&mut MaybeUninit::<TableResults>::uninit()));
    let mut cards = [0; 106];
    (cards[0], cards[1]) = (b'S' as std::ffi::c_char, b'4' as std::ffi::c_char);
    let analyse = |number| {
        let play = PlayTracePbn { number, cards };
        AnalysePlayPBN(board, play, Some(&mut MaybeUninit::<SolvedPlay>::uninit()), 0)
    };
    SetNodeLimit(100);
    assert_eq!((solve(), table()), (-1001, -1001));
    assert_eq!((analyse(0), analyse(1)), (-1001, -1001));
    let mut line = [MaybeUninit::new(0); 80];
    ErrorMessage(-1001, Some(&mut line));
    #[expect(unsafe_code, reason = "initialized two lines above")]
    let line = line.map(|byte| unsafe { byte.assume_init() } as u8);
    assert!(line.starts_with(b"Node limit reached\0"));
    SetNodeLimit(0);
    assert_eq!((solve(), table()), (1, 1));
    assert_eq!((analyse(0), analyse(1)), (1, 1));
}
