//! What a table does when all have agreed, and when nobody says anything: it counts to three, and does what is overdue.

use super::{Entrant, Table, millis};
use crate::wire::Notice;
use axum::extract::ws::Utf8Bytes;
use tokio::time::Instant;

impl Table {
    /// Counts to three, for everybody to hear; what happens then is not told before.
    pub(super) fn count(&mut self, entrant: Entrant) {
        let pause = self.lobby.settings.pace.count;
        let notice = Notice::Counting { table: &self.text, seat: entrant.seat, millis: millis(pause) };
        let notice = Utf8Bytes::from(notice.write());
        self.watchers.retain(|watcher| watcher.tell(notice.clone()));
        self.counting = Some((Instant::now() + pause, entrant));
    }

    /// Does for a silent seat what is done by itself.
    pub(super) async fn do_what_is_overdue(&mut self) {
        // One after the other, if several are silent; the last of them makes the table count.
        while self.counting.is_none()
            && let Some((seat, action)) = self.game.overdue()
            && self.accept(Entrant { seat, action, asked: None }, true).await
        {}
    }

    /// Looks whether something is to be done by itself, unless somebody does it before. The clock runs from when it was
    /// due first.
    pub(super) fn look_for_overdue(&mut self) {
        let waits = self.game.overdue().is_some() && self.counting.is_none() && !self.here().is_empty();
        if !waits {
            self.overdue = None;
        } else if self.overdue.is_none() {
            self.overdue = Some(Instant::now() + self.lobby.settings.pace.overdue);
        }
    }
}
