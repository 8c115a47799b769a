//! Thread pool for bots and hints, apart from the threads of the sockets.
//!
//! Jobs run by earliest deadline. One thread runs quick jobs only, so no table waits for the slow jobs of other
//! tables. Guests take turns with slow jobs: at most one per guest runs at a time, however many tables the guest has.

use ::table::GuestId;
use catalog::BotJob;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Longest expected time of a quick job.
const QUICK: Duration = Duration::from_millis(100);

/// Handle of the pool. The threads end when the last handle is dropped.
#[derive(Clone)]
pub(crate) struct BotPool {
    queue: Arc<Queue>,
    _open: Arc<Open>,
}

struct Queue {
    waiting: Mutex<Waiting>,
    wake: Condvar,
    max: usize,
}

#[derive(Default)]
struct Waiting {
    quick: BinaryHeap<Job>,
    slow: SlowJobs,
    serial: u64,
    closed: bool,
}

impl Waiting {
    fn count(&self) -> usize {
        self.quick.len() + self.slow.waiting
    }
}

/// Guest for whom a bot thinks. `None` if only bots play.
type Owner = Option<GuestId>;

/// Slow jobs by owner.
#[derive(Default)]
struct SlowJobs {
    /// Owners with a waiting or running job, and their waiting jobs.
    owners: HashMap<Owner, BinaryHeap<Job>>,
    /// Owners with a waiting job and none running. The first is next.
    turns: VecDeque<Owner>,
    waiting: usize,
}

impl SlowJobs {
    fn push(&mut self, job: Job) {
        self.waiting += 1;
        let owner = job.owner;
        let jobs = self.owners.entry(owner).or_insert_with(|| {
            self.turns.push_back(owner);
            BinaryHeap::new()
        });
        jobs.push(job);
    }

    fn peek(&self) -> Option<&Job> {
        self.turns.front().and_then(|owner| self.owners.get(owner)).and_then(BinaryHeap::peek)
    }

    /// Returns the next job. Other jobs of its owner wait until [`done`](Self::done).
    fn pop(&mut self) -> Option<Job> {
        let owner = self.turns.pop_front()?;
        self.waiting -= 1;
        self.owners.get_mut(&owner).and_then(BinaryHeap::pop)
    }

    fn done(&mut self, owner: Owner) {
        if self.owners.get(&owner).is_some_and(|jobs| !jobs.is_empty()) {
            self.turns.push_back(owner);
        } else {
            self.owners.remove(&owner);
        }
    }
}

struct Open(Arc<Queue>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.wake.notify_all();
    }
}

/// Waiting job.
struct Job {
    owner: Owner,
    is_quick: bool,
    due: Instant,
    serial: u64,
    bot_job: BotJob,
    answer: oneshot::Sender<String>,
}

impl Ord for Job {
    /// Orders the job that is due first as the greatest.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (other.due, other.serial).cmp(&(self.due, self.serial))
    }
}

impl PartialOrd for Job {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Job {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Job {}

impl Queue {
    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job of a thread. Returns `None` when the pool closes.
    fn next(&self, quick_only: bool) -> Option<Job> {
        let mut waiting = self.lock();
        loop {
            let quick_first = match (waiting.quick.peek(), waiting.slow.peek()) {
                (Some(quick), Some(slow)) => quick_only || quick >= slow,
                (Some(_), None) => true,
                (None, _) => false,
            };
            let job = if quick_first {
                waiting.quick.pop()
            } else if quick_only {
                None
            } else {
                waiting.slow.pop()
            };
            match job {
                // The table no longer waits: it was closed, or a player resigned.
                Some(job) if job.answer.is_closed() => {
                    if !job.is_quick {
                        waiting.slow.done(job.owner);
                    }
                    continue;
                }
                Some(job) => return Some(job),
                None => {}
            }
            if waiting.closed {
                return None;
            }
            waiting = self.wake.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl BotPool {
    /// Starts the threads: `threads`, or one fewer than the cores if that is 0, and at least two. At most `max`
    /// jobs wait.
    pub(crate) fn new(threads: usize, max: usize) -> std::io::Result<Self> {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let threads = if threads == 0 { cores - 1 } else { threads }.max(2);
        let queue = Arc::new(Queue { waiting: Mutex::default(), wake: Condvar::new(), max });
        let open = Arc::new(Open(Arc::clone(&queue)));
        for thread in 0..threads {
            let queue = Arc::clone(&queue);
            let think = move || {
                while let Some(job) = queue.next(thread == 0) {
                    let (owner, is_quick) = (job.owner, job.is_quick);
                    // A bot that panics loses its choice. Other jobs continue.
                    if let Ok(action) = catch_unwind(AssertUnwindSafe(job.bot_job)) {
                        // The table may have given up waiting.
                        let _ = job.answer.send(action);
                    }
                    if !is_quick {
                        queue.lock().slow.done(owner);
                        queue.wake.notify_all();
                    }
                }
            };
            std::thread::Builder::new().name(format!("bots-{thread}")).spawn(think)?;
        }
        Ok(Self { queue, _open: open })
    }

    /// Returns the number of jobs that wait for a thread.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.lock().count()
    }

    /// Adds a job that takes about `time`. The channel closes without an answer if the bot panics, or too many jobs
    /// wait.
    pub(crate) fn submit(&self, owner: Owner, bot_job: BotJob, time: Duration) -> oneshot::Receiver<String> {
        let (answer, answered) = oneshot::channel();
        let mut waiting = self.queue.lock();
        if waiting.count() < self.queue.max {
            waiting.serial += 1;
            let (is_quick, due, serial) = (time <= QUICK, Instant::now() + time, waiting.serial);
            let job = Job { owner, is_quick, due, serial, bot_job, answer };
            if is_quick {
                waiting.quick.push(job);
            } else {
                waiting.slow.push(job);
            }
            drop(waiting);
            // One thread takes only quick jobs, so waking a single thread could wake the wrong one.
            self.queue.wake.notify_all();
        }
        answered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sleeper(time: Duration) -> BotJob {
        Box::new(move || {
            std::thread::sleep(time);
            format!("{time:?}")
        })
    }

    #[tokio::test]
    async fn a_quick_job_does_not_wait_for_slow_jobs() {
        let bot_pool = BotPool::new(2, 100).unwrap();
        let deep = Duration::from_secs(2);
        let slow: Vec<_> = (0..4).map(|_| bot_pool.submit(None, sleeper(deep), deep)).collect();
        let quick = bot_pool.submit(None, sleeper(Duration::ZERO), Duration::ZERO);
        let answer = tokio::time::timeout(deep / 2, quick).await;
        assert_eq!(answer, Ok(Ok("0ns".to_owned())));
        drop(slow);
    }

    #[tokio::test]
    async fn guests_take_turns_with_slow_jobs() {
        let bot_pool = BotPool::new(2, 100).unwrap();
        let [many, few] = ["A", "B"].map(|letter| GuestId::of_token(&format!("{}A", letter.repeat(42))).ok());
        assert!(many.is_some() && few.is_some());
        let (told, order) = std::sync::mpsc::channel();
        let deep = Duration::from_millis(300);
        let submit = |owner: Owner| {
            let told = told.clone();
            let think = move || {
                std::thread::sleep(Duration::from_millis(50));
                told.send(owner).unwrap();
                String::new()
            };
            bot_pool.submit(owner, Box::new(think), deep)
        };
        let mut answers: Vec<_> = (0..6).map(|_| submit(many)).collect();
        answers.extend((0..2).map(|_| submit(few)));
        for answer in answers {
            answer.await.unwrap();
        }
        let order: Vec<bool> = order.try_iter().map(|owner| owner == few).collect();
        assert_eq!(order, [false, true, false, true, false, false, false, false]);
    }

    #[tokio::test]
    async fn an_abandoned_job_does_not_run() {
        let bot_pool = BotPool::new(2, 100).unwrap();
        let deep = Duration::from_millis(300);
        let first = bot_pool.submit(None, sleeper(deep), deep);
        let unwanted: Vec<_> = (0..20).map(|_| bot_pool.submit(None, sleeper(deep), deep)).collect();
        let last = bot_pool.submit(None, sleeper(Duration::ZERO), deep);
        drop(unwanted);
        let both = async { (first.await, last.await) };
        let (first, last) = tokio::time::timeout(10 * deep, both).await.expect("the others were left out");
        assert!(first.is_ok() && last.is_ok());
    }

    #[tokio::test]
    async fn a_bot_that_panics_costs_only_its_own_answer() {
        let bot_pool = BotPool::new(2, 100).unwrap();
        for _ in 0..5 {
            let failed =
                bot_pool.submit(None, Box::new(|| panic!("a bot that fails, for a test")), Duration::ZERO);
            assert!(failed.await.is_err());
        }
        assert!(bot_pool.submit(None, sleeper(Duration::ZERO), Duration::ZERO).await.is_ok());
    }

    #[tokio::test]
    async fn jobs_beyond_the_maximum_are_dropped() {
        let bot_pool = BotPool::new(2, 3).unwrap();
        let deep = Duration::from_millis(200);
        let answers: Vec<_> = (0..50).map(|_| bot_pool.submit(None, sleeper(deep), deep)).collect();
        let mut kept = 0;
        for answer in answers {
            kept += usize::from(answer.await.is_ok());
        }
        assert!((3..=5).contains(&kept), "{kept}");
    }
}
