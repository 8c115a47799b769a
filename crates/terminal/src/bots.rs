//! Where bots think: one thread, so that the screen stays alive.

use house::PendingMove;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

/// A thread in which bots think, one after the other. It ends when this is dropped and the last thought is thought.
pub(crate) struct Bots {
    thoughts: Sender<(usize, PendingMove)>,
    answers: Receiver<(usize, String)>,
}

/// The thread is gone: a bot panicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gone;

impl Bots {
    pub(crate) fn start() -> std::io::Result<Self> {
        let (thoughts, to_think) = channel::<(usize, PendingMove)>();
        let (answer, answers) = channel();
        thread::Builder::new().name("bots".to_owned()).spawn(move || {
            for (version, pending_move) in to_think {
                if answer.send((version, pending_move())).is_err() {
                    return; // nobody sits at the table any more
                }
            }
        })?;
        Ok(Self { thoughts, answers })
    }

    pub(crate) fn submit(&self, version: usize, pending_move: PendingMove) -> Result<(), Gone> {
        self.thoughts.send((version, pending_move)).map_err(|_| Gone)
    }

    /// The next answer, if there is one.
    pub(crate) fn answer(&self) -> Result<Option<(usize, String)>, Gone> {
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

    fn wait(bots: &Bots) -> Result<(usize, String), Gone> {
        loop {
            match bots.answer()? {
                Some(answer) => return Ok(answer),
                None => thread::yield_now(),
            }
        }
    }

    #[test]
    fn answers_come_with_the_version_they_were_asked_for() {
        let bots = Bots::start().unwrap();
        bots.submit(3, Box::new(|| "7d".to_owned())).unwrap();
        bots.submit(4, Box::new(|| "8d".to_owned())).unwrap();
        assert_eq!(wait(&bots), Ok((3, "7d".to_owned())));
        assert_eq!(wait(&bots), Ok((4, "8d".to_owned())));
    }

    #[test]
    fn a_bot_that_panics_is_noticed() {
        let bots = Bots::start().unwrap();
        bots.submit(1, Box::new(|| panic!("a bot panics, as this test asks it to"))).unwrap();
        assert_eq!(wait(&bots), Err(Gone));
    }
}
