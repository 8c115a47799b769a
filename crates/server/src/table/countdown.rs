//! What a table does when all have agreed, and when nobody says anything: it counts to three, and does what is overdue.

use super::{PendingAction, Table};
use crate::clock::millis;
use axum::extract::ws::Utf8Bytes;
use protocol::{Notice, notice};

impl Table {
    /// Counts to three, for everybody to hear; what happens then is not told before.
    pub(super) fn count(&mut self, pending: PendingAction) {
        let pause = self.lobby.settings.pace.count;
        let (table, seat, millis) = (self.text.clone(), pending.seat, millis(pause));
        let notice = Utf8Bytes::from(Notice::Counting(notice::Counting { table, seat, millis }).encode());
        self.watchers.retain(|watcher| watcher.notify(notice.clone()));
        self.counting = Some((self.now() + pause, pending));
    }

    /// Does for a silent seat what is done by itself.
    pub(super) async fn do_what_is_overdue(&mut self) {
        // One after the other, if several are silent; the last of them makes the table count.
        while self.counting.is_none()
            && let Some((seat, action)) = self.game.timeout_action()
            && self.accept(PendingAction { seat, action, asked: None }, true).await
        {}
    }

    /// Looks whether something is to be done by itself, unless somebody does it before. The clock runs from when it was
    /// due first.
    pub(super) fn look_for_overdue(&mut self) {
        let waits =
            self.game.timeout_action().is_some() && self.counting.is_none() && !self.here().is_empty();
        if !waits {
            self.timeout = None;
        } else if self.timeout.is_none() {
            self.timeout = Some(self.now() + self.lobby.settings.pace.timeout);
        }
    }
}
