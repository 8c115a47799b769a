//! A few words between players. They are of a short list, so that nobody can be insulted, and are told to all who look on: at
//! no table is anything said to one alone. Nothing of it is kept.

use super::{Connection, Table};
use crate::limits::Bucket;
use crate::refusal::Refusal;
use crate::settings::Rate;
use ::table::TableRefusal;
use axum::extract::ws::Utf8Bytes;
use cards::Seat;
use protocol::{Notice, Phrase, notice};

/// How much a seat may say: five phrases at once, and then one in three seconds.
const RATE: Rate = Rate { burst: 5, a_second: 1.0 / 3.0 };

/// How much each seat has said lately; those that were silent have no entry.
#[derive(Default)]
pub(super) struct Phrases(Vec<(Seat, Bucket)>);

impl Phrases {
    fn of(&mut self, seat: Seat, now: std::time::Instant) -> &mut Bucket {
        let known = self.0.iter().position(|(speaker, _)| *speaker == seat).unwrap_or_else(|| {
            self.0.push((seat, Bucket::new(RATE, now)));
            self.0.len() - 1
        });
        &mut self.0[known].1
    }
}

impl Table {
    /// Tells everybody at the table what somebody with a chair says.
    pub(super) fn say(&mut self, connection: &Connection, phrase: Phrase) -> Result<(), Refusal> {
        let seat = self.chairs.seat_of(connection.guest).ok_or(TableRefusal::NoSeat)?;
        let now = self.now().into_std();
        if !self.phrases.of(seat, now).take(RATE, now) {
            return Err(Refusal::SaidEnough);
        }
        let notice =
            Utf8Bytes::from(Notice::Said(notice::Said { table: self.text.clone(), seat, phrase }).encode());
        self.watchers.retain(|watcher| watcher.notify(notice.clone()));
        Ok(())
    }
}
