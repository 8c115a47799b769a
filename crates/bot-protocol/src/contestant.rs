//! A program among the bots of an arena. A failure costs it the round; then it is started anew.

use crate::conversation::{Conversation, Limits};
use crate::failure::{Failure, Fault};
use crate::process::Program;
use house::{Frame, Guest, Seating};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// So many failures in a row, with no round between them that was played to its end, and a contest is over.
pub const FORGIVEN: u32 = 3;

/// So many failures are told with everything that is known of them.
const TOLD: usize = 20;

/// How a program has behaved in a contest, in all its processes.
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
    /// Whether it could not be started.
    not_started: bool,
    told: Vec<Failure>,
}

impl Conduct {
    /// Of a program that has not begun. `stop` ends the contest, which a program that fails again and again does, unless everything
    /// is forgiven.
    #[must_use]
    pub fn new(stop: Arc<AtomicBool>, forgives: bool) -> Self {
        Self { counted: Mutex::default(), stop, forgives }
    }

    /// How often it has failed: so many rounds it has lost by that.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.counted.lock().map_or(0, |counted| counted.failures)
    }

    /// The first failures.
    #[must_use]
    pub fn told(&self) -> Vec<Failure> {
        self.counted.lock().map_or_else(|_| Vec::new(), |counted| counted.told.clone())
    }

    /// Returns whether it has ended the contest.
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
        if counted.told.len() < TOLD {
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

/// A program that plays in an arena. It is started when it is needed first.
pub struct Contestant {
    program: Program,
    limits: Limits,
    conduct: Arc<Conduct>,
    conversation: Option<Conversation>,
    /// Whether it has done something in the round that is played.
    has_played: bool,
}

impl Contestant {
    /// A program, and who notes how it behaves.
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

    /// Notes the failure and ends the process, so that the next round begins with a new one.
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

    fn choose(&mut self, frame: &Frame, rng_seed: u64) -> Option<String> {
        let conversation = self.conversation.as_mut()?;
        match conversation.choose(frame, rng_seed) {
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
            // Whether it ends by itself changes nothing any more.
            let _ = conversation.quit();
        }
    }
}
