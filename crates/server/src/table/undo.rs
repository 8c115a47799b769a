//! Taking back what one did last, for whoever plays against bots alone, as long as it has shown them nothing that was hidden.
//! That it was taken back is on disk before it is so, beside what was taken back: the file forgets nothing.

use super::request::AtVersion;
use super::{Broadcast, Connection, Table};
use crate::refusal::Refusal;
use ::table::to_frame;
use cards::{Seat, Viewer};
use house::Line;
use protocol::Frame;
use std::sync::Arc;

impl Table {
    /// Goes back to the last decision of whoever asks, from which everything goes on anew. Time is not given back.
    pub(super) async fn undo(
        &mut self,
        connection: &Arc<Connection>,
        asked: &AtVersion,
    ) -> Result<(), Refusal> {
        let seat = self.alone_at(connection, asked)?;
        let entries = self.game.undoable(seat)?;
        self.write(Line::Undo { seat, entries }, &Broadcast::Dealt, None).await?;
        // What anybody thinks about is no more.
        self.thinking.clear();
        self.hint = None;
        self.notify_table();
        Ok(())
    }

    /// What a viewer is sent. Where nobody could take anything back, that is not even asked.
    pub(super) fn frame_for(&self, viewer: Viewer) -> Frame {
        let may_undo = |seat: Seat| {
            self.chairs.plays_alone(seat)
                && !self.is_over()
                && self.lost.is_none()
                && self.game.undoable(seat).is_ok()
        };
        if !self.chairs.are_full() {
            return to_frame(self.game.frame(viewer).waiting());
        }
        let undo = matches!(viewer, Viewer::Seat(seat) if may_undo(seat));
        Frame { undo, ..to_frame(self.game.frame(viewer)) }
    }
}
