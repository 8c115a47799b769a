//! Solving many deals on all cores.

use crate::{Deal, Declarers, Solver, Strain, Table};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Solves many deals on all cores and returns their tables in order. Each thread has its own
/// [`Solver`].
///
/// The strains of a deal are separate tasks. With five cores a single deal takes no longer than its
/// hardest strain. `progress` receives the number of finished strains divided by five, from the
/// solving threads.
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

/// Solves many deals on this number of threads, like [`solve_many`].
#[must_use]
pub fn solve_many_on(threads: usize, deals: &[Deal], progress: impl Fn(usize) + Sync) -> Vec<Table> {
    let tables = solve_many_within(threads, deals, u64::MAX, progress);
    tables.into_iter().map(Option::unwrap_or_default).collect()
}

/// Solves many deals with a node limit per strain. A deal has no table if one of its strains
/// exceeds `nodes` [nodes](Solver::nodes).
///
/// ```
/// let deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse()?;
/// let ending = "N:AK.. 43.. QT.. 9.3.".parse()?;
/// let tables = dds::solve_many_within(2, &[deal, ending], 100, |_| {});
/// assert_eq!((tables[0].is_some(), tables[1].is_some()), (false, true));
/// # Ok::<(), dds::ParseDealError>(())
/// ```
#[must_use]
pub fn solve_many_within(
    threads: usize,
    deals: &[Deal],
    nodes: u64,
    progress: impl Fn(usize) + Sync,
) -> Vec<Option<Table>> {
    let done = AtomicUsize::new(0);
    let strains = Strain::ALL.len();
    let declarers = ask_many_on(threads, strains * deals.len(), |solver, index| {
        let (deal, strain) = (&deals[index / strains], Strain::ALL[index % strains]);
        let declarers = solver.within(nodes, |solver| solver.solve_strain(deal, strain));
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(strains) {
            progress(done / strains);
        }
        declarers
    });
    let table = |declarers: &[Option<Declarers>]| {
        let mut table = Table::default();
        for (strain, declarers) in Strain::ALL.into_iter().zip(declarers) {
            table[strain] = (*declarers)?;
        }
        Some(table)
    };
    declarers.chunks(strains).map(table).collect()
}

/// Calls `ask` for each question number with a solver, on this number of threads, and returns the
/// answers in order.
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
            // Questions differ a hundredfold in time, so each thread fetches a new one when it is
            // free.
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= questions {
                return answers;
            }
            answers.push((index, ask(&mut solver, index)));
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
    answers.sort_unstable_by_key(|(index, _)| *index);
    answers.into_iter().map(|(_, answer)| answer).collect()
}
