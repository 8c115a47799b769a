//! Functions of the C header.
#![allow(
    unsafe_code,
    non_snake_case,
    reason = "a function is found by its name in the library, and these names are those of DDS; there is no unsafe block"
)]

use crate::deal::{Fault, STRAINS};
use crate::layout::{
    AllParResults, BoardDeal, BoardDealPbn, Boards, BoardsPbn, DdsInfo, FutureTricks, MAXNOOFBOARDS,
    MOST_TABLES, PAR_TEXT, ParResults, ParResultsDealer, ParResultsMaster, ParTextResults, PlayTraceBin,
    PlayTracePbn, PlayTracesBin, PlayTracesPbn, SolvedBoards, SolvedPlay, SolvedPlays, TableDeal,
    TableDealPbn, TableDeals, TableDealsPbn, TableResults, TablesResults,
};
use crate::par::{
    all_par_results, dealer_par, dealer_par_numbers, dealer_text, par_results, sides_par, sides_text, text,
    vulnerability,
};
use crate::play::analyse;
use crate::solve::{Wish, solve};
use cards::Card;
use dds::{Deal, Declarers, Direction, Position, Solver, Strain};
use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_longlong};
use std::mem::MaybeUninit;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Return code of success.
const NO_FAULT: c_int = 1;

/// Number of threads for calls with many boards. 0 means one per core.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// Whether calls with many boards use several threads.
static THREADING: AtomicBool = AtomicBool::new(true);

/// Number of DDS for no threads.
const NO_THREADING: c_int = 0;
/// Number of DDS for the threads of the language's standard library.
const STANDARD_THREADING: c_int = 5;

/// Node limit per board or strain.
static NODE_LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);

thread_local! {
    /// Solver of each calling thread, created on first use and freed with the thread or by
    /// [`FreeMemory`].
    static SOLVER: RefCell<Option<Solver>> = const { RefCell::new(None) };
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

fn threads() -> usize {
    match THREADS.load(Ordering::Relaxed) {
        _ if !THREADING.load(Ordering::Relaxed) => 1,
        0 => cores(),
        threads => threads,
    }
}

fn node_limit() -> u64 {
    NODE_LIMIT.load(Ordering::Relaxed)
}

fn with_solver<T>(ask: impl FnOnce(&mut Solver) -> T) -> T {
    SOLVER.with_borrow_mut(|solver| ask(solver.get_or_insert_default()))
}

/// Writes the result to `output`, or returns the code of the fault.
fn report<T>(result: Result<T, Fault>, output: Option<&mut MaybeUninit<T>>) -> c_int {
    match (result, output) {
        (Ok(answer), Some(output)) => {
            output.write(answer);
            NO_FAULT
        }
        (Ok(_), None) => Fault::Unknown as c_int,
        (Err(fault), _) => fault as c_int,
    }
}

/// Sets the number of threads for calls with many boards. 0 means one per core.
#[unsafe(no_mangle)]
pub extern "C" fn SetMaxThreads(threads: c_int) {
    THREADS.store(threads.clamp(0, 1024) as usize, Ordering::Relaxed);
}

/// Turns the threads of calls with many boards on with 5, and off with 0. DDS has other numbers for
/// kinds of threads that this library lacks; they return -104 and change nothing.
#[unsafe(no_mangle)]
pub extern "C" fn SetThreading(code: c_int) -> c_int {
    match code {
        NO_THREADING | STANDARD_THREADING => {
            THREADING.store(code == STANDARD_THREADING, Ordering::Relaxed);
            NO_FAULT
        }
        _ => Fault::ThreadMissing as c_int,
    }
}

/// Sets the number of threads. The memory limit follows from it: each thread takes at most 63 MB.
#[unsafe(no_mangle)]
pub extern "C" fn SetResources(megabytes: c_int, threads: c_int) {
    let by_memory = if megabytes <= 0 { c_int::MAX } else { (megabytes / 63).max(1) };
    let wanted = if threads <= 0 { self::threads() as c_int } else { threads };
    SetMaxThreads(wanted.min(by_memory));
}

/// Sets the maximum number of nodes for a board, or for one strain of a table. Harder ones return
/// -1001. 0 means no limit. `futureTricks` reports the nodes, which are the same on every machine.
#[unsafe(no_mangle)]
pub extern "C" fn SetNodeLimit(nodes: c_longlong) {
    NODE_LIMIT.store(if nodes <= 0 { u64::MAX } else { nodes.unsigned_abs() }, Ordering::Relaxed);
}

/// Frees the memory of the calling thread's solver.
#[unsafe(no_mangle)]
pub extern "C" fn FreeMemory() {
    SOLVER.with_borrow_mut(Option::take);
}

/// Solves a position. The thread index is ignored, because every calling thread has its own solver.
#[unsafe(no_mangle)]
pub extern "C" fn SolveBoard(
    deal: BoardDeal,
    target: c_int,
    solutions: c_int,
    mode: c_int,
    future: Option<&mut MaybeUninit<FutureTricks>>,
    _thread: c_int,
) -> c_int {
    let wish = Wish { target, solutions, mode };
    let solved =
        deal.read().and_then(|position| with_solver(|solver| solve(solver, &position, wish, node_limit())));
    report(solved, future)
}

/// Solves a position given as text.
#[unsafe(no_mangle)]
pub extern "C" fn SolveBoardPBN(
    deal: BoardDealPbn,
    target: c_int,
    solutions: c_int,
    mode: c_int,
    future: Option<&mut MaybeUninit<FutureTricks>>,
    _thread: c_int,
) -> c_int {
    let wish = Wish { target, solutions, mode };
    let solved =
        deal.read().and_then(|position| with_solver(|solver| solve(solver, &position, wish, node_limit())));
    report(solved, future)
}

/// Computes the tricks of all strains and declarers for a deal, with its strains in parallel.
#[unsafe(no_mangle)]
pub extern "C" fn CalcDDtable(deal: TableDeal, table: Option<&mut MaybeUninit<TableResults>>) -> c_int {
    report(one_table(deal.read()), table)
}

/// Computes the tricks of all strains and declarers for a deal given as text.
#[unsafe(no_mangle)]
pub extern "C" fn CalcDDtablePBN(deal: TableDealPbn, table: Option<&mut MaybeUninit<TableResults>>) -> c_int {
    report(one_table(deal.read()), table)
}

fn one_table(deal: Result<Deal, Fault>) -> Result<TableResults, Fault> {
    Ok(tables(&[deal?], &STRAINS)?[0])
}

/// Computes the tables of many deals. A strain with a filter other than 0 is skipped. Par is
/// computed if `mode` is a vulnerability, unless a strain is skipped; -1 means no par.
#[unsafe(no_mangle)]
pub extern "C" fn CalcAllTables(
    deals: Option<&TableDeals>,
    mode: c_int,
    filter: Option<&[c_int; 5]>,
    results: Option<&mut MaybeUninit<TablesResults>>,
    pars: Option<&mut MaybeUninit<AllParResults>>,
) -> c_int {
    let deals = deals.map(|deals| (deals.no_of_tables, deals.deals.iter().map(TableDeal::read)));
    tables_and_pars(deals, mode, filter, (results, pars))
}

/// Computes the tables of many deals given as text.
#[unsafe(no_mangle)]
pub extern "C" fn CalcAllTablesPBN(
    deals: Option<&TableDealsPbn>,
    mode: c_int,
    filter: Option<&[c_int; 5]>,
    results: Option<&mut MaybeUninit<TablesResults>>,
    pars: Option<&mut MaybeUninit<AllParResults>>,
) -> c_int {
    let deals = deals.map(|deals| (deals.no_of_tables, deals.deals.iter().map(TableDealPbn::read)));
    tables_and_pars(deals, mode, filter, (results, pars))
}

fn tables_and_pars(
    deals: Option<(c_int, impl Iterator<Item = Result<Deal, Fault>>)>,
    mode: c_int,
    filter: Option<&[c_int; 5]>,
    (results, pars): (Option<&mut MaybeUninit<TablesResults>>, Option<&mut MaybeUninit<AllParResults>>),
) -> c_int {
    match mode {
        ..-1 => return Fault::ModeTooLow as c_int,
        4.. => return Fault::ModeTooHigh as c_int,
        _ => {}
    }
    let solved = all_tables(deals, filter);
    // Par needs all strains.
    if let (Ok(solved), Some([0, 0, 0, 0, 0]), 0..) = (&solved, filter, mode) {
        let tables = &solved.results[..solved.no_of_boards as usize / STRAINS.len()];
        let code = report(all_par_results(tables, mode), pars);
        if code != NO_FAULT {
            return code;
        }
    }
    report(solved, results)
}

fn all_tables(
    deals: Option<(c_int, impl Iterator<Item = Result<Deal, Fault>>)>,
    filter: Option<&[c_int; 5]>,
) -> Result<TablesResults, Fault> {
    let (Some((count, deals)), Some(filter)) = (deals, filter) else { return Err(Fault::Unknown) };
    let strains: Vec<Strain> =
        STRAINS.into_iter().zip(filter).filter(|(_, out)| **out == 0).map(|(strain, _)| strain).collect();
    if strains.is_empty() {
        return Err(Fault::NoStrain);
    }
    let count = usize::try_from(count).map_err(|_| Fault::Unknown)?;
    if count * strains.len() > MOST_TABLES {
        return Err(Fault::TooManyTables);
    }
    let deals = deals.take(count).collect::<Result<Vec<_>, _>>()?;
    let mut results = [TableResults::default(); MOST_TABLES];
    for (result, table) in results.iter_mut().zip(tables(&deals, &strains)?) {
        *result = table;
    }
    Ok(TablesResults { no_of_boards: (count * strains.len()) as c_int, results })
}

fn tables(deals: &[Deal], strains: &[Strain]) -> Result<Vec<TableResults>, Fault> {
    let solved: Option<Vec<Declarers>> =
        dds::ask_many_on(threads(), deals.len() * strains.len(), |solver, n| {
            let (deal, strain) = (&deals[n / strains.len()], strains[n % strains.len()]);
            solver.within(node_limit(), |solver| solver.solve_strain(deal, strain))
        })
        .into_iter()
        .collect();
    let solved = solved.ok_or(Fault::NodeLimit)?;
    let table = |solved: &[Declarers]| {
        let mut table = TableResults::default();
        for (strain, declarers) in strains.iter().zip(solved) {
            let row = STRAINS.iter().zip(&mut table.res_table).find(|(other, _)| *other == strain);
            if let Some((_, row)) = row {
                *row = Direction::ALL.map(|declarer| declarers[declarer].into());
            }
        }
        table
    };
    Ok(solved.chunks(strains.len()).map(table).collect())
}

/// Computes par from a table, for each side as the first bidder. The vulnerability is 0 for none, 1
/// for both, 2 for North-South and 3 for East-West.
#[unsafe(no_mangle)]
pub extern "C" fn Par(
    table: Option<&TableResults>,
    par: Option<&mut MaybeUninit<ParResults>>,
    vulnerable: c_int,
) -> c_int {
    report(table.ok_or(Fault::Unknown).and_then(|table| par_results(table, vulnerable)), par)
}

/// Computes the table of a deal and its par, as [`CalcDDtable`] and [`Par`] do.
#[unsafe(no_mangle)]
pub extern "C" fn CalcPar(
    deal: TableDeal,
    vulnerable: c_int,
    table: Option<&mut MaybeUninit<TableResults>>,
    par: Option<&mut MaybeUninit<ParResults>>,
) -> c_int {
    table_and_par(deal.read(), vulnerable, table, par)
}

/// Computes the table of a deal given as text and its par.
#[unsafe(no_mangle)]
pub extern "C" fn CalcParPBN(
    deal: TableDealPbn,
    table: Option<&mut MaybeUninit<TableResults>>,
    vulnerable: c_int,
    par: Option<&mut MaybeUninit<ParResults>>,
) -> c_int {
    table_and_par(deal.read(), vulnerable, table, par)
}

fn table_and_par(
    deal: Result<Deal, Fault>,
    vulnerable: c_int,
    table: Option<&mut MaybeUninit<TableResults>>,
    par: Option<&mut MaybeUninit<ParResults>>,
) -> c_int {
    // A wrong vulnerability is found before the search.
    let solved = vulnerability(vulnerable).and_then(|_| one_table(deal));
    match report(solved, table) {
        NO_FAULT => report(solved.and_then(|table| par_results(&table, vulnerable)), par),
        code => code,
    }
}

/// Computes par from a table and a dealer, with each contract as text and the score of North and
/// South. Dealers are 0 to 3 from North to West.
#[unsafe(no_mangle)]
pub extern "C" fn DealerPar(
    table: Option<&TableResults>,
    par: Option<&mut MaybeUninit<ParResultsDealer>>,
    dealer: c_int,
    vulnerable: c_int,
) -> c_int {
    report(table.ok_or(Fault::Unknown).and_then(|table| dealer_par(table, dealer, vulnerable)), par)
}

/// Computes par from a table and a dealer, with each contract in numbers.
#[unsafe(no_mangle)]
pub extern "C" fn DealerParBin(
    table: Option<&TableResults>,
    par: Option<&mut MaybeUninit<ParResultsMaster>>,
    dealer: c_int,
    vulnerable: c_int,
) -> c_int {
    report(table.ok_or(Fault::Unknown).and_then(|table| dealer_par_numbers(table, dealer, vulnerable)), par)
}

/// Computes par from a table for each side as the first bidder, with each contract as text and the
/// score of that side.
#[unsafe(no_mangle)]
pub extern "C" fn SidesPar(
    table: Option<&TableResults>,
    pars: Option<&mut MaybeUninit<[ParResultsDealer; 2]>>,
    vulnerable: c_int,
) -> c_int {
    report(table.ok_or(Fault::Unknown).and_then(|table| sides_par(table, vulnerable)), pars)
}

/// Computes par from a table for each side as the first bidder, with each contract in numbers.
#[unsafe(no_mangle)]
pub extern "C" fn SidesParBin(
    table: Option<&TableResults>,
    pars: Option<&mut MaybeUninit<[ParResultsMaster; 2]>>,
    vulnerable: c_int,
) -> c_int {
    report(table.ok_or(Fault::Unknown).and_then(|table| sides_par(table, vulnerable)), pars)
}

/// Writes the result of [`DealerParBin`] as a zero-terminated string. Only the string is written, not
/// the rest of the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn ConvertToDealerTextFormat(
    par: Option<&ParResultsMaster>,
    output: Option<&mut [MaybeUninit<c_char>; PAR_TEXT]>,
) -> c_int {
    let (Some(par), Some(output)) = (par, output) else { return Fault::Unknown as c_int };
    match dealer_text(par) {
        Ok(text) => {
            write_string(&text, output);
            NO_FAULT
        }
        Err(fault) => fault as c_int,
    }
}

/// Writes the result of [`SidesParBin`] as one text for each side.
#[unsafe(no_mangle)]
pub extern "C" fn ConvertToSidesTextFormat(
    pars: Option<&[ParResultsMaster; 2]>,
    output: Option<&mut MaybeUninit<ParTextResults>>,
) -> c_int {
    report(pars.ok_or(Fault::Unknown).and_then(sides_text), output)
}

/// Solves many positions given as text, in parallel.
#[unsafe(no_mangle)]
pub extern "C" fn SolveAllBoards(
    boards: Option<&BoardsPbn>,
    solved: Option<&mut MaybeUninit<SolvedBoards>>,
) -> c_int {
    let Some(boards) = boards else { return Fault::Unknown as c_int };
    let wish =
        |n: usize| Wish { target: boards.target[n], solutions: boards.solutions[n], mode: boards.mode[n] };
    report(all_boards(boards.no_of_boards, |n| Ok((boards.deals[n].read()?, wish(n)))), solved)
}

/// Solves many positions, in parallel.
#[unsafe(no_mangle)]
pub extern "C" fn SolveAllBoardsBin(
    boards: Option<&Boards>,
    solved: Option<&mut MaybeUninit<SolvedBoards>>,
) -> c_int {
    let Some(boards) = boards else { return Fault::Unknown as c_int };
    let wish =
        |n: usize| Wish { target: boards.target[n], solutions: boards.solutions[n], mode: boards.mode[n] };
    report(all_boards(boards.no_of_boards, |n| Ok((boards.deals[n].read()?, wish(n)))), solved)
}

/// Solves many positions given as text, as [`SolveAllBoards`] does. The chunk size changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn SolveAllChunks(
    boards: Option<&BoardsPbn>,
    solved: Option<&mut MaybeUninit<SolvedBoards>>,
    chunk: c_int,
) -> c_int {
    if chunk < 1 { Fault::ChunkSize as c_int } else { SolveAllBoards(boards, solved) }
}

/// Solves many positions given as text, as [`SolveAllBoards`] does. The chunk size changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn SolveAllChunksPBN(
    boards: Option<&BoardsPbn>,
    solved: Option<&mut MaybeUninit<SolvedBoards>>,
    chunk: c_int,
) -> c_int {
    SolveAllChunks(boards, solved, chunk)
}

/// Solves many positions, as [`SolveAllBoardsBin`] does. The chunk size changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn SolveAllChunksBin(
    boards: Option<&Boards>,
    solved: Option<&mut MaybeUninit<SolvedBoards>>,
    chunk: c_int,
) -> c_int {
    if chunk < 1 { Fault::ChunkSize as c_int } else { SolveAllBoardsBin(boards, solved) }
}

fn board_count(count: c_int) -> Result<usize, Fault> {
    let count = usize::try_from(count).map_err(|_| Fault::Unknown)?;
    if count > MAXNOOFBOARDS { Err(Fault::TooManyBoards) } else { Ok(count) }
}

fn all_boards(
    count: c_int,
    read: impl Fn(usize) -> Result<(Position, Wish), Fault>,
) -> Result<SolvedBoards, Fault> {
    let count = board_count(count)?;
    let boards = (0..count).map(read).collect::<Result<Vec<_>, _>>()?;
    let solved = dds::ask_many_on(threads(), count, |solver, n| {
        let (position, wish) = &boards[n];
        solve(solver, position, *wish, node_limit())
    });
    let mut all =
        SolvedBoards { no_of_boards: count as c_int, solved_board: [FutureTricks::default(); MAXNOOFBOARDS] };
    for (output, solved) in all.solved_board.iter_mut().zip(solved) {
        *output = solved?;
    }
    Ok(all)
}

/// Computes the declarer's tricks before a play and after each of its cards. The thread index is
/// ignored.
#[unsafe(no_mangle)]
pub extern "C" fn AnalysePlayBin(
    deal: BoardDeal,
    play: PlayTraceBin,
    solved: Option<&mut MaybeUninit<SolvedPlay>>,
    _thread: c_int,
) -> c_int {
    report(one_play(deal.read(), || play.read()), solved)
}

/// Analyses a play given as text.
#[unsafe(no_mangle)]
pub extern "C" fn AnalysePlayPBN(
    deal: BoardDealPbn,
    play: PlayTracePbn,
    solved: Option<&mut MaybeUninit<SolvedPlay>>,
    _thread: c_int,
) -> c_int {
    report(one_play(deal.read(), || play.read()), solved)
}

fn one_play(
    position: Result<Position, Fault>,
    play: impl FnOnce() -> Result<Vec<Card>, Fault>,
) -> Result<SolvedPlay, Fault> {
    let (position, play) = (position?, play()?);
    with_solver(|solver| analyse(solver, &position, &play, node_limit()))
}

/// Analyses many plays, in parallel. The last argument is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn AnalyseAllPlaysBin(
    boards: Option<&Boards>,
    plays: Option<&PlayTracesBin>,
    solved: Option<&mut MaybeUninit<SolvedPlays>>,
    _chunk: c_int,
) -> c_int {
    let (Some(boards), Some(plays)) = (boards, plays) else { return Fault::Unknown as c_int };
    let read = |n: usize| Ok((boards.deals[n].read()?, plays.plays[n].read()?));
    report(all_plays(boards.no_of_boards, plays.no_of_boards, read), solved)
}

/// Analyses many plays given as text, in parallel. The last argument is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn AnalyseAllPlaysPBN(
    boards: Option<&BoardsPbn>,
    plays: Option<&PlayTracesPbn>,
    solved: Option<&mut MaybeUninit<SolvedPlays>>,
    _chunk: c_int,
) -> c_int {
    let (Some(boards), Some(plays)) = (boards, plays) else { return Fault::Unknown as c_int };
    let read = |n: usize| Ok((boards.deals[n].read()?, plays.plays[n].read()?));
    report(all_plays(boards.no_of_boards, plays.no_of_boards, read), solved)
}

fn all_plays(
    count: c_int,
    count_of_plays: c_int,
    read: impl Fn(usize) -> Result<(Position, Vec<Card>), Fault>,
) -> Result<SolvedPlays, Fault> {
    let boards = board_count(count)?;
    if count_of_plays != count {
        return Err(Fault::Unknown);
    }
    let plays = (0..boards).map(read).collect::<Result<Vec<_>, _>>()?;
    let solved = dds::ask_many_on(threads(), boards, |solver, n| {
        let (position, play) = &plays[n];
        analyse(solver, position, play, node_limit())
    });
    let mut all = SolvedPlays { no_of_boards: count, solved: [SolvedPlay::default(); MAXNOOFBOARDS] };
    for (output, solved) in all.solved.iter_mut().zip(solved) {
        *output = solved?;
    }
    Ok(all)
}

/// Writes the meaning of a code as a zero-terminated string.
#[unsafe(no_mangle)]
pub extern "C" fn ErrorMessage(code: c_int, line: Option<&mut [MaybeUninit<c_char>; 80]>) {
    let Some(line) = line else { return };
    let fault = Fault::ALL.into_iter().find(|fault| *fault as c_int == code);
    let sentence = match fault {
        Some(fault) => fault.sentence(),
        None if code == NO_FAULT => "Success",
        None => "Not a DDS error code",
    };
    write_string(sentence, line);
}

/// Writes a zero-terminated string, cut to the length of the buffer.
fn write_string(text: &str, output: &mut [MaybeUninit<c_char>]) {
    let longest = output.len().saturating_sub(1);
    for (output, byte) in output.iter_mut().zip(text.bytes().take(longest).chain([0])) {
        output.write(byte as c_char);
    }
}

/// Describes the library.
#[unsafe(no_mangle)]
pub extern "C" fn GetDDSInfo(info: Option<&mut MaybeUninit<DdsInfo>>) {
    let Some(info) = info else { return };
    let threads = threads();
    info.write(DdsInfo {
        major: 2,
        minor: 9,
        patch: 0,
        version_string: text("2.9.0"),
        system: match std::env::consts::OS {
            "windows" => 1,
            "linux" => 3,
            "macos" => 4,
            _ => 0,
        },
        num_bits: usize::BITS as c_int,
        num_cores: cores() as c_int,
        threading: if THREADING.load(Ordering::Relaxed) { STANDARD_THREADING } else { NO_THREADING },
        no_of_threads: threads as c_int,
        system_string: text(&format!(
            "Parlour's double-dummy solver {}, with the functions of DDS 2.9.0\nThreads: {threads}\n",
            env!("CARGO_PKG_VERSION")
        )),
        ..DdsInfo::default()
    });
}
