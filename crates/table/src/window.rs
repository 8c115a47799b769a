//! Sealed answers: each player may answer until the window closes, unseen by the others. The window always
//! has the same length, so that it does not reveal whether a player had a choice.

use crate::timestamp::Timestamp;
use cards::{Seat, SeatSet};

/// Response window, if the match waits for sealed answers.
#[derive(Default)]
pub(crate) struct ResponseWindow(Option<Box<Answers>>);

/// Sealed answers of the players.
pub(crate) struct Answers {
    /// Version of the match that asks for the answers.
    version: usize,
    closes_at: Timestamp,
    /// Answers by seat; only the last one of a seat is kept.
    given: Vec<(Seat, String)>,
}

impl Answers {
    /// Returns the answer of a seat.
    pub(crate) fn of(&self, seat: Seat) -> Option<&str> {
        self.given.iter().find(|(answered, _)| *answered == seat).map(|(_, action)| action.as_str())
    }
}

impl ResponseWindow {
    /// Opens a window for a version, unless it is open.
    pub(crate) fn open(&mut self, version: usize, closes_at: Timestamp) {
        if self.0.as_ref().is_none_or(|answers| answers.version != version) {
            self.0 = Some(Box::new(Answers { version, closes_at, given: Vec::new() }));
        }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Closes the window without reading its answers.
    pub(crate) fn clear(&mut self) {
        self.0 = None;
    }

    /// Drops the window unless it belongs to this version.
    pub(crate) fn keep_only(&mut self, version: usize) {
        self.0.take_if(|answers| answers.version != version);
    }

    /// Records an answer. Returns whether a window is open.
    pub(crate) fn answer(&mut self, seat: Seat, action: &str) -> bool {
        let Some(answers) = &mut self.0 else { return false };
        answers.given.retain(|(answered, _)| *answered != seat);
        answers.given.push((seat, action.to_owned()));
        true
    }

    /// Changes the time at which the window closes.
    pub(crate) fn close_at(&mut self, at: Timestamp) {
        if let Some(answers) = &mut self.0 {
            answers.closes_at = at;
        }
    }

    /// Returns the seats that have answered.
    pub(crate) fn answered(&self) -> SeatSet {
        self.0.iter().flat_map(|answers| &answers.given).map(|(seat, _)| *seat).collect()
    }

    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        self.0.as_ref().map(|answers| answers.closes_at)
    }

    /// Closes the window if its time is up.
    pub(crate) fn close(&mut self, now: Timestamp) -> Option<Box<Answers>> {
        self.0.take_if(|answers| answers.closes_at <= now)
    }

    /// Opens a window again whose answers could not be written.
    pub(crate) fn restore(&mut self, mut answers: Box<Answers>, version: usize) {
        answers.version = version;
        self.0 = Some(answers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_last_answer_of_each_seat_counts_until_the_time_is_up() {
        let at = |seconds| Timestamp::new(Duration::from_secs(seconds));
        let (ada, bea) = (Seat::new(0), Seat::new(1));
        let mut window = ResponseWindow::default();
        assert!(!window.answer(ada, "take"), "nothing is asked");
        window.open(7, at(3));
        assert!(window.answer(ada, "take") && window.answer(bea, "pass") && window.answer(ada, "pass"));
        window.open(7, at(5));
        assert_eq!((window.deadline(), window.answered().len()), (Some(at(3)), 2), "it stays open");
        assert!(window.close(at(2)).is_none());
        let answers = window.close(at(3)).expect("the time is up");
        assert_eq!((answers.of(ada), answers.of(Seat::new(2))), (Some("pass"), None));
        window.restore(answers, 8);
        window.close_at(at(1));
        assert_eq!(window.deadline(), Some(at(1)));
        window.keep_only(8);
        assert!(window.is_open());
        window.keep_only(9);
        assert!(!window.is_open());
    }
}
