//! Seed exchange: before the first deal the table and the players create the seed of the match together
//! (`docs/fairness.md`).
//!
//! The table has committed to its seed, and each player commits to a nonce when joining. Once all players are
//! there, all commitments are published, and then the players reveal their nonces. Neither the table nor a
//! player can therefore choose a part that depends on the others' parts.
//!
//! A player who does not reveal a nonce could choose between two deals, and so could a server that is
//! interrupted in between. The exchange therefore restarts with another seed and other nonces, and all
//! players see the number of restarts.

use crate::command::Reveal;
use crate::error::TableError;
use crate::id::{GuestId, SubscriberId};
use crate::timestamp::Timestamp;
use cards::{Commitment, Nonce, Seat};

/// Number of exchanges in which a guest may stay silent. After that the guest adds nothing.
const MAX_SILENCES: usize = 3;

/// Contributions of a table's players to the shuffle, until the match begins.
#[derive(Default)]
pub(crate) struct SeedExchange {
    /// Commitments by connection, because a guest may have two.
    committed: Vec<(SubscriberId, Commitment)>,
    running: Option<Running>,
    /// Guests who stayed silent, once per exchange.
    silent: Vec<GuestId>,
}

/// Exchange that waits for nonces.
struct Running {
    until: Timestamp,
    /// Asked guests in seat order. `None` for a seat that adds nothing.
    asked: Vec<Option<Asked>>,
}

/// Guest who has committed to a nonce.
pub(crate) struct Asked {
    guest: GuestId,
    commitment: Commitment,
    nonce: Option<Nonce>,
}

impl SeedExchange {
    /// Returns the time until which the nonces must arrive.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        self.running.as_ref().map(|running| running.until)
    }

    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Records the commitment of a connection. If there are many, those of closed connections are dropped.
    pub(crate) fn commit(
        &mut self,
        id: SubscriberId,
        commitment: Commitment,
        subscribers: usize,
        is_there: impl Fn(SubscriberId) -> bool,
    ) {
        self.committed.retain(|(other, _)| *other != id);
        self.committed.push((id, commitment));
        if self.committed.len() > 2 * subscribers + 8 {
            self.committed.retain(|(other, _)| *other == id || is_there(*other));
        }
    }

    /// Returns the question to a seat's guest, for the first connection that has committed to a nonce.
    pub(crate) fn ask(&self, connections: impl Iterator<Item = (SubscriberId, GuestId)>) -> Option<Asked> {
        let mut connections = connections;
        connections.find_map(|(id, guest)| {
            let silences = self.silent.iter().filter(|silent| **silent == guest).count();
            let committed = self.committed.iter().find(|(other, _)| *other == id);
            let (_, commitment) = committed.filter(|_| silences < MAX_SILENCES)?;
            Some(Asked { guest, commitment: *commitment, nonce: None })
        })
    }

    /// Starts waiting for the nonces of the asked guests.
    pub(crate) fn start(&mut self, asked: Vec<Option<Asked>>, until: Timestamp) {
        self.running = Some(Running { until, asked });
    }

    /// Returns the commitments of the asked guests, in seat order.
    pub(crate) fn commitments(&self) -> Option<Vec<Option<Commitment>>> {
        let asked = &self.running.as_ref()?.asked;
        Some(asked.iter().map(|asked| asked.as_ref().map(|asked| asked.commitment)).collect())
    }

    /// Returns the nonces in seat order, once all are revealed.
    pub(crate) fn nonces(&self) -> Option<Vec<Option<Nonce>>> {
        let nonce = |asked: &Option<Asked>| asked.as_ref().map_or(Some(None), |asked| asked.nonce.map(Some));
        self.running.as_ref()?.asked.iter().map(nonce).collect()
    }

    /// Records a nonce. Returns whether all are revealed.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if no exchange is running, or the nonce is for another seed or commitment.
    pub(crate) fn reveal(
        &mut self,
        seat: Seat,
        guest: GuestId,
        reveal: &Reveal,
        seed: Commitment,
    ) -> Result<bool, TableError> {
        let running = self.running.as_mut().ok_or(TableError::NotOpening)?;
        if reveal.commitment != seed {
            return Err(TableError::OtherSeed);
        }
        let asked = running.asked.get_mut(seat.index()).and_then(Option::as_mut);
        let asked = asked.filter(|asked| asked.guest == guest).ok_or(TableError::OtherNonce)?;
        if reveal.nonce.commitment() != asked.commitment {
            return Err(TableError::OtherNonce);
        }
        asked.nonce = Some(reveal.nonce);
        Ok(self.nonces().is_some())
    }

    /// Aborts an exchange. Its nonces may be known, so they are not used again. Returns the guests who stayed
    /// silent.
    pub(crate) fn give_up(&mut self) -> Vec<GuestId> {
        let asked: Vec<Asked> =
            self.running.take().into_iter().flat_map(|running| running.asked).flatten().collect();
        self.committed.retain(|(_, commitment)| !asked.iter().any(|asked| asked.commitment == *commitment));
        asked.iter().filter(|asked| asked.nonce.is_none()).map(|asked| asked.guest).collect()
    }

    /// Aborts an exchange in which a guest stayed silent for too long. Returns whether there was one.
    pub(crate) fn end_if_silent(&mut self, now: Timestamp) -> bool {
        let is_over = self.deadline().is_some_and(|until| until <= now);
        if is_over {
            let silent = self.give_up();
            self.silent.extend(silent);
        }
        is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Seed;
    use std::time::Duration;

    const ADA: Seat = Seat::new(0);
    const ID: SubscriberId = SubscriberId(1);

    fn at(seconds: u64) -> Timestamp {
        Timestamp::new(Duration::from_secs(seconds))
    }

    fn reveal(nonce: Nonce) -> Reveal {
        Reveal { nonce, commitment: Seed::from_number(1).commitment(), next: None }
    }

    fn running(nonce: Nonce) -> SeedExchange {
        let mut exchange = SeedExchange::default();
        exchange.commit(ID, nonce.commitment(), 1, |_| true);
        let asked = exchange.ask(std::iter::once((ID, GuestId::LOCAL)));
        assert!(asked.is_some());
        exchange.start(vec![asked, None], at(5));
        exchange
    }

    #[test]
    fn the_exchange_is_complete_when_all_who_were_asked_have_revealed_their_nonce() {
        let (nonce, other) = (Nonce::from_bytes([1; 32]), Nonce::from_bytes([2; 32]));
        let seed = Seed::from_number(1).commitment();
        let mut exchange = running(nonce);
        assert_eq!(exchange.nonces(), None);
        let refused = |exchange: &mut SeedExchange, nonce, seed| {
            exchange.reveal(ADA, GuestId::LOCAL, &reveal(nonce), seed).expect_err("it is another")
        };
        assert_eq!(refused(&mut exchange, other, seed), TableError::OtherNonce);
        let other_seed = Seed::from_number(2).commitment();
        assert_eq!(refused(&mut exchange, nonce, other_seed), TableError::OtherSeed);
        assert_eq!(exchange.reveal(ADA, GuestId::LOCAL, &reveal(nonce), seed), Ok(true));
        assert_eq!(exchange.nonces(), Some(vec![Some(nonce), None]));
    }

    #[test]
    fn after_three_silences_a_guest_adds_nothing() {
        let mut exchange = SeedExchange::default();
        for silence in 0..=MAX_SILENCES {
            let nonce = Nonce::from_bytes([silence as u8; 32]);
            exchange.commit(ID, nonce.commitment(), 1, |_| true);
            let asked = exchange.ask(std::iter::once((ID, GuestId::LOCAL)));
            assert_eq!(asked.is_some(), silence < MAX_SILENCES, "{silence}");
            exchange.start(vec![asked], at(5));
            assert!(!exchange.end_if_silent(at(4)) && exchange.end_if_silent(at(5)));
        }
        assert!(exchange.ask(std::iter::once((ID, GuestId::LOCAL))).is_none(), "nothing is used twice");
    }
}
