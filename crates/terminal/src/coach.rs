//! Coach of an exercise: its remarks, and the results of the learner's attempts.

use crate::exercises::next_after;
use cards::Viewer;
use catalog::{
    AnyMatch, Attempt, CATALOG, Done, Exercise, ExerciseKind, Rejection, Remark, Snapshot, SnapshotPhase,
    Translated, Tried, WireValue,
};

/// Exercise in progress, with its remarks.
pub(crate) struct Coach {
    exercise: &'static Exercise,
    attempt: Attempt<'static>,
    /// Index of the current remark at this position of the record.
    reading: usize,
    /// Reply to the last attempt.
    told: Option<Reply>,
    /// Whether the learner made a mistake or asked for a hint.
    helped: bool,
    /// Whether the remark gives way to the table on a small screen.
    folded: bool,
}

/// Reply to a legal action that the exercise doesn't expect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    /// The reply that the exercise has for this action.
    Words(Translated),
    /// A general reply, because the exercise has none for this action.
    NotThis,
}

/// Result of an attempt.
pub(crate) enum Outcome {
    /// The action that the exercise expects, with its events as the learner's seat sees them.
    Right(WireValue),
    /// Legal, but not expected.
    NotThis,
}

impl Coach {
    pub(crate) fn begin(exercise: &'static Exercise) -> Result<Self, Rejection> {
        let attempt = exercise.begin(&CATALOG)?;
        Ok(Self { exercise, attempt, reading: 0, told: None, helped: false, folded: false })
    }

    pub(crate) fn exercise(&self) -> &'static Exercise {
        self.exercise
    }

    pub(crate) fn game(&self) -> &dyn AnyMatch {
        self.attempt.game()
    }

    /// Returns the learner's snapshot. The learner may act only where the record waits for them.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let seat = self.exercise.seat;
        let mut snapshot = self.game().snapshot(Viewer::Seat(seat));
        if !self.attempt.waits() {
            snapshot.legal.clear();
            snapshot.actors = snapshot.actors.iter().filter(|actor| *actor != seat).collect();
        }
        // A match would continue after this deal, but the exercise ends with it.
        if self.attempt.is_over() && snapshot.phase == SnapshotPhase::Scored {
            snapshot.phase = SnapshotPhase::Over;
        }
        snapshot
    }

    fn remarks(&self) -> impl Iterator<Item = &'static Remark> + use<> {
        self.attempt.remarks()
    }

    /// Returns the current remark, if there is one.
    pub(crate) fn remark(&self) -> Option<&'static Remark> {
        self.remarks().nth(self.reading)
    }

    pub(crate) fn told(&self) -> Option<&Reply> {
        self.told.as_ref()
    }

    pub(crate) fn helped(&self) -> bool {
        self.helped
    }

    pub(crate) fn note_help(&mut self) {
        self.helped = true;
    }

    pub(crate) fn is_folded(&self) -> bool {
        self.folded
    }

    pub(crate) fn fold(&mut self, folded: bool) {
        self.folded = folded;
    }

    pub(crate) fn is_puzzle(&self) -> bool {
        self.exercise.kind == ExerciseKind::Puzzle
    }

    /// Returns the exercise that follows this one.
    pub(crate) fn next(&self) -> Option<&'static Exercise> {
        next_after(self.exercise)
    }

    /// Returns whether another remark follows here.
    pub(crate) fn has_more_to_say(&self) -> bool {
        self.reading + 1 < self.remarks().count()
    }

    pub(crate) fn read_on(&mut self) {
        if self.has_more_to_say() {
            self.reading += 1;
            self.folded = false;
        }
    }

    pub(crate) fn waits(&self) -> bool {
        self.attempt.waits()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.attempt.is_over()
    }

    /// Returns whether the exercise waits for the learner to read a remark or the scoring.
    pub(crate) fn pauses(&self) -> bool {
        let is_scored = self.snapshot().phase != SnapshotPhase::Playing;
        self.waits() || self.is_over() || is_scored || self.remark().is_some()
    }

    /// Performs the next step (deal, action or reshuffle) of the record.
    pub(crate) fn go_on(&mut self) -> Result<Done, Rejection> {
        let done = self.attempt.go_on()?;
        self.arrive();
        Ok(done)
    }

    /// Attempts an action of the learner.
    pub(crate) fn attempt(&mut self, action: &str) -> Result<Outcome, Rejection> {
        let (tried, done) = self.attempt.attempt(action)?;
        match (tried, done) {
            (Tried::Right, Some(done)) => {
                self.arrive();
                Ok(Outcome::Right(done.events))
            }
            (Tried::Wrong(words), _) => {
                self.helped = true;
                self.folded = false;
                self.told = Some(words.map_or(Reply::NotThis, Reply::Words));
                Ok(Outcome::NotThis)
            }
            (Tried::Right | Tried::TooEarly, _) => {
                Err(Rejection::new("too-early", "it is not your turn yet".to_owned()))
            }
        }
    }

    fn arrive(&mut self) {
        (self.reading, self.told) = (0, None);
        self.folded = self.remark().is_none() && !self.is_over();
    }
}
