//! Many deals on all cores.

use crate::{Deal, Solver, Strain, Table};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The tables of many deals, in their order, on all cores. Each thread has a [`Solver`] of its own.
///
/// The strains of a deal are solved each by itself, so a single deal takes no longer than its hardest strain when there
/// are five cores. As each fifth strain is done `progress` hears how many deals that makes; it is called from the
/// threads that solve.
///
/// ```
/// let deals = ["N:AK.. 43.. QT.. 9.3.".parse()?, "N:43.. QT.. 9.3. AK..".parse()?];
/// let tables = dds::solve_many(&deals, |done| eprintln!("{done} deals"));
/// assert_eq!(tables.len(), 2);
/// # Ok::<(), dds::ParseDealError>(())
/// ```
#[must_use]
pub fn solve_many(deals: &[Deal], progress: impl Fn(usize) + Sync) -> Vec<Table> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    solve_many_on(cores, deals, progress)
}

/// The same on so many threads.
#[must_use]
pub fn solve_many_on(threads: usize, deals: &[Deal], progress: impl Fn(usize) + Sync) -> Vec<Table> {
    let done = AtomicUsize::new(0);
    let strains = Strain::ALL.len();
    let declarers = ask_many_on(threads, strains * deals.len(), |solver, place| {
        let declarers = solver.solve_strain(&deals[place / strains], Strain::ALL[place % strains]);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(strains) {
            progress(done / strains);
        }
        declarers
    });
    let mut tables = vec![Table::default(); deals.len()];
    for (place, declarers) in declarers.into_iter().enumerate() {
        tables[place / strains][Strain::ALL[place % strains]] = declarers;
    }
    tables
}

/// The answers to any questions, in their order, on so many threads: `ask` is given a solver and the number of the question.
///
/// ```
/// use dds::{Deal, Direction, Strain};
/// let deal: Deal = "N:AK.. 43.. QT.. 9.3.".parse()?;
/// let tricks = dds::ask_many_on(2, 4, |solver, n| solver.solve(&deal, Strain::Spades, Direction::ALL[n]));
/// assert_eq!(tricks, [2, 0, 2, 0]);
/// # Ok::<(), dds::ParseDealError>(())
/// ```
#[must_use]
pub fn ask_many_on<T: Send>(
    threads: usize,
    questions: usize,
    ask: impl Fn(&mut Solver, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut solver = Solver::new();
        let mut answers = Vec::new();
        loop {
            // Questions differ a hundredfold in time: each thread fetches one when it is free.
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= questions {
                return answers;
            }
            answers.push((place, ask(&mut solver, place)));
        }
    };
    let mut answers: Vec<(usize, T)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.clamp(1, questions.max(1))).map(|_| scope.spawn(work)).collect();
        let joined = threads.into_iter().map(|thread| match thread.join() {
            Ok(answers) => answers,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.flatten().collect()
    });
    answers.sort_unstable_by_key(|(place, _)| *place);
    answers.into_iter().map(|(_, answer)| answer).collect()
}
