//! The opening of a match: before the first deal the house and the players make together what it is dealt from.
//! (`docs/fairness.md`)
//!
//! The house has committed to its seed when the table was founded, and players commit to nonces when they come. Once all are
//! there everybody is told all commitments, and then the players reveal their nonces: so nobody, the house neither, can choose
//! what they add by what others do. What came of it is on disk before the first card is dealt.
//!
//! Who says nothing could thereby choose between two deals, and so could a house that is cut off in the middle. So the opening
//! begins again with another seed and other nonces, since those that were revealed are known, and everybody sees how often.

use super::{Connection, RETRY, Reveal, Table, begin};
use crate::chain::Link;
use crate::identity::GuestId;
use crate::lobby::random_seed;
use crate::refusal::Refusal;
use crate::store::{Stage, TableRecord};
use ::table::TableRefusal;
use axum::extract::ws::Utf8Bytes;
use cards::{Commitment, Nonce, Seat};
use protocol::{Notice, notice};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long nonces are waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// So often somebody may let an opening begin again by their silence; after that they add nothing any more.
const MAX_SILENCES: usize = 3;

/// What the players of a table would add to the shuffle, until it is opened.
#[derive(Default)]
pub(super) struct Nonces {
    /// By the number of the connection: somebody may follow a table on two devices.
    committed: Vec<(u64, Commitment)>,
    running: Option<Running>,
    /// Once for each silence.
    silent: Vec<GuestId>,
}

/// An opening in which nonces are waited for.
struct Running {
    until: Instant,
    /// In seat order; none for a seat that adds nothing.
    asked: Vec<Option<Asked>>,
}

/// Somebody who has committed to a nonce.
struct Asked {
    guest: GuestId,
    commitment: Commitment,
    nonce: Option<Nonce>,
}

impl Running {
    /// What the seats add, if all are there.
    fn nonces(&self) -> Option<Vec<Option<Nonce>>> {
        let nonce = |asked: &Option<Asked>| asked.as_ref().map_or(Some(None), |asked| asked.nonce.map(Some));
        self.asked.iter().map(nonce).collect()
    }

    fn commitments(&self) -> Vec<Option<Commitment>> {
        self.asked.iter().map(|asked| asked.as_ref().map(|asked| asked.commitment)).collect()
    }
}

impl Nonces {
    /// Until when nonces are waited for, if they are.
    pub(super) fn until(&self) -> Option<Instant> {
        self.running.as_ref().map(|running| running.until)
    }

    fn commit(&mut self, connection: u64, commitment: Commitment) {
        self.committed.retain(|(other, _)| *other != connection);
        self.committed.push((connection, commitment));
    }

    fn of(&self, connection: &Connection) -> Option<Commitment> {
        let silences = self.silent.iter().filter(|guest| **guest == connection.guest).count();
        let committed = self.committed.iter().find(|(number, _)| *number == connection.number);
        committed.filter(|_| silences < MAX_SILENCES).map(|(_, commitment)| *commitment)
    }

    /// Ends an opening that came to nothing. What anybody was asked for in it nobody uses again: it may be known. Says who
    /// was silent in it.
    pub(super) fn give_up(&mut self) -> Vec<GuestId> {
        let asked: Vec<Asked> =
            self.running.take().into_iter().flat_map(|running| running.asked).flatten().collect();
        self.committed.retain(|(_, commitment)| !asked.iter().any(|asked| asked.commitment == *commitment));
        asked.iter().filter(|asked| asked.nonce.is_none()).map(|asked| asked.guest).collect()
    }
}

impl Table {
    /// Notes what somebody would add to the shuffle. Nobody adds anything once the match is opened.
    pub(super) fn note_commitment(&mut self, connection: &Connection, commitment: Option<&Commitment>) {
        let Some(commitment) = commitment.filter(|_| self.record.key().is_none()) else { return };
        self.nonces.commit(connection.number, *commitment);
        if self.nonces.committed.len() > 2 * self.watchers.len() + 8 {
            let gone = |number: u64| !self.watchers.iter().any(|watcher| watcher.number == number);
            self.nonces.committed.retain(|(number, _)| *number == connection.number || !gone(*number));
        }
    }

    /// Tells somebody who comes in the middle of an opening what they are asked for.
    pub(super) fn tell_opening(&self, connection: &Connection) {
        if let Some(notice) = self.opening_notice() {
            connection.notify(notice);
        }
    }

    fn opening_notice(&self) -> Option<String> {
        let nonces = self.nonces.running.as_ref()?.commitments();
        let (table, commitment) = (self.text.clone(), self.commitment.clone());
        Some(Notice::Opening(notice::Opening { table, commitment, nonces }).encode())
    }

    /// Takes the nonce of somebody who was asked for it. Nobody else is told.
    pub(super) async fn reveal(&mut self, connection: &Connection, reveal: &Reveal) -> Result<(), Refusal> {
        let seat = self.chairs.seat_of(connection.guest).ok_or(TableRefusal::NoSeat)?;
        // Kept even if the opening was given up before this came: otherwise somebody who stands up in time could take
        // away what another would add.
        self.note_commitment(connection, reveal.next.as_ref());
        let committed = self.record.seed.commitment();
        let Some(running) = &mut self.nonces.running else { return Err(Refusal::NotOpening) };
        if reveal.commitment != committed {
            return Err(Refusal::OtherSeed);
        }
        let asked = running.asked.get_mut(seat.index()).and_then(Option::as_mut);
        let asked = asked.filter(|asked| asked.guest == connection.guest).ok_or(Refusal::OtherNonce)?;
        if reveal.nonce.commitment() != asked.commitment {
            return Err(Refusal::OtherNonce);
        }
        asked.nonce = Some(reveal.nonce);
        if self.nonces.running.as_ref().is_some_and(|running| running.nonces().is_some()) {
            // If it cannot be saved now, it is when the deal is due.
            self.go_on_opening().await;
        }
        Ok(())
    }

    /// Ends an opening in which somebody was silent for too long.
    pub(super) fn look_for_silence(&mut self, now: Instant) {
        if self.nonces.until().is_some_and(|until| until <= now) {
            tracing::info!(table = self.record.id.in_log(), "an opening begins again: somebody is silent");
            let silent = self.nonces.give_up();
            self.nonces.silent.extend(silent);
        }
    }

    /// The deck of the deal that is due. Before the first one the match is opened, and there may be no deck yet.
    pub(super) async fn next_deck(&mut self) -> Option<String> {
        while self.record.key().is_none() {
            if !self.go_on_opening().await {
                return None;
            }
        }
        Some(self.game.next_deck(&self.record.key()?))
    }

    /// The order of a reshuffle that is due.
    pub(super) fn next_shuffle(&self) -> Option<String> {
        self.game.next_shuffle(&self.record.key()?)
    }

    /// Goes one step on with the opening; says whether it could.
    async fn go_on_opening(&mut self) -> bool {
        let begun = self.record.opening.as_ref().is_some_and(|opening| opening.stage == Stage::Begun);
        let (record, asked) = match &self.nonces.running {
            Some(running) => match running.nonces() {
                Some(nonces) => (self.record.opened(nonces), None),
                None => return false,
            },
            // It was given up, or cut off.
            None if begun => match random_seed() {
                Ok(seed) => (self.record.opened_again(seed), None),
                Err(_) => {
                    self.try_again = Some(self.now() + RETRY);
                    return false;
                }
            },
            None => {
                let asked: Vec<Option<Asked>> =
                    Seat::all(self.record.seats).map(|seat| self.asked(seat)).collect();
                match asked.iter().all(Option::is_none) {
                    true => (self.record.opened(vec![None; asked.len()]), None),
                    false => (self.record.opening_begun(), Some(asked)),
                }
            }
        };
        if self.note_opening(record).await.is_err() {
            return false;
        }
        if let Some(asked) = asked {
            self.nonces.running = Some(Running { until: self.now() + PATIENCE, asked });
            let notice = Utf8Bytes::from(self.opening_notice().unwrap_or_default());
            self.watchers.retain(|watcher| watcher.notify(notice.clone()));
        } else if self.record.key().is_some() {
            self.nonces = Nonces::default();
        } else {
            self.notify_table();
        }
        true
    }

    /// Who is asked for a nonce in this seat: the first of their devices that has committed to one.
    fn asked(&self, seat: Seat) -> Option<Asked> {
        let sits = |watcher: &&Arc<Connection>| self.chairs.seat_of(watcher.guest) == Some(seat);
        self.watchers.iter().filter(sits).find_map(|watcher| {
            let commitment = self.nonces.of(watcher)?;
            Some(Asked { guest: watcher.guest, commitment, nonce: None })
        })
    }

    /// Writes down how far the opening is; only then it is so.
    async fn note_opening(&mut self, record: TableRecord) -> Result<(), Refusal> {
        let game = begin(&record, &self.lobby.settings.catalog)?;
        let saved = self.lobby.store.note_opening(&self.tenure, record.clone()).await;
        self.note_trouble(&saved);
        saved?;
        self.commitment = record.seed.commitment().to_string();
        self.link = Link::first(&record);
        // Another dealer is another match.
        self.game = game;
        self.record = record;
        Ok(())
    }
}
