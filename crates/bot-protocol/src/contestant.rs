//! Bot program in an arena. A failure loses the round and restarts the program.

use crate::conversation::{Conversation, Limits};
use crate::failure::{Failure, Fault};
use crate::process::Program;
use catalog::{Guest, Seating, Snapshot};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Consecutive failures that abort a contest.
pub const FORGIVEN: u32 = 3;

/// Maximum number of failures kept with details.
const MAX_DETAILED: usize = 20;

/// Failures of a program in a contest, over all its processes.
#[derive(Debug)]
pub struct Conduct {
    counted: Mutex<Counted>,
    stop: Arc<AtomicBool>,
    forgives: bool,
}

#[derive(Default, Debug)]
struct Counted {
    failures: u64,
    in_a_row: u32,
    /// Whether the program could not be started.
    not_started: bool,
    told: Vec<Failure>,
}

impl Conduct {
    /// Creates the record of a program. `stop` ends the contest. It is set after [`FORGIVEN`]
    /// consecutive failures, unless `forgives` is true.
    #[must_use]
    pub fn new(stop: Arc<AtomicBool>, forgives: bool) -> Self {
        Self { counted: Mutex::default(), stop, forgives }
    }

    /// Returns the number of failures, and thus of lost rounds.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.counted.lock().map_or(0, |counted| counted.failures)
    }

    /// Returns the first failures with details.
    #[must_use]
    pub fn told(&self) -> Vec<Failure> {
        self.counted.lock().map_or_else(|_| Vec::new(), |counted| counted.told.clone())
    }

    /// Returns whether the program has ended the contest.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.counted.lock().is_ok_and(|counted| self.ends(&counted))
    }

    /// A program that can't be started ends the contest at once, even if failures are forgiven, because a round without it
    /// is not a result.
    fn ends(&self, counted: &Counted) -> bool {
        counted.not_started || !self.forgives && counted.in_a_row >= FORGIVEN
    }

    fn failed(&self, failure: Failure) {
        let Ok(mut counted) = self.counted.lock() else { return };
        counted.failures += 1;
        counted.in_a_row = counted.in_a_row.saturating_add(1);
        counted.not_started |= matches!(failure.fault, Fault::NotStarted(_));
        if counted.told.len() < MAX_DETAILED {
            counted.told.push(failure);
        }
        if self.ends(&counted) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn played(&self) {
        if let Ok(mut counted) = self.counted.lock()
            && counted.in_a_row < FORGIVEN
        {
            counted.in_a_row = 0;
        }
    }
}

/// Program that plays in an arena. It is started on first use.
pub struct Contestant {
    program: Program,
    limits: Limits,
    conduct: Arc<Conduct>,
    conversation: Option<Conversation>,
    /// Whether the program has acted in the current round.
    has_played: bool,
}

impl Contestant {
    /// Creates a contestant. `conduct` records its failures.
    #[must_use]
    pub fn new(program: Program, limits: Limits, conduct: Arc<Conduct>) -> Self {
        Self { program, limits, conduct, conversation: None, has_played: false }
    }

    fn begin(&mut self, seating: &Seating) -> Result<(), Failure> {
        let conversation = match &mut self.conversation {
            Some(conversation) => conversation,
            none => none.insert(Conversation::start(&self.program, self.limits)?),
        };
        conversation.sit_down(seating).map_err(|fault| conversation.failure(fault))
    }

    /// Records a failure and ends the process. The next round starts a new one.
    fn fail(&mut self, failure: Failure) {
        self.conversation = None;
        self.has_played = false;
        self.conduct.failed(failure);
    }
}

impl Guest for Contestant {
    fn sit_down(&mut self, seating: &Seating) {
        if std::mem::take(&mut self.has_played) {
            self.conduct.played();
        }
        if let Err(failure) = self.begin(seating) {
            self.fail(failure);
        }
    }

    fn choose(&mut self, snapshot: &Snapshot, rng_seed: u64) -> Option<String> {
        let conversation = self.conversation.as_mut()?;
        match conversation.choose(snapshot, rng_seed) {
            Ok(action) => {
                self.has_played = true;
                Some(action)
            }
            Err(fault) => {
                let failure = conversation.failure(fault);
                self.fail(failure);
                None
            }
        }
    }
}

impl Drop for Contestant {
    fn drop(&mut self) {
        if let Some(conversation) = self.conversation.take() {
            // Its exit status no longer matters.
            let _ = conversation.quit();
        }
    }
}
