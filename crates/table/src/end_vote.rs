//! Vote to end a match as it stands.

use cards::{Seat, SeatSet};

/// Seats that agree to end the match as it stands.
#[derive(Default)]
pub(crate) struct EndVote(SeatSet);

impl EndVote {
    pub(crate) fn agreed(&self) -> SeatSet {
        self.0
    }

    /// Records a vote. A vote against drops all votes.
    pub(crate) fn vote(&mut self, seat: Seat, agrees: bool) {
        match agrees {
            true => self.0.insert(seat),
            false => self.0 = SeatSet::EMPTY,
        }
    }

    /// Drops the vote of a seat whose player left.
    pub(crate) fn forget(&mut self, seat: Seat) {
        self.0.remove(seat);
    }

    /// Returns whether all these seats agree.
    pub(crate) fn is_unanimous(&self, asked: SeatSet) -> bool {
        (asked - self.0).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_have_to_agree_and_one_vote_against_it_ends_the_question() {
        let (ada, bea) = (Seat::new(0), Seat::new(1));
        let mut vote = EndVote::default();
        vote.vote(ada, true);
        assert!(!vote.is_unanimous(SeatSet::all(2)) && vote.is_unanimous(SeatSet::only(ada)));
        vote.vote(bea, true);
        assert!(vote.is_unanimous(SeatSet::all(2)));
        vote.forget(ada);
        assert_eq!(vote.agreed(), SeatSet::only(bea));
        vote.vote(ada, false);
        assert!(vote.agreed().is_empty());
    }
}
