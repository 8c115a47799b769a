//! Worker thread for bots, so that the screen stays responsive.

use crate::state::{Input, Thought};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

/// Worker thread that runs jobs one after the other. When this is dropped, it ends after the
/// current job.
pub(crate) struct Bots {
    thoughts: Sender<Thought>,
    answers: Receiver<Input>,
}

/// The thread ended because a bot panicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gone;

impl Bots {
    pub(crate) fn start() -> std::io::Result<Self> {
        let (thoughts, to_think) = channel::<Thought>();
        let (answer, answers) = channel();
        thread::Builder::new().name("bots".to_owned()).spawn(move || {
            for thought in to_think {
                if answer.send(thought()).is_err() {
                    return; // the table is gone
                }
            }
        })?;
        Ok(Self { thoughts, answers })
    }

    pub(crate) fn submit(&self, thought: Thought) -> Result<(), Gone> {
        self.thoughts.send(thought).map_err(|_| Gone)
    }

    /// Returns the next result, if there is one.
    pub(crate) fn answer(&self) -> Result<Option<Input>, Gone> {
        match self.answers.try_recv() {
            Ok(answer) => Ok(Some(answer)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Gone),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(bots: &Bots) -> Result<Input, Gone> {
        loop {
            match bots.answer()? {
                Some(answer) => return Ok(answer),
                None => thread::yield_now(),
            }
        }
    }

    #[test]
    fn answers_come_with_the_job_they_were_asked_for() {
        let bots = Bots::start().unwrap();
        let answer = |job, action: &str| Input::Answer { job, action: action.to_owned() };
        bots.submit(Box::new(move || answer(3, "7d"))).unwrap();
        bots.submit(Box::new(move || answer(4, "8d"))).unwrap();
        assert_eq!(wait(&bots), Ok(answer(3, "7d")));
        assert_eq!(wait(&bots), Ok(answer(4, "8d")));
    }

    #[test]
    fn a_bot_that_panics_is_noticed() {
        let bots = Bots::start().unwrap();
        bots.submit(Box::new(|| panic!("a bot panics, as this test asks it to"))).unwrap();
        assert_eq!(wait(&bots), Err(Gone));
    }
}
