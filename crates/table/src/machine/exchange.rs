//! Seed exchange before the first deal.

use super::agenda::Continuation;
use super::{Outcome, Table};
use crate::command::{Reveal, Sender};
use crate::effects::Write;
use crate::id::SubscriberId;
use crate::record::{Stage, TableRecord};
use crate::revive::begin;
use crate::seed_exchange::{Asked, SeedExchange};
use cards::{Commitment, Seat};
use catalog::AnyMatch;
use protocol::{Notice, notice};
use std::time::Duration;

/// Time for players to reveal their nonces.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Stage of the seed exchange that is being written.
pub(super) struct ExchangeWrite {
    record: Box<TableRecord>,
    /// The match with the dealer of the record.
    game: Box<dyn AnyMatch>,
    /// Players asked for nonces in this stage.
    asked: Option<Vec<Option<Asked>>>,
}

impl Table {
    /// Records a connection's commitment. Once the match has a seed, it is ignored.
    pub(super) fn note_commitment(&mut self, id: SubscriberId, commitment: Option<&Commitment>) {
        let Some(commitment) = commitment.filter(|_| self.record.key().is_none()) else { return };
        let subscribers = &self.guests.subscribers;
        self.exchange.commit(id, *commitment, subscribers.len(), |id| subscribers.contains(id));
    }

    /// Returns the question for nonces, if the exchange is running.
    pub(super) fn exchange_notice(&self) -> Option<Notice> {
        let nonces = self.exchange.commitments()?;
        let (table, commitment) = (self.name.clone(), self.record.seed.commitment().to_string());
        Some(Notice::Opening(notice::Opening { table, commitment, nonces }))
    }

    /// Records a nonce. No other player is told.
    pub(super) fn reveal(&mut self, sender: &Sender, reveal: &Reveal) -> Outcome {
        let seat = self.seat_of(sender.guest)?;
        // Kept even if the exchange was aborted before. Otherwise a player could remove another player's
        // contribution by leaving at the right moment.
        self.note_commitment(sender.from, reveal.next.as_ref());
        if self.exchange.reveal(seat, sender.guest, reveal, self.record.seed.commitment())? {
            // If the write fails now, it is repeated when the deal is due.
            self.continue_exchange();
        }
        Ok(())
    }

    /// Continues the exchange. Returns whether a stage is being written.
    pub(super) fn continue_exchange(&mut self) -> bool {
        let is_begun = self.record.opening.as_ref().is_some_and(|opening| opening.stage == Stage::Begun);
        let mut asked = None;
        let record = if self.exchange.is_running() {
            match self.exchange.nonces() {
                Some(nonces) => self.record.opened(nonces),
                None => return false,
            }
        } else if is_begun {
            // The exchange was aborted or interrupted.
            let Some(seed) = (self.settings.new_seed)() else {
                self.journal.retry_later(self.at());
                return false;
            };
            self.record.opened_again(seed)
        } else {
            let all: Vec<Option<Asked>> = Seat::all(self.record.seats).map(|seat| self.ask(seat)).collect();
            match all.iter().all(Option::is_none) {
                true => self.record.opened(vec![None; all.len()]),
                false => {
                    asked = Some(all);
                    self.record.opening_begun()
                }
            }
        };
        let Ok(game) = begin(&record, &self.settings.catalog) else { return false };
        let record = Box::new(record);
        let write = Write::SeedExchange(record.clone());
        self.write(write, Continuation::SeedExchange(Box::new(ExchangeWrite { record, game, asked })));
        true
    }

    /// Returns the question to the player of a seat.
    fn ask(&self, seat: Seat) -> Option<Asked> {
        let own = self.guests.subscribers.iter().filter(|one| self.chairs.seat_of(one.guest) == Some(seat));
        self.exchange.ask(own.map(|subscriber| (subscriber.id, subscriber.guest)))
    }

    pub(super) fn exchange_written(&mut self, write: ExchangeWrite) {
        let ExchangeWrite { record, game, asked } = write;
        self.journal.restart(&record);
        // The match has the dealer as a parameter, so another dealer needs another match.
        self.game = game;
        self.record = record;
        if let Some(asked) = asked {
            self.exchange.start(asked, self.at() + TIMEOUT);
            if let Some(notice) = self.exchange_notice() {
                self.tell_all(&notice);
            }
        } else if self.record.key().is_some() {
            self.exchange = SeedExchange::default();
        } else {
            self.tell_table();
        }
    }
}
