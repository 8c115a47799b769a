//! Taking a chair; and who sits where, on disk before it is so.

use super::{Chairs, Connection, Sit, Table};
use crate::refusal::Refusal;
use crate::time_control::SeatClock;
use cards::Seat;
use std::sync::Arc;

impl Table {
    /// Somebody takes an open chair, or is called otherwise in their own.
    pub(super) async fn sit(&mut self, connection: &Arc<Connection>, sit: &Sit) -> Result<(), Refusal> {
        if self.shown_out.contains(&connection.guest) {
            return Err(Refusal::ShownOut);
        }
        if let Some(chairs) = self.chairs.with(sit.seat, connection.guest, &sit.name)? {
            self.save_chairs(chairs).await?;
            self.notify_chairs(None);
            // Whoever was missing in a match that was begun elsewhere is here: now everybody sees it.
            if self.chairs.are_full() && self.game.version() > 0 {
                self.notify_table();
            }
        }
        // Now they see what only this seat sees, on every screen of theirs.
        for watcher in self.watchers.iter().filter(|watcher| watcher.guest == connection.guest) {
            watcher.notify(self.table_for(watcher));
        }
        Ok(())
    }

    /// Puts on disk who sits where; then it is so.
    pub(super) async fn save_chairs(&mut self, chairs: Chairs) -> Result<(), Refusal> {
        self.save_chairs_with(chairs, None).await
    }

    /// The same, with another clock of one seat, whose turn begins anew.
    pub(super) async fn save_chairs_with(
        &mut self,
        chairs: Chairs,
        set: Option<(Seat, SeatClock)>,
    ) -> Result<(), Refusal> {
        // The turn of somebody who is back begins now.
        let begins = set.is_some_and(|(seat, _)| !chairs.has_left(seat) && self.game.actors().contains(seat));
        let seconds = self.lobby.settings.clock.seconds();
        let clocks = self.clocks.as_ref().filter(|_| set.is_some());
        let clocks = clocks.map(|clocks| clocks.with(set, if begins { seconds } else { clocks.moved() }));
        let saved = self.lobby.store.seat(&self.tenure, chairs.as_slice(), clocks.clone()).await;
        self.note_trouble(&saved);
        saved?;
        self.chairs = chairs;
        if let (Some(own), Some(stored)) = (&mut self.clocks, clocks) {
            own.set(stored, set);
        }
        Ok(())
    }
}
