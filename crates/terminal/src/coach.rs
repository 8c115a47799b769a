//! The coach of an exercise: what is said where it stands, and what becomes of what the learner tries.

use crate::exercises::next_after;
use cards::Viewer;
use house::{
    AnyMatch, Attempt, CATALOG, Done, Exercise, ExerciseKind, Frame, FramePhase, Rejected, Remark, Sent,
    Translated, Tried,
};

/// An exercise somebody is at.
pub(crate) struct Coach {
    exercise: &'static Exercise,
    attempt: Attempt<'static>,
    /// Which of the remarks of this place is read.
    reading: usize,
    /// What is said to what was tried last.
    told: Option<Told>,
    /// Whether the learner has erred, or asked for a hint.
    helped: bool,
    /// Whether what is said makes room for the table, where both do not fit.
    folded: bool,
}

/// What is said to something that is allowed, but not looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// It has words of its own.
    Words(Translated),
    /// It has none.
    NotThis,
}

/// What became of what the learner tried.
pub(crate) enum Outcome {
    /// It was looked for, and this is what they saw of it.
    Right(Sent),
    /// It is allowed, but not what is looked for: the coach says so.
    NotThis,
}

impl Coach {
    pub(crate) fn begin(exercise: &'static Exercise) -> Result<Self, Rejected> {
        let attempt = exercise.begin(&CATALOG)?;
        Ok(Self { exercise, attempt, reading: 0, told: None, helped: false, folded: false })
    }

    pub(crate) fn exercise(&self) -> &'static Exercise {
        self.exercise
    }

    pub(crate) fn game(&self) -> &dyn AnyMatch {
        self.attempt.game()
    }

    /// What the learner may know and do: they may act when the record waits for them, and only then.
    pub(crate) fn frame(&self) -> Frame {
        let seat = self.exercise.seat;
        let mut frame = self.game().frame(Viewer::Seat(seat));
        if !self.attempt.waits() {
            frame.legal.clear();
            frame.actors = frame.actors.iter().filter(|actor| *actor != seat).collect();
        }
        // After its last deal nothing follows, though a match would go on.
        if self.attempt.is_over() && frame.phase == FramePhase::Scored {
            frame.phase = FramePhase::Over;
        }
        frame
    }

    fn remarks(&self) -> impl Iterator<Item = &'static Remark> + use<> {
        self.attempt.remarks()
    }

    /// The remark that is read; nothing where nothing is said.
    pub(crate) fn remark(&self) -> Option<&'static Remark> {
        self.remarks().nth(self.reading)
    }

    pub(crate) fn told(&self) -> Option<&Told> {
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

    /// What comes after this exercise.
    pub(crate) fn next(&self) -> Option<&'static Exercise> {
        next_after(self.exercise)
    }

    /// Whether another remark follows here.
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

    /// Whether nothing goes on before somebody has read what is said, or looked at the counting.
    pub(crate) fn pauses(&self) -> bool {
        let is_scored = self.frame().phase != FramePhase::Playing;
        self.waits() || self.is_over() || is_scored || self.remark().is_some()
    }

    /// Does the next thing of the record, whoever does it.
    pub(crate) fn go_on(&mut self) -> Result<Done, Rejected> {
        let done = self.attempt.go_on()?;
        self.arrive();
        Ok(done)
    }

    /// Tries what the learner wants to do.
    pub(crate) fn attempt(&mut self, action: &str) -> Result<Outcome, Rejected> {
        let (tried, done) = self.attempt.attempt(action)?;
        match (tried, done) {
            (Tried::Right, Some(done)) => {
                self.arrive();
                Ok(Outcome::Right(done.events))
            }
            (Tried::Wrong(words), _) => {
                self.helped = true;
                self.folded = false;
                self.told = Some(words.map_or(Told::NotThis, Told::Words));
                Ok(Outcome::NotThis)
            }
            (Tried::Right | Tried::TooEarly, _) => {
                Err(Rejected::new("too-early", "others are to act first".to_owned()))
            }
        }
    }

    fn arrive(&mut self) {
        (self.reading, self.told) = (0, None);
        self.folded = self.remark().is_none() && !self.is_over();
    }
}
