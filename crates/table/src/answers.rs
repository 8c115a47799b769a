//! Answers to commands. A repeated command, whose answer was lost, has no effect and gets its first answer.
//!
//! In a game with turns a repeated command would be stale. In a race it could be executed twice. A race
//! therefore stores executed commands with their lines, and never forgets them, because a delayed command can
//! arrive after any number of others.

use crate::command::Play;
use crate::error::TableError;
use crate::record::Fingerprint;
use cards::Seat;
use catalog::{Line, Rejection};
use std::collections::{HashMap, VecDeque};

/// Number of remembered commands per seat: in a race, in addition to the executed ones, more than are in
/// transit when a connection breaks; with turns, a few, because commands come one at a time.
const REMEMBERED_IN_RACE: usize = 32;
const REMEMBERED: usize = 4;

/// Last commands of every seat, with their answers.
pub(crate) struct Answers {
    /// Last commands of each seat, newest last.
    latest: Vec<VecDeque<(Fingerprint, Answer)>>,
    max: usize,
    /// All executed commands, in a race only.
    done: Option<HashMap<(Seat, Fingerprint), Answer>>,
}

/// Answer to a command, remembered for a repeat.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) enum Answer {
    /// The command is in progress.
    Pending,
    /// The command was executed, and led to this version.
    Accepted(usize),
    /// The game refused the action.
    Rejection(Box<Rejection>),
}

impl Answers {
    pub(crate) fn new(seats: u8, is_race: bool) -> Self {
        let max = if is_race { REMEMBERED_IN_RACE } else { REMEMBERED };
        Self { latest: vec![VecDeque::new(); usize::from(seats)], max, done: is_race.then(HashMap::new) }
    }

    /// Adds stored commands.
    pub(crate) fn learn(&mut self, lines: &[Line], commands: &[Option<Fingerprint>]) {
        for (index, (line, command)) in lines.iter().zip(commands).enumerate() {
            if let (Some(command), Some(seat)) = (command, line.seat()) {
                self.note(seat, *command, Ok(index + 1));
            }
        }
    }

    pub(crate) fn fingerprint(play: &Play) -> Fingerprint {
        Fingerprint::of(&(&play.id, play.version, play.typed, &play.action))
    }

    /// Returns the answer to a repeated command. A new command becomes pending.
    pub(crate) fn first(&mut self, seat: Seat, command: Fingerprint) -> Option<&Answer> {
        if let Some(answer) = self.done.as_ref().and_then(|done| done.get(&(seat, command))) {
            return Some(answer);
        }
        let latest = &mut self.latest[seat.index()];
        if let Some(index) = latest.iter().position(|(known, _)| *known == command) {
            return Some(&latest[index].1);
        }
        // Forgetting a pending command could lead to a second execution.
        let oldest = latest.iter().position(|(_, answer)| *answer != Answer::Pending);
        if let Some(oldest) = oldest.filter(|_| latest.len() >= self.max) {
            latest.remove(oldest);
        }
        latest.push_back((command, Answer::Pending));
        None
    }

    /// Forgets a command, so that it may be repeated.
    pub(crate) fn forget(&mut self, seat: Seat, command: Fingerprint) {
        self.latest[seat.index()].retain(|(known, _)| *known != command);
    }

    /// Records the answer to a command. A command refused only for the moment may be repeated.
    pub(crate) fn note(&mut self, seat: Seat, command: Fingerprint, outcome: Result<usize, &TableError>) {
        let answer = match outcome {
            Ok(version) => Answer::Accepted(version),
            Err(TableError::Rejection(rejection)) => Answer::Rejection(rejection.clone()),
            Err(_) => return self.forget(seat, command),
        };
        if let (Answer::Accepted(_), Some(done)) = (&answer, &mut self.done) {
            done.insert((seat, command), answer);
            return self.forget(seat, command);
        }
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
            received_at: crate::Timestamp::default(),
        }
    }

    #[test]
    fn a_command_that_comes_again_has_its_first_answer_and_another_has_none() {
        let mut answers = Answers::new(2, false);
        let command = Answers::fingerprint(&play("1", 7, "flip"));
        assert_eq!(answers.first(ADA, command), None);
        assert_eq!(answers.first(ADA, command), Some(&Answer::Pending));
        answers.note(ADA, command, Ok(8));
        assert_eq!(answers.first(ADA, command), Some(&Answer::Accepted(8)));
        assert_eq!(answers.first(BEA, command), None, "another seat");
        for other in [play("2", 7, "flip"), play("1", 8, "flip"), play("1", 7, "Ac")] {
            let other = Answers::fingerprint(&other);
            assert_eq!(answers.first(ADA, other), None);
        }
    }

    #[test]
    fn what_the_game_refuses_stays_refused_and_what_the_moment_refuses_may_come_again() {
        let mut answers = Answers::new(2, false);
        let command = Answers::fingerprint(&play("1", 7, "flip"));
        answers.first(ADA, command);
        answers.note(ADA, command, Err(&TableError::CountingDown));
        assert_eq!(answers.first(ADA, command), None);
        let rejection = Rejection::new("illegal", "too late");
        answers.note(ADA, command, Err(&rejection.clone().into()));
        assert_eq!(answers.first(ADA, command), Some(&Answer::Rejection(Box::new(rejection))));
    }

    #[test]
    fn in_a_race_stored_commands_keep_their_answers() {
        let lines = ["deal a", "0 flip", "1 flip"].map(|line| line.parse().expect("a line"));
        let [ada, bea] = ["1", "2"].map(|id| Answers::fingerprint(&play(id, 1, "flip")));
        let mut answers = Answers::new(2, true);
        answers.learn(&lines, &[None, Some(ada), Some(bea)]);
        assert_eq!(answers.first(ADA, ada), Some(&Answer::Accepted(2)));
        assert_eq!(answers.first(BEA, bea), Some(&Answer::Accepted(3)));
    }

    #[test]
    fn no_more_is_remembered_than_can_be_on_its_way() {
        let mut answers = Answers::new(1, true);
        let command = |n: usize| Answers::fingerprint(&play(&n.to_string(), 7, "flip"));
        let refused = Rejection::new("illegal", "too late").into();
        for n in 0..=REMEMBERED_IN_RACE {
            assert_eq!(answers.first(ADA, command(n)), None);
            answers.note(ADA, command(n), Err(&refused));
        }
        assert!(answers.first(ADA, command(1)).is_some());
        assert_eq!(answers.first(ADA, command(0)), None);
    }

    #[test]
    fn in_a_race_nothing_done_or_pending_is_forgotten_whatever_comes_after_it() {
        let mut answers = Answers::new(1, true);
        let command = |n: usize| Answers::fingerprint(&play(&n.to_string(), 7, "flip"));
        let (done, pending) = (command(0), command(1));
        for command in [done, pending] {
            assert_eq!(answers.first(ADA, command), None);
        }
        answers.note(ADA, done, Ok(8));
        let refused = Rejection::new("illegal", "too late").into();
        for n in 2..10 * REMEMBERED_IN_RACE {
            assert_eq!(answers.first(ADA, command(n)), None);
            answers.note(ADA, command(n), Err(&refused));
        }
        assert_eq!(answers.first(ADA, done), Some(&Answer::Accepted(8)));
        assert_eq!(answers.first(ADA, pending), Some(&Answer::Pending));
    }
}
