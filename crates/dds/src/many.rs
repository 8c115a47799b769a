//! Many deals on all cores.

use crate::{Deal, Solver, Table};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The tables of many deals, in their order, on all cores. Each thread has a [`Solver`] of its own.
///
/// After each deal `progress` hears how many are done; it is called from the threads that solve.
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
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut solver = Solver::new();
        let mut solved = Vec::new();
        loop {
            // Deals differ a hundredfold in time: each thread fetches one when it is free.
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(deal) = deals.get(place) else { return solved };
            solved.push((place, solver.solve_all(deal)));
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    let mut tables = vec![Table::default(); deals.len()];
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.clamp(1, deals.len().max(1))).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            match thread.join() {
                Ok(solved) => {
                    for (place, table) in solved {
                        tables[place] = table;
                    }
                }
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    tables
}
