//! Tests of the C interface: own header, own calls.

use cards::Rng;
use dds::{Deal, Direction, Position, Solver, Strain, Vulnerability};
use dds_c::layout::{
    AllParResults, BoardDeal, BoardDealPbn, Boards, BoardsPbn, ContractType, FutureTricks, ParResults,
    ParResultsDealer, ParResultsMaster, ParTextResults, PlayTraceBin, PlayTracePbn, PlayTracesBin,
    SolvedBoards, SolvedPlay, TableDeal, TableDealPbn, TableDeals, TableDealsPbn, TableResults,
};
use dds_c::*;
use std::ffi::{c_char, c_int};
use std::mem::MaybeUninit;

const STRAINS: [Strain; 5] =
    [Strain::Spades, Strain::Hearts, Strain::Diamonds, Strain::Clubs, Strain::Notrump];

fn random_deal(rng: &mut Rng, tricks: usize) -> Deal {
    let mut deck: Vec<cards::Card> = cards::CardSet::FULL.into();
    rng.shuffle(&mut deck);
    let mut hands = [cards::CardSet::EMPTY; 4];
    for (index, card) in deck.into_iter().take(4 * tricks).enumerate() {
        hands[index % 4].insert(card);
    }
    Deal::new(hands).expect("each card was dealt once")
}

/// Returns the bit masks of DDS: spades first, the deuce in bit 2.
fn bits(deal: &Deal) -> [[u32; 4]; 4] {
    Direction::ALL.map(|direction| {
        let mut suits = [0; 4];
        for card in deal.hand(direction).iter() {
            suits[3 - card.suit() as usize] |= 1 << ((card.rank() as u32 + 12) % 13 + 2);
        }
        suits
    })
}

fn text<const LENGTH: usize>(content: &str) -> [c_char; LENGTH] {
    let mut text = [0; LENGTH];
    for (slot, byte) in text.iter_mut().zip(content.bytes()) {
        *slot = byte as c_char;
    }
    text
}

/// Returns the output and the return code of a call.
fn written<T: Copy + Default>(call: impl FnOnce(Option<&mut MaybeUninit<T>>) -> c_int) -> (c_int, T) {
    let mut out = MaybeUninit::new(T::default());
    let code = call(Some(&mut out));
    // The value was initialized with its default.
    #[expect(unsafe_code, reason = "initialized two lines above")]
    let value = unsafe { out.assume_init() };
    (code, value)
}

#[test]
fn a_board_has_the_tricks_of_the_solver_with_cards_on_the_table_too() {
    let mut rng = Rng::from_number(5);
    let mut solver = Solver::new();
    for round in 0..60_usize {
        let deal = random_deal(&mut rng, 6);
        let (strain, leader) = (round % 5, round / 5 % 4);
        let mut position = Position::new(&deal, STRAINS[strain], Direction::ALL[leader]);
        let mut board = BoardDeal {
            trump: strain as c_int,
            first: leader as c_int,
            current_trick_suit: [0; 3],
            current_trick_rank: [0; 3],
            remain_cards: bits(&deal),
        };
        for index in 0..round % 4 {
            let cards: Vec<_> = position.playable().iter().collect();
            let card = rng.pick(&cards);
            let hand = position.to_play() as usize;
            position.play(card).unwrap();
            let (suit, rank) = (3 - card.suit() as usize, (card.rank() as u32 + 12) % 13 + 2);
            board.current_trick_suit[index] = suit as c_int;
            board.current_trick_rank[index] = rank as c_int;
            board.remain_cards[hand][suit] &= !(1 << rank);
        }
        let table = solver.lead_table(&position);
        let (code, all) = written::<FutureTricks>(|out| SolveBoard(board, -1, 3, 1, out, 0));
        assert_eq!(code, 1);
        // Each legal card appears once, alone or among the equals of a higher one.
        let mut listed = 0;
        for n in 0..all.cards as usize {
            for rank in 2..15 {
                if rank == all.rank[n] || all.equals[n] >> rank & 1 == 1 {
                    listed += 1;
                    let lead = table.iter().find(|lead| {
                        3 - lead.card.suit() as c_int == all.suit[n]
                            && (lead.card.rank() as c_int + 12) % 13 + 2 == rank
                    });
                    assert_eq!(lead.map(|lead| c_int::from(lead.tricks)), Some(all.score[n]));
                }
            }
        }
        assert_eq!(listed, table.len());
        let (_, one) = written::<FutureTricks>(|out| SolveBoard(board, -1, 1, 1, out, 0));
        assert_eq!((one.cards, one.score[0]), (1, table[0].tricks.into()));
        let (_, best) = written::<FutureTricks>(|out| SolveBoard(board, -1, 2, 1, out, 0));
        let count = all.score[..all.cards as usize].iter().filter(|score| **score == all.score[0]).count();
        assert_eq!(best.cards as usize, count);
        let more = c_int::from(table[0].tricks) + 1;
        if more <= position.tricks_left().into() {
            let (code, none) = written::<FutureTricks>(|out| SolveBoard(board, more, 1, 1, out, 0));
            assert_eq!((code, none.cards, none.score[0]), (1, 0, if more > 1 { -1 } else { 0 }));
        }
    }
}

#[test]
fn tables_are_those_of_the_solver_one_by_one_and_together() {
    let mut rng = Rng::from_number(6);
    let deals: Vec<Deal> = (0..3).map(|_| random_deal(&mut rng, 7)).collect();
    let mut solver = Solver::new();
    let mut all = TableDeals { no_of_tables: 3, deals: [TableDeal { cards: [[0; 4]; 4] }; 200] };
    let mut tables = Vec::new();
    for (index, deal) in deals.iter().enumerate() {
        all.deals[index] = TableDeal { cards: bits(deal) };
        let table = solver.solve_all(deal);
        let expected =
            STRAINS.map(|strain| Direction::ALL.map(|declarer| c_int::from(table[strain][declarer])));
        let (code, one) = written(|out| CalcDDtable(TableDeal { cards: bits(deal) }, out));
        let one: dds_c::layout::TableResults = one;
        assert_eq!((code, one.res_table), (1, expected));
        let deal = TableDealPbn { cards: text(&deal.to_string()) };
        let (code, again) = written(|out| CalcDDtablePBN(deal, out));
        assert_eq!((code, again), (1, one));
        tables.push(one);
    }
    // Only hearts are skipped.
    let mut results = MaybeUninit::uninit();
    let code = CalcAllTables(Some(&all), -1, Some(&[0, 1, 0, 0, 0]), Some(&mut results), None);
    assert_eq!(code, 1);
    #[expect(unsafe_code, reason = "the call succeeded")]
    let results = unsafe { results.assume_init() };
    assert_eq!(results.no_of_boards, 12);
    for (mut table, result) in tables.into_iter().zip(results.results) {
        table.res_table[1] = [0; 4];
        assert_eq!(result, table);
    }
}

#[test]
fn every_error_has_a_code_and_a_message() {
    let good = "N:AK.. 43.. QT.. 9.3.";
    let board = |deal: &str, trump, first, suit, rank| BoardDealPbn {
        trump,
        first,
        current_trick_suit: [suit; 3],
        current_trick_rank: [rank, 0, 0],
        remain_cards: text(deal),
    };
    let code = |board, target, solutions, mode| {
        written::<FutureTricks>(|out| SolveBoardPBN(board, target, solutions, mode, out, 0)).0
    };
    assert_eq!(code(board(good, 0, 0, 0, 0), -1, 1, 1), 1);
    assert_eq!(code(board(good, 5, 0, 0, 0), -1, 1, 1), -18);
    assert_eq!(code(board(good, 0, -1, 0, 0), -1, 1, 1), -19);
    assert_eq!(code(board(good, 0, 0, 0, 0), -2, 1, 1), -5);
    assert_eq!(code(board(good, 0, 0, 0, 0), 14, 1, 1), -7);
    assert_eq!(code(board(good, 0, 0, 0, 0), 3, 1, 1), -3);
    assert_eq!(code(board(good, 0, 0, 0, 0), -1, 0, 1), -8);
    assert_eq!(code(board(good, 0, 0, 0, 0), -1, 4, 1), -9);
    assert_eq!(code(board(good, 0, 0, 0, 0), -1, 1, -1), -16);
    assert_eq!(code(board(good, 0, 0, 0, 0), -1, 1, 3), -17);
    assert_eq!(code(board(good, 0, 0, 0, 14), -1, 1, 1), -13);
    assert_eq!(code(board(good, 0, 0, 7, 14), -1, 1, 1), -12);
    assert_eq!(code(board(good, 0, 0, 3, 14), -1, 1, 1), -14);
    assert_eq!(code(board("N:AK.. 4A.. QT.. 9.3.", 0, 0, 0, 0), -1, 1, 1), -4);
    assert_eq!(code(board("N:... ... ... ...", 0, 0, 0, 0), -1, 1, 1), -2);
    assert_eq!(code(board("nonsense", 0, 0, 0, 0), -1, 1, 1), -99);
    assert_eq!(SolveBoardPBN(board(good, 0, 0, 0, 0), -1, 1, 1, None, 0), -1);
    let empty = BoardDeal {
        trump: 0,
        first: 0,
        current_trick_suit: [0; 3],
        current_trick_rank: [0; 3],
        remain_cards: [[0; 4]; 4],
    };
    let many = Boards {
        no_of_boards: 201,
        deals: [empty; 200],
        target: [-1; 200],
        solutions: [1; 200],
        mode: [1; 200],
    };
    assert_eq!(SolveAllBoardsBin(Some(&many), None), -101);
    let mut line = [MaybeUninit::new(0); 80];
    ErrorMessage(-101, Some(&mut line));
    #[expect(unsafe_code, reason = "initialized two lines above")]
    let line = line.map(|byte| unsafe { byte.assume_init() } as u8);
    assert!(line.starts_with(b"Too many boards requested\0"));
}

/// A deal with a strain, a leader, a play and the declarer's tricks, as in the examples of DDS 2.9.
const PLAYS: [(&str, c_int, c_int, &str, &[(usize, c_int)]); 3] = [
    (
        "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3",
        0,
        0,
        "CTC4CACJH8H4HKH9D5DAD9D2S7S5S2SQD8D4DQD3H3HAH6H7C3C8CQC2S3SKSAS6HQH5HJHTCKC9D6C5S4SJS8C6DJ",
        &[(46, 8)],
    ),
    (
        "E:QJT5432.T.6.QJ82 .J97543.K7532.94 87.A62.QJT4.AT75 AK96.KQ8.A98.K63",
        4,
        1,
        "SQD2S8SAHKHTH3H2HQS2H4H6H8D6HJHAS7SKS4C4D8C2DKD4H9C5S6S3H7C7C3S5H5CTD9STD3DQDAC8S9SJC9DTCQD5CAC6DJCKCJD7",
        &[(1, 9), (36, 10), (12, 9)],
    ),
    (
        "N:73.QJT.AQ54.T752 QT6.876.KJ9.AQ84 5.A95432.7632.K6 AKJ9842.K.T8.J93",
        0,
        2,
        "HAHKHQH7D7D8DAD9C5CAC6C3",
        &[(13, 10)],
    ),
];

fn board(deal: &str, trump: c_int, first: c_int) -> BoardDealPbn {
    BoardDealPbn {
        trump,
        first,
        current_trick_suit: [0; 3],
        current_trick_rank: [0; 3],
        remain_cards: text(deal),
    }
}

fn play(cards: &str) -> PlayTracePbn {
    PlayTracePbn { number: cards.len() as c_int / 2, cards: text(cards) }
}

/// Returns the play with the numbers of DDS.
fn numbers(play: &[cards::Card]) -> PlayTraceBin {
    let mut trace = PlayTraceBin { number: play.len() as c_int, suit: [-1; 52], rank: [-1; 52] };
    for (n, card) in play.iter().enumerate() {
        trace.suit[n] = 3 - card.suit() as c_int;
        trace.rank[n] = (card.rank() as c_int + 12) % 13 + 2;
    }
    trace
}

#[test]
fn plays_have_the_results_that_dds_documents() {
    for (deal, trump, first, cards, runs) in PLAYS {
        let (code, solved) =
            written::<SolvedPlay>(|out| AnalysePlayPBN(board(deal, trump, first), play(cards), out, 0));
        let expected: Vec<c_int> =
            runs.iter().flat_map(|&(times, tricks)| std::iter::repeat_n(tricks, times)).collect();
        assert_eq!((code, solved.number as usize), (1, expected.len()));
        assert_eq!(solved.tricks[..expected.len()], expected);
        assert_eq!(solved.tricks[expected.len()..], [0; 53][expected.len()..]);
    }
}

#[test]
fn the_ace_instead_of_the_queen_gives_the_declarer_a_trick() {
    // South leads, so East declares. North takes three tricks with a finesse and two with the ace.
    let deal = board("N:AQ.A.. 32.2.. 65.3.. KJ.K..", 4, 2);
    for (cards, tricks) in
        [("", &[0][..]), ("S5SJSAS2", &[0, 0, 0, 1, 1]), ("s5sjsqs2HAh2h3hk", &[0, 0, 0, 0, 0, 0, 0, 0, 0])]
    {
        let (code, solved) = written::<SolvedPlay>(|out| AnalysePlayPBN(deal, play(cards), out, 0));
        assert_eq!((code, solved.number as usize), (1, tricks.len()));
        assert_eq!(solved.tricks[..tricks.len()], *tricks);
    }
    // With the jack on the table, only the ace and the deuce follow.
    let mut rest = board("N:AQ.A.. 32.2.. 6.3.. K.K..", 4, 2);
    rest.current_trick_rank = [5, 11, 0];
    let (code, solved) = written::<SolvedPlay>(|out| AnalysePlayPBN(rest, play("SAS2"), out, 0));
    assert_eq!((code, solved.number, &solved.tricks[..3]), (1, 3, &[0, 1, 1][..]));
}

#[test]
fn analysed_plays_are_those_of_the_solver_one_by_one_and_together() {
    let mut rng = Rng::from_number(7);
    let mut solver = Solver::new();
    let empty = BoardDeal {
        trump: 0,
        first: 0,
        current_trick_suit: [0; 3],
        current_trick_rank: [0; 3],
        remain_cards: [[0; 4]; 4],
    };
    let mut boards = Boards {
        no_of_boards: 20,
        deals: [empty; 200],
        target: [-1; 200],
        solutions: [1; 200],
        mode: [1; 200],
    };
    let mut plays = PlayTracesBin { no_of_boards: 20, plays: [numbers(&[]); 200] };
    let mut expected = Vec::new();
    for round in 0..20_usize {
        let deal = random_deal(&mut rng, 6);
        let (strain, leader) = (round % 5, round / 5);
        let start = Position::new(&deal, STRAINS[strain], Direction::ALL[leader]);
        let (mut position, mut cards) = (start, Vec::new());
        // The declarer's tricks by a search of each position.
        let mut tricks = Vec::new();
        for _ in 0..=20 {
            let side = Direction::ALL[leader].next();
            let left = solver.solve_position(&position);
            let of_side =
                if position.to_play().is_side_of(side) { left } else { position.tricks_left() - left };
            tricks.push(c_int::from(position.taken(side) + of_side));
            let choice: Vec<_> = position.playable().iter().collect();
            let card = rng.pick(&choice);
            position.play(card).unwrap();
            cards.push(card);
        }
        boards.deals[round] =
            BoardDeal { trump: strain as c_int, first: leader as c_int, remain_cards: bits(&deal), ..empty };
        plays.plays[round] = numbers(&cards);
        let (code, solved) =
            written::<SolvedPlay>(|out| AnalysePlayBin(boards.deals[round], plays.plays[round], out, 0));
        assert_eq!((code, solved.number, &solved.tricks[..21]), (1, 21, &tricks[..]));
        expected.push(solved);
    }
    let mut solved = MaybeUninit::uninit();
    assert_eq!(AnalyseAllPlaysBin(Some(&boards), Some(&plays), Some(&mut solved), 1), 1);
    #[expect(unsafe_code, reason = "the call succeeded")]
    let solved = unsafe { solved.assume_init() };
    assert_eq!((solved.no_of_boards, &solved.solved[..20]), (20, &expected[..]));
    for wrong in [19, 21] {
        plays.no_of_boards = wrong;
        let mut solved = MaybeUninit::uninit();
        assert_eq!(AnalyseAllPlaysBin(Some(&boards), Some(&plays), Some(&mut solved), 1), -1);
    }
}

#[test]
fn a_play_that_cannot_be_is_an_error() {
    let deal = board("N:AQ.A.. 32.2.. 65.3.. KJ.K..", 4, 2);
    let code = |deal, play| written::<SolvedPlay>(|out| AnalysePlayPBN(deal, play, out, 0)).0;
    assert_eq!(code(deal, play("S5SJ")), 1);
    for wrong in ["S5SA", "S5HK", "XX", "S1", "5S", "S5\u{e4}"] {
        assert_eq!(code(deal, play(wrong)), -98, "{wrong}");
    }
    for number in [-1, 53, c_int::MIN, c_int::MAX, 52] {
        assert_eq!(code(deal, PlayTracePbn { number, ..play("S5SJ") }), -98, "{number}");
    }
    // A whole play with a card too many.
    let (whole, trump, first, cards, _) = PLAYS[1];
    assert_eq!(code(board(whole, trump, first), play(cards)), 1);
    assert_eq!(code(board(whole, trump, first), play(&format!("{cards}D7"))), -98);
    assert_eq!(code(board("nonsense", 4, 2), play("S5")), -99);
    assert_eq!(code(board("N:AQ.A.. 32.2.. 65.3.. KJ.K..", 5, 2), play("XX")), -18);
    assert_eq!(AnalysePlayPBN(deal, play("S5"), None, 0), -1);
    let deal = BoardDeal {
        trump: 4,
        first: 0,
        current_trick_suit: [0; 3],
        current_trick_rank: [0; 3],
        remain_cards: [[3 << 13, 0, 0, 0], [0, 3 << 13, 0, 0], [0, 0, 3 << 13, 0], [0, 0, 0, 3 << 13]],
    };
    let code = |number, suit, rank| {
        let trace = PlayTraceBin { number, suit: [suit; 52], rank: [rank; 52] };
        written::<SolvedPlay>(|out| AnalysePlayBin(deal, trace, out, 0)).0
    };
    assert_eq!(code(1, 0, 14), 1);
    for (number, suit, rank) in [
        (1, 0, 12),
        (1, 4, 14),
        (1, -1, 14),
        (1, 0, 15),
        (1, 0, c_int::MIN),
        (2, 0, 14),
        (53, 0, 14),
        (-1, 0, 14),
    ] {
        assert_eq!(code(number, suit, rank), -98, "{number} {suit} {rank}");
    }
    assert_eq!(AnalyseAllPlaysPBN(None, None, None, 0), -1);
}

fn string(text: &[c_char]) -> String {
    text.iter().take_while(|byte| **byte != 0).map(|&byte| char::from(byte as u8)).collect()
}

/// Returns the scores and the contracts.
fn par_texts(par: &ParResults) -> [String; 4] {
    let [score, other_score] = par.par_score.each_ref().map(|text| string(text));
    let [contracts, other_contracts] = par.par_contracts_string.each_ref().map(|text| string(text));
    [score, other_score, contracts, other_contracts]
}

/// Returns the score and the contracts.
fn dealer_texts(par: &ParResultsDealer) -> (c_int, Vec<String>) {
    (par.score, par.contracts[..par.number as usize].iter().map(|text| string(text)).collect())
}

fn dealer_par(table: &TableResults, dealer: c_int, vulnerable: c_int) -> (c_int, Vec<String>) {
    let (code, par) = written(|out| DealerPar(Some(table), out, dealer, vulnerable));
    assert_eq!(code, 1);
    dealer_texts(&par)
}

#[test]
fn par_of_the_example_deals_is_what_dds_documents() {
    let expected = [
        (0, ["NS -110", "EW 110", "NS:EW 2S", "EW:EW 2S"], (-110, "2S-EW")),
        (2, ["NS 100", "EW -100", "NS:EW 4Sx", "EW:EW 4Sx"], (100, "4S*-EW-1")),
        (0, ["NS -300", "EW 300", "NS:NS 5Hx", "EW:NS 5Hx"], (-300, "5H*-NS-2")),
    ];
    let mut deals = TableDealsPbn { no_of_tables: 3, deals: [TableDealPbn { cards: [0; 80] }; 200] };
    for (n, ((deal, ..), (vulnerable, texts, (score, contract)))) in
        PLAYS.into_iter().zip(expected).enumerate()
    {
        deals.deals[n] = TableDealPbn { cards: text(deal) };
        let mut par = MaybeUninit::new(ParResults::default());
        let (code, table) = written(|out| CalcParPBN(deals.deals[n], out, vulnerable, Some(&mut par)));
        #[expect(unsafe_code, reason = "initialized four lines above")]
        let par = unsafe { par.assume_init() };
        assert_eq!((code, par_texts(&par)), (1, texts.map(str::to_owned)));
        let deal: Deal = deal.parse().unwrap();
        let mut again = MaybeUninit::uninit();
        let (code, same) =
            written(|out| CalcPar(TableDeal { cards: bits(&deal) }, vulnerable, Some(&mut again), out));
        assert_eq!((code, same), (1, par));
        for dealer in 0..4 {
            let expected = (score, vec![contract.to_owned()]);
            assert_eq!(dealer_par(&table, dealer, vulnerable), expected);
        }
    }
    // All at once, not vulnerable.
    let (mut results, mut pars) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let code = CalcAllTablesPBN(Some(&deals), 0, Some(&[0; 5]), Some(&mut results), Some(&mut pars));
    assert_eq!(code, 1);
    #[expect(unsafe_code, reason = "the call succeeded")]
    let pars: AllParResults = unsafe { pars.assume_init() };
    assert_eq!(par_texts(&pars.presults[0]), expected[0].1.map(str::to_owned));
    assert_eq!(par_texts(&pars.presults[2]), expected[2].1.map(str::to_owned));
    assert_eq!(pars.presults[3], ParResults::default());
    let code = |mode, pars| {
        CalcAllTablesPBN(Some(&deals), mode, Some(&[0; 5]), Some(&mut MaybeUninit::uninit()), pars)
    };
    assert_eq!((code(0, None), code(4, None), code(-2, None)), (-1, -17, -16));
}

/// The tricks of spades to notrump, in each strain North first.
const fn table(res_table: [[c_int; 4]; 5]) -> TableResults {
    TableResults { res_table }
}

#[test]
fn par_contracts_have_their_levels_declarers_and_results() {
    // North-South make three spades and, only by North, three hearts; East-West make two diamonds.
    let hearts = table([[9, 4, 9, 4], [9, 4, 8, 4], [5, 8, 5, 8], [6, 6, 6, 6], [6, 6, 6, 6]]);
    let par = |table: &TableResults, vulnerable| {
        let (code, par) = written(|out| Par(Some(table), out, vulnerable));
        assert_eq!(code, 1);
        par_texts(&par)
    };
    // Vulnerable, three diamonds doubled cost more than two hearts with an overtrick.
    assert_eq!(par(&hearts, 1), ["NS 140", "EW -140", "NS:NS 23S,N 23H", "EW:NS 23S,N 23H"]);
    assert_eq!(par(&hearts, 2), ["NS 140", "EW -140", "NS:NS 3S,N 3H", "EW:NS 3S,N 3H"]);
    let contracts = ["2S-NS+1".to_owned(), "2H-N+1".to_owned()];
    assert_eq!(dealer_par(&hearts, 3, 1), (140, contracts.to_vec()));
    let (code, sides) = written::<[ParResultsDealer; 2]>(|out| SidesPar(Some(&hearts), out, 1));
    assert_eq!((code, dealer_texts(&sides[0])), (1, (140, contracts.to_vec())));
    assert_eq!(dealer_texts(&sides[1]), (-140, contracts.to_vec()));
    let spades = ContractType { under_tricks: 0, over_tricks: 1, level: 2, denom: 1, seats: 4 };
    let (code, numbers) = written::<ParResultsMaster>(|out| DealerParBin(Some(&hearts), out, 0, 1));
    assert_eq!((code, numbers.score, numbers.number), (1, 140, 2));
    assert_eq!(numbers.contracts[..2], [spades, ContractType { denom: 2, seats: 0, ..spades }]);
    let (code, sides) = written::<[ParResultsMaster; 2]>(|out| SidesParBin(Some(&hearts), out, 1));
    assert_eq!((code, sides), (1, [numbers, ParResultsMaster { score: -140, ..numbers }]));

    // North-South make four hearts; East-West sacrifice in four spades.
    let sacrifice = table([[4, 9, 4, 9], [10, 2, 10, 2], [8, 3, 8, 3], [6, 7, 6, 7], [9, 3, 9, 3]]);
    let (_, numbers) = written::<ParResultsMaster>(|out| DealerParBin(Some(&sacrifice), out, 1, 2));
    let expected = ContractType { under_tricks: 1, over_tricks: 0, level: 4, denom: 1, seats: 5 };
    assert_eq!((numbers.score, numbers.number, numbers.contracts[0]), (100, 1, expected));

    // Either side makes one notrump if it bids first.
    let first = table([[6; 4], [6; 4], [6; 4], [6; 4], [7; 4]]);
    assert_eq!(par(&first, 0), ["NS 90", "EW 90", "NS:NS 1N", "EW:EW 1N"]);
    assert_eq!(dealer_par(&first, 3, 0), (-90, vec!["1N-EW".to_owned()]));

    let passed_out = table([[6; 4]; 5]);
    assert_eq!(par(&passed_out, 3), ["NS 0", "EW 0", "NS:", "EW:"]);
    assert_eq!(dealer_par(&passed_out, 0, 0), (0, vec!["pass".to_owned()]));
    let (_, numbers) = written::<ParResultsMaster>(|out| DealerParBin(Some(&passed_out), out, 0, 0));
    assert_eq!((numbers.score, numbers.number, numbers.contracts[0].level), (0, 1, 0));
}

#[test]
fn two_failing_par_contracts_are_ordered_as_in_dds() {
    // East-West make six spades; seven of either red suit fails by five tricks.
    let slam = table([[0, 12, 0, 12], [8, 5, 8, 5], [8, 5, 8, 5], [5, 8, 5, 8], [2, 11, 2, 11]]);
    let (code, par) = written::<ParResults>(|out| Par(Some(&slam), out, 1));
    assert_eq!((code, string(&par.par_score[0])), (1, "NS -1400".to_owned()));
    assert_eq!(string(&par.par_contracts_string[0]), "NS:NS 7Hx,NS 7Dx");
    assert_eq!(dealer_par(&slam, 0, 1), (-1400, vec!["7D*-NS-5".to_owned(), "7H*-NS-5".to_owned()]));
}

#[test]
fn par_scores_are_those_of_the_solver_for_any_table() {
    let mut rng = Rng::from_number(8);
    let vulnerabilities =
        [Vulnerability::None, Vulnerability::Both, Vulnerability::NorthSouth, Vulnerability::EastWest];
    let tricks: Vec<c_int> = (0..=13).collect();
    for _ in 0..500 {
        let results = table(std::array::from_fn(|_| std::array::from_fn(|_| rng.pick(&tricks))));
        let mut dds_table = dds::Table::default();
        for (strain, row) in STRAINS.into_iter().zip(results.res_table) {
            for (declarer, tricks) in Direction::ALL.into_iter().zip(row) {
                dds_table[strain][declarer] = tricks as u8;
            }
        }
        for (vulnerable, vulnerability) in (0..).zip(vulnerabilities) {
            let scores = Direction::ALL.map(|dealer| dds::par(&dds_table, dealer, vulnerability).score);
            let dealers = [0, 1, 2, 3].map(|dealer| dealer_par(&results, dealer, vulnerable).0);
            assert_eq!(dealers, scores);
            let (code, par) = written::<ParResults>(|out| Par(Some(&results), out, vulnerable));
            let texts = [format!("NS {}", scores[0]), format!("EW {}", -scores[1])];
            assert_eq!((code, par.par_score.each_ref().map(|text| string(text))), (1, texts));
        }
    }
}

/// Returns par for the dealer North, and for both sides, as text, and whether it is the same for both.
fn converted(table: &TableResults, vulnerable: c_int) -> ([String; 3], bool) {
    let (code, par) = written(|out| DealerParBin(Some(table), out, 0, vulnerable));
    assert_eq!(code, 1);
    // Only the text is written.
    let mut dealer = [MaybeUninit::new(b'#' as c_char); 128];
    assert_eq!(ConvertToDealerTextFormat(Some(&par), Some(&mut dealer)), 1);
    #[expect(unsafe_code, reason = "initialized two lines above")]
    let dealer = dealer.map(|byte| unsafe { byte.assume_init() });
    let length = string(&dealer).len();
    assert!(dealer[length + 1..].iter().all(|byte| *byte == b'#' as c_char));
    let (code, pars) = written::<[ParResultsMaster; 2]>(|out| SidesParBin(Some(table), out, vulnerable));
    assert_eq!(code, 1);
    let (code, sides) = written::<ParTextResults>(|out| ConvertToSidesTextFormat(Some(&pars), out));
    assert_eq!(code, 1);
    let [north_south, east_west] = sides.par_text.each_ref().map(|text| string(text));
    ([string(&dealer), north_south, east_west], sides.equal)
}

#[test]
fn par_as_one_text_is_that_of_dds() {
    let cases = [
        (
            [[6, 7, 6, 7], [6, 6, 6, 7], [12, 1, 12, 0], [5, 8, 5, 8], [6, 7, 6, 7]],
            2,
            "Par 1100: EW 6Nx-5 EW 6Sx-5 W 6Hx-5 EW 7Cx-5",
            "Par -1100: EW 6NTx-5 EW 6Sx-5 W 6Hx-5 EW 7Cx-5",
            true,
        ),
        (
            [[8, 5, 8, 5], [8, 5, 9, 5], [7, 6, 7, 6], [10, 3, 10, 3], [11, 1, 11, 2]],
            3,
            "Par 460: NS 3N+2",
            "Par -460: NS 3NT+2",
            true,
        ),
        ([[7; 4]; 5], 0, "Par 90: NS 1N", "Par 90: EW 1NT", false),
        // DDS writes "Par 0: N 0N" for the dealer, and nothing for East and West.
        ([[6; 4]; 5], 0, "Par 0", "Par 0", true),
    ];
    for (tricks, vulnerable, dealer, east_west, equal) in cases {
        let ([of_dealer, of_north_south, of_east_west], same) = converted(&table(tricks), vulnerable);
        assert_eq!((of_dealer.as_str(), of_east_west.as_str(), same), (dealer, east_west, equal));
        let strain = |text: &str| text.replace("NT", "N");
        assert_eq!(strain(&of_north_south), dealer);
    }
}

#[test]
fn contracts_that_cannot_be_are_no_text() {
    let contract = ContractType { level: 4, ..ContractType::default() };
    let par = |number, contract| ParResultsMaster { number, score: 420, contracts: [contract; 10] };
    let code = |par: ParResultsMaster| {
        let dealer = ConvertToDealerTextFormat(Some(&par), Some(&mut [MaybeUninit::uninit(); 128]));
        let (sides, _) = written::<ParTextResults>(|out| ConvertToSidesTextFormat(Some(&[par, par]), out));
        (dealer, sides)
    };
    assert_eq!(code(par(10, contract)), (1, 1));
    for number in [-1, 11, c_int::MIN, c_int::MAX] {
        assert_eq!(code(par(number, contract)), (-1, -1), "{number}");
        assert_eq!(code(par(1, ContractType { denom: number, ..contract })), (-1, -1), "{number}");
        assert_eq!(code(par(1, ContractType { seats: number, ..contract })), (-1, -1), "{number}");
    }
    // The longest numbers are cut at the end of the buffer.
    let long = ContractType { under_tricks: c_int::MAX, level: c_int::MIN, ..contract };
    let longest = ParResultsMaster { score: c_int::MIN, ..par(10, long) };
    assert_eq!(code(longest), (1, 1));
    assert_eq!(ConvertToDealerTextFormat(None, Some(&mut [MaybeUninit::uninit(); 128])), -1);
    assert_eq!(ConvertToDealerTextFormat(Some(&longest), None), -1);
    assert_eq!(ConvertToSidesTextFormat(None, Some(&mut MaybeUninit::uninit())), -1);
    assert_eq!(ConvertToSidesTextFormat(Some(&[longest; 2]), None), -1);
}

#[test]
fn chunks_are_solved_like_boards() {
    let deals = [
        board("N:AQ.A.. 32.2.. 65.3.. KJ.K..", 4, 2),
        board("N:AK.. 43.. QT.. 9.3.", 0, 0),
        board("N:AQ.A.. 32.2.. 65.3.. KJ.K..", 1, 3),
    ];
    let texts = BoardsPbn {
        no_of_boards: 3,
        deals: std::array::from_fn(|n| deals[n % 3]),
        target: [-1; 200],
        solutions: [3; 200],
        mode: [1; 200],
    };
    let solved = |call: &dyn Fn(Option<&mut MaybeUninit<SolvedBoards>>) -> c_int| {
        let mut out = MaybeUninit::uninit();
        assert_eq!(call(Some(&mut out)), 1);
        #[expect(unsafe_code, reason = "the call succeeded")]
        let solved: SolvedBoards = unsafe { out.assume_init() };
        (solved.no_of_boards, solved.solved_board[..3].to_vec())
    };
    let expected = solved(&|out| SolveAllBoards(Some(&texts), out));
    assert!(expected.1.iter().all(|board| board.cards > 0));
    assert_eq!(solved(&|out| SolveAllChunks(Some(&texts), out, 1)), expected);
    assert_eq!(solved(&|out| SolveAllChunksPBN(Some(&texts), out, 20)), expected);
    let deal = BoardDeal {
        trump: 4,
        first: 0,
        current_trick_suit: [0; 3],
        current_trick_rank: [0; 3],
        remain_cards: [[3 << 13, 0, 0, 0], [0, 3 << 13, 0, 0], [0, 0, 3 << 13, 0], [0, 0, 0, 3 << 13]],
    };
    let numbers = Boards {
        no_of_boards: 3,
        deals: [deal; 200],
        target: [-1; 200],
        solutions: [3; 200],
        mode: [1; 200],
    };
    let expected = solved(&|out| SolveAllBoardsBin(Some(&numbers), out));
    assert_eq!(solved(&|out| SolveAllChunksBin(Some(&numbers), out, 10)), expected);
    for chunk in [0, -1, c_int::MIN] {
        assert_eq!(SolveAllChunks(Some(&texts), Some(&mut MaybeUninit::uninit()), chunk), -301);
        assert_eq!(SolveAllChunksPBN(Some(&texts), Some(&mut MaybeUninit::uninit()), chunk), -301);
        assert_eq!(SolveAllChunksBin(Some(&numbers), Some(&mut MaybeUninit::uninit()), chunk), -301);
    }
}

#[test]
fn par_of_what_is_no_table_is_an_error() {
    let good = table([[6; 4]; 5]);
    fn par(table: Option<&TableResults>, vulnerable: c_int) -> c_int {
        Par(table, Some(&mut MaybeUninit::uninit()), vulnerable)
    }
    let dealer = |dealer| DealerPar(Some(&good), Some(&mut MaybeUninit::uninit()), dealer, 0);
    assert_eq!((par(Some(&good), 3), dealer(3)), (1, 1));
    for wrong in [-1, 4, c_int::MIN, c_int::MAX] {
        assert_eq!((par(Some(&good), wrong), dealer(wrong)), (-1, -1), "{wrong}");
    }
    for wrong in [-1, 14, 256, c_int::MIN] {
        let mut bad = good;
        bad.res_table[4][3] = wrong;
        assert_eq!(par(Some(&bad), 0), -1, "{wrong}");
        assert_eq!(SidesPar(Some(&bad), Some(&mut MaybeUninit::uninit()), 0), -1, "{wrong}");
        assert_eq!(DealerParBin(Some(&bad), Some(&mut MaybeUninit::uninit()), 0, 0), -1, "{wrong}");
        assert_eq!(SidesParBin(Some(&bad), Some(&mut MaybeUninit::uninit()), 0), -1, "{wrong}");
    }
    assert_eq!((par(None, 0), Par(Some(&good), None, 0)), (-1, -1));
    let deal = TableDealPbn { cards: text("N:AK.. 43.. QT.. 9.3.") };
    let calc = |deal, vulnerable| {
        CalcParPBN(deal, Some(&mut MaybeUninit::uninit()), vulnerable, Some(&mut MaybeUninit::uninit()))
    };
    assert_eq!((calc(deal, 0), calc(deal, 4)), (1, -1));
    assert_eq!(CalcParPBN(deal, None, 0, Some(&mut MaybeUninit::uninit())), -1);
    assert_eq!(CalcParPBN(deal, Some(&mut MaybeUninit::uninit()), 0, None), -1);
    assert_eq!(calc(TableDealPbn { cards: text("nonsense") }, 0), -99);
}
