//! Where bots think: on a few threads of their own, never among the sockets. Whoever has to answer first thinks first,
//! and one thread is kept for those who answer quickly, so that no table waits for the deep thoughts of another. Deep
//! thoughts are had in turn, one at a time for each guest, however many tables they have opened.

use crate::identity::GuestId;
use house::PendingMove;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// What thinks longer than this is no quick answer.
const QUICK: Duration = Duration::from_millis(100);

/// The threads. They end when the last one who could ask is gone.
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
    quick: BinaryHeap<Thought>,
    slow: InTurn,
    serial: u64,
    closed: bool,
}

impl Waiting {
    fn thoughts(&self) -> usize {
        self.quick.len() + self.slow.waiting
    }
}

/// For whom a bot thinks; nobody where only bots play.
type Owner = Option<GuestId>;

/// Deep thoughts, by those for whom they are.
#[derive(Default)]
struct InTurn {
    /// Those who have a thought waiting, or at work.
    owners: HashMap<Owner, BinaryHeap<Thought>>,
    /// Those who have one waiting and none at work: the first is next.
    turns: VecDeque<Owner>,
    waiting: usize,
}

impl InTurn {
    fn push(&mut self, thought: Thought) {
        self.waiting += 1;
        let owner = thought.owner;
        let thoughts = self.owners.entry(owner).or_insert_with(|| {
            self.turns.push_back(owner);
            BinaryHeap::new()
        });
        thoughts.push(thought);
    }

    fn peek(&self) -> Option<&Thought> {
        self.turns.front().and_then(|owner| self.owners.get(owner)).and_then(BinaryHeap::peek)
    }

    /// The next one; its owner's others wait until it is `done`.
    fn pop(&mut self) -> Option<Thought> {
        let owner = self.turns.pop_front()?;
        self.waiting -= 1;
        self.owners.get_mut(&owner).and_then(BinaryHeap::pop)
    }

    fn done(&mut self, owner: Owner) {
        if self.owners.get(&owner).is_some_and(|thoughts| !thoughts.is_empty()) {
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

/// A bot that is to think.
struct Thought {
    owner: Owner,
    is_quick: bool,
    due: Instant,
    serial: u64,
    pending_move: PendingMove,
    answer: oneshot::Sender<String>,
}

impl Ord for Thought {
    /// The greatest is the one that is due first.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (other.due, other.serial).cmp(&(self.due, self.serial))
    }
}

impl PartialOrd for Thought {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Thought {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Thought {}

impl Queue {
    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next thought for a thread; none when all is over.
    fn next(&self, quick_only: bool) -> Option<Thought> {
        let mut waiting = self.lock();
        loop {
            let quick_first = match (waiting.quick.peek(), waiting.slow.peek()) {
                (Some(quick), Some(slow)) => quick_only || quick >= slow,
                (Some(_), None) => true,
                (None, _) => false,
            };
            let thought = if quick_first {
                waiting.quick.pop()
            } else if quick_only {
                None
            } else {
                waiting.slow.pop()
            };
            match thought {
                // The table has closed meanwhile, or somebody has resigned.
                Some(thought) if thought.answer.is_closed() => {
                    if !thought.is_quick {
                        waiting.slow.done(thought.owner);
                    }
                    continue;
                }
                Some(thought) => return Some(thought),
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
    /// So many threads, of which at least two; `max` may wait.
    pub(crate) fn new(threads: usize, max: usize) -> std::io::Result<Self> {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let threads = if threads == 0 { cores - 1 } else { threads }.max(2);
        let queue = Arc::new(Queue { waiting: Mutex::default(), wake: Condvar::new(), max });
        let open = Arc::new(Open(Arc::clone(&queue)));
        for thread in 0..threads {
            let queue = Arc::clone(&queue);
            let think = move || {
                while let Some(thought) = queue.next(thread == 0) {
                    let (owner, is_quick) = (thought.owner, thought.is_quick);
                    // A bot that fails loses its turn to another, and nobody else notices.
                    if let Ok(action) = catch_unwind(AssertUnwindSafe(thought.pending_move)) {
                        // The table may have given up waiting.
                        let _ = thought.answer.send(action);
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

    /// How many thoughts wait for a thread.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.lock().thoughts()
    }

    /// Lets a bot think for `owner` that will need about `time`. Its answer never comes if the bot fails, or if too many wait.
    pub(crate) fn submit(
        &self,
        owner: Owner,
        pending_move: PendingMove,
        time: Duration,
    ) -> oneshot::Receiver<String> {
        let (answer, answered) = oneshot::channel();
        let mut waiting = self.queue.lock();
        if waiting.thoughts() < self.queue.max {
            waiting.serial += 1;
            let (is_quick, due, serial) = (time <= QUICK, Instant::now() + time, waiting.serial);
            let thought = Thought { owner, is_quick, due, serial, pending_move, answer };
            if is_quick {
                waiting.quick.push(thought);
            } else {
                waiting.slow.push(thought);
            }
            drop(waiting);
            // Not every thread may take every thought, so waking just one could wake the wrong one.
            self.queue.wake.notify_all();
        }
        answered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sleeper(time: Duration) -> PendingMove {
        Box::new(move || {
            std::thread::sleep(time);
            format!("{time:?}")
        })
    }

    #[tokio::test]
    async fn a_quick_answer_does_not_wait_for_deep_thoughts() {
        let bot_pool = BotPool::new(2, 100).unwrap();
        let deep = Duration::from_secs(2);
        let slow: Vec<_> = (0..4).map(|_| bot_pool.submit(None, sleeper(deep), deep)).collect();
        let quick = bot_pool.submit(None, sleeper(Duration::ZERO), Duration::ZERO);
        let answer = tokio::time::timeout(deep / 2, quick).await;
        assert_eq!(answer, Ok(Ok("0ns".to_owned())));
        drop(slow);
    }

    #[tokio::test]
    async fn deep_thoughts_are_had_in_turn_however_many_somebody_has() {
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
    async fn what_nobody_waits_for_is_not_thought() {
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
    async fn too_many_thoughts_are_not_kept() {
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
