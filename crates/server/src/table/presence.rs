//! Who is here, since when somebody is away, and the bot that plays for them until they come back.

use super::{Connection, Table};
use crate::clock::millis;
use crate::refusal::Refusal;
use ::table::TableRefusal;
use axum::extract::ws::Utf8Bytes;
use cards::{Seat, SeatSet};
use engine::Phase;
use protocol::{Notice, notice};
use tokio::time::Instant;

/// Since when the person of each seat has been away.
#[derive(Default)]
pub(super) struct Absences(Vec<(Seat, Instant)>);

impl Absences {
    fn since(&self, seat: Seat) -> Option<Instant> {
        self.0.iter().find(|(away, _)| *away == seat).map(|(_, since)| *since)
    }
}

impl Table {
    /// The seats whose people are connected.
    pub(super) fn here(&self) -> SeatSet {
        self.watchers.iter().filter_map(|watcher| self.chairs.seat_of(watcher.guest)).collect()
    }

    /// Notes who went and who came.
    pub(super) fn note_absences(&mut self) {
        let (now, away) = (self.now(), self.chairs.people() - self.here());
        self.absences.0.retain(|(seat, _)| away.contains(*seat));
        for seat in away.iter() {
            if self.absences.since(seat).is_none() {
                self.absences.0.push((seat, now));
            }
        }
    }

    /// Lets those be told whose turn it is and who are not here, where the house can tell them.
    pub(super) fn remind_absent(&self) {
        let Some(push) = &self.lobby.push else { return };
        let waits = self.ended.is_none() && self.lost.is_none() && self.game.phase() == Phase::Playing;
        if !waits || self.game.is_race() {
            return;
        }
        let here = self.here();
        for seat in self.game.actors().iter() {
            if self.chairs.bot(seat).is_none()
                && !here.contains(seat)
                && let Some(guest) = self.chairs.guest(seat)
            {
                push.remind(guest);
            }
        }
    }

    /// For how many milliseconds the person of this seat has been away; none for somebody who is here.
    pub(super) fn away(&self, seat: Seat) -> Option<u32> {
        if self.here().contains(seat) {
            return None;
        }
        let since = self.absences.since(seat);
        Some(since.map_or(0, |since| millis(self.now().saturating_duration_since(since))))
    }

    /// The people who have been away so long that nobody need wait for them.
    pub(super) fn long_absent(&self) -> SeatSet {
        let limit = millis(self.lobby.settings.pace.absence);
        self.chairs
            .people()
            .iter()
            .filter(|seat| self.away(*seat).is_some_and(|away| away >= limit))
            .collect()
    }

    /// Lets a bot play for somebody who has been away for long.
    pub(super) async fn substitute(&mut self, connection: &Connection, seat: Seat) -> Result<(), Refusal> {
        let own = self.chairs.seat_of(connection.guest).ok_or(TableRefusal::NoSeat)?;
        self.note_absences();
        if !self.long_absent().contains(seat) && !self.chairs.has_left(seat) {
            return Err(Refusal::NotAbsent);
        }
        if self.chairs.bot(seat).is_some() {
            // Two friends who press at once want the same.
            return Ok(());
        }
        if !self.may_replace(own, seat) {
            return Err(Refusal::Partner);
        }
        self.let_usual_bot_stand_in(seat).await
    }

    /// Lets a bot play in this seat until its player is back.
    pub(super) async fn let_usual_bot_stand_in(&mut self, seat: Seat) -> Result<(), Refusal> {
        let game = house::find(self.game.game()).ok_or(Refusal::Busy)?;
        let bot = house::usual_bot(game).to_owned();
        self.save_chairs(self.chairs.with_stand_in(seat, Some(bot))).await?;
        self.notify_chairs(None);
        Ok(())
    }

    /// Whoever comes back plays for themselves.
    pub(super) async fn take_back(&mut self, connection: &Connection) {
        let Some(seat) = self.chairs.seat_of(connection.guest) else { return };
        if self.chairs.has_left(seat) {
            let clock = self.clocks.as_ref().and_then(|clocks| clocks.of_returner(seat));
            let may_return = self.clocks.is_none() || clock.is_some() || self.chairs.bot(seat).is_some();
            // Who has come back before is back when they act.
            if may_return {
                self.note_back(seat, clock).await;
            }
        } else if self.chairs.bot(seat).is_some() {
            self.note_back(seat, None).await;
        } else if self.clocks.as_mut().is_some_and(|clocks| clocks.wake(seat)) {
            self.notify_clocks();
        }
    }

    /// Tells all but one who sits where, who is here and who is ready.
    pub(super) fn notify_chairs(&mut self, but: Option<&Connection>) {
        let chairs = self.chairs.occupants(|seat| self.away(seat));
        let (ready, ending) = (self.ready, self.ending);
        let notice = Notice::Chairs(notice::Chairs { table: self.text.clone(), chairs, ready, ending });
        let notice = Utf8Bytes::from(notice.encode());
        self.watchers.retain(|watcher| {
            but.is_some_and(|connection| connection.number == watcher.number)
                || watcher.notify(notice.clone())
        });
    }
}
