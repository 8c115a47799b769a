//! What was answered lately: a command that comes a second time, because its answer was lost on the way, does nothing and
//! gets its first answer. Where a play names the version it is made at, a second one would be stale; in a game without turns
//! it could be done twice.

use super::Play;
use crate::refusal::Refusal;
use cards::Seat;
use house::Rejected;
use protocol::TableRefusal;
use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};

/// So many commands of each seat are remembered where anybody may act at any time: more than are on their way when a connection
/// breaks. In turns it is one after the other.
const REMEMBERED_IN_RACE: usize = 32;
const REMEMBERED: usize = 4;

/// The last commands of every seat, and what came of them.
pub(super) struct Answers {
    /// With a key of its own, so that nobody can make two commands that look alike.
    hasher: RandomState,
    /// By seat, the latest last.
    latest: Vec<VecDeque<(Fingerprint, Answer)>>,
    max: usize,
}

/// What tells commands of a seat apart: all that is said in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fingerprint(u64);

/// What came of a command.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) enum Answer {
    /// It is about to be told.
    Pending,
    /// It was done, and the match came to this version.
    Accepted(usize),
    /// The game does not allow it.
    Rejected(Box<Rejected>),
}

impl Answers {
    pub(super) fn new(seats: u8, is_race: bool) -> Self {
        let max = if is_race { REMEMBERED_IN_RACE } else { REMEMBERED };
        Self { hasher: RandomState::new(), latest: vec![VecDeque::new(); usize::from(seats)], max }
    }

    pub(super) fn fingerprint(&self, play: &Play) -> Fingerprint {
        Fingerprint(self.hasher.hash_one((&play.id, play.version, play.typed, &play.action)))
    }

    /// The answer to this command, if it came before. If not, it is pending from now on.
    pub(super) fn first(&mut self, seat: Seat, command: Fingerprint) -> Option<&Answer> {
        let latest = &mut self.latest[seat.index()];
        match latest.iter().position(|(known, _)| *known == command) {
            Some(index) => Some(&latest[index].1),
            None => {
                if latest.len() == self.max {
                    latest.pop_front();
                }
                latest.push_back((command, Answer::Pending));
                None
            }
        }
    }

    /// A command that may come again as if for the first time.
    pub(super) fn forget(&mut self, seat: Seat, command: Fingerprint) {
        self.latest[seat.index()].retain(|(known, _)| *known != command);
    }

    /// Notes what came of a command. What was refused for the moment only may come again as if for the first time.
    pub(super) fn note(&mut self, seat: Seat, command: Fingerprint, outcome: Result<usize, &Refusal>) {
        let answer = match outcome {
            Ok(version) => Answer::Accepted(version),
            Err(Refusal::AtTable(TableRefusal::Rejected(rejected))) => Answer::Rejected(rejected.clone()),
            Err(_) => return self.forget(seat, command),
        };
        let known = self.latest[seat.index()].iter_mut().find(|(known, _)| *known == command);
        if let Some((_, noted)) = known {
            *noted = answer;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: Seat = Seat::new(0);
    const BEA: Seat = Seat::new(1);

    fn play(id: &str, version: u64, action: &str) -> Play {
        Play {
            version,
            action: action.to_owned(),
            typed: false,
            id: id.to_owned(),
            received_at: tokio::time::Instant::now(),
        }
    }

    #[test]
    fn a_command_that_comes_again_has_its_first_answer_and_another_has_none() {
        let mut answers = Answers::new(2, false);
        let command = answers.fingerprint(&play("1", 7, "flip"));
        assert_eq!(answers.first(ADA, command), None);
        assert_eq!(answers.first(ADA, command), Some(&Answer::Pending));
        answers.note(ADA, command, Ok(8));
        assert_eq!(answers.first(ADA, command), Some(&Answer::Accepted(8)));
        assert_eq!(answers.first(BEA, command), None, "another seat");
        for other in [play("2", 7, "flip"), play("1", 8, "flip"), play("1", 7, "Ac")] {
            let other = answers.fingerprint(&other);
            assert_eq!(answers.first(ADA, other), None);
        }
    }

    #[test]
    fn what_the_game_refuses_stays_refused_and_what_the_moment_refuses_may_come_again() {
        let mut answers = Answers::new(2, false);
        let command = answers.fingerprint(&play("1", 7, "flip"));
        answers.first(ADA, command);
        answers.note(ADA, command, Err(&Refusal::Busy));
        assert_eq!(answers.first(ADA, command), None);
        let rejected = Rejected::new("illegal", "too late");
        answers.note(ADA, command, Err(&rejected.clone().into()));
        assert_eq!(answers.first(ADA, command), Some(&Answer::Rejected(Box::new(rejected))));
    }

    #[test]
    fn no_more_is_remembered_than_can_be_on_its_way() {
        let mut answers = Answers::new(1, true);
        let command = |answers: &Answers, n: usize| answers.fingerprint(&play(&n.to_string(), 7, "flip"));
        for n in 0..=REMEMBERED_IN_RACE {
            let command = command(&answers, n);
            assert_eq!(answers.first(ADA, command), None);
        }
        let (oldest, next) = (command(&answers, 0), command(&answers, 1));
        assert_eq!(answers.first(ADA, next), Some(&Answer::Pending));
        assert_eq!(answers.first(ADA, oldest), None);
    }
}
