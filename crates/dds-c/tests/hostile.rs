//! Test with wrong numbers in every structure. A panic in a C function ends the test program. The
//! node limit is global for all threads, so the test has its own program.

use cards::Rng;
use dds_c::layout::{
    BoardDeal, BoardDealPbn, Boards, ContractType, ParResults, ParResultsMaster, PlayTraceBin, PlayTracePbn,
    PlayTracesBin, SolvedPlay, TableDeal, TableDealPbn, TableResults,
};
use dds_c::*;
use std::ffi::{c_char, c_int};
use std::mem::MaybeUninit;

/// Right and wrong numbers for a field.
const NUMBERS: [c_int; 16] = [0, 1, 2, 3, 4, 5, 7, 13, 14, 15, 52, 53, 255, -1, c_int::MIN, c_int::MAX];

const LETTERS: &[u8] = b"NESW:.. AKQJT98765432shdc\0\xff-";

/// Returns a right number most of the time.
fn number(rng: &mut Rng, right: c_int) -> c_int {
    if rng.pick(&[true, true, true, true, true, true, true, false]) { right } else { rng.pick(&NUMBERS) }
}

/// Returns the text with a wrong letter some of the time.
fn text<const LENGTH: usize>(rng: &mut Rng, right: &str) -> [c_char; LENGTH] {
    let mut text = [0; LENGTH];
    for (letter, byte) in text.iter_mut().zip(right.bytes()) {
        *letter = byte as c_char;
    }
    if rng.pick(&[true, true, false]) {
        return text;
    }
    let positions: Vec<usize> = (0..LENGTH).collect();
    text[rng.pick(&positions)] = rng.pick(LETTERS) as c_char;
    text
}

/// Returns four hands of three cards of each suit, or of some of them, with a wrong bit some of the
/// time.
fn hands(rng: &mut Rng) -> [[u32; 4]; 4] {
    let mut hands = [[0; 4]; 4];
    let suits = rng.pick(&[1, 2, 3]);
    for (hand, cards) in hands.iter_mut().enumerate() {
        for cards in &mut cards[..suits] {
            *cards = 0b111 << (2 + 3 * hand);
        }
    }
    if rng.pick(&[true, false, false]) {
        let index = rng.pick(&[0, 1, 2, 3]);
        hands[index][rng.pick(&[0, 1, 2, 3])] ^= 1 << rng.pick(&[0, 1, 2, 5, 9, 14, 15, 31]);
    }
    hands
}

#[test]
fn no_number_of_a_caller_makes_a_function_panic() {
    let mut rng = Rng::from_number(44);
    let mut codes = std::collections::BTreeSet::new();
    for _ in 0..3000 {
        SetNodeLimit(rng.pick(&[1, 10, 100, 1000, 5000]));
        let deal = BoardDeal {
            trump: number(&mut rng, 4),
            first: number(&mut rng, 0),
            current_trick_suit: std::array::from_fn(|_| number(&mut rng, 0)),
            current_trick_rank: std::array::from_fn(|_| number(&mut rng, 0)),
            remain_cards: hands(&mut rng),
        };
        // Each hand plays its three cards of a suit, then of the next.
        let play = PlayTraceBin {
            number: number(&mut rng, 5),
            suit: std::array::from_fn(|n| number(&mut rng, n as c_int / 12)),
            rank: std::array::from_fn(|n| number(&mut rng, [2, 5, 8, 11][n % 4] + n as c_int / 4 % 3)),
        };
        let written = BoardDealPbn {
            trump: deal.trump,
            first: deal.first,
            current_trick_suit: deal.current_trick_suit,
            current_trick_rank: deal.current_trick_rank,
            remain_cards: text(&mut rng, "N:AQ.A.. 32.2.. 65.3.. KJ.K.."),
        };
        let written_play =
            PlayTracePbn { number: number(&mut rng, 4), cards: text(&mut rng, "SAS2S5SJSQS3S6SK") };
        codes.insert(AnalysePlayBin(deal, play, Some(&mut MaybeUninit::<SolvedPlay>::uninit()), 0));
        codes.insert(AnalysePlayPBN(written, written_play, Some(&mut MaybeUninit::uninit()), -1));
        let (target, solutions) = (number(&mut rng, -1), number(&mut rng, 3));
        let mode = number(&mut rng, 1);
        codes.insert(SolveBoard(deal, target, solutions, mode, Some(&mut MaybeUninit::uninit()), 0));
        let boards = Boards {
            no_of_boards: number(&mut rng, 2),
            deals: [deal; 200],
            target: [target; 200],
            solutions: [solutions; 200],
            mode: [mode; 200],
        };
        let plays = PlayTracesBin { no_of_boards: number(&mut rng, boards.no_of_boards), plays: [play; 200] };
        let par = ParResultsMaster {
            score: number(&mut rng, -110),
            number: number(&mut rng, 1),
            contracts: std::array::from_fn(|_| ContractType {
                under_tricks: number(&mut rng, 0),
                over_tricks: number(&mut rng, 1),
                level: number(&mut rng, 2),
                denom: number(&mut rng, 3),
                seats: number(&mut rng, 5),
            }),
        };
        codes.insert(ConvertToDealerTextFormat(Some(&par), Some(&mut [MaybeUninit::uninit(); 128])));
        codes.insert(ConvertToSidesTextFormat(Some(&[par; 2]), Some(&mut MaybeUninit::uninit())));
        if boards.no_of_boards < 4 {
            let chunk = number(&mut rng, 1);
            codes.insert(SolveAllChunksBin(Some(&boards), Some(&mut MaybeUninit::uninit()), chunk));
            codes.insert(AnalyseAllPlaysBin(
                Some(&boards),
                Some(&plays),
                Some(&mut MaybeUninit::uninit()),
                0,
            ));
        }
        let vulnerable = number(&mut rng, 1);
        let table = TableResults {
            res_table: std::array::from_fn(|_| {
                std::array::from_fn(|_| {
                    let right = rng.pick(&NUMBERS[..8]);
                    number(&mut rng, right)
                })
            }),
        };
        let dealer = number(&mut rng, 2);
        codes.insert(Par(Some(&table), Some(&mut MaybeUninit::<ParResults>::uninit()), vulnerable));
        codes.insert(DealerPar(Some(&table), Some(&mut MaybeUninit::uninit()), dealer, vulnerable));
        codes.insert(SidesParBin(Some(&table), Some(&mut MaybeUninit::uninit()), vulnerable));
        codes.insert(CalcPar(
            TableDeal { cards: deal.remain_cards },
            vulnerable,
            Some(&mut MaybeUninit::uninit()),
            Some(&mut MaybeUninit::uninit()),
        ));
        codes.insert(CalcParPBN(
            TableDealPbn { cards: written.remain_cards },
            Some(&mut MaybeUninit::uninit()),
            vulnerable,
            Some(&mut MaybeUninit::uninit()),
        ));
    }
    // The numbers were wrong in many ways, and right too.
    for code in [1, -1, -4, -12, -13, -14, -18, -19, -98, -99, -301, -1001] {
        assert!(codes.contains(&code), "{code} is missing in {codes:?}");
    }
}
